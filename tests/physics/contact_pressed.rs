//! Contact under extreme loads and speeds, within a single step: nothing passes through anything, and overlap is reported.

use tinkertoy::bodies::{Bar, Box, Disk, Shape};
use tinkertoy::forces::{ForceKind, Push};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Id, Integrator, Mass, Part};
use tinkertoy::sim::Simulation;

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
