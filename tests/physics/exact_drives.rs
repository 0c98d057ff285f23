//! Drives that hold an angle exactly or a height by a thrust: under loads, at high speeds, and where they have no effect.

use tinkertoy::scene::{Integrator, Scene, Stabilisation, file};
use tinkertoy::sim::{Cause, Simulation};

fn scene(text: &str, integrator: Integrator) -> Scene {
    let mut scene = file::read(text, "drive.ron").unwrap();
    scene.settings.integrator = integrator;
    scene
}

/// Runs this many steps, and checks that no step is soft (regularised) and no breach is reported.
fn runs(scene: &Scene, steps: usize) -> Simulation {
    let mut run = Simulation::new(scene);
    for _ in 0..steps {
        run.step().unwrap();
        run.look();
    }
    let integrator = scene.settings.integrator;
    assert_eq!(run.state().soft_sub_steps, 0, "{integrator}");
    assert_eq!(run.breach(), None, "{integrator}");
    run
}

/// A crank driven at an exact rate that jerks a weight up by a rope, or strikes a disk, is neither slowed nor contradictory.
#[test]
fn what_hits_an_exact_drive_does_not_slow_it() {
    let rope = r#"(version: 2, parts: [
            (name: "crank", shape: Bar(length: 0.16, width: 0.05), at: (0.08, 0), mass: 0.23, velocity: (0, 0.8), omega: 10),
            (name: "weight", shape: Particle(), at: (0.16, -0.5), mass: 0.1),
        ], constraints: [
            (name: "pin", kind: Pin(), a: "ground", b: ("crank", (-0.08, 0))),
            (name: "motor", kind: Motor(law: Angle, speed: 10), a: "ground", b: "crank"),
            (name: "rope", kind: Rope(length: 0.6), a: ("crank", (0.08, 0)), b: "weight"),
        ])"#;
    let bat = r#"(version: 2, settings: (contact: (friction: 0.3, restitution: 0.5)), parts: [
            (name: "bat", shape: Bar(length: 0.5, width: 0.05), at: (0.25, 0), mass: 1, velocity: (0, 7.5), omega: 30),
            (name: "ball", shape: Disk(radius: 0.1), at: (0.35, 0.3), mass: 0.2),
        ], constraints: [
            (name: "pin", kind: Pin(), a: "ground", b: ("bat", (-0.25, 0))),
            (name: "motor", kind: Motor(law: Angle, speed: 30), a: "ground", b: "bat"),
        ])"#;
    for (text, rate) in [(rope, 10.0), (bat, 30.0)] {
        let is_ball = text == bat;
        for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::Impulse] {
            if is_ball && integrator == Integrator::Impulse {
                continue;
            }
            let mut scene = scene(text, integrator);
            // With feedback impulse stepping lags behind, as expected.
            if integrator == Integrator::Impulse {
                scene.settings.stabilisation = Stabilisation::Projection;
            }
            let run = runs(&scene, 480);
            let omega = run.state().v[2];
            assert!((omega - rate).abs() < 1e-6 * rate, "{integrator}: {omega} rad/s");
        }
    }
}

/// A crank that turns by 48 degrees a step moves its slider by the closed form, with short enough sub-steps.
#[test]
fn a_fast_crank_moves_its_slider() {
    let (r, l, rate) = (0.17, 0.42, 200.0_f64);
    let text = format!(
        r#"(version: 2, settings: (stabilisation: "projection"), parts: [
            (name: "crank", shape: Bar(length: {r}, width: 0.05), at: ({}, 0), mass: 0.16),
            (name: "rod", shape: Bar(length: {l}, width: 0.05), at: ({}, 0), mass: 0.11),
            (name: "slider", shape: Box(width: 0.1, height: 0.1), at: ({}, 0), mass: 0.62),
        ], constraints: [
            (name: "shaft", kind: Pin(), a: "ground", b: ("crank", ({}, 0))),
            (name: "motor", kind: Motor(law: Angle, speed: {rate}), a: "ground", b: "crank"),
            (name: "crank pin", kind: Pin(), a: ("crank", ({}, 0)), b: ("rod", ({}, 0))),
            (name: "wrist pin", kind: Pin(), a: ("rod", ({}, 0)), b: "slider"),
            (name: "rail", kind: Slider(axis: 0), a: "ground", b: "slider"),
        ])"#,
        0.5 * r,
        r + 0.5 * l,
        r + l,
        -0.5 * r,
        0.5 * r,
        -0.5 * l,
        0.5 * l,
    );
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        let run = runs(&scene(&text, integrator), 480);
        let angle = rate * run.state().time;
        let exact = r * angle.cos() + (l * l - (r * angle.sin()).powi(2)).sqrt();
        let off = run.state().q[6] - exact;
        assert!(off.abs() < 1e-6, "{integrator}: {off} m");
    }
}

/// A thruster that holds the height of a spinning bar points sideways after a quarter turn. There no thrust holds the height, and the run stops,
/// naming the thruster, for any integrator and step. A thrust that merely changes its sign does not stop the run.
#[test]
fn a_thruster_stops_where_it_has_no_effect() {
    let held = |gravity: f64, omega: f64, more: &str| {
        format!(
            r#"(version: 2, settings: (gravity: (0, {gravity}), stabilisation: "projection"), parts: [
                (name: "bar", shape: Bar(length: 1, width: 0.1), at: (0, 0), mass: 1, omega: {omega}),
            ], constraints: [
                (name: "hold", kind: ThrustHold(height: 0, rate: 0{more}), a: "ground", b: "bar", c: "bar"),
            ])"#
        )
    };
    for integrator in Integrator::ALL {
        for dt in [1.0 / 240.0, 1e-3] {
            let mut scene = scene(&held(-9.81, 5.0, ""), integrator);
            scene.settings.dt = dt;
            let mut run = Simulation::new(&scene);
            let stop = (0..2000).find_map(|_| run.step().err());
            let stop = stop.unwrap_or_else(|| panic!("{integrator} goes on"));
            assert_eq!(stop.cause, Cause::End, "{integrator}: {}", stop.reason);
            let quarter = std::f64::consts::FRAC_PI_2 / 5.0;
            assert!(
                (stop.time - quarter).abs() < 2.0 * dt,
                "{integrator}: {} s",
                stop.time
            );
        }
        let swung = held(0.0, 0.1, ", programme: Sinusoid(amplitude: 0.1, frequency: 2)");
        let mut run = Simulation::new(&scene(&swung, integrator));
        assert_eq!((0..480).find_map(|_| run.step().err()), None, "{integrator}");
    }
}
