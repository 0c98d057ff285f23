//! Motors by programme, actuators, what is switched off.

use tinkertoy::constraints::{Actuator, ConstraintKind, Motor, MotorLaw, Programme, TrackMotor};
use tinkertoy::math::Vec2;

use crate::build::{Build, angle, centre, ground, position, run, v2};

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
