//! Answers of the solver, checked against the equations of motion and against each other.

use crate::systems::{Build, Random, answer, condition, net, random_build, violation};
use tinkertoy_solver::{Hardware, IterationLimits, Method, Solution, Solver, System, Topology};

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
        let out = answer(&mut solver, &topology, &system);
        let alpha = -mass * g * arm / (inertia + mass * arm * arm);
        assert!((out.acceleration[2] - alpha).abs() < 1e-12, "{method}: {out:?}");
        assert!(
            (out.acceleration[1] - arm * alpha).abs() < 1e-12,
            "{method}: {out:?}"
        );
    }
}

/// Relative residual requested from conjugate gradients, and the one at which they count as converged.
const CONVERGED: [f64; 2] = [1e-13, 1e-12];

/// Solves with every method and checks each answer against the equations, which determine the accelerations; the oracle compares these.
/// Returns whether conjugate gradients converged, which is not required where the condition is too large for them.
fn check(build: &Build, random: &mut Random, what: &str) -> bool {
    let (topology, system) = build.finish(random);
    let (condition, _) = condition(&topology, &system);
    for method in Method::EXACT.into_iter().chain([Method::ConjugateGradient]) {
        let mut solver = Solver::new(method);
        solver.set_iteration_limits(IterationLimits {
            cg_iterations: 100_000,
            cg_tolerance: CONVERGED[0],
            ..IterationLimits::default()
        });
        let out = answer(&mut solver, &topology, &system);
        let (rows, motion) = violation(&topology, &system, &out);
        if method.is_exact() {
            answers_at_once(method, (&topology, &system), &out, what);
        }
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
    }
    true
}

/// [`Solver::factor_and_solve`], with forward substitution during the factorisation, gives the same bits as factor and solve, and its forward
/// substitution is not reused for the next right-hand side.
fn answers_at_once(
    method: Method,
    (topology, system): (&Topology, &System),
    expected: &Solution,
    what: &str,
) {
    let (mut solver, mut out) = (Solver::new(method), Solution::default());
    solver.factor_and_solve(topology, system, &mut out).unwrap();
    assert_eq!(&out, expected, "{what}, {method}");
    // Choosing another method keeps the factor.
    solver.set_method(Method::ConjugateGradient);
    let mut other = system.clone();
    other.c.iter_mut().for_each(|c| *c = 1.0 - *c);
    solver.solve(topology, &other, &mut out).unwrap();
    let expected = answer(&mut Solver::new(method), topology, &other);
    assert_eq!(out, expected, "{what}, {method}: another right-hand side");
}

/// The trammel of Archimedes: a bar pinned to two beads, each of which has one coordinate for the two rows of its pin. With its
/// loop cut, the machine has no leaf.
#[test]
fn beads_on_pins_are_no_leaves() {
    let mut topology = Topology::new([3, 1, 1]);
    let pins = [1, 2].map(|bead| topology.add_constraint(2, &[0, bead]));
    let mut system = System::zeroed(&topology);
    system
        .mass
        .copy_from_slice(&[2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.5, 1.0, 3.0]);
    let (sine, cosine) = 0.7_f64.sin_cos();
    for (k, pin) in pins.into_iter().enumerate() {
        let side = if k == 0 { 1.0 } else { -1.0 };
        let [bar, bead] = [0, 1].map(|end| topology.ends(pin)[end].block);
        let arm = [1.0, 0.0, -side * sine, 0.0, 1.0, side * cosine];
        system.jacobian[bar..bar + 6].copy_from_slice(&arm);
        system.jacobian[bead + k] = -1.0;
    }
    system.force.copy_from_slice(&[0.0, -19.62, 0.0, 0.0, -29.43]);
    // The bar turns at a rate w, its middle moves at (-s, -c) w, the beads at -2 s w and -2 c w along the axes (s and c are the
    // sine and cosine of its angle).
    let inertia = 0.5 + 2.0 + 4.0 * sine * sine + 12.0 * cosine * cosine;
    let turn = cosine * (19.62 + 2.0 * 29.43) / inertia;
    let expected = [-sine, -cosine, 1.0, -2.0 * sine, -2.0 * cosine].map(|of_turn| of_turn * turn);
    for method in Method::EXACT {
        let (mut solver, mut out) = (Solver::new(method), Solution::default());
        solver.factor_and_solve(&topology, &system, &mut out).unwrap();
        for (found, expected) in out.acceleration.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{method}: {out:?}");
        }
    }
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

/// A ring of pins, one of them beside a held angle between the same bodies: the rows of the pin stay together.
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

/// A net large enough for the multifrontal method, with one rod duplicated and one duplicated with scaled rows.
#[test]
fn a_large_net_meets_its_equations() {
    let mut random = Random::new(5);
    let mut build = net(72, &mut random);
    build.again(100, 1.0);
    build.again(2000, -3.0);
    let (topology, system) = build.finish(&mut random);
    let mut solver = Solver::new(Method::Sparse);
    let out = answer(&mut solver, &topology, &system);
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
    // The same holds with portable instructions only.
    let mut portable = Solver::new(Method::Sparse);
    portable.set_hardware(Hardware::here().portable());
    let same = answer(&mut portable, &topology, &system);
    let (rows, motion) = violation(&topology, &system, &same);
    assert!(rows < 1e-10 && motion < 1e-10, "{rows:e} {motion:e}");
}

/// Parts of a net are distributed over threads, and no bit depends on the number of threads.
#[test]
fn threads_change_nothing_about_a_net() {
    let mut random = Random::new(5);
    let (topology, system) = net(70, &mut random).finish(&mut random);
    for hardware in [Hardware::here(), Hardware::here().portable()] {
        let answer = |threads: usize| {
            let mut solver = Solver::new(Method::Sparse);
            solver.set_hardware(hardware.with_threads(threads));
            let out = answer(&mut solver, &topology, &system);
            assert!(solver.pieces() > 1);
            out
        };
        let one = answer(1);
        assert_eq!(one, answer(2));
        assert_eq!(one, answer(5));
    }
}
