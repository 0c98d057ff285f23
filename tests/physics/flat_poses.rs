//! Energy balance of machines that pass singular configurations (flat poses), in which their constraints become dependent.

use tinkertoy::scene::{Integrator, Method, Stabilisation, SubSteps, file};
use tinkertoy::sim::Simulation;

use crate::silent::{run, scene};

/// A parallelogram that starts just before its flat pose keeps its energy and its branch, for any step size.
#[test]
fn a_flat_pose_is_passed_whatever_the_step() {
    let mut scene = scene("one_step");
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.dt = 0.0005;
    for (integrator, sub_steps) in [
        (Integrator::Dopri5, SubSteps::Automatic),
        (Integrator::Rk4, SubSteps::Automatic),
        (Integrator::Rk4, SubSteps::Fixed),
    ] {
        for method in [Method::Sparse, Method::Dense, Method::Auxiliary] {
            scene.settings.integrator = integrator;
            scene.settings.sub_steps = sub_steps;
            scene.settings.method = method;
            scene.settings.tolerance = 1e-10;
            let outcome = run(&scene, 0.01);
            // With error control the sub-steps shrink towards the pose, which loses digits.
            let most = if integrator == Integrator::Dopri5 {
                0.02
            } else {
                1e-6
            };
            assert!(
                outcome.energy_error < most,
                "{integrator} {method}: {}",
                outcome.summary()
            );
        }
    }
}

/// Twenty seconds and a dozen passes through the flat pose, with incommensurate step sizes.
#[test]
fn the_parallelogram_keeps_its_energy_at_forty_lengths_of_step() {
    let mut scene = scene("parallelogram_dopri5");
    scene.settings.stabilisation = Stabilisation::Projection;
    let mut bad = Vec::new();
    for (integrator, sub_steps) in [
        (Integrator::Dopri5, SubSteps::Automatic),
        (Integrator::Rk4, SubSteps::Fixed),
    ] {
        scene.settings.integrator = integrator;
        scene.settings.sub_steps = sub_steps;
        for k in 0..40 {
            scene.settings.dt = 0.0008 + 7.3e-5 * f64::from(k) * 0.761_803;
            let outcome = run(&scene, 5.0);
            if outcome.energy_error > 1e-4 {
                bad.push(format!(
                    "{integrator} {}: {}",
                    scene.settings.dt,
                    outcome.summary()
                ));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Without stabilisation chance decides on the way out of a flat pose: the run stays on its branch, or is told.
#[test]
fn without_stabilisation_a_branch_that_is_left_is_told() {
    let mut scene = scene("parallelogram_dopri5");
    scene.settings.stabilisation = Stabilisation::None;
    scene.settings.integrator = Integrator::Dopri5;
    for dt in [0.000_811, 0.001, 0.002] {
        scene.settings.dt = dt;
        let mut run = Simulation::new(&scene);
        let coupler = run.model().bodies[2].offset;
        let turned = |run: &Simulation| run.state().q[coupler + 2].abs();
        while run.state().time < 10.0 {
            run.step().unwrap();
            run.look();
        }
        assert!(
            turned(&run) < 1e-3 || run.breach().is_some(),
            "{dt} s: {} rad",
            turned(&run)
        );
    }
}

/// With the integrator and the feedback of new scenes, a fast parallelogram passes its flat poses
/// without a soft (regularised) step, which would remove all of its energy.
#[test]
fn feedback_takes_no_energy_at_a_flat_pose() {
    for (length, height, omega, dt) in [
        (1.0, 1.0, 12.0, 1.0 / 240.0),
        (1.0, 1.0, 8.0, 0.004),
        (1.0, 0.7, 5.0, 0.001),
        (2.0, 1.0, 12.0, 0.002),
        (1.0, 1.0, 3.0, 0.000_214),
    ] {
        let (half, speed) = (height / 2.0, omega * height);
        let crank = |name: &str, x: f64| {
            format!(
                "(name: {name:?}, shape: Bar(length: {height}, width: 0.1), at: ({x}, {half}), angle: 1.5707963267948966, mass: 1,
                  velocity: ({}, 0), omega: {}),",
                speed / 2.0,
                -omega
            )
        };
        let text = format!(
            r#"(version: 2, settings: (integrator: "rk4", dt: {dt}, stabilisation: "baumgarte"), parts: [{} {}
                (name: "coupler", shape: Bar(length: {length}, width: 0.1), at: ({}, {height}), mass: 1, velocity: ({speed}, 0)),
            ], constraints: [
                (name: "A0", kind: Pin(), a: "ground", b: ("left", ({}, 0))),
                (name: "A1", kind: Pin(), a: ("ground", ({length}, 0)), b: ("right", ({}, 0))),
                (name: "B0", kind: Pin(), a: ("left", ({half}, 0)), b: ("coupler", ({}, 0))),
                (name: "B1", kind: Pin(), a: ("right", ({half}, 0)), b: ("coupler", ({}, 0))),
            ])"#,
            crank("left", 0.0),
            crank("right", length),
            length / 2.0,
            -half,
            -half,
            -length / 2.0,
            length / 2.0,
        );
        let outcome = run(&file::read(&text, "parallelogram").unwrap(), 5.0);
        assert!(
            outcome.energy_error < 0.01 && outcome.trusted,
            "{length} {height} {omega} {dt}: {}",
            outcome.summary()
        );
    }
}

/// A straight chain of equal rods between two walls cannot move at all until rounding bends it, and is carried by soft steps until then. A step that passes
/// the pose counts as soft as they do; where it did not, each step was halved down to 1e-12 s again, forty times the work.
#[test]
fn a_straight_chain_between_walls_takes_one_sub_step_a_step() {
    const LINKS: usize = 125;
    let masses = [1.0, 1.2, 1.4, 1.1, 1.3];
    let part = |k: usize| {
        let (x, mass, fixed) = (0.3 * k as f64, masses[k % 5], k == 0 || k == LINKS);
        format!("(name: \"p{k}\", shape: Particle(), at: ({x}, 0.0), mass: {mass}, fixed: {fixed})")
    };
    let rod = |k: usize| {
        let next = k + 1;
        format!("(name: \"c{k}\", kind: Distance(length: 0.3), a: \"p{k}\", b: \"p{next}\")")
    };
    let parts: Vec<String> = (0..=LINKS).map(part).collect();
    let rods: Vec<String> = (0..LINKS).map(rod).collect();
    let text = format!(
        "(version: 2, settings: (gravity: (0.5, -9.81), integrator: \"rk4\", dt: 0.002), parts: [{}], constraints: [{}])",
        parts.join(", "),
        rods.join(", ")
    );
    let mut run = Simulation::new(&file::read(&text, "chain").unwrap());
    for _ in 0..50 {
        run.step().unwrap();
    }
    let control = run.state().control;
    assert!(control.total + control.refused < 150, "{control:?}");
}
