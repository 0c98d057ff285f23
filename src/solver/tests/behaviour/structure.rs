//! Structure and cost of the sparse factor, and reproducibility.

use std::time::{Duration, Instant};

use crate::systems::{Build, Random, answer, chain, random_build, solved, truss, violation, wheel};
use tinkertoy_solver::{Method, Report, Solution, Solver, System, Topology};

fn report_of(build: &Build) -> Report {
    let (topology, system) = build.finish(&mut Random::new(1));
    let mut solver = Solver::new(Method::Sparse);
    solver.factor(&topology, &system).unwrap();
    solver.report().clone()
}

#[test]
fn forests_fill_nothing() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut build = Build::new();
        let bodies = 2 + random.below(60);
        for _ in 0..bodies {
            let dim = [2, 3, 3, 4][random.below(4)];
            build.body(dim, [random.unit(), random.unit()], 1.0);
        }
        for body in 1..bodies {
            if random.chance(0.1) {
                continue;
            }
            let parent = random.below(body);
            match random.below(3) {
                0 => build.rod(&[parent, body], [random.unit(), 2.0], [random.unit(), 0.0]),
                1 => build.pin(&[body, parent], [random.unit(), random.unit()]),
                _ => {
                    build.arbitrary(1, &[parent, body], &mut random);
                    build.rod(&[parent, body], [random.unit(), 2.0], [random.unit(), 0.0]);
                }
            }
        }
        build.pin(&[random.below(bodies)], [0.0, 0.0]);
        let report = report_of(&build);
        assert_eq!((report.fill_blocks, report.auxiliary), (0, 0), "seed {seed}");
    }
}

#[test]
fn a_star_fills_nothing() {
    let mut build = Build::new();
    let hub = build.body(3, [0.0, 0.0], 1.0);
    for k in 0..300 {
        let (y, x) = (f64::from(k) / 48.0).sin_cos();
        let spoke = build.body(3, [2.0 * x, 2.0 * y], 1.0);
        build.pin(&[hub, spoke], [x, y]);
    }
    assert_eq!(report_of(&build).fill_blocks, 0);
    build.pin(&[hub], [0.0, 0.0]);
    let report = report_of(&build);
    assert_eq!(report.fill_blocks, 0);
    assert!(report.block_updates < 3 * 301);
}

#[test]
fn a_wheel_makes_no_clique() {
    // The loops pass through the hub, whose rows must not be eliminated first.
    let n = 200;
    let report = report_of(&wheel(n));
    assert!(report.fill_blocks < 12 * n, "{report:?}");
}

#[test]
fn work_grows_in_step_with_a_tree() {
    let updates = |links| report_of(&chain(links)).block_updates;
    let (short, long) = (updates(100), updates(1000));
    assert!(long <= 10 * short + 20, "{short} {long}");
}

#[test]
fn work_on_a_bridge_grows_in_step_with_its_length() {
    let bridge = |panels: usize| report_of(&truss(2 * panels));
    let short = bridge(20);
    // At any length the fronts would have only a few rows and would not repay their setup.
    for times in [10, 1000] {
        let long = bridge(20 * times);
        assert!(
            long.block_updates <= 13 * times / 10 * short.block_updates,
            "{short:?} {long:?}"
        );
    }
}

/// A truss of particles under its weight.
fn loaded_truss(build: &Build) -> (Topology, System) {
    let (topology, mut system) = build.finish(&mut Random::new(1));
    system.c.fill(0.0);
    for (k, force) in system.force.iter_mut().enumerate() {
        *force = if k % 2 == 1 { -9.81 } else { 0.0 };
    }
    (topology, system)
}

#[test]
fn a_long_truss_is_ill_conditioned_and_not_redundant() {
    let (topology, system) = loaded_truss(&truss(5001));
    let (out, report) = solved(Method::Sparse, &topology, &system);
    assert_eq!((report.repaired_pivots, report.contradiction), (0, 0.0));
    assert!(report.refinements <= 2, "{} sweeps", report.refinements);
    // The truss rests on its supports.
    let most = out.acceleration.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
    assert!(most < 1e-6, "{most} m/s^2");
}

/// Pivots that consist of rounding alone would not share the load evenly.
#[test]
fn redundant_supports_of_a_truss_share_its_load() {
    for joints in [51, 101] {
        let mut build = truss(joints);
        build.support(joints - 1, [1.0, 0.0]);
        build.support(2, [0.0, 1.0]);
        build.support(joints - 3, [0.0, 1.0]);
        let (topology, system) = loaded_truss(&build);
        let lambda = |method| solved(method, &topology, &system).0.lambda;
        let (sparse, dense) = (lambda(Method::Sparse), lambda(Method::Dense));
        let most = dense.iter().fold(0.0_f64, |most, force| most.max(force.abs()));
        for (found, expected) in sparse.iter().zip(&dense) {
            assert!(
                (found - expected).abs() < 1e-3 * most,
                "{joints} joints: {found} for {expected} N of {most} N"
            );
        }
    }
}

/// A leaf with duplicate rows loses pivots and its rows get a compliance, so the mass it adds to its parent is inexact; refinement
/// corrects the answer.
#[test]
fn a_leaf_that_has_lost_a_row_is_made_good() {
    let mut build = Build::new();
    let at = |k: usize| [[0.0, 0.0], [1.0, 0.2], [1.1, 1.3], [-0.2, 1.1]][k % 4];
    for k in 0..4 {
        build.body(3, [0, 1].map(|i| (at(k)[i] + at(k + 1)[i]) / 2.0), 1.0);
    }
    for k in 0..4 {
        build.pin(&[k, (k + 1) % 4], at(k + 1));
    }
    let by_rows = report_of(&build);
    let leaf = build.body(3, [3.0, 0.4], 1.0);
    build.rod(&[1, leaf], at(1), [2.5, 0.3]);
    build.again(4, 1.0);
    let (topology, system) = build.finish(&mut Random::new(1));
    let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
    for _ in 0..2 {
        solver.factor(&topology, &system).unwrap();
        let report = solver.report();
        assert!(
            by_rows.repaired_pivots == 0 && report.repaired_pivots > 0,
            "{report:?}"
        );
        solver.solve(&topology, &system, &mut out).unwrap();
        let (rows, motion) = violation(&topology, &system, &out);
        assert!(rows < 1e-8 && motion < 1e-8, "{rows:e} {motion:e}");
    }
}

/// The anticipated responses of auxiliary rows are accurate for few and for many loops: refinement has little left to correct.
#[test]
fn anticipated_responses_are_right_at_once() {
    for closures in [1, 5, 31] {
        let mut build = chain(40);
        for k in 1..=closures {
            build.rod(
                &[k - 1, (k + 7).min(39)],
                [k as f64, 0.4],
                [k as f64 + 3.0, -0.6 - 0.1 * k as f64],
            );
        }
        let (topology, system) = build.finish(&mut Random::new(1));
        let mut solver = Solver::new(Method::Auxiliary);
        answer(&mut solver, &topology, &system);
        let report = solver.report();
        assert_eq!((report.auxiliary, report.back_solves), (closures, closures));
        assert!(report.refinements <= 3 && report.residual < 1e-12, "{report:?}");
    }
}

#[test]
fn nothing_to_solve_is_no_trouble() {
    for method in Method::ALL {
        let mut solver = Solver::new(method);
        let empty = Topology::new([]);
        let out = answer(&mut solver, &empty, &System::zeroed(&empty));
        assert!(out.acceleration.is_empty());

        let mut topology = Topology::new([2, 1]);
        topology.add_constraint(3, &[]);
        topology.add_constraint(1, &[1]);
        let mut system = System::zeroed(&topology);
        system.mass.copy_from_slice(&[2.0, 0.0, 0.0, 2.0, 0.5]);
        system.force.copy_from_slice(&[4.0, -2.0, 1.0]);
        system.jacobian[0] = 2.0;
        system.c.copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
        let out = answer(&mut solver, &topology, &system);
        assert_eq!(out.acceleration[..2], [2.0, -1.0]);
        assert!((out.acceleration[2] + 2.0).abs() < 1e-12);
        assert_eq!(out.lambda[..3], [0.0; 3]);
        // A row whose Jacobian vanishes cannot be satisfied and must do no harm.
        system.jacobian[0] = 0.0;
        let out = answer(&mut solver, &topology, &system);
        assert_eq!(out.acceleration, [2.0, -1.0, 2.0]);
        assert_eq!(out.lambda, [0.0; 4]);
    }
}

#[test]
fn the_same_bits_whatever_went_before() {
    let mut worn = Solver::new(Method::Sparse);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let build = random_build(&mut random, 20);
        let (topology, system) = build.finish(&mut random);
        for method in Method::ALL {
            worn.set_method(method);
            let first = answer(&mut worn, &topology, &system);
            let second = answer(&mut Solver::new(method), &topology, &system);
            assert_eq!(first, second, "seed {seed}, {method}");
        }
    }
}

/// The factored matrix is that of the equations, for any number of rows at a body, and whatever was factored before: otherwise the
/// answer would need refinement.
#[test]
fn a_hub_in_loops_is_factored_as_it_is() {
    let mut random = Random::new(5);
    // From about twenty spokes on, the hub is a pivot of its own.
    for spokes in (3..10_usize).chain([18, 30, 100]) {
        for dim in [2, 3] {
            let mut build = Build::new();
            let at = |k: usize| {
                let angle = 6.0 * k as f64 / spokes as f64;
                [2.0 * angle.cos(), 2.0 * angle.sin()]
            };
            let hub = build.body(dim, [0.0, 0.0], 1.0);
            let rim: Vec<usize> = (0..spokes).map(|k| build.body(dim, at(k), 1.0)).collect();
            for (k, &body) in rim.iter().enumerate() {
                let next = rim.get(k + 1).copied();
                if dim == 3 {
                    let half = at(k).map(|x| x / 2.0);
                    build.pin(&[hub, body], half);
                    if let Some(next) = next.filter(|_| k % 3 == 0) {
                        build.pin(&[body, next], [0, 1].map(|i| (at(k)[i] + at(k + 1)[i]) / 1.9));
                    }
                } else {
                    build.rod(&[hub, body], [0.0, 0.0], at(k));
                    if let Some(next) = next {
                        build.rod(&[body, next], at(k), at(k + 1));
                    }
                }
            }
            build.pin(&[hub], [0.1, 0.2]);
            let mut solver = Solver::new(Method::Sparse);
            for _ in 0..3 {
                let (topology, system) = build.finish(&mut random);
                answer(&mut solver, &topology, &system);
                assert_eq!(solver.report().refinements, 0, "{spokes} spokes of {dim}");
            }
        }
    }
}

/// The elimination order of many constraints on one body is found quickly: their neighbours are not traversed again for each of
/// them.
#[test]
fn thousands_of_pins_in_one_place_are_planned_at_once() {
    let time = |pins| {
        let mut topology = Topology::new([3]);
        for _ in 0..pins {
            topology.add_constraint(2, &[0]);
        }
        let begin = Instant::now();
        Solver::new(Method::Sparse).set_topology(&topology);
        begin.elapsed()
    };
    // Twice as many pins take about twice as long, and more than five times as long if each traversed all others.
    let fewer = (0..3).map(|_| time(1500)).min().unwrap();
    let more = (0..3).map(|_| time(3000)).min().unwrap();
    assert!(
        more < 5 * fewer + Duration::from_millis(50),
        "{fewer:?}, {more:?}"
    );
}
