//! Sliders, grooves, circular wires and blades.

use std::f64::consts::PI;

use tinkertoy::constraints::{ConstraintKind, Groove, KnifeEdge, Motor, MotorLaw, Ring, Slider};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Attach;

use crate::build::{Build, angle, centre, ground, integrate, polar, position, run, v2};

const G: f64 = 9.81;

fn driven(speed: f64) -> ConstraintKind {
    ConstraintKind::Motor(Motor {
        law: MotorLaw::Angle,
        speed,
        ..Motor::default()
    })
}

/// x = r cos a + sqrt(l² - r² sin² a).
#[test]
fn slider_crank() {
    let (r, l, speed) = (0.3, 0.9, 4.0);
    let mut build = Build::default();
    let crank = build.disk(0.0, 0.0, 0.3, 1.0);
    let rod = build.bar(v2(r, 0.0), v2(r + l, 0.0), 0.3);
    let piston = build.block(r + l, 0.0, 0.5);
    build.pin(ground(0.0, 0.0), centre(crank));
    let (a, b) = (build.end(rod, -1.0), build.end(rod, 1.0));
    build.pin(Attach::part(crank, v2(r, 0.0)), a);
    build.pin(b, centre(piston));
    build.link(
        ConstraintKind::Slider(Slider::default()),
        ground(0.0, 0.0),
        centre(piston),
    );
    build.link(driven(speed), ground(0.0, 0.0), centre(crank));
    build.scene.settings.dt = 1e-3;
    let run = run(&build.scene, 2.0);
    let a: f64 = speed * 2.0;
    let exact = r * a.cos() + (l * l - (r * a.sin()).powi(2)).sqrt();
    assert!(
        position(&run, piston).distance(v2(exact, 0.0)) < 1e-8,
        "{}",
        position(&run, piston)
    );
    assert!(angle(&run, piston).abs() < 1e-9);
}

/// A pin on a wheel in a groove of a yoke: the yoke moves as x = r cos a and in no other direction.
#[test]
fn scotch_yoke() {
    let (r, speed) = (0.4, 3.0);
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.5, 1.0);
    let yoke = build.block(r, 0.0, 0.7);
    build.pin(ground(0.0, 0.0), centre(wheel));
    build.link(
        ConstraintKind::Slider(Slider::default()),
        ground(-1.0, 0.0),
        centre(yoke),
    );
    let groove = Groove {
        axis: PI / 2.0,
        ..Groove::default()
    };
    build.link(
        ConstraintKind::Groove(groove),
        centre(yoke),
        Attach::part(wheel, v2(r, 0.0)),
    );
    build.link(driven(speed), ground(0.0, 0.0), centre(wheel));
    build.scene.settings.dt = 1e-3;
    let run = run(&build.scene, 1.7);
    assert!((position(&run, yoke).x - r * (speed * 1.7).cos()).abs() < 1e-8);
}

/// A bar whose ends run in two crossing grooves: each of its points traces an ellipse.
#[test]
fn trammel_of_archimedes() {
    let mut build = Build::default();
    let (a, start) = (1.0, 0.4);
    let bar = build.bar(v2(a * f64::cos(start), 0.0), v2(0.0, a * f64::sin(start)), 1.0);
    let (x, y) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.link(ConstraintKind::Groove(Groove::default()), ground(2.0, 0.0), x);
    let upright = Groove {
        axis: PI / 2.0,
        ..Groove::default()
    };
    build.link(ConstraintKind::Groove(upright), ground(0.0, 2.0), y);
    build.set_velocity(bar, Vec2::ZERO, 3.0);
    build.scene.settings.dt = 1e-3;
    let mut run = tinkertoy::sim::Simulation::new(&build.scene);
    // A point 0.3 m from the middle towards the end on x: semi-axes 0.8 and 0.2.
    let point = Attach::part(bar, v2(-0.3, 0.0));
    let mut lowest = f64::INFINITY;
    for _ in 0..3000 {
        run.step().unwrap();
        let p = run.model().point(run.state(), point).unwrap();
        let off = (p.x / 0.8).powi(2) + (p.y / 0.2).powi(2) - 1.0;
        assert!(off.abs() < 1e-7, "{p} {off}");
        lowest = lowest.min(p.y);
    }
    assert!(lowest < -0.19, "it goes all the way round");
}

/// A bead on a round wire is a pendulum; at the bottom the wire carries m (g + v²/r).
#[test]
fn bead_on_a_circle() {
    let (r, start, m) = (0.8, 1.9, 0.6);
    let mut build = Build::default();
    let p = polar(r, start - PI / 2.0);
    let bead = build.particle(p.x, p.y, m);
    build.link(
        ConstraintKind::Ring(Ring::default()),
        ground(0.0, 0.0),
        centre(bead),
    );
    let (mut a, mut b) = (1.0, (start / 2.0_f64).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, (a * b).sqrt());
    }
    let period = 2.0 * PI * (r / G).sqrt() / a;
    build.scene.settings.dt = period / 4000.0;
    let quarter = run(&build.scene, period / 4.0);
    assert!(position(&quarter, bead).distance(v2(0.0, -r)) < 1e-7);
    let mut quarter = quarter;
    quarter.evaluate().unwrap();
    let v2_over_r = 2.0 * G * (1.0 - start.cos());
    let force = quarter.dynamics.solution.lambda[0];
    assert!((force + m * (G + v2_over_r)).abs() < 1e-5, "{force}");
    assert!(position(&run(&build.scene, period), bead).distance(p) < 1e-7);
}

/// A skate that spins steadily on an incline runs along a cycloid and does not descend
/// (Neimark and Fufaev, *Dynamics of nonholonomic systems*, 1972).
#[test]
fn a_skate_on_an_incline_has_no_net_descent() {
    let (slope, omega) = (G * 0.5, 2.0);
    let mut build = Build::default();
    build.scene.settings.gravity = v2(0.0, -slope);
    let skate = build.block(0.0, 0.0, 1.5);
    build.set_velocity(skate, Vec2::ZERO, omega);
    build.link(
        ConstraintKind::KnifeEdge(KnifeEdge::default()),
        ground(0.0, 0.0),
        centre(skate),
    );
    build.scene.settings.dt = 1e-3;
    let k = slope / (omega * omega);
    for seconds in [0.6, 2.0, 2.0 * PI / omega] {
        let steps = (seconds / 1e-3_f64).round();
        let (t, w) = (steps * 1e-3, omega * steps * 1e-3);
        let run = run(&build.scene, t);
        let exact = v2(
            k * (w / 2.0 + (2.0 * w).sin() / 4.0 - w.sin()),
            -0.5 * k * (1.0 - w.cos()).powi(2),
        );
        let now = position(&run, skate);
        assert!(now.distance(exact) < 1e-7, "{seconds}: {now} {exact}");
    }
}

/// A block on a rail of a carrier that turns: the bead in a rotating groove, r'' = w² r.
#[test]
fn a_bead_in_a_turning_groove_flies_out() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let arm = build.disk(0.0, 0.0, 0.3, 1.0);
    let bead = build.particle(0.2, 0.0, 0.4);
    build.set_velocity(bead, v2(0.0, 0.2 * 3.0), 0.0);
    build.set_velocity(arm, Vec2::ZERO, 3.0);
    build.pin(ground(0.0, 0.0), centre(arm));
    build.link(driven(3.0), ground(0.0, 0.0), centre(arm));
    build.link(
        ConstraintKind::Groove(Groove::default()),
        centre(arm),
        centre(bead),
    );
    build.scene.settings.dt = 1e-3;
    let run = run(&build.scene, 0.8);
    let [r, _] = integrate([0.2, 0.0], 0.8, 8000, |_, [r, v]| [*v, 9.0 * r]);
    assert!((r - 0.2 * (3.0_f64 * 0.8).cosh()).abs() < 1e-9);
    assert!((position(&run, bead).length() - r).abs() < 1e-7);
}
