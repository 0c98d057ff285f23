//! Start velocities of a run, and the report where they differ from the given ones.

use std::f64::consts::TAU;

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::constraints::{Cap, ConstraintKind, Motor, MotorLaw, Pin, Programme, Weld};
use tinkertoy::editor::with_part;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Integrator, Part, Scene, validate};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground};

/// A drive with a start speed sets resting parts in motion: no given velocity is overridden, and nothing is reported.
#[test]
fn a_drive_sets_off_what_is_at_rest_without_a_word() {
    let mut scene = Scene::default();
    let shape = Shape::Disk(Disk { radius: 0.2 });
    let disk = scene.add(Part::new("disk", shape, Pose::default()));
    let swing = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        programme: Programme::Sinusoid {
            amplitude: 0.3,
            frequency: 1.0,
            phase: 0.0,
        },
        ..Motor::default()
    };
    for kind in [ConstraintKind::Pin(Pin {}), ConstraintKind::Motor(swing)] {
        let ends = vec![Attach::ground(Vec2::ZERO), Attach::part(disk, Vec2::ZERO)];
        let name = kind.id().to_owned();
        scene.add(Constraint { name, ends, kind });
    }
    let run = Simulation::new(&scene);
    assert_eq!(run.built_rate(), None);
    assert!((run.state().v[2] - 0.3 * TAU).abs() < 1e-9, "{:?}", run.state().v);
    let mut part = scene.part(disk).unwrap().clone();
    part.omega = -1.0;
    let told = Simulation::new(&with_part(&scene, disk, part))
        .built_rate()
        .map(|it| it.1);
    assert!((told.unwrap() - 0.3 * TAU - 1.0).abs() < 1e-9, "{told:?}");
}

/// A drive of limited force that a weld contradicts gives way: it sets nothing in motion at the start, and does no work.
#[test]
fn a_drive_of_limited_force_moves_nothing_that_is_held() {
    for law in [MotorLaw::Angle, MotorLaw::Speed] {
        for integrator in Integrator::ALL {
            let mut build = Build::default();
            let disk = build.disk(0.0, 0.0, 0.1, 1.0);
            build.link(
                ConstraintKind::Weld(Weld::default()),
                ground(0.0, 0.0),
                centre(disk),
            );
            let motor = Motor {
                law,
                speed: 3.0,
                torque: Cap::at(10.0),
                ..Motor::default()
            };
            build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(disk));
            build.scene.settings.integrator = integrator;
            if !validate::problems(&build.scene).is_empty() {
                continue;
            }
            let mut run = Simulation::new(&build.scene);
            let start = run.energy().total();
            for _ in 0..240 {
                run.step().unwrap();
                assert!(
                    run.state().v.iter().all(|v| v.abs() < 1e-9),
                    "{law:?}, {integrator}"
                );
            }
            let (gained, work) = (run.energy().total() - start, run.state().work.total());
            assert!(
                gained.abs() < 1e-9 && work.abs() < 1e-9,
                "{law:?}, {integrator}: {gained} J, {work} J"
            );
            assert!(
                run.breach().is_none(),
                "{law:?}, {integrator}: {:?}",
                run.breach()
            );
        }
    }
}
