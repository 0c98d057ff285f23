//! Start velocities of a run, and the report where they differ from the given ones.

use std::f64::consts::TAU;

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw, Pin, Programme};
use tinkertoy::editor::with_part;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene};
use tinkertoy::sim::Simulation;

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
