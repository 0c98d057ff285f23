//! A disk that expands and shrinks: its size is a generalized coordinate.

use std::f64::consts::TAU;

use tinkertoy::bodies::{Balloon, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Id, Integrator};
use tinkertoy::sim::{Culprit, Simulation};

use crate::build::{Build, angle, integrate, position, run, v2};

pub fn weightless() -> Build {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    build
}

pub fn balloon(stiffness: f64, size: f64) -> Shape {
    Shape::Balloon(Balloon {
        radius: 0.5,
        stiffness,
        damping: 0.0,
        size,
        growth: 0.0,
    })
}

pub fn form(run: &Simulation, id: Id) -> f64 {
    run.model().form(run.state(), id).unwrap()
}

/// A free spinning disk: s = sqrt(s0² + (w0 s0 t)²), and s² w is constant.
#[test]
fn a_free_spinning_body_grows() {
    let mut build = weightless();
    let (s0, w0) = (0.8, 3.0);
    let id = build.part(balloon(0.0, s0), Pose::new(0.0, 0.0, 0.0), 2.0, 0.25);
    build.set_velocity(id, v2(0.4, 0.0), w0);
    for seconds in [0.5, 2.0] {
        let run = run(&build.scene, seconds);
        let exact = (s0 * s0 + (w0 * s0 * seconds).powi(2)).sqrt();
        assert!((form(&run, id) - exact).abs() < 1e-9 * exact, "{seconds}");
        let (s, w) = (form(&run, id), run.state().v[2]);
        assert!((s * s * w - s0 * s0 * w0).abs() < 1e-9);
        // angle = atan(w0 t)
        assert!((angle(&run, id) - (w0 * seconds).atan()).abs() < 1e-9);
        assert!((position(&run, id).x - 0.4 * seconds).abs() < 1e-9);
        assert!(run.ledger_error().abs() < 1e-9);
    }
}

/// With a spring: equilibrium at the size where k (s - 1) = I s w², and oscillation about it with omega² = k/I + 3 w².
#[test]
fn a_spinning_body_with_a_spring_swings_about_its_balance() {
    let (inertia, stiffness, w) = (0.25, 40.0, 3.0);
    let k = stiffness * 0.25;
    let balance = k / (k - inertia * w * w);
    let mut build = weightless();
    let still = build.part(
        balloon(stiffness, balance),
        Pose::new(0.0, 0.0, 0.0),
        2.0,
        inertia,
    );
    build.set_velocity(still, Vec2::ZERO, w);
    // The same angular momentum at a slightly different size.
    let off = 1e-4;
    let id = build.part(
        balloon(stiffness, balance + off),
        Pose::new(3.0, 0.0, 0.0),
        2.0,
        inertia,
    );
    let there = w * (balance / (balance + off)).powi(2);
    build.set_velocity(id, Vec2::ZERO, there);
    let omega = (k / inertia + 3.0 * w * w).sqrt();
    let period = TAU / omega;
    let quarter = 0.25 * period;
    build.scene.settings.dt = quarter / 100.0;
    let run = run(&build.scene, quarter);
    assert!((form(&run, still) - balance).abs() < 1e-12);
    assert!(
        (form(&run, id) - balance).abs() < 3e-3 * off,
        "{}",
        form(&run, id) - balance
    );
    assert!(run.ledger_error().abs() < 1e-10);
}

/// Oscillations of any amplitude against the reduced problem: s'' = h²/s³ - k (s - 1)/I, with h = s² w constant.
#[test]
fn a_spinning_body_with_a_spring_follows_its_reduced_equation() {
    let (inertia, stiffness, s0, w0) = (0.25, 40.0, 1.4, 4.0);
    let mut build = weightless();
    let id = build.part(balloon(stiffness, s0), Pose::new(0.0, 0.0, 0.0), 2.0, inertia);
    build.set_velocity(id, Vec2::ZERO, w0);
    let (k, h) = (stiffness * 0.25, s0 * s0 * w0);
    let [s, _] = integrate([s0, 0.0], 2.0, 20_000, |_, y| {
        [y[1], h * h / y[0].powi(3) - k * (y[0] - 1.0) / inertia]
    });
    let run = run(&build.scene, 2.0);
    assert!((form(&run, id) - s).abs() < 1e-8, "{} {s}", form(&run, id));
    assert!((run.state().v[2] * s * s - h).abs() < 1e-7);
}

/// Shrinking without spring or spin, a disk would pass through size zero: the run stops before, and names it.
#[test]
fn a_disk_that_shrinks_to_nothing_stops_the_run_in_words() {
    for integrator in [
        Integrator::SemiImplicitEuler,
        Integrator::Rk4,
        Integrator::Dopri5,
        Integrator::Impulse,
    ] {
        let mut build = weightless();
        build.scene.settings.integrator = integrator;
        let shape = Shape::Balloon(Balloon {
            radius: 0.3,
            stiffness: 0.0,
            damping: 0.0,
            size: 1.0,
            growth: -0.6,
        });
        let disk = build.part(shape, Pose::new(0.0, 0.0, 0.0), 1.0, 0.045);
        let mut run = Simulation::new(&build.scene);
        let steps = (1.0 / build.scene.settings.dt) as usize;
        let stop = (0..steps)
            .find_map(|_| run.step().err())
            .expect("it cannot go on");
        assert!((stop.time - 0.5).abs() < 2e-2, "{integrator}: {}", stop.time);
        assert_eq!(stop.culprit, Culprit::Item(disk), "{integrator}");
        assert!(stop.reason.contains("shrinks to nothing"), "{}", stop.reason);
        assert!(form(&run, disk) > 0.0);
    }
}
