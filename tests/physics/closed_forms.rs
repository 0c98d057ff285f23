//! Simulated motion against closed forms.

use std::f64::consts::PI;

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw, RackAndPinion};
use tinkertoy::forces::{Drag, ForceKind, Push, Spring, Torque};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Integrator, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, integrate, polar, position, run, v2};

const G: f64 = 9.81;

/// A mass on a rod against the pendulum equation, with large amplitudes.
#[test]
fn simple_pendulum() {
    let (l, start) = (0.8, 2.0);
    let mut build = Build::default();
    let p = polar(l, start - PI / 2.0);
    let bob = build.particle(p.x, p.y, 0.7);
    build.rod(ground(0.0, 0.0), centre(bob));
    build.scene.settings.dt = 1e-3;
    let run = run(&build.scene, 3.0);
    let [phi, _] = integrate([start, 0.0], 3.0, 30_000, |_, [phi, w]| [*w, -G / l * phi.sin()]);
    let exact = polar(l, phi - PI / 2.0);
    assert!(
        position(&run, bob).distance(exact) < 1e-8,
        "{}",
        position(&run, bob).distance(exact)
    );
}

/// The same against the period by the complete elliptic integral (arithmetic-geometric mean).
#[test]
fn pendulum_period_by_the_elliptic_integral() {
    let (l, start) = (1.0, PI / 2.0);
    let mut build = Build::default();
    let p = polar(l, start - PI / 2.0);
    let bob = build.particle(p.x, p.y, 1.0);
    build.rod(ground(0.0, 0.0), centre(bob));
    let (mut a, mut b) = (1.0, (start / 2.0_f64).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, (a * b).sqrt());
    }
    let period = 2.0 * PI * (l / G).sqrt() / a;
    build.scene.settings.dt = period / 2000.0;
    let run = run(&build.scene, period);
    assert!(position(&run, bob).distance(p) < 1e-8);
}

/// A bar pinned at its end: a physical pendulum, I about the pin = m l²/3.
#[test]
fn physical_pendulum_and_its_pin_force() {
    let (l, m, start) = (1.2, 2.0, 1.0);
    let mut build = Build::default();
    let bar = build.bar(Vec2::ZERO, polar(l, start - PI / 2.0), m);
    let end = build.end(bar, -1.0);
    build.pin(ground(0.0, 0.0), end);
    build.scene.settings.dt = 1e-3;
    let mut run = run(&build.scene, 2.0);
    let [phi, w] = integrate([start, 0.0], 2.0, 20_000, |_, [phi, w]| {
        [*w, -1.5 * G / l * phi.sin()]
    });
    assert!((angle(&run, bar) - (phi - PI / 2.0)).abs() < 1e-8);
    // Newton for the centre: F = m (a + g).
    let (model, state) = (run.model().clone(), run.state().clone());
    run.dynamics
        .accelerations(&model, &state.q, &state.v, state.time, &state.memory, None)
        .unwrap();
    let alpha = -1.5 * G / l * phi.sin();
    let radial = polar(1.0, phi - PI / 2.0);
    let a = l / 2.0 * (alpha * tinkertoy::math::perp(radial) - w * w * radial);
    let force = m * (a + v2(0.0, G));
    let lambda = &run.dynamics.solution.lambda;
    assert!(
        v2(lambda[0], lambda[1]).distance(force) < 1e-6,
        "{lambda:?} {force}"
    );
}

/// Two rods and two masses against the equations in the two angles.
#[test]
fn double_pendulum() {
    let (l1, l2, m1, m2) = (1.0, 0.7, 1.0, 0.5);
    let (a1, a2) = (2.0, 1.0);
    let mut build = Build::default();
    let p1 = polar(l1, a1 - PI / 2.0);
    let p2 = p1 + polar(l2, a2 - PI / 2.0);
    let first = build.particle(p1.x, p1.y, m1);
    let second = build.particle(p2.x, p2.y, m2);
    build.rod(ground(0.0, 0.0), centre(first));
    build.rod(centre(first), centre(second));
    build.scene.settings.dt = 5e-4;
    let run = run(&build.scene, 2.0);
    let end = integrate([a1, a2, 0.0, 0.0], 2.0, 40_000, |_, &[a1, a2, w1, w2]| {
        let (s, c) = (a1 - a2).sin_cos();
        // M [w1'; w2'] = f for the textbook Lagrangian.
        let (m11, m12, m22) = ((m1 + m2) * l1 * l1, m2 * l1 * l2 * c, m2 * l2 * l2);
        let f1 = -m2 * l1 * l2 * w2 * w2 * s - (m1 + m2) * G * l1 * a1.sin();
        let f2 = m2 * l1 * l2 * w1 * w1 * s - m2 * G * l2 * a2.sin();
        let det = m11 * m22 - m12 * m12;
        [w1, w2, (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det]
    });
    let exact = polar(l1, end[0] - PI / 2.0) + polar(l2, end[1] - PI / 2.0);
    assert!(
        position(&run, second).distance(exact) < 1e-7,
        "{}",
        position(&run, second).distance(exact)
    );
}

/// Mass on a damped spring.
#[test]
fn spring_oscillator() {
    let (m, k, c) = (2.0, 40.0, 1.5);
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    let mass = build.particle(1.4, 0.0, m);
    let spring = Spring {
        stiffness: k,
        damping: c,
        rest: 1.0,
    };
    build.force(ForceKind::Spring(spring), &[ground(0.0, 0.0), centre(mass)]);
    let run = run(&build.scene, 2.0);
    let decay = c / (2.0 * m);
    let w = (k / m - decay * decay).sqrt();
    let t = 2.0;
    let exact = 1.0 + 0.4 * (-decay * t).exp() * ((w * t).cos() + decay / w * (w * t).sin());
    assert!((position(&run, mass).x - exact).abs() < 1e-9);
    assert!(run.ledger_error().abs() < 1e-9, "{}", run.ledger_error());
}

/// A motor turns a crank by its law: exactly by angle, and with its time constant by speed.
#[test]
fn motor_driven_crank() {
    let (l, m, w) = (0.5, 1.0, 4.0);
    for law in [MotorLaw::Angle, MotorLaw::Speed] {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        let crank = build.bar(Vec2::ZERO, v2(l, 0.0), m);
        let end = build.end(crank, -1.0);
        build.pin(ground(0.0, 0.0), end);
        let motor = Motor {
            law,
            speed: w,
            ..Motor::default()
        };
        let tau = motor.time_constant;
        build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), end);
        let mut run = run(&build.scene, 2.0);
        let exact = match law {
            MotorLaw::Angle => w * 2.0,
            MotorLaw::Speed => w * (2.0 - tau * (1.0 - (-2.0 / tau).exp())),
        };
        assert!(
            (angle(&run, crank) - exact).abs() < 1e-7,
            "{law:?} {}",
            angle(&run, crank) - exact
        );
        // At constant speed the motor balances the moment of the crank's weight.
        let (model, state) = (run.model().clone(), run.state().clone());
        run.dynamics
            .accelerations(&model, &state.q, &state.v, state.time, &state.memory, None)
            .unwrap();
        let torque = m * G * l / 2.0 * exact.cos();
        assert!((run.dynamics.solution.lambda[2] - torque).abs() < 1e-4);
        assert!(run.ledger_error().abs() < 1e-6, "{}", run.ledger_error());
    }
}

/// A force along a guided rack with a pinion on a fixed axle: a = F/(m + I/r²).
#[test]
fn rack_and_pinion() {
    let (m, radius, mass, f) = (1.5, 0.25, 2.0, 3.0);
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let rack = build.block(0.0, 0.0, m);
    let pinion = build.disk(0.1, radius, radius, mass);
    build.pin(ground(0.1, radius), centre(pinion));
    // The mesh keeps the rack at its distance; a second wheel keeps it from rotating.
    let guide = build.disk(-0.2, radius, radius, 1e-9);
    build.pin(ground(-0.2, radius), centre(guide));
    for wheel in [pinion, guide] {
        build.link(
            ConstraintKind::RackAndPinion(RackAndPinion::default()),
            centre(rack),
            centre(wheel),
        );
    }
    build.force(
        ForceKind::Push(Push {
            force: v2(f, 0.0),
            ..Push::default()
        }),
        &[centre(rack)],
    );
    let run = run(&build.scene, 1.0);
    let inertia = 0.5 * mass * radius * radius;
    let a = f / (m + inertia / (radius * radius));
    assert!(
        (position(&run, rack).x - a / 2.0).abs() < 1e-7,
        "{}",
        position(&run, rack).x - a / 2.0
    );
    // The rack moves right under the pinion, whose lower side moves with it: the pinion turns counter-clockwise.
    assert!((angle(&run, pinion) - a / 2.0 / radius).abs() < 1e-6);
}

/// Position of a crank-rocker by the loop closure of its four bars.
#[test]
fn four_bar_position() {
    let (base, crank_length, coupler_length, rocker_length) = (2.0, 0.5, 1.9, 1.2);
    let close = |phi: f64| {
        // Loop closure by the intersection of two circles, about the crank pin and the rocker's pivot.
        let a = polar(crank_length, phi);
        let d = v2(base, 0.0) - a;
        let along = (coupler_length * coupler_length - rocker_length * rocker_length + d.length_squared())
            / (2.0 * d.length());
        let across = (coupler_length * coupler_length - along * along).sqrt();
        let u = d.normalize();
        (a, a + along * u + across * tinkertoy::math::perp(u))
    };
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    let (a, b) = close(0.7);
    let crank = build.bar(Vec2::ZERO, a, 0.3);
    let coupler = build.bar(a, b, 0.5);
    let rocker = build.bar(v2(base, 0.0), b, 0.4);
    let ends = |build: &Build, id| (build.end(id, -1.0), build.end(id, 1.0));
    let ((c0, c1), (k0, k1), (r0, r1)) = (ends(&build, crank), ends(&build, coupler), ends(&build, rocker));
    build.pin(ground(0.0, 0.0), c0);
    build.pin(c1, k0);
    build.pin(k1, r1);
    build.pin(ground(base, 0.0), r0);
    let motor = Motor {
        law: MotorLaw::Angle,
        speed: 5.0,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), c0);
    let run = run(&build.scene, 3.0);
    let (_, b) = close(0.7 + 15.0);
    let now = run.model().point(run.state(), r1).unwrap();
    assert!(now.distance(b) < 1e-6, "{}", now.distance(b));
}

/// A chain hanging at rest: link k carries the weight below it.
#[test]
fn static_tensions_of_a_hanging_chain() {
    let (n, m) = (20, 0.3);
    let mut build = Build::default();
    let mut above = ground(0.0, 0.0);
    for k in 0..n {
        let bead = build.particle(0.0, -f64::from(k + 1), m);
        build.rod(above, centre(bead));
        above = centre(bead);
    }
    let mut run = run(&build.scene, 0.5);
    let (model, state) = (run.model().clone(), run.state().clone());
    run.dynamics
        .accelerations(&model, &state.q, &state.v, state.time, &state.memory, None)
        .unwrap();
    for k in 0..n {
        let tension = f64::from(n - k) * m * G;
        // A positive multiplier pushes the ends apart: tension is negative.
        let lambda = run.dynamics.solution.lambda[k as usize];
        assert!(
            (lambda + tension).abs() < 1e-9 * tension,
            "{k}: {lambda} {tension}"
        );
    }
}

/// Drag stops a part exponentially; a torque spins it up.
#[test]
fn drag_and_torque() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let puck = build.disk(0.0, 0.0, 0.5, 2.0);
    build.set_velocity(puck, v2(3.0, 0.0), 0.0);
    build.force(
        ForceKind::Drag(Drag {
            linear: 0.8,
            angular: 0.1,
            ..Drag::default()
        }),
        &[centre(puck)],
    );
    build.force(
        ForceKind::Torque(Torque {
            torque: 0.4,
            ..Torque::default()
        }),
        &[centre(puck)],
    );
    let run = run(&build.scene, 2.0);
    let exact = 3.0 * 2.0 / 0.8 * (1.0 - (-0.8f64).exp());
    assert!((position(&run, puck).x - exact).abs() < 1e-9);
    let inertia: f64 = 0.5 * 2.0 * 0.25;
    let omega = 0.4 / 0.1 * (1.0 - (-0.1 / inertia * 2.0).exp());
    let now = run.state().v[2];
    assert!((now - omega).abs() < 1e-9, "{now} {omega}");
    assert!(run.ledger_error().abs() < 1e-9);
}

/// Free flight is a parabola for all integrators, to first order for semi-implicit Euler.
#[test]
fn free_flight() {
    for integrator in Integrator::ALL {
        let mut build = Build::default();
        build.scene.settings.integrator = integrator;
        let ball = build.block(0.0, 0.0, 1.0);
        build.set_velocity(ball, v2(2.0, 5.0), 1.5);
        let run = run(&build.scene, 1.0);
        let tolerance = if integrator == Integrator::Rk4 {
            1e-10
        } else {
            G * build.scene.settings.dt
        };
        assert!(position(&run, ball).distance(v2(2.0, 5.0 - G / 2.0)) < tolerance);
        assert!((angle(&run, ball) - 1.5).abs() < 1e-12);
    }
}

/// Parts joined while apart are assembled, and velocity projection adds no energy.
#[test]
fn attaching_in_motion_gains_no_energy() {
    let mut build = Build::default();
    let a = build.disk(0.0, 0.0, 0.5, 1.0);
    let b = build.disk(2.0, 0.0, 0.5, 3.0);
    build.set_velocity(a, v2(3.0, -2.0), 6.0);
    build.set_velocity(b, v2(-1.0, 4.0), -2.0);
    build.pin(Attach::part(a, v2(1.0, 0.0)), Attach::part(b, v2(-1.0, 0.0)));
    let kinetic = 0.5 * (13.0 + 0.125 * 36.0) + 0.5 * (3.0 * 17.0 + 0.375 * 4.0);
    let mut run = Simulation::new(&build.scene);
    assert!(run.energy().kinetic < kinetic);
    assert!(run.drift().rate < 1e-12, "{:?}", run.drift());
    // Linear momentum is conserved.
    let v = &run.state().v;
    assert!((v[0] + 3.0 * v[3] - 0.0).abs() < 1e-12 && (v[1] + 3.0 * v[4] - 10.0).abs() < 1e-12);
}

/// A slightly open joint moves as a spring ks with a damper kd for one kilogram: it oscillates without kd, and closes fastest with the critical kd.
#[test]
fn an_open_joint_moves_as_its_feedback_says() {
    let (open, ks) = (1e-4, 400.0_f64);
    let w = ks.sqrt();
    let critical = |x: f64| (1.0 + x) * (-x).exp();
    for (kd, exact) in [(0.0, f64::cos as fn(f64) -> f64), (2.0 * w, critical)] {
        let mut build = Build::default();
        let bead = build.particle(open, 0.0, 1.0);
        build.pin(ground(0.0, 0.0), centre(bead));
        let settings = &mut build.scene.settings;
        (settings.gravity, settings.ks, settings.kd) = (Vec2::ZERO, ks, kd);
        settings.sub_steps = SubSteps::Fixed;
        // Of fourth order, relative to the remaining gap.
        for (dt, most) in [(4e-3, 1e-5), (2e-3, 1e-5 / 12.0)] {
            build.scene.settings.dt = dt;
            for time in [0.1, 0.3, 0.9] {
                let run = run(&build.scene, time);
                let off = position(&run, bead).x / open - exact(w * time);
                assert!(off.abs() < most, "{kd} {dt} {time}: {off:e}");
            }
        }
    }
}
