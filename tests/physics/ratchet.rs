//! A ratchet against a closed form.

use std::f64::consts::TAU;

use tinkertoy::constraints::{ConstraintKind, Programme, Ratchet};
use tinkertoy::forces::{ForceKind, Torque};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Integrator;

use crate::build::{Build, angle, centre, ground, run};

/// A wheel thrown forwards with w against a torque T turns by I w²/2T, and falls back to the last
/// tooth before that angle, where the pawl balances the torque.
#[test]
fn a_wheel_falls_back_to_the_last_tooth() {
    let (inertia, torque, teeth) = (0.25, 0.6, 10.0);
    for clockwise in [false, true] {
        let sense = if clockwise { -1.0 } else { 1.0 };
        for (speed, k) in [(1.0, 0.0), (2.0, 1.0), (3.0, 2.0), (4.5, 6.0)] {
            let reach: f64 = inertia * speed * speed / (2.0 * torque);
            assert_eq!((reach / (TAU / teeth)).floor(), k);
            let mut build = Build::default();
            let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
            build.pin(ground(0.0, 0.0), centre(wheel));
            let ratchet = Ratchet {
                teeth,
                clockwise,
                ..Ratchet::default()
            };
            build.link(ConstraintKind::Ratchet(ratchet), ground(0.0, 0.0), centre(wheel));
            build.set_velocity(wheel, Vec2::ZERO, sense * speed);
            let back = Torque {
                torque: -sense * torque,
                programme: Programme::Steady,
            };
            build.force(ForceKind::Torque(back), &[centre(wheel)]);
            let expected = sense * k * TAU / teeth;
            for (integrator, off) in [
                (Integrator::Rk4, 1e-8),
                (Integrator::Dopri5, 1e-8),
                (Integrator::Impulse, 1e-3),
            ] {
                build.scene.settings.integrator = integrator;
                build.scene.settings.dt = 0.004;
                let mut run = run(&build.scene, 5.0);
                let found = angle(&run, wheel);
                assert!(
                    (found - expected).abs() < off,
                    "{integrator} {speed}: {found} {expected}"
                );
                // An impulse step may end with the tooth just clear of the pawl.
                if integrator != Integrator::Impulse {
                    run.evaluate().unwrap();
                    let held = run.dynamics.solution.lambda[2];
                    assert!((held - torque).abs() < 1e-6, "{integrator} {speed}: {held}");
                }
                let lost = 0.5 * inertia * speed * speed - torque * k * TAU / teeth;
                assert!(
                    (run.state().work.dissipation + lost).abs() < 10.0 * off,
                    "{:?}",
                    run.state().work
                );
            }
        }
    }
}
