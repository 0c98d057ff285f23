//! Constraints whose force acts elsewhere: a thruster holds a height, a motor an angle.

use tinkertoy::constraints::{ConstraintKind, MotorHold, Programme, ThrustHold};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Constraint, Integrator};
use tinkertoy::sim::{Cause, Culprit, Simulation};

use crate::build::{Build, angle, centre, ground, integrate, position, run, v2};

const G: f64 = 9.81;

/// A thruster at the middle of a hinged bar holds the height of the tip: its thrust balances the
/// moment of the weight, and is twice the force that would do so at the tip.
#[test]
fn a_height_held_by_a_thruster_elsewhere() {
    let (m, l, lean) = (2.0, 1.4, 0.4);
    for integrator in Integrator::ALL {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        build.scene.settings.integrator = integrator;
        let tip = l * tinkertoy::math::unit(lean);
        let bar = build.bar(Vec2::ZERO, tip, m);
        let hinge = build.end(bar, -1.0);
        build.pin(ground(0.0, 0.0), hinge);
        let end = build.end(bar, 1.0);
        let hold = ConstraintKind::ThrustHold(ThrustHold::default());
        build.join(hold, &[ground(0.0, 0.0), end, centre(bar)]);
        let mut run = run(&build.scene, 1.0);
        assert!((angle(&run, bar) - lean).abs() < 1e-9, "{integrator:?}");
        run.evaluate().unwrap();
        let thrust = *run.dynamics.solution.lambda.last().unwrap();
        let wanted = m * G * lean.cos();
        assert!(
            (thrust - wanted).abs() < 1e-6 * wanted,
            "{integrator:?} {thrust} {wanted}"
        );
    }
}

/// A body lifted by its own thruster along a programme: the work booked is the energy gained, and an error in height decays with the time constant.
#[test]
fn a_thruster_lifts_by_programme() {
    let m = 3.0;
    let mut build = Build::default();
    let body = build.block(0.0, 1.0, m);
    let hold = ThrustHold {
        rate: 0.4,
        programme: Programme::Sinusoid {
            amplitude: 0.3,
            frequency: 0.25,
            phase: 0.0,
        },
        ..ThrustHold::default()
    };
    build.set_velocity(body, v2(0.0, 0.4 + 0.3 * std::f64::consts::TAU * 0.25), 0.0);
    build.join(
        ConstraintKind::ThrustHold(hold.clone()),
        &[ground(0.0, 0.0), centre(body), centre(body)],
    );
    build.scene.settings.dt = 1e-3;
    let lifted = run(&build.scene, 1.0);
    assert!((position(&lifted, body).y - 1.7).abs() < 1e-8);
    let start = 0.4 + 0.3 * std::f64::consts::TAU * 0.25;
    let work = m * G * 0.7 + 0.5 * m * (0.4 * 0.4 - start * start);
    let booked = lifted.state().work.drives;
    assert!((booked - work).abs() < 1e-6, "{booked} {work}");
    assert!(lifted.ledger_error().abs() < 1e-6);

    // From rest the body lags by the rate, and C'' + 2 C'/tau + C/tau² = 0 makes up for it: C = -v t e^(-t/tau).
    let mut build = Build::default();
    let body = build.block(0.0, 1.0, m);
    let steady = ThrustHold {
        rate: 0.4,
        ..ThrustHold::default()
    };
    build.join(
        ConstraintKind::ThrustHold(steady),
        &[ground(0.0, 0.0), centre(body), centre(body)],
    );
    build.scene.settings.dt = 1e-3;
    let late = run(&build.scene, 0.25);
    let c = -0.4 * 0.25 * (-2.5f64).exp();
    assert!((position(&late, body).y - (1.0 + 0.1 + c)).abs() < 1e-8);
}

/// Once a thruster or a motor elsewhere is switched off, the body it held falls.
#[test]
fn what_is_held_from_elsewhere_is_let_go() {
    let mut build = Build::default();
    let body = build.block(0.0, 1.0, 1.0);
    let hold = ThrustHold {
        off: true,
        ..ThrustHold::default()
    };
    build.join(
        ConstraintKind::ThrustHold(hold),
        &[ground(0.0, 0.0), centre(body), centre(body)],
    );
    let run = run(&build.scene, 0.5);
    assert!((position(&run, body).y - (1.0 - G / 8.0)).abs() < 1e-9);
}

/// The angle of the forearm is held by a motor at the shoulder, by way of the upper arm: its motion
/// follows from the equation of the forearm alone, the torque from that of the whole arm.
#[test]
fn an_angle_held_by_a_motor_two_joints_away() {
    let (m1, m2, l1, l2) = (1.2, 0.8, 0.9, 0.7);
    let mut build = Build::default();
    build.scene.settings.dt = 5e-4;
    let held: f64 = 0.3;
    let elbow = l1 * tinkertoy::math::unit(held);
    let upper = build.bar(Vec2::ZERO, elbow, m1);
    let fore = build.bar(elbow, elbow + l2 * tinkertoy::math::unit(held), m2);
    let (shoulder, joint, wrist) = (
        build.end(upper, -1.0),
        build.end(upper, 1.0),
        build.end(fore, -1.0),
    );
    build.pin(ground(0.0, 0.0), shoulder);
    build.pin(joint, wrist);
    build.join(
        ConstraintKind::MotorHold(MotorHold::default()),
        &[ground(0.0, 0.0), centre(fore), ground(0.0, 0.0), centre(upper)],
    );
    let mut run = run(&build.scene, 0.2);
    let speed = |[a, w]: [f64; 2]| ((a - held).sin() * w * w - G / l1 * held.cos()) / (a - held).cos();
    let [a, w] = integrate([held, 0.0], 0.2, 4000, |_, y| [y[1], speed(*y)]);
    assert!((angle(&run, fore) - held).abs() < 1e-9);
    assert!(
        (angle(&run, upper) - a).abs() < 1e-8,
        "{} {a}",
        angle(&run, upper)
    );
    run.evaluate().unwrap();
    let torque = *run.dynamics.solution.lambda.last().unwrap();
    let wanted = (m1 / 3.0 + m2) * l1 * l1 * speed([a, w]) + (m1 / 2.0 + m2) * G * l1 * a.cos();
    assert!((torque - wanted).abs() < 1e-6 * wanted.abs(), "{torque} {wanted}");
    assert!(run.ledger_error().abs() < 1e-6, "{}", run.ledger_error());
}

/// A force without effect on the quantity it is to hold stops the run at once, and the stop names it.
#[test]
fn a_force_without_effect_is_named() {
    let mut build = Build::default();
    let block = build.block(0.0, 1.0, 1.0);
    let sideways = ConstraintKind::ThrustHold(ThrustHold {
        direction: 0.0,
        ..ThrustHold::default()
    });
    let id = build.join(sideways, &[ground(0.0, 0.0), centre(block), centre(block)]);
    let stop = Simulation::new(&build.scene).step().unwrap_err();
    assert_eq!((stop.culprit, stop.cause), (Culprit::Item(id), Cause::Numbers));
    assert!(stop.reason.contains("no effect"), "{}", stop.reason);
    let mut build = Build::default();
    let [held, other] = [0.0, 2.0].map(|x| {
        let wheel = build.disk(x, 0.0, 0.3, 1.0);
        build.pin(ground(x, 0.0), centre(wheel));
        wheel
    });
    let far = ConstraintKind::MotorHold(MotorHold::default());
    let earth = ground(0.0, 0.0);
    let id = build.join(far, &[earth, centre(held), earth, centre(other)]);
    let stop = Simulation::new(&build.scene).step().unwrap_err();
    assert_eq!(stop.culprit, Culprit::Item(id));
}

/// Two thrusters at one place hold the tip of a bar at two heights: it comes to rest half way, with
/// forces of the order of its weight and undivided steps.
#[test]
fn two_heights_at_once_are_held_half_way() {
    let (m, l) = (2.0, 2.0);
    for integrator in [Integrator::Rk4, Integrator::Impulse, Integrator::Dopri5] {
        let mut build = Build::default();
        build.scene.settings.integrator = integrator;
        let bar = build.bar(Vec2::ZERO, v2(l, 0.0), m);
        let (hinge, tip) = (build.end(bar, -1.0), build.end(bar, 1.0));
        build.pin(ground(0.0, 0.0), hinge);
        for height in [0.0, 0.3] {
            let hold = ThrustHold {
                height,
                ..ThrustHold::default()
            };
            let name = build.scene.free_name("hold");
            build.scene.add(Constraint {
                name,
                ends: vec![ground(0.0, 0.0), tip, centre(bar)],
                kind: ConstraintKind::ThrustHold(hold),
            });
        }
        let mut run = Simulation::new(&build.scene);
        for _ in 0..960 {
            run.step().unwrap();
            let most = run
                .dynamics
                .solution
                .lambda
                .iter()
                .fold(0.0f64, |most, x| most.max(x.abs()));
            assert!(
                most < 50.0 * m * G,
                "{integrator:?}: {most} N at {} s",
                run.state().time
            );
        }
        let (steps, parts) = (run.state().step, run.state().control.total);
        assert!(parts <= 4 * steps, "{integrator:?}: {parts} sub-steps");
        let rise = l * angle(&run, bar).sin();
        assert!((rise - 0.15).abs() < 1e-3, "{integrator:?}: {rise}");
    }
}
