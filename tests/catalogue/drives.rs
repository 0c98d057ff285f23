//! Motors by programme, actuators, and drives that are switched off.

use tinkertoy::constraints::{Actuator, ConstraintKind, Motor, MotorLaw, Programme, TrackMotor};
use tinkertoy::math::Vec2;
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;

/// A motor follows a sinusoid and a table exactly.
#[test]
fn a_motor_by_programme() {
    let wave = Programme::Sinusoid {
        amplitude: 0.8,
        frequency: 0.7,
        phase: 0.3,
    };
    let table = Programme::Table(vec![(0.0, 0.0), (0.5, 1.0), (1.0, 1.0), (1.7, -2.0)]);
    // The third derivative of a table jumps at its points, and steps do not end there.
    for (programme, near) in [(wave, 1e-6), (table, 1e-6)] {
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

/// Work of an actuator: it equals the potential energy m g h plus the kinetic energy of the load.
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
    // At a quarter of its period the sinusoid is at rest; at the start the velocity was projected onto that of the drive.
    let start = 0.4 + 0.3 * std::f64::consts::TAU * 0.25;
    let work = m * G * up + 0.5 * m * (0.4 * 0.4 - start * start);
    let booked = run.state().work.drives;
    assert!((booked - work).abs() < 1e-6, "{booked} {work}");
    assert!(run.energy_error().abs() < 1e-6);
}

/// A drive that is switched off has no effect.
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

/// A bead driven along a drawn wire at a constant speed goes round its circle at that speed.
#[test]
fn a_motor_along_a_curve() {
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    // A curve fitted through enough points of a circle is a circle.
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
        // A B-spline lies inside its points; the fit has moved the curve by that distance.
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

/// Along a wire of varying curvature the distance covered is speed times time everywhere; the bead
/// returns to its start after one round; and the work of the motor is the potential energy of the bead.
#[test]
fn a_motor_along_a_wire_goes_by_its_speed() {
    let (speed, m) = (0.8, 0.5);
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, m);
    let motor = TrackMotor {
        speed,
        ..TrackMotor::default()
    };
    build.link(ConstraintKind::TrackMotor(motor), ground(0.0, 0.0), centre(bead));
    let mut ride = Simulation::new(&build.scene);
    let start = position(&ride, bead);
    let (mut way, mut last, mut round) = (0.0, start, None);
    for _ in 0..12_000 {
        ride.step().unwrap();
        let now = position(&ride, bead);
        way += now.distance(last);
        last = now;
        assert!((way - speed * ride.state().time).abs() < 1e-4, "{way}");
        let state = ride.state();
        assert!((v2(state.v[0], state.v[1]).length() - speed).abs() < 1e-3);
        let lifted = m * G * (now.y - start.y);
        assert!(
            (state.work.drives - lifted).abs() < 1e-3,
            "{} {lifted}",
            state.work.drives
        );
        if state.time > 3.0 && now.distance(start) < 0.5e-3 * speed {
            round = round.or(Some(state.time * speed));
        }
    }
    // The default wire, r = 0.8 + 0.2 cos 2a smoothed by its spline, has a length between those of the circles r = 0.6 and r = 1.
    let round = round.expect("once round");
    assert!(
        round > std::f64::consts::TAU * 0.6 && round < std::f64::consts::TAU,
        "{round}"
    );
}

/// An actuator that keeps shortening reaches length zero: the run stops there and names it.
#[test]
fn an_actuator_ends_where_its_length_does() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let load = build.particle(1.0, 0.0, 1.0);
    let actuator = ConstraintKind::Actuator(Actuator {
        rate: -1.0,
        programme: Programme::Steady,
        ..Actuator::default()
    });
    let id = build.link(actuator, ground(0.0, 0.0), centre(load));
    let mut ride = Simulation::new(&build.scene);
    let stop = loop {
        match ride.step() {
            Ok(()) => assert!(ride.state().time < 1.5),
            Err(stop) => break stop,
        }
    };
    assert_eq!(stop.culprit, tinkertoy::sim::Culprit::Item(id));
    assert!(stop.reason.contains("shorter than nothing"), "{}", stop.reason);
    assert!((stop.time - 1.0).abs() < 0.01, "{}", stop.time);
}
