//! Quantities held by a force that acts elsewhere, checked against a dense solve of the whole system.

use crate::systems::{Build, Random, matrix, solved};
use faer::Mat;
use faer::linalg::solvers::Solve;
use tinkertoy_solver::{Method, Solution, SolveError, Solver, System, Topology};

/// Solves `[M -K; J E] [a; lambda] = [F; -c]` densely; K = J^T where a constraint is workless.
fn oracle(topology: &Topology, system: &System) -> (Vec<f64>, Vec<f64>) {
    let (dofs, rows) = (topology.dofs(), topology.rows());
    let right = Mat::from_fn(dofs + rows, 1, |i, _| {
        if i < dofs {
            system.force[i]
        } else {
            -system.c[i - dofs]
        }
    });
    let x = matrix(topology, system).full_piv_lu().solve(&right);
    let all: Vec<f64> = (0..dofs + rows).map(|i| x[(i, 0)]).collect();
    (all[..dofs].to_vec(), all[dofs..].to_vec())
}

fn solve(method: Method, topology: &Topology, system: &System) -> Solution {
    solved(method, topology, system).0
}

/// A ring or a chain of bars; rows of some bodies are held by forces on others.
fn machine(random: &mut Random) -> (Topology, System) {
    let mut build = Build::new();
    let bodies = 4 + random.below(12);
    for k in 0..bodies {
        build.body(3, [k as f64, random.unit()], 1.0 + 0.5 * random.unit());
        if k > 0 {
            build.pin(&[k - 1, k], [k as f64 - 0.5, 0.3 * random.unit()]);
        }
    }
    if random.chance(0.5) {
        build.rod(&[0, bodies - 1], [0.2, 0.3], [bodies as f64 - 1.2, -0.4]);
    }
    let (plain, system) = build.finish(random);
    let mut topology = plain.clone();
    let mut forced = System::zeroed(&topology);
    for _ in 0..1 + random.below(3) {
        let (a, b) = (random.below(bodies), random.below(bodies));
        let rows = 1 + random.below(2);
        let pushed: &[usize] = if a == b { &[] } else { &[b] };
        topology.add_forced_constraint(rows, &[a], pushed);
        if a == b {
            // The constraint has no body to push: it cannot be held, and must do no harm. A second constraint has one.
            topology.add_forced_constraint(1, &[a], &[(a + 1) % bodies]);
        }
    }
    let old = system;
    forced.resize(&topology);
    forced.mass = old.mass;
    forced.force = old.force;
    forced.jacobian[..old.jacobian.len()].copy_from_slice(&old.jacobian);
    forced.c[..old.c.len()].copy_from_slice(&old.c);
    for x in &mut forced.jacobian[old.jacobian.len()..] {
        *x = random.unit();
    }
    for x in &mut forced.forcing {
        *x = random.unit();
    }
    for x in &mut forced.c[old.c.len()..] {
        *x = random.unit();
    }
    (topology, forced)
}

#[test]
fn methods_agree_with_the_whole_system() {
    let (mut checked, mut hopeless) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (topology, system) = machine(&mut random);
        let pushed = |it: usize| topology.is_workless(it) || !topology.force_ends(it).is_empty();
        if !(0..topology.constraints()).all(pushed) {
            // No solution exists: the answer must only be finite.
            for method in Method::EXACT {
                let out = solve(method, &topology, &system);
                assert!(
                    out.acceleration.iter().all(|x| x.is_finite()),
                    "seed {seed}, {method}"
                );
            }
            hopeless += 1;
            continue;
        }
        let (a, lambda) = oracle(&topology, &system);
        let size = a.iter().fold(1.0f64, |size, x| size.max(x.abs()));
        let load = lambda.iter().fold(1.0f64, |size, x| size.max(x.abs()));
        if load > 1e4 {
            // The forces have hardly any effect on the rows they hold.
            continue;
        }
        checked += 1;
        for method in Method::EXACT.into_iter().chain([Method::ConjugateGradient]) {
            let out = solve(method, &topology, &system);
            for (x, y) in out.acceleration.iter().zip(&a) {
                assert!((x - y).abs() < 1e-6 * size, "seed {seed}, {method}: {x} {y}");
            }
            for (x, y) in out.lambda.iter().zip(&lambda) {
                assert!((x - y).abs() < 1e-6 * load, "seed {seed}, {method}: {x} {y}");
            }
        }
    }
    assert!(checked > 150 && hopeless > 10, "{checked} {hopeless}");
}

/// Mass (kg) and moment of inertia (kg m²) of the bar below.
const MASS: f64 = 2.0;
const INERTIA: f64 = 0.5;

/// A bar under its weight, pinned 1 m to the left of its centre. The height of its tip, 1 m to the right, is held by thrusters 0.5
/// m to the right of the centre, each in a row of its own.
fn thrust_bar(thrusters: usize) -> (Topology, System) {
    let mut topology = Topology::new([3]);
    let pin = topology.add_constraint(2, &[0]);
    let heights: Vec<usize> = (0..thrusters)
        .map(|_| topology.add_forced_constraint(1, &[0], &[0]))
        .collect();
    let mut system = System::zeroed(&topology);
    system
        .mass
        .copy_from_slice(&[MASS, 0.0, 0.0, 0.0, MASS, 0.0, 0.0, 0.0, INERTIA]);
    let block = topology.ends(pin)[0].block;
    system.jacobian[block..block + 6].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, -1.0]);
    for height in heights {
        let block = topology.ends(height)[0].block;
        system.jacobian[block..block + 3].copy_from_slice(&[0.0, 1.0, 1.0]);
        let block = topology.force_ends(height)[0].block;
        system.forcing[block..block + 3].copy_from_slice(&[0.0, 1.0, 0.5]);
    }
    system.force[1] = -MASS * 9.81;
    (topology, system)
}

/// The tip of a pinned bar is held at rest by a thruster that pushes along the bar's normal, up to its cap.
#[test]
fn a_height_is_held_by_a_thruster_up_to_its_cap() {
    let (mass, inertia, weight) = (MASS, INERTIA, MASS * 9.81);
    let (topology, mut system) = thrust_bar(1);
    for method in Method::EXACT.into_iter().chain([Method::ConjugateGradient]) {
        system.bounds.clear();
        let out = solve(method, &topology, &system);
        // Moments about the pin: 1.5 thrust = weight.
        assert!((out.lambda[2] - weight / 1.5).abs() < 1e-9, "{method}: {out:?}");
        assert!(
            out.acceleration.iter().all(|a| a.abs() < 1e-9),
            "{method}: {out:?}"
        );
        system.bounds = vec![tinkertoy_solver::UNBOUNDED; 3];
        system.bounds[2] = [0.0, 6.0];
        let out = solve(method, &topology, &system);
        assert_eq!(out.lambda[2], 6.0, "{method}");
        let alpha = (1.5 * 6.0 - weight) / (inertia + mass);
        assert!((out.acceleration[2] - alpha).abs() < 1e-9, "{method}: {out:?}");
    }
    system.bounds.clear();
    assert_eq!(
        Solver::new(Method::GaussSeidel).factor(&topology, &system),
        Err(SolveError::NotWorkless { constraint: 1 })
    );
}

/// Two thrusters at one place are required to give the tip of a bar two different accelerations: they share the force for the mean,
/// and the contradiction is reported.
#[test]
fn contradictory_forced_rows_take_the_mean_acceleration() {
    let (mass, inertia, weight) = (MASS, INERTIA, MASS * 9.81);
    let (topology, mut system) = thrust_bar(2);
    // The tip's acceleration is twice the angular acceleration; moments about the pin.
    let thrust = |up: f64| (weight + (inertia + mass) * up / 2.0) / 1.5;
    for apart in [0.0, 1e-5, 1e-3, 1.0, 1e3] {
        system.c.copy_from_slice(&[0.0, 0.0, -4.0 - apart, -4.0 + apart]);
        for method in Method::EXACT.into_iter().chain([Method::ConjugateGradient]) {
            let (out, report) = solved(method, &topology, &system);
            for lambda in &out.lambda[2..] {
                let off = lambda - thrust(4.0) / 2.0;
                assert!(
                    off.abs() < 1e-8 * thrust(4.0).max(apart),
                    "{method}, {apart:e}: {out:?}"
                );
            }
            assert!(
                (out.acceleration[2] - 2.0).abs() < 1e-8 * apart.max(1.0),
                "{method}: {out:?}"
            );
            assert_eq!(
                report.contradiction > 1e-9,
                apart > 0.0,
                "{method}, {apart:e}: {report:?}"
            );
            assert!(report.residual < 1e-9, "{method}, {apart:e}: {report:?}");
        }
    }
}

/// A force that moves its constraint the wrong way and may only push: no multiplier satisfies it. The answer is an approximation by
/// projection, and this is reported.
#[test]
fn where_no_multiplier_will_do_the_fallback_is_reported() {
    let mut topology = Topology::new([2]);
    topology.add_forced_constraint(1, &[0], &[0]);
    let mut system = System::zeroed(&topology);
    system.mass.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    system.jacobian = vec![1.0, 0.0];
    system.forcing = vec![-1.0, 0.0];
    system.c = vec![-1.0];
    system.bounds = vec![[0.0, f64::INFINITY]];
    for method in Method::EXACT {
        let (out, report) = solved(method, &topology, &system);
        assert!(report.fallback, "{method}");
        assert!(
            out.lambda[0].is_finite() && out.lambda[0] >= 0.0,
            "{method}: {out:?}"
        );
    }
    // With the force in the right direction there is a solution within the bounds.
    system.forcing = vec![1.0, 0.0];
    for method in Method::EXACT {
        let (out, report) = solved(method, &topology, &system);
        assert!(!report.fallback, "{method}");
        assert!((out.lambda[0] - 1.0).abs() < 1e-12, "{method}: {out:?}");
    }
}
