//! Whips: a motor pulls a heavy part by a string with a light particle in it. As the string becomes taut the particle is accelerated abruptly, and
//! the power of the drive rises ever faster for a moment. That is not a finite-time blow-up.

use tinkertoy::scene::{Integrator, Scene, Stabilisation};
use tinkertoy::sim::{Cause, Culprit, Simulation};

use super::light_parts::{apart, read, two_seconds};

fn dragged(mass: f64, motor: &str) -> Scene {
    read(
        &[
            "(name: \"crank\", shape: Bar(length: 0.3, width: 0.03), at: (0.15, 0), mass: 1)".to_owned(),
            format!("(name: \"light\", shape: Particle(), at: (0.7, 0.3), mass: {mass:?})"),
            "(name: \"weight\", shape: Particle(), at: (1.1, 0), mass: 1)".to_owned(),
        ],
        &[
            "(name: \"axle\", kind: Pin(), a: \"ground\", b: (\"crank\", (-0.15, 0)))".to_owned(),
            "(name: \"near\", kind: Distance(length: 0.5), a: (\"crank\", (0.15, 0)), b: \"light\")"
                .to_owned(),
            "(name: \"far\", kind: Distance(length: 0.5), a: \"light\", b: \"weight\")".to_owned(),
            format!("(name: \"motor\", kind: Motor({motor}), a: \"ground\", b: \"crank\")"),
        ],
    )
}

#[test]
fn a_drive_whips_a_light_part_round_without_tearing_it_off() {
    for motor in ["law: Speed, speed: 3", "law: Angle, speed: 3"] {
        let usual = two_seconds(&dragged(1.0, motor), Integrator::Rk4);
        let usual = usual.state().control.total;
        for mass in [1e-3, 1e-4, 1e-6] {
            let scene = dragged(mass, motor);
            for integrator in [
                Integrator::Dopri5,
                Integrator::Rk4,
                Integrator::Rattle,
                Integrator::Impulse,
            ] {
                let mut run = two_seconds(&scene, integrator);
                let what = format!("{mass} kg by {integrator}, {motor}");
                assert!(run.drift().max_m < 1e-9, "{what}");
                let state = run.state();
                assert_eq!(state.soft_sub_steps, 0, "{what}");
                let tried = state.control.total + state.control.refused;
                assert!(tried <= 10 * usual, "{what}: {tried} attempts");
            }
        }
    }
}

/// The position of the weight agrees with that of very short steps, until the second whip.
#[test]
fn a_weight_on_a_driven_string_goes_where_it_belongs() {
    let seconds = 0.5;
    let end = |scene: &Scene| {
        let mut run = Simulation::new(scene);
        for _ in 0..(seconds / scene.settings.dt).round() as u32 {
            run.step().unwrap();
        }
        [run.state().q[5], run.state().q[6]]
    };
    for mass in [1e-3, 1e-4, 1e-6] {
        let mut exact = dragged(mass, "law: Speed, speed: 3");
        exact.settings.stabilisation = Stabilisation::Projection;
        let usual = end(&exact);
        exact.settings.integrator = Integrator::Dopri5;
        exact.settings.tolerance = 1e-11;
        exact.settings.smallest_step = Some(1e-12);
        exact.settings.dt = 1e-4;
        let miss = apart(usual, end(&exact));
        assert!(miss < 1e-3, "{mass} kg: {miss:e} m");
    }
}

/// A particle accelerated faster than any step resolves stops the run, by name.
#[test]
fn what_a_drive_tears_off_stops_the_run() {
    let mut scene = dragged(1e-8, "law: Angle, speed: 3");
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.stabilisation = Stabilisation::Projection;
    let mut run = Simulation::new(&scene);
    let stop = (0..480).find_map(|_| run.step().err()).unwrap();
    assert_eq!(stop.cause, Cause::LongStep);
    assert!(matches!(stop.culprit, Culprit::Item(_)), "{:?}", stop.culprit);
    assert!(stop.reason.contains("a drive whips"), "{}", stop.reason);
    assert!(run.drift().max_m < 1e-3);
}

/// A motor of 1e4 rad/s, 40 rad a step, is too fast for impulse stepping: the cause of the stop is not a contradiction.
#[test]
fn a_motor_that_is_too_fast_stops_the_run_or_is_followed() {
    let scene = read(
        &["(name: \"crank\", shape: Bar(length: 1, width: 0.05), at: (0.5, 0), mass: 1)".to_owned()],
        &[
            "(name: \"axle\", kind: Pin(), a: \"ground\", b: (\"crank\", (-0.5, 0)))".to_owned(),
            "(name: \"motor\", kind: Motor(law: Speed, speed: 1e4), a: \"ground\", b: \"crank\")".to_owned(),
        ],
    );
    for integrator in [Integrator::Impulse, Integrator::Rattle, Integrator::Dopri5] {
        let mut scene = scene.clone();
        scene.settings.integrator = integrator;
        scene.settings.stabilisation = Stabilisation::Projection;
        let mut run = Simulation::new(&scene);
        let stop = (0..48).find_map(|_| run.step().err());
        assert_eq!(stop.is_some(), integrator == Integrator::Impulse, "{integrator}");
        if let Some(stop) = stop {
            assert!(stop.reason.contains("it is so fast"), "{}", stop.reason);
        }
        assert!(run.drift().max_m < 1e-3, "{integrator}");
    }
}
