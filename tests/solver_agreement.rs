//! The solver against the equations of motion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod solver_systems;

use solver_systems::{Build, Random, condition, mass_norm, net, random_build, violation};
use tinkertoy::solver::{Effort, Hardware, Method, Solution, Solver, System, Topology};

#[test]
fn a_pinned_bar_falls_as_a_compound_pendulum() {
    let mut topology = Topology::new([3]);
    let pin = topology.add_constraint(2, &[0]);
    let mut system = System::zeroed(&topology);
    let (mass, inertia, arm, g) = (2.0, 0.5, 1.5, 9.81);
    system
        .mass
        .copy_from_slice(&[mass, 0.0, 0.0, 0.0, mass, 0.0, 0.0, 0.0, inertia]);
    // The anchor lies `arm` to the left of the centre: its motion is (x, y - arm theta).
    let block = topology.ends(pin)[0].block;
    system.jacobian[block..block + 6].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, -arm]);
    system.force[1] = -mass * g;
    for method in Method::ALL {
        let mut solver = Solver::new(method);
        let mut out = Solution::default();
        solver.factor(&topology, &system).unwrap();
        solver.solve(&topology, &system, &mut out).unwrap();
        let alpha = -mass * g * arm / (inertia + mass * arm * arm);
        assert!((out.acceleration[2] - alpha).abs() < 1e-12, "{method}: {out:?}");
        assert!(
            (out.acceleration[1] - arm * alpha).abs() < 1e-12,
            "{method}: {out:?}"
        );
    }
}

/// Residual, of the terms of the rows, that is asked of conjugate gradients, and at which they count as converged.
const CONVERGED: [f64; 2] = [1e-13, 1e-12];

/// Solves with every method; checks each against the equations and all against each other.
/// Returns whether conjugate gradients converged: they need not where the condition is beyond them.
fn check(build: &Build, random: &mut Random, what: &str) -> bool {
    let (topology, system) = build.finish(random);
    let (condition, _) = condition(&topology, &system);
    let tolerance = (100.0 * f64::EPSILON * condition).max(1e-8);
    let mut answers: Vec<Solution> = vec![];
    for method in Method::EXACT.into_iter().chain([Method::ConjugateGradient]) {
        let mut solver = Solver::new(method);
        solver.set_effort(Effort {
            cg_iterations: 100_000,
            cg_tolerance: CONVERGED[0],
            ..Effort::default()
        });
        let mut out = Solution::default();
        solver.factor(&topology, &system).unwrap();
        solver.solve(&topology, &system, &mut out).unwrap();
        let (rows, motion) = violation(&topology, &system, &out);
        let report = solver.report();
        if !method.is_exact() && rows > CONVERGED[1] {
            return false;
        }
        assert!(
            rows < 1e-8,
            "{what}, {method}: constraints missed by {rows:e}; condition {condition:e}, {report:?}"
        );
        assert!(
            motion < 1e-8,
            "{what}, {method}: equation of motion missed by {motion:e}, {report:?}"
        );
        answers.push(out);
    }
    for (k, answer) in answers.iter().enumerate() {
        let difference: Vec<f64> = answer
            .acceleration
            .iter()
            .zip(&answers[1].acceleration)
            .map(|(x, y)| x - y)
            .collect();
        let size = mass_norm(&topology, &system, &answers[1].acceleration);
        let relative = mass_norm(&topology, &system, &difference) / size;
        assert!(
            relative <= tolerance,
            "{what}: method {k} and the dense one differ by {relative:e}, condition {condition:e}"
        );
    }
    true
}

#[test]
fn methods_agree_on_random_systems() {
    let mut converged = 0;
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let build = random_build(&mut random, 24);
        converged += usize::from(check(&build, &mut random, &format!("seed {seed}")));
    }
    assert!(converged > 700, "conjugate gradients converge {converged} times");
}

/// A ring of pins, one of them behind a held angle between the same bodies: the rows of a pin stay together.
#[test]
fn a_pin_beside_a_row_of_another_kind_is_whole() {
    for first in [true, false] {
        let mut random = Random::new(7);
        let mut build = Build::new();
        let at = |k: usize| [[0.0, 0.0], [1.0, 0.2], [1.1, 1.3], [-0.2, 1.1]][k % 4];
        for k in 0..4 {
            let middle = [0, 1].map(|i| (at(k)[i] + at(k + 1)[i]) / 2.0);
            build.body(3, middle, 1.0 + k as f64);
        }
        for k in 0..4 {
            let pair = [k, (k + 1) % 4];
            if k == 1 && first {
                build.angle(&pair);
            }
            build.pin(&pair, at(k + 1));
            if k == 1 && !first {
                build.angle(&pair);
            }
        }
        check(&build, &mut random, "a ring with a held angle");
    }
}

/// A net so large that it goes to the supernodal kernel; with a rod given twice and one that says it wrongly scaled.
#[test]
fn a_large_net_meets_its_equations() {
    let mut random = Random::new(5);
    let mut build = net(72, &mut random);
    build.again(100, 1.0);
    build.again(2000, -3.0);
    let (topology, system) = build.finish(&mut random);
    let mut solver = Solver::new(Method::Sparse);
    let mut out = Solution::default();
    solver.factor(&topology, &system).unwrap();
    solver.solve(&topology, &system, &mut out).unwrap();
    let report = solver.report();
    assert!(solver.pieces() > 1, "fronts were used");
    let (rows, motion) = violation(&topology, &system, &out);
    assert!(rows < 1e-10 && motion < 1e-10, "{rows:e} {motion:e} {report:?}");
    let row = topology.row_offset(100);
    let twin = topology.rows() - 2;
    assert!(
        (out.lambda[row] - out.lambda[twin]).abs() < 1e-3 * out.lambda[row].abs(),
        "{report:?}"
    );
    // And so they are by the instructions that every processor has.
    let mut portable = Solver::new(Method::Sparse);
    portable.set_hardware(Hardware::here().portable());
    let mut same = Solution::default();
    portable.factor(&topology, &system).unwrap();
    portable.solve(&topology, &system, &mut same).unwrap();
    let (rows, motion) = violation(&topology, &system, &same);
    assert!(rows < 1e-10 && motion < 1e-10, "{rows:e} {motion:e}");
}

/// Parts of a net are shared by threads, and no bit depends on how many there are.
#[test]
fn threads_change_nothing_about_a_net() {
    let mut random = Random::new(5);
    let (topology, system) = net(70, &mut random).finish(&mut random);
    for hardware in [Hardware::here(), Hardware::here().portable()] {
        let answer = |threads: usize| {
            let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
            solver.set_hardware(hardware.with_threads(threads));
            solver.factor(&topology, &system).unwrap();
            solver.solve(&topology, &system, &mut out).unwrap();
            assert!(solver.pieces() > 1);
            out
        };
        let one = answer(1);
        assert_eq!(one, answer(2));
        assert_eq!(one, answer(5));
    }
}
