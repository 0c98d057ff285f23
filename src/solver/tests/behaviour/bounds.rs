//! Multipliers with bounds: complementarity, and agreement of the methods.

use crate::systems::{Build, Random, answer, apart, condition, random_build, solved, times_j};
use tinkertoy_solver::{Method, Solution, SolveError, Solver, System, Topology, UNBOUNDED};

const INFINITY: f64 = f64::INFINITY;

/// Returns the largest violation of complementarity, relative to the rows' terms, and the largest violation of a bound.
fn complementarity(topology: &Topology, system: &System, out: &Solution) -> (f64, f64) {
    let ja = times_j(topology, system, &out.acceleration);
    let (mut worst, mut size, mut outside) = (0.0f64, 1e-300f64, 0.0f64);
    for constraint in 0..topology.constraints() {
        if topology.ends(constraint).is_empty() {
            continue;
        }
        for row in topology.row_offset(constraint)..topology.row_offset(constraint + 1) {
            let [lo, hi] = system.bounds[row];
            let lambda = out.lambda[row];
            let w = ja[row] + system.c[row] + system.compliance[row] * lambda;
            let missed = match lambda {
                _ if lo == hi => 0.0,
                x if x <= lo => w.min(0.0),
                x if x >= hi => w.max(0.0),
                _ => w,
            };
            worst = worst.max(missed.abs());
            size = size.max(ja[row].abs()).max(system.c[row].abs());
            outside = outside.max(lo - lambda).max(lambda - hi);
        }
    }
    (worst / size, outside)
}

#[test]
fn random_problems_are_complementary_and_methods_agree() {
    let mut bounded = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let build = random_build(&mut random, 16);
        let (topology, mut system) = build.finish(&mut random);
        let (condition, _) = condition(&topology, &system);
        if condition > 1e8 {
            continue;
        }
        system.bounds = (0..topology.rows())
            .map(|_| match random.below(8) {
                0 => [0.0, INFINITY],
                1 => [-INFINITY, 0.0],
                2 => [-0.5, 0.5],
                3 => [0.0, 0.0],
                _ => UNBOUNDED,
            })
            .collect();
        bounded += usize::from(system.bounds.iter().any(|&it| it != UNBOUNDED));
        let (reference, _) = solved(Method::Dense, &topology, &system);
        for method in Method::EXACT {
            let (out, report) = solved(method, &topology, &system);
            let (missed, outside) = complementarity(&topology, &system, &out);
            assert!(
                missed < 1e-7 && outside <= 0.0,
                "seed {seed}, {method}: {missed:e} {outside:e} {report:?}"
            );
            assert!(!report.fallback, "seed {seed}, {method}: {report:?}");
            let off = apart(&topology, &system, &out, &reference);
            let tolerance = (1000.0 * f64::EPSILON * condition).max(1e-8);
            assert!(
                off < tolerance,
                "seed {seed}, {method}: {off:e}, condition {condition:e}"
            );
        }
    }
    assert!(bounded > 200);
}

/// A block on a table: two corners that may push but not pull.
fn block(force: [f64; 3]) -> (Topology, System) {
    let mut build = Build::new();
    let body = build.body(3, [0.0, 0.5], 2.0);
    for x in [-1.0, 1.0] {
        build.rod(&[body], [x, -1.0], [x, 0.0]);
    }
    let (topology, mut system) = build.finish(&mut Random::new(1));
    system.force.copy_from_slice(&force);
    system.c.fill(0.0);
    system.bounds = vec![[0.0, INFINITY]; 2];
    (topology, system)
}

#[test]
fn a_block_on_a_table_is_pushed_and_never_pulled() {
    let weight = 2.0 * 9.81;
    for method in Method::ALL {
        let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-6, "{method}: {x} {y}");
        let (topology, system) = block([0.0, -weight, 0.0]);
        let (out, report) = solved(method, &topology, &system);
        near(out.lambda[0], weight / 2.0);
        near(out.lambda[1], weight / 2.0);
        near(out.acceleration[1], 0.0);
        assert_eq!(report.at_bound, 0, "{method}");
        // A lifting force larger than the weight: the net force is 4 N.
        let (topology, system) = block([0.0, 4.0, 0.0]);
        let (out, report) = solved(method, &topology, &system);
        assert_eq!(out.lambda, [0.0, 0.0]);
        near(out.acceleration[1], 2.0);
        assert_eq!(report.at_bound, 2, "{method}");
        // A torque larger than its weight can balance: it tips about the left corner.
        let torque = 2.0 * weight;
        let (topology, system) = block([0.0, -weight, torque]);
        let (out, _) = solved(method, &topology, &system);
        assert_eq!(out.lambda[1], 0.0, "{method}: {out:?}");
        let inertia = 2.0 * 0.3;
        // Moments about the left corner at 1 m from the centre; it may slide.
        let alpha = (torque - weight) / (inertia + 2.0);
        near(out.acceleration[2], alpha);
        near(out.lambda[0], weight + 2.0 * alpha);
    }
}

#[test]
fn a_motor_gives_no_more_than_its_cap() {
    let mut topology = Topology::new([1]);
    topology.add_constraint(1, &[0]);
    let mut system = System::zeroed(&topology);
    system.mass[0] = 2.0;
    system.jacobian[0] = 1.0;
    system.bounds = vec![[-3.0, 3.0]];
    for method in Method::ALL {
        for (wanted, torque) in [(1.0, 2.0), (10.0, 3.0), (-10.0, -3.0)] {
            system.c[0] = -wanted;
            let (out, _) = solved(method, &topology, &system);
            assert!((out.lambda[0] - torque).abs() < 1e-9, "{method}: {out:?}");
            assert!(
                (out.acceleration[0] - torque / 2.0).abs() < 1e-9,
                "{method}: {out:?}"
            );
        }
    }
}

#[test]
fn a_rope_pulls_and_never_pushes() {
    let mut build = Build::new();
    let ball = build.body(2, [0.0, -1.0], 3.0);
    build.rod(&[ball], [0.0, 0.0], [0.0, -1.0]);
    let (topology, mut system) = build.finish(&mut Random::new(1));
    system.bounds = vec![[-INFINITY, 0.0]];
    system.c[0] = 0.0;
    for method in Method::ALL {
        system.force.copy_from_slice(&[0.0, -30.0]);
        let (out, _) = solved(method, &topology, &system);
        assert!((out.lambda[0] + 30.0).abs() < 1e-9 && out.acceleration[1].abs() < 1e-9);
        system.force.copy_from_slice(&[0.0, 30.0]);
        let (out, _) = solved(method, &topology, &system);
        assert!(out.lambda[0] == 0.0 && (out.acceleration[1] - 10.0).abs() < 1e-9);
    }
}

/// Redundant supports share the load; contradictory ones give finite answers, and so do bounds that cannot be reached.
#[test]
fn degenerate_problems_end_finite() {
    let mut build = Build::new();
    let body = build.body(2, [0.0, 0.5], 2.0);
    for _ in 0..4 {
        build.rod(&[body], [0.0, -1.0], [0.0, 0.0]);
    }
    let (topology, mut system) = build.finish(&mut Random::new(1));
    system.force.copy_from_slice(&[0.0, -8.0]);
    system.c.fill(0.0);
    system.bounds = vec![[0.0, INFINITY]; 4];
    for method in Method::EXACT {
        let (out, _) = solved(method, &topology, &system);
        for lambda in &out.lambda {
            assert!((lambda - 2.0).abs() < 1e-4, "{method}: {out:?}");
        }
    }
    // Supports that require different accelerations: with one-sided bounds, then with bounds in both directions, without a
    // solution.
    system.c.copy_from_slice(&[0.0, 3.0, 0.0, -1.0]);
    for bounds in [
        [[0.0, INFINITY]; 4],
        [[0.0, INFINITY], [-INFINITY, 0.0], UNBOUNDED, [-1.0, 1.0]],
        [UNBOUNDED, [0.0, INFINITY], UNBOUNDED, [0.0, 0.0]],
    ] {
        system.bounds = bounds.to_vec();
        for method in Method::ALL {
            let (out, report) = solved(method, &topology, &system);
            let all = out.lambda.iter().chain(&out.acceleration);
            assert!(all.clone().all(|x| x.abs() < 1e6), "{method}: {out:?} {report:?}");
        }
    }
    system.bounds[1] = [1.0, -1.0];
    for method in Method::ALL {
        assert_eq!(
            Solver::new(method).factor(&topology, &system),
            Err(SolveError::Bounds { constraint: 1 })
        );
    }
}

/// Bounds may appear, change and disappear between two solves of the same solver.
#[test]
fn bounds_come_and_go() {
    let (topology, mut system) = block([0.0, -20.0, 25.0]);
    for method in Method::EXACT {
        let mut solver = Solver::new(method);
        for (bounds, lambda) in [
            (vec![], [22.5, -2.5]),
            (vec![[0.0, INFINITY], [-1.0, INFINITY]], [f64::NAN, -1.0]),
            (vec![[0.0, INFINITY], [-4.0, INFINITY]], [22.5, -2.5]),
            (vec![], [22.5, -2.5]),
        ] {
            system.bounds = bounds;
            let out = answer(&mut solver, &topology, &system);
            for (found, wanted) in out.lambda.iter().zip(lambda) {
                assert!(
                    wanted.is_nan() || (found - wanted).abs() < 1e-9,
                    "{method}: {out:?}"
                );
            }
        }
    }
}
