//! Beads on wires.

use tinkertoy::constraints::{ConstraintKind, Ellipse, Graph, Track};
use tinkertoy::math::{Vec2, unit};

use crate::build::{Build, centre, ground, integrate, position, run, v2};

const G: f64 = 9.81;

/// A bead on y = x²/2 against its equation in x: (1 + x²) x'' + x x'² + g x = 0; and the force of the wire.
#[test]
fn bead_on_a_parabola() {
    let (m, start) = (0.7, 1.1);
    let mut build = Build::default();
    let bead = build.particle(start, start * start / 2.0, m);
    build.link(
        ConstraintKind::Graph(Graph::default()),
        ground(0.0, 0.0),
        centre(bead),
    );
    build.scene.settings.dt = 1e-3;
    let mut run = run(&build.scene, 2.0);
    let [x, v] = integrate([start, 0.0], 2.0, 40_000, |_, [x, v]| {
        [*v, -(x * v * v + G * x) / (1.0 + x * x)]
    });
    assert!(position(&run, bead).distance(v2(x, x * x / 2.0)) < 1e-8);
    run.evaluate().unwrap();
    // Along the normal (-x, 1): m (a + g), a_y = x x'' + x'².
    let ax = -(x * v * v + G * x) / (1.0 + x * x);
    let ay = x * ax + v * v;
    let lambda = run.dynamics.solution.lambda[0];
    assert!((lambda - m * (ay + G)).abs() < 1e-5, "{lambda}");
}

/// On an ellipse without weight a bead keeps its speed, and stays on it.
#[test]
fn bead_on_an_ellipse() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, 0.5);
    build.set_velocity(bead, v2(0.0, 2.0), 0.0);
    let wire = ConstraintKind::Ellipse(Ellipse::default());
    build.link(wire, ground(0.0, 0.0), centre(bead));
    let run = run(&build.scene, 5.0);
    let p = position(&run, bead);
    assert!((p.x * p.x + (p.y / 0.6).powi(2) - 1.0).abs() < 1e-8);
    assert!((v2(run.state().v[0], run.state().v[1]).length() - 2.0).abs() < 1e-7);
}

/// A drawn circle is a circle: the bead on it is the pendulum of its radius, on a carrier as on the ground.
#[test]
fn bead_on_a_drawn_wire() {
    let points: Vec<Vec2> = (0..48)
        .map(|k| unit(f64::from(k) * std::f64::consts::TAU / 48.0))
        .collect();
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, 0.5);
    let track = ConstraintKind::Track(Track { points });
    build.link(track, ground(0.0, 0.0), centre(bead));
    let ConstraintKind::Track(fitted) = &build.scene.constraints().next().unwrap().1.kind else {
        unreachable!()
    };
    let middle = fitted.points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / 48.0;
    let radius = 1.0 - middle.x;
    let run = run(&build.scene, 3.0);
    let [phi, _] = integrate([0.0, 0.0], 3.0, 30_000, |_, [phi, w]| {
        [*w, -G / radius * phi.cos()]
    });
    let exact = middle + radius * unit(phi);
    assert!(
        position(&run, bead).distance(exact) < 1e-4,
        "{} {exact}",
        position(&run, bead)
    );
    assert!(run.energy_error().abs() < 1e-6);
}
