//! Adaptive step-size control of Dormand-Prince: the error is that of the tolerance requested.

use tinkertoy::forces::{ForceKind, Spring};
use tinkertoy::scene::{Integrator, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, v2};

/// Extension at the start (m).
const PULLED: f64 = 0.1;

/// A mass of one kilogram on a spring, extended by [`PULLED`].
fn on_a_spring(stiffness: f64, tolerance: f64) -> Scene {
    let mut build = Build::default();
    let weight = build.particle(1.0 + PULLED, 0.0, 1.0);
    build.force(
        ForceKind::Spring(Spring {
            stiffness,
            damping: 0.0,
            rest: 1.0,
        }),
        &[ground(0.0, 0.0), centre(weight)],
    );
    build.scene.settings.gravity = v2(0.0, 0.0);
    build.scene.settings.linear_drag = 0.0;
    build.scene.settings.integrator = Integrator::Dopri5;
    build.scene.settings.tolerance = tolerance;
    build.scene
}

/// Half a second of x = 1 + A cos(omega t), up to a phase of four radians a step: the error is
/// proportional to the tolerance, and no sub-step exceeds it.
#[test]
fn a_stiff_spring_is_followed_as_closely_as_is_asked() {
    for stiffness in [1e4_f64, 1e5, 1e6] {
        let omega = stiffness.sqrt();
        let errors = [1e-6, 1e-8, 1e-10].map(|tolerance| {
            let mut run = Simulation::new(&on_a_spring(stiffness, tolerance));
            let mut worst: f64 = 0.0;
            for _ in 0..120 {
                run.step().unwrap();
                let state = run.state();
                let exact = 1.0 + PULLED * (omega * state.time).cos();
                worst = worst.max((state.q[0] - exact).abs());
            }
            let control = run.state().control;
            assert_eq!(
                control.over_tolerance, 0,
                "{stiffness} N/m, {tolerance:e}: {control:?}"
            );
            worst / tolerance
        });
        // Sub-step errors accumulate, in proportion up to a factor.
        let spread =
            errors.iter().copied().fold(f64::MIN, f64::max) / errors.iter().copied().fold(f64::MAX, f64::min);
        assert!(spread < 10.0, "{stiffness} N/m: {errors:?} tolerances");
        assert!(
            errors.iter().all(|it| *it < 1e2),
            "{stiffness} N/m: {errors:?} tolerances"
        );
    }
}
