//! Contact under extreme loads and speeds, within a single step: nothing passes through anything, and overlap is reported.

use tinkertoy::bodies::{Bar, Box, Disk, Shape};
use tinkertoy::forces::{ForceKind, Push};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Id, Integrator, Mass, Part, file};
use tinkertoy::sim::{Cause, Remedy, Simulation};

use crate::build::{Build, centre, position, v2};
use crate::contact::{add, block, on_a_floor};

/// The integrators that support contact.
const ALL: [Integrator; 4] = [
    Integrator::Rk4,
    Integrator::Dopri5,
    Integrator::SemiImplicitEuler,
    Integrator::Impulse,
];

/// A scene without floor and gravity.
fn space(integrator: Integrator) -> Build {
    let mut build = on_a_floor(0.0, 0.3, 0.0);
    let settings = &mut build.scene.settings;
    settings.contact.as_mut().unwrap().floor = None;
    settings.gravity = v2(0.0, 0.0);
    settings.integrator = integrator;
    settings.dt = 1.0 / 240.0;
    build
}

fn wall(build: &mut Build, at: [f64; 2], size: [f64; 2]) -> Id {
    let [width, height] = size;
    build.scene.add(Part {
        fixed: true,
        ..Part::new(
            format!("wall {}", at[1]),
            Shape::Box(Box { width, height }),
            Pose::new(at[0], at[1], 0.0),
        )
    })
}

/// An acceleration of 30 km/s²: half a metre in the first step from rest, against a wall 2 cm thick.
#[test]
fn what_is_pressed_on_a_thin_wall_stays_before_it() {
    for integrator in ALL {
        for apart in [0.0, 0.03, 0.2] {
            let mut build = space(integrator);
            wall(&mut build, [0.0, 0.0], [2.0, 0.02]);
            let shape = Shape::Disk(Disk { radius: 0.05 });
            let disk = add(&mut build, "disk", shape, Pose::new(0.0, 0.06 + apart, 0.0), 10.0);
            let push = Push {
                force: v2(0.0, -3e5),
                ..Push::default()
            };
            build.force(ForceKind::Push(push), &[centre(disk)]);
            let mut run = Simulation::new(&build.scene);
            for _ in 0..60 {
                run.step().unwrap();
                let y = position(&run, disk).y;
                assert!(y > 0.0595, "{integrator} {apart}: {y} at {}", run.state().time);
            }
            assert!(run.state().contact.penetration < 5e-4, "{integrator} {apart}");
        }
    }
}

/// The ends of a bar move at 60 m/s, and reach a block in the middle of a step.
#[test]
fn ends_of_a_bar_that_spins_fast_do_not_enter_a_block() {
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        let mut build = space(integrator);
        let shape = Shape::Bar(Bar {
            length: 1.0,
            width: 0.05,
        });
        build.scene.add(Part {
            mass: Mass::Given {
                mass: 1.0,
                inertia: 1.0 / 12.0,
            },
            omega: 120.0,
            ..Part::new("bar", shape, Pose::default())
        });
        block(&mut build, "block", v2(0.45, 0.35), 0.6, 0.2);
        block(&mut build, "other", v2(-0.4, -0.3), 0.3, 0.3);
        let mut run = Simulation::new(&build.scene);
        for _ in 0..120 {
            run.step().unwrap();
            let contact = &run.state().contact;
            assert!(
                contact.penetration < 1e-4,
                "{integrator}: {} at {}",
                contact.penetration,
                run.state().time
            );
        }
    }
}

/// A crank that turns at 1 rad/s into a wall, and an actuator that lowers a press on a block: drives without a largest force, by speed and by length. The
/// run stops when nothing gives way, before any force grows, and names drive and obstacle.
#[test]
fn a_drive_against_what_does_not_give_way_stops_by_name() {
    let crank = "parts: [(name: \"b\", shape: Bar(length: 1, width: 0.1), at: (0.5, 1)), \
                 (name: \"w\", shape: Box(width: 0.2, height: 0.2), at: (0.7, 1.5), fixed: true)], \
                 constraints: [(name: \"p\", kind: Pin(), a: (\"ground\", (0, 1)), b: (\"b\", (-0.5, 0))), \
                 (name: \"m\", kind: Motor(law: Speed, speed: 1), a: \"ground\", b: \"b\")]";
    let press = "parts: [(name: \"b\", shape: Box(width: 0.4, height: 0.4), at: (0, 0.2)), \
                 (name: \"p\", shape: Box(width: 0.6, height: 0.2), at: (0, 0.6))], \
                 constraints: [(name: \"s\", kind: Slider(axis: 1.5707963267948966), a: \"ground\", b: \"p\"), \
                 (name: \"m\", kind: Actuator(length: 1.4, rate: 0.2), a: (\"ground\", (0, 2)), b: \"p\")]";
    for (machine, against) in [(crank, "\"m\" against \"w\""), (press, "\"m\" against \"b\"")] {
        for integrator in ALL {
            let settings = format!("integrator: \"{integrator}\", contact: (floor: 0, friction: 0.5)");
            let text = format!("(version: 2, settings: ({settings}), {machine})");
            let scene = file::read(&text, "pressed").unwrap();
            let mut run = Simulation::new(&scene);
            let stop = loop {
                if let Err(stop) = run.step() {
                    break stop;
                }
                run.look();
                let work = run.state().work;
                assert!(work.drives.abs() < 1.0, "{integrator}: {} J", work.drives);
                assert!(run.state().time < 0.6, "{integrator}");
            };
            assert_eq!(stop.cause, Cause::Contradiction, "{integrator}: {}", stop.reason);
            assert_eq!(stop.whom(|id| scene.name(Some(id))).as_deref(), Some(against));
            // No setting lets a drive through.
            assert_eq!(stop.remedies(&scene.settings), [Remedy::Undo]);
            let fault = run
                .breach()
                .filter(|it| it.expected_of(&scene.settings).is_none());
            assert_eq!(fault, None, "{integrator}");
        }
    }
}
