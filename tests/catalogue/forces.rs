//! Forces against closed forms.

use std::f64::consts::{PI, TAU};

use tinkertoy::constraints::Programme;
use tinkertoy::forces::{Attraction, Damper, Drag, ForceKind, Push, Thruster, Torque, TorsionSpring, Wind};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Attach;

use crate::build::{Build, angle, centre, ground, position, run, v2};

fn weightless() -> Build {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    build
}

/// A balance wheel: T = 2 pi sqrt(I/k).
#[test]
fn torsion_spring() {
    let mut build = weightless();
    let wheel = build.disk(0.0, 0.0, 0.4, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    let spring = TorsionSpring {
        stiffness: 3.0,
        damping: 0.0,
        rest: -0.7,
    };
    build.force(
        ForceKind::TorsionSpring(spring),
        &[ground(0.0, 0.0), centre(wheel)],
    );
    let omega = (3.0 / (0.5 * 2.0 * 0.16_f64)).sqrt();
    let run = run(&build.scene, 2.0);
    let exact = -0.7 + 0.7 * (omega * 2.0).cos();
    assert!((angle(&run, wheel) - exact).abs() < 1e-8);
    assert!(run.energy_error().abs() < 1e-8);
}

/// Two particles and a damper: their relative speed decays with c/m_reduced.
#[test]
fn damper() {
    let mut build = weightless();
    let (a, b) = (build.particle(0.0, 0.0, 1.0), build.particle(1.0, 0.0, 3.0));
    build.set_velocity(b, v2(2.0, 0.0), 0.0);
    build.force(
        ForceKind::Damper(Damper { damping: 0.6 }),
        &[centre(a), centre(b)],
    );
    let run = run(&build.scene, 1.5);
    let rate = 0.6 / 0.75;
    let apart = 1.0 + 2.0 / rate * (1.0 - (-rate * 1.5_f64).exp());
    assert!((position(&run, b).x - position(&run, a).x - apart).abs() < 1e-9);
    assert!(run.energy_error().abs() < 1e-9);
}

/// Two bodies orbit each other under their attraction: w² = k (1/m1 + 1/m2)/r³.
#[test]
fn attraction() {
    let mut build = weightless();
    let (m1, m2, r, k) = (1.0, 2.0, 1.5_f64, 4.0);
    let omega = (k * (1.0 / m1 + 1.0 / m2) / r.powi(3)).sqrt();
    let (x1, x2) = (-r * m2 / (m1 + m2), r * m1 / (m1 + m2));
    let (a, b) = (build.particle(x1, 0.0, m1), build.particle(x2, 0.0, m2));
    build.set_velocity(a, v2(0.0, omega * x1), 0.0);
    build.set_velocity(b, v2(0.0, omega * x2), 0.0);
    let pull = Attraction {
        strength: k,
        softening: 0.0,
    };
    build.force(ForceKind::Attraction(pull), &[centre(a), centre(b)]);
    let period = TAU / omega;
    build.scene.settings.dt = period / 4000.0;
    let run = run(&build.scene, period);
    assert!(position(&run, a).distance(v2(x1, 0.0)) < 1e-7);
    assert!(run.energy_error().abs() < 1e-9);
}

/// Quadratic drag alone: x = m/b ln(1 + b v t/m).
#[test]
fn quadratic_drag() {
    let mut build = weightless();
    let puck = build.disk(0.0, 0.0, 0.3, 2.0);
    build.set_velocity(puck, v2(5.0, 0.0), 0.0);
    let drag = Drag {
        linear: 0.0,
        quadratic: 0.4,
        angular: 0.0,
    };
    build.force(ForceKind::Drag(drag), &[centre(puck)]);
    let run = run(&build.scene, 2.0);
    let exact = 2.0 / 0.4 * (1.0 + 0.4 * 5.0 * 2.0 / 2.0_f64).ln();
    assert!((position(&run, puck).x - exact).abs() < 1e-9);
    assert!(run.energy_error().abs() < 1e-9);
}

/// Linear drag in a wind: the speed approaches that of the wind, v = w (1 - exp(-c t/m)).
#[test]
fn wind() {
    let mut build = weightless();
    let leaf = build.particle(0.0, 0.0, 0.5);
    let wind = Wind {
        velocity: v2(3.0, 1.0),
        linear: 0.4,
        quadratic: 0.0,
    };
    build.force(ForceKind::Wind(wind), &[centre(leaf)]);
    let run = run(&build.scene, 1.0);
    let v = v2(run.state().v[0], run.state().v[1]);
    assert!(v.distance((1.0 - (-0.8_f64).exp()) * v2(3.0, 1.0)) < 1e-9);
    assert!(run.energy_error().abs() < 1e-9, "the wind's work is booked");
}

/// A thruster across an arm on an axle exerts a torque; its work is booked as work of drives.
#[test]
fn thruster() {
    let mut build = weightless();
    let arm = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.5);
    let (hub, tip) = (build.end(arm, -1.0), build.end(arm, 1.0));
    build.pin(ground(0.0, 0.0), hub);
    let jet = Thruster {
        force: 0.8,
        direction: PI / 2.0,
        ..Thruster::default()
    };
    build.force(ForceKind::Thruster(jet), &[tip]);
    let run = run(&build.scene, 1.2);
    let turned = 0.5 * 0.8 / 0.5 * 1.44;
    assert!((angle(&run, arm) - turned).abs() < 1e-8);
    assert!((run.state().work.drives - 0.8 * turned).abs() < 1e-7);
    assert!(run.energy_error().abs() < 1e-8);
}

/// A force and a torque by programme: x'' = F/m (1 + a sin wt) twice integrated.
#[test]
fn force_and_torque_by_programme() {
    let mut build = weightless();
    let puck = build.disk(0.0, 0.0, 0.5, 2.0);
    let programme = Programme::Sinusoid {
        amplitude: 0.6,
        frequency: 0.5,
        phase: 0.0,
    };
    let push = Push {
        force: v2(3.0, 0.0),
        programme: programme.clone(),
    };
    build.force(ForceKind::Push(push), &[centre(puck)]);
    build.force(
        ForceKind::Torque(Torque {
            torque: 0.0,
            programme,
        }),
        &[Attach::part(puck, Vec2::ZERO)],
    );
    let run = run(&build.scene, 1.3);
    let (t, w) = (1.3, PI);
    let twice = 0.6 * (t / w - (w * t).sin() / (w * w));
    assert!((position(&run, puck).x - 1.5 * (t * t / 2.0 + twice)).abs() < 1e-9);
    assert!((angle(&run, puck) - twice / 0.25).abs() < 1e-9);
    assert!(run.energy_error().abs() < 1e-9);
}

/// Linear drag on speed and spin: v = v0 exp(-c t/m), w = w0 exp(-k t/I).
#[test]
fn linear_and_angular_drag() {
    let mut build = weightless();
    let puck = build.disk(0.0, 0.0, 0.4, 2.0);
    build.set_velocity(puck, v2(3.0, -1.0), 5.0);
    let drag = Drag {
        linear: 0.6,
        quadratic: 0.0,
        angular: 0.05,
    };
    build.force(ForceKind::Drag(drag), &[centre(puck)]);
    let run = run(&build.scene, 2.0);
    let v = v2(run.state().v[0], run.state().v[1]);
    assert!(v.distance((-0.6_f64).exp() * v2(3.0, -1.0)) < 1e-9);
    assert!((run.state().v[2] - 5.0 * (-0.05 * 2.0 / 0.16_f64).exp()).abs() < 1e-8);
    let lost = run.energy().total() - run.energy_start();
    assert!((run.state().work.dissipation - lost).abs() < 1e-8);
}

/// A particle in a wind with quadratic drag, from rest: its speed through the air r = w/(1 + b w t/m) tends to zero.
#[test]
fn quadratic_wind() {
    let mut build = weightless();
    let leaf = build.particle(0.0, 0.0, 0.5);
    let wind = Wind {
        velocity: v2(0.0, 4.0),
        linear: 0.0,
        quadratic: 0.3,
    };
    build.force(ForceKind::Wind(wind), &[centre(leaf)]);
    let run = run(&build.scene, 1.5);
    let through = 4.0 / (1.0 + 0.3 * 4.0 * 1.5 / 0.5);
    assert!((run.state().v[1] - (4.0 - through)).abs() < 1e-9);
    assert!(run.energy_error().abs() < 1e-9);
}

/// Near the centre of a softened attraction a light body oscillates as on a spring: w² = k (1/m1 + 1/m2)/e³.
#[test]
fn softened_attraction() {
    let mut build = weightless();
    let (m1, m2, k, soft) = (1.0, 3.0, 2.0, 0.5_f64);
    let (a, b) = (build.particle(0.0, 0.0, m1), build.particle(1e-4, 0.0, m2));
    let pull = Attraction {
        strength: k,
        softening: soft,
    };
    build.force(ForceKind::Attraction(pull), &[centre(a), centre(b)]);
    let omega = (k * (1.0 / m1 + 1.0 / m2) / soft.powi(3)).sqrt();
    let run = run(&build.scene, 2.0);
    let apart = position(&run, b).x - position(&run, a).x;
    assert!((apart / 1e-4 - (omega * 2.0).cos()).abs() < 1e-5, "{apart}");
}

/// A constant force and a constant torque: the parabola of a throw; their potential energy is recovered on the way.
#[test]
fn steady_force_and_torque() {
    let mut build = weightless();
    let puck = build.disk(0.0, 0.0, 0.5, 2.0);
    build.set_velocity(puck, v2(0.0, 3.0), -2.0);
    let push = Push {
        force: v2(1.0, -4.0),
        ..Push::default()
    };
    build.force(ForceKind::Push(push), &[centre(puck)]);
    let torque = Torque {
        torque: 0.3,
        ..Torque::default()
    };
    build.force(ForceKind::Torque(torque), &[centre(puck)]);
    let run = run(&build.scene, 1.2);
    let t = 1.2;
    assert!(position(&run, puck).distance(v2(0.25 * t * t, 3.0 * t - t * t)) < 1e-9);
    assert!((angle(&run, puck) - (-2.0 * t + 0.5 * 0.3 / 0.25 * t * t)).abs() < 1e-9);
    assert_eq!(run.state().work.drives, 0.0, "steady, it is a store");
    assert!(run.energy_error().abs() < 1e-9);
}

/// Gravity of any direction and strength: a pendulum oscillates about that direction, w² = g/l.
#[test]
fn gravity_of_any_direction() {
    let (g, l) = (3.7, 0.9_f64);
    let down = tinkertoy::math::unit(0.6);
    let mut build = Build::default();
    build.scene.settings.gravity = g * down;
    build.scene.settings.dt = 1e-3;
    let off = 1e-3;
    let at = l * tinkertoy::math::unit(0.6 + off);
    let bob = build.particle(at.x, at.y, 0.4);
    build.rod(ground(0.0, 0.0), centre(bob));
    let run = run(&build.scene, 2.0);
    let now = position(&run, bob);
    let swung = now.y.atan2(now.x) - 0.6;
    assert!(
        (swung / off - ((g / l).sqrt() * 2.0).cos()).abs() < 1e-5,
        "{swung}"
    );
}
