//! Motors by programme, actuators, what is switched off.

use tinkertoy::constraints::{
    Actuator, Closing, ConstraintKind, Motor, MotorHold, MotorLaw, Programme, ThrustHold, TrackMotor, Weld,
};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Integrator, Stabilisation};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, integrate, position, run, v2};

const G: f64 = 9.81;

/// A motor follows a sinusoid and a table to the letter.
#[test]
fn a_motor_by_programme() {
    let wave = Programme::Sinusoid {
        amplitude: 0.8,
        frequency: 0.7,
        phase: 0.3,
    };
    let table = Programme::Table(vec![(0.0, 0.0), (0.5, 1.0), (1.0, 1.0), (1.7, -2.0)]);
    // A table's acceleration jumps at its points, and steps do not stop there.
    for (programme, near) in [(wave, 1e-6), (table, 3e-4)] {
        let mut build = Build::default();
        let crank = build.bar(Vec2::ZERO, v2(0.5, 0.0), 1.0);
        let end = build.end(crank, -1.0);
        build.pin(ground(0.0, 0.0), end);
        let motor = Motor {
            law: MotorLaw::Angle,
            speed: 0.5,
            programme: programme.clone(),
            ..Motor::default()
        };
        build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), end);
        build.scene.settings.dt = 1e-3;
        let run = run(&build.scene, 1.3);
        let exact = 0.65 + programme.at(1.3).value - programme.at(0.0).value;
        assert!(
            (angle(&run, crank) - exact).abs() < near,
            "{} {exact}",
            angle(&run, crank)
        );
    }
}

/// What an actuator puts in is what the load has: m g h and its kinetic energy.
#[test]
fn actuator_work() {
    let m = 3.0;
    let mut build = Build::default();
    let load = build.particle(0.0, 1.0, m);
    let actuator = Actuator {
        rate: 0.4,
        programme: Programme::Sinusoid {
            amplitude: 0.3,
            frequency: 0.25,
            phase: 0.0,
        },
        ..Actuator::default()
    };
    build.link(ConstraintKind::Actuator(actuator), ground(0.0, 0.0), centre(load));
    build.scene.settings.dt = 1e-3;
    let run = run(&build.scene, 1.0);
    let up = 0.4 + 0.3;
    assert!((position(&run, load).y - 1.0 - up).abs() < 1e-8);
    // At a quarter of its period the sinusoid stands; at the start its velocity was made legal at once.
    let start = 0.4 + 0.3 * std::f64::consts::TAU * 0.25;
    let work = m * G * up + 0.5 * m * (0.4 * 0.4 - start * start);
    let booked = run.state().work.drives;
    assert!((booked - work).abs() < 1e-6, "{booked} {work}");
    assert!(run.energy_error().abs() < 1e-6);
}

/// Off, a drive is not there.
#[test]
fn a_motor_that_is_off_turns_freely() {
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.3, 1.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    build.set_velocity(wheel, Vec2::ZERO, 2.0);
    let motor = Motor {
        off: true,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(wheel));
    let run = run(&build.scene, 3.0);
    assert!((angle(&run, wheel) - 6.0).abs() < 1e-9);
}

/// Carried round a drawn wire at a steady speed: after one time round it is where it began, the way being the
/// length of the wire.
#[test]
fn a_motor_along_a_curve() {
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    // Enough points on a circle are one.
    let round: Vec<Vec2> = (0..36)
        .map(|k| tinkertoy::math::unit(f64::from(k) * std::f64::consts::TAU / 36.0))
        .collect();
    let bead = build.particle(1.0, 0.0, 1.0);
    let motor = TrackMotor {
        points: round,
        speed: 1.5,
        ..TrackMotor::default()
    };
    build.link(ConstraintKind::TrackMotor(motor), ground(0.0, 0.0), centre(bead));
    let mut ride = tinkertoy::sim::Simulation::new(&build.scene);
    let center = {
        // The fit moved the curve by what a B-spline is inside of its points.
        let ConstraintKind::TrackMotor(it) = &build.scene.constraints().next().unwrap().1.kind else {
            unreachable!()
        };
        it.points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / 36.0
    };
    let radius = 1.0 - center.x;
    for _ in 0..2000 {
        ride.step().unwrap();
        let p = position(&ride, bead) - center;
        let exact = radius * tinkertoy::math::unit(1.5 * ride.state().time / radius);
        assert!(p.distance(exact) < 1e-4, "{p} {exact}");
    }
    assert!(ride.energy_error().abs() < 1e-4);
}

/// A thruster half way out on a hinged bar keeps the height of its tip: the thrust is that which balances the
/// moment of the weight, where a force on the tip would be half of it.
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

/// A body carried up by its own thruster along a programme: the work booked is the energy it has gained, and an
/// error of height decays as its time constant says.
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
    assert!(lifted.energy_error().abs() < 1e-6);

    // From rest it is late by the rate, and C'' + 2 C'/tau + C/tau² = 0 makes up for it: C = -v t e^(-t/tau).
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

/// Switched off, what a thruster or a motor elsewhere has held falls.
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

/// The forearm's angle is held by a motor at the shoulder: it keeps it by moving the upper arm, as the equation of the
/// forearm alone says, with the torque that of the whole.
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
    assert!(run.energy_error().abs() < 1e-6, "{}", run.energy_error());
}

/// A closing joint goes the way it says: half the gap at half the time, none at the end, and it stays closed.
#[test]
fn a_closing_joint_brings_parts_together_in_its_time() {
    for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        build.scene.settings.stabilisation = stabilisation;
        let fixed = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
        let hinge = build.end(fixed, -1.0);
        build.pin(ground(0.0, 0.0), hinge);
        let flying = build.bar(v2(2.0, 1.0), v2(2.5, 2.0), 1.0);
        let (a, b) = (build.end(fixed, 1.0), build.end(flying, -1.0));
        let closing = Closing {
            duration: 1.0,
            joint: Box::new(ConstraintKind::Weld(Weld { angle: 0.5 })),
        };
        build.join(ConstraintKind::Closing(closing), &[a, b]);
        let mut run = Simulation::new(&build.scene);
        let gap = |run: &Simulation| {
            let at = |end: Attach| run.model().point(run.state(), end).unwrap();
            let turn = angle(run, flying) - angle(run, fixed);
            (at(a).distance(at(b)), turn - 0.5)
        };
        let start = gap(&run);
        assert!((start.0 - 2f64.sqrt()).abs() < 1e-12);
        for step in 1..=1500 {
            run.step().unwrap();
            if step == 500 {
                let half = gap(&run);
                assert!((half.0 - start.0 / 2.0).abs() < 1e-6, "{half:?}");
                assert!((half.1 - start.1 / 2.0).abs() < 1e-6, "{half:?}");
            }
        }
        let closed = gap(&run);
        assert!(
            closed.0 < 1e-7 && closed.1.abs() < 1e-7,
            "{stabilisation:?} {closed:?}"
        );
        assert!(run.energy_error().abs() < 1e-4, "{}", run.energy_error());
    }
}
