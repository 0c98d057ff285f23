//! Ten thousand random systems against a rank-revealing oracle.
//!
//! ```text
//! B = S J L^-T,   M = L L^T,   S scales rows to unit length
//! L^T a = f - B^+ (B f + S c),   f = L^-1 F,   B^+ by singular values
//! ```
//! The oracle works on B, whose condition is the root of that of A, so it is exact where A is hard. What a
//! method may miss is 1e-8, or 100 roundings times the condition of the row-scaled A on its range; its rows hold
//! to 1e-10. A singular value below the root of rounding cannot be told from zero by methods that work on A, so
//! it may be counted either way; a method that counts it as lost may miss rows by as much.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod shapes;
#[path = "../solver_systems/mod.rs"]
mod solver_systems;

use faer::Mat;
use solver_systems::{Random, scaled_jacobian, times_j};
use tinkertoy::solver::{Method, Solution, Solver, System, Topology};

/// Condition beyond which the auxiliary method is not asked for its last digits.
const HOPELESS: f64 = 5e13;
/// Singular values of B below this part of the largest are zero.
const ZERO: f64 = 1e-9;
/// Up to this condition multipliers are compared as well.
const EASY: f64 = 1e9;
/// Singular values below this may be taken for zero by a method that squares them.
const DOUBTFUL: f64 = 1e-7;

struct Oracle {
    /// `L^T a`.
    y: Mat<f64>,
    /// `S^-1 lambda` of least norm.
    mu: Mat<f64>,
    /// Condition of the row-scaled A on its range.
    condition: f64,
    rank: usize,
    /// What is missed, in rows of unit length, when singular values that may as well be zero are.
    doubtful: f64,
    scales: Vec<f64>,
}

/// `L^-1 x` per body when `inverse`, else `L^T x`, with `M = L L^T`.
fn by_mass(topology: &Topology, system: &System, x: &[f64], inverse: bool) -> Mat<f64> {
    let mut out = Mat::zeros(topology.dofs(), 1);
    for body in 0..topology.bodies() {
        let dim = topology.body_dim(body);
        let (start, at) = (topology.mass_offset(body), topology.body_offset(body));
        let mass = Mat::from_fn(dim, dim, |i, k| system.mass[start + i * dim + k]);
        let l = mass.llt(faer::Side::Lower).unwrap();
        for i in 0..dim {
            out[(at + i, 0)] = if inverse {
                let sum: f64 = (0..i).map(|k| l.L()[(i, k)] * out[(at + k, 0)]).sum();
                (x[at + i] - sum) / l.L()[(i, i)]
            } else {
                (i..dim).map(|k| l.L()[(k, i)] * x[at + k]).sum()
            };
        }
    }
    out
}

fn oracle(topology: &Topology, system: &System) -> Oracle {
    let (b, scales) = scaled_jacobian(topology, system);
    let f = by_mass(topology, system, &system.force, true);
    let mut mu = Mat::zeros(topology.rows(), 1);
    let (mut y, mut condition, mut rank, mut doubtful) = (f.clone(), 1.0, 0, 0.0);
    if b.nrows() > 0 {
        let c = Mat::from_fn(topology.rows(), 1, |row, _| scales[row] * system.c[row]);
        let missing = &b * &f + c;
        let svd = b.thin_svd().unwrap();
        let values: Vec<f64> = svd.S().column_vector().iter().copied().collect();
        let least = ZERO * values[0];
        rank = values.iter().take_while(|&&value| value > least).count();
        let mut part = svd.U().transpose() * missing;
        for k in 0..values.len() {
            if values[k] < DOUBTFUL * values[0] {
                doubtful += part[(k, 0)].powi(2);
            }
            part[(k, 0)] = if k < rank { part[(k, 0)] / values[k] } else { 0.0 };
        }
        y -= svd.V() * &part;
        for k in 0..rank {
            part[(k, 0)] /= -values[k];
        }
        mu = svd.U() * part;
        if rank > 0 {
            condition = (values[0] / values[rank - 1]).powi(2);
        }
    }
    Oracle {
        y,
        mu,
        condition,
        rank,
        doubtful: doubtful.sqrt(),
        scales,
    }
}

/// Norm of what the rows are missed by, and that of their terms, with rows of unit length.
fn missed(topology: &Topology, system: &System, oracle: &Oracle, out: &Solution) -> (f64, f64) {
    let ja = times_j(topology, system, &out.acceleration);
    let (mut missed, mut terms) = (0.0f64, 0.0f64);
    for row in 0..topology.rows() {
        let scale = oracle.scales[row];
        missed += (scale * (ja[row] + system.c[row])).powi(2);
        terms += (scale * ja[row]).powi(2) + (scale * system.c[row]).powi(2);
    }
    (missed.sqrt(), terms.sqrt())
}

/// Everything wrong with one system, as sentences.
fn wrong_with(seed: u64, most: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    let (topology, system) = shapes::any(&mut random, most).finish(&mut random);
    let oracle = oracle(&topology, &system);
    let tolerance = (100.0 * f64::EPSILON * oracle.condition).max(1e-8);
    let mut wrong = vec![];
    for method in Method::EXACT {
        let mut solver = Solver::new(method);
        let mut out = Solution::default();
        let solved = solver
            .factor(&topology, &system)
            .and_then(|()| solver.solve(&topology, &system, &mut out));
        let mut say = |what: String| {
            wrong.push(format!(
                "seed {seed} of {most}, {method}: {what}; condition {:e}, {} rows of rank {} (doubtful {:e}), {:?}",
                oracle.condition,
                topology.rows(),
                oracle.rank,
                oracle.doubtful,
                solver.report(),
            ));
        };
        if let Err(error) = solved {
            say(format!("no answer: {error}"));
            continue;
        }
        if !out.acceleration.iter().chain(&out.lambda).all(|x| x.is_finite()) {
            say("not finite".to_owned());
            continue;
        }
        // A forest is factored without its loops: where those leave next to nothing of it, the last digits are lost.
        if method == Method::Auxiliary && oracle.condition > HOPELESS {
            continue;
        }
        let (rows, terms) = missed(&topology, &system, &oracle, &out);
        if rows > f64::max(1e-10 * terms, 2.0 * oracle.doubtful) {
            say(format!("rows missed by {rows:e} of {terms:e}"));
        }
        let y = by_mass(&topology, &system, &out.acceleration, false);
        let off = (&y - &oracle.y).norm_l2() / oracle.y.norm_l2().max(1e-300);
        if off > tolerance {
            say(format!("accelerations off by {off:e}"));
        }
        let mu = Mat::from_fn(topology.rows(), 1, |row, _| out.lambda[row] / oracle.scales[row]);
        let (norm, least) = (mu.norm_l2(), oracle.mu.norm_l2());
        if oracle.condition < EASY && norm > 1.001 * least + 1e-300 {
            say(format!("multipliers of norm {norm:e}, the least is {least:e}"));
        }
    }
    wrong
}

fn check(seeds: std::ops::Range<u64>, most: usize) {
    let wrong: Vec<String> = seeds.flat_map(|seed| wrong_with(seed, most)).collect();
    assert!(
        wrong.is_empty(),
        "{} failures:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn small_systems() {
    check(0..9000, 12);
}

#[test]
fn middling_systems() {
    check(9000..9900, 40);
}

#[test]
fn large_systems() {
    check(9900..10000, 200);
}
