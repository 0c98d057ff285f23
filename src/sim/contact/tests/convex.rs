//! Reference without friction: the accelerations minimise a convex function (Gauss's principle), which Clarabel does by an interior point method:
//!
//! ```text
//! 1/2 a M a - F a + sum max over lo <= lambda <= hi of -lambda w,   w = J a + c
//! ```

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, SupportedConeT, ZeroConeT,
};

use super::systems::Case;

/// Rows of the cones under construction, as entries (row, column, value).
#[derive(Default)]
struct Cone {
    entries: Vec<(usize, usize, f64)>,
    right: Vec<f64>,
}

impl Cone {
    /// Adds a row: `right - sum of entries` is in the cone.
    fn add(&mut self, right: f64, entries: impl Iterator<Item = (usize, f64)>) {
        let row = self.right.len();
        self.entries.extend(entries.map(|(column, x)| (row, column, x)));
        self.right.push(right);
    }
}

/// Relative error that the accelerations may have: where rows are degenerate (w and multiplier both 0) Clarabel converges as the root of its
/// tolerance; and where it stops short of that, as it does where rows depend on each other.
const SOLVED: f64 = 1e-3;
const STOPPED_SHORT: f64 = 3e-2;

/// Reference accelerations and the error they may have; `None` where Clarabel finds no answer.
pub fn accelerations(case: &Case) -> Option<(Vec<f64>, f64)> {
    let (topology, system) = (&case.topology, &case.system);
    let dofs = topology.dofs();
    let mut bounds = vec![[f64::NEG_INFINITY, f64::INFINITY]; topology.rows()];
    for it in &case.conditions {
        bounds[topology.row_offset(it.constraint) + it.k] = it.bounds;
    }
    let (mut held, mut sided) = (Cone::default(), Cone::default());
    let mut linear: Vec<f64> = system.force.iter().map(|f| -f).collect();
    for constraint in 0..topology.constraints() {
        for k in 0..topology.constraint_dim(constraint) {
            let row = topology.row_offset(constraint) + k;
            let c = system.c[row];
            let j = |factor: f64| {
                topology.ends(constraint).iter().flat_map(move |end| {
                    let dim = topology.body_dim(end.body);
                    let block = &system.jacobian[end.block + k * dim..][..dim];
                    let at = topology.body_offset(end.body);
                    block.iter().enumerate().map(move |(i, j)| (at + i, factor * j))
                })
            };
            match bounds[row] {
                [lo, hi] if lo.is_finite() && hi.is_finite() => {
                    let column = linear.len();
                    linear.push(1.0);
                    for bound in [lo, hi] {
                        sided.add(bound * c, j(-bound).chain([(column, -1.0)]));
                    }
                }
                [lo, _] if lo.is_finite() => sided.add(c, j(-1.0)),
                [_, hi] if hi.is_finite() => sided.add(-c, j(1.0)),
                _ => held.add(-c, j(1.0)),
            }
        }
    }
    let mut mass = Vec::new();
    for body in 0..topology.bodies() {
        let (at, dim) = (topology.body_offset(body), topology.body_dim(body));
        for i in 0..dim {
            // The upper triangle.
            mass.extend((i..dim).map(|k| {
                let entry = system.mass[topology.mass_offset(body) + k * dim + i];
                (at + i, at + k, entry)
            }));
        }
    }
    let (equations, columns) = (held.right.len(), linear.len());
    let below = sided
        .entries
        .iter()
        .map(|(row, column, x)| (row + equations, *column, *x));
    held.entries.extend(below);
    held.right.extend(&sided.right);
    let cones: Vec<SupportedConeT<f64>> = vec![ZeroConeT(equations), NonnegativeConeT(sided.right.len())];
    let tight = 1e-12;
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: tight,
        tol_gap_rel: tight,
        tol_feas: tight,
        ..DefaultSettings::default()
    };
    let matrix = |rows: usize, entries: &[(usize, usize, f64)]| sparse((rows, columns), entries);
    let (p, a) = (matrix(columns, &mass), matrix(held.right.len(), &held.entries));
    let mut solver = DefaultSolver::new(&p, &linear, &a, &held.right, &cones, settings);
    solver.solve();
    let within = match solver.solution.status {
        SolverStatus::Solved => SOLVED,
        SolverStatus::AlmostSolved | SolverStatus::InsufficientProgress => STOPPED_SHORT,
        _ => return None,
    };
    Some((solver.solution.x[..dofs].to_vec(), within))
}

/// Sparse matrix by columns; entries at the same place are added up.
fn sparse((rows, columns): (usize, usize), entries: &[(usize, usize, f64)]) -> CscMatrix<f64> {
    let (mut i, mut k, mut x) = (Vec::new(), Vec::new(), Vec::new());
    for &(row, column, entry) in entries {
        i.push(row);
        k.push(column);
        x.push(entry);
    }
    CscMatrix::new_from_triplets(rows, columns, i, k, x)
}
