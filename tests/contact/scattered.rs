//! Small heaps of parts of various shapes, by the integrators that locate events: every contact is
//! found in time, and every complementarity problem is solved.

use std::f64::consts::TAU;

use tinkertoy::bodies::{Bar, Box, Disk, Polygon, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Contact, Id, Integrator, Scene, Stabilisation};
use tinkertoy::sim::Simulation;

use crate::build::{Build, v2};
use crate::is_full;
use crate::scenes::Random;

/// Steps of a heap, and the largest overlap after any of them (m).
const STEPS: usize = 360;
const OVERLAP: f64 = 1e-5;

/// A scene with a floor at 0 and these coefficients of friction and restitution.
fn over_a_floor(friction: f64, restitution: f64) -> Build {
    let mut build = Build::default();
    build.scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        friction,
        restitution,
        ..Contact::default()
    });
    build
}

/// A triangle with its centre of mass at the origin.
fn triangle() -> Shape {
    let corners = vec![v2(-0.2, -0.2), v2(0.4, -0.2), v2(-0.2, 0.4)];
    Shape::Polygon(Polygon { corners })
}

fn thing(build: &mut Build, random: &mut Random, height: f64) -> Id {
    let (shape, square) = match random.below(4) {
        0 => (Shape::Disk(Disk { radius: 0.3 }), 0.045),
        1 => (
            Shape::Box(Box {
                width: 0.5,
                height: 0.4,
            }),
            0.034,
        ),
        2 => (
            Shape::Bar(Bar {
                length: 0.6,
                width: 0.1,
            }),
            0.035,
        ),
        _ => (triangle(), 0.03),
    };
    let mass = 0.2 * 25.0_f64.powf(random.share());
    let pose = Pose::new(random.between(-0.3, 0.3), height, random.between(0.0, TAU));
    let id = build.part(shape, pose, mass, square * mass);
    if random.chance(0.5) {
        let velocity = v2(random.between(-2.0, 2.0), random.between(-3.0, 1.0));
        build.set_velocity(id, velocity, 0.0);
    }
    id
}

fn heap(seed: u64) -> Scene {
    let mut random = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let friction = [0.0, 0.3, 0.8][random.below(3)];
    let restitution = [0.0, 0.0, 0.3, 0.7, 1.0][random.below(5)];
    let mut build = over_a_floor(friction, restitution);
    for k in 0..1 + random.below(6) {
        thing(&mut build, &mut random, 0.6 + 0.9 * k as f64);
    }
    build.scene
}

/// Runs this many steps, and checks that contacts are solved, nothing overlaps and no breach is reported.
fn is_solved_throughout(scene: &Scene, steps: usize, what: &str) -> Simulation {
    let mut run = Simulation::new(scene);
    for _ in 0..steps {
        run.step().unwrap_or_else(|stop| panic!("{what}: {stop:?}"));
    }
    let state = run.state();
    let told = format!("{what}: {:?}, {:?}", state.contact, run.breach());
    assert_eq!(state.control.unsolved_contacts, 0, "{told}");
    assert!(state.contact.penetration_max < OVERLAP, "{told}");
    assert!(run.breach().is_none(), "{told}");
    run
}

#[test]
fn heaps_of_odd_parts_are_solved_throughout() {
    for seed in 0..if is_full() { 500 } else { 40 } {
        let mut scene = heap(seed);
        for integrator in [Integrator::Rk4, Integrator::Dopri5] {
            scene.settings.integrator = integrator;
            scene.settings.stabilisation = match seed % 2 {
                0 => Stabilisation::Baumgarte,
                _ => Stabilisation::Projection,
            };
            is_solved_throughout(&scene, STEPS, &format!("heap {seed}, {integrator}"));
        }
    }
}

/// The end of a rotating bar meets the end of another one: for a while it lies on the line of that bar, beyond its end.
#[test]
fn bars_that_meet_at_their_ends_do_not_pass() {
    let mut build = over_a_floor(0.8, 1.0);
    build.scene.settings.gravity = v2(0.0, 0.0);
    let shape = || {
        Shape::Bar(Bar {
            length: 0.6,
            width: 0.1,
        })
    };
    let a = build.part(shape(), Pose::new(0.623, 1.27, 0.801), 0.4, 0.0146);
    build.set_velocity(a, v2(2.08, 1.65), -12.8);
    let b = build.part(shape(), Pose::new(0.0485, 1.1736, -0.081), 0.226, 0.0079);
    build.set_velocity(b, v2(-0.28, -6.46), 0.0);
    let run = is_solved_throughout(&build.scene, 10, "two bars");
    assert!(run.state().control.hits > 0, "they have met");
}

/// A wheel rests on a sliding tall box. On its leading corner the box would tip under the wheel the faster the harder the wheel pushes, and no forces
/// satisfy both contacts (a jam). An impulse removes most of the velocity, the same by accelerations and events as by an impulse step.
#[test]
fn a_box_that_jams_under_a_wheel_is_stopped_by_an_impulse() {
    let [by_rk4, by_dopri5, by_impulse] =
        [Integrator::Rk4, Integrator::Dopri5, Integrator::Impulse].map(|integrator| {
            let mut build = over_a_floor(0.8, 0.3);
            build.scene.settings.integrator = integrator;
            let shape = Shape::Box(Box {
                width: 0.4,
                height: 0.5,
            });
            let tall = build.part(shape, Pose::new(0.0, 0.25, 0.0), 0.6, 0.0205);
            let wheel = build.disk(-0.035, 0.8, 0.3, 2.4);
            for id in [tall, wheel] {
                build.set_velocity(id, v2(-0.3, 0.0), 0.0);
            }
            let run = is_solved_throughout(&build.scene, 2, &format!("jam, {integrator}"));
            let jams = u64::from(integrator != Integrator::Impulse);
            assert_eq!(run.state().contact.jams, jams, "{integrator}");
            let body = &run.model().bodies[run.model().body(tall).unwrap()];
            run.state().v[body.offset]
        });
    assert!((by_rk4 - by_dopri5).abs() < 1e-7, "{by_rk4} and {by_dopri5} m/s");
    // Impulse stepping is of first order.
    assert!(
        (by_rk4 - by_impulse).abs() < 1e-3,
        "{by_rk4} and {by_impulse} m/s"
    );
    assert!(by_rk4.abs() < 0.1, "still at {by_rk4} m/s");
}

/// A triangle slides on one corner and bounces on the other with decreasing height, until it slides on both.
#[test]
fn what_bounces_beside_a_sliding_corner_comes_to_rest_on_it() {
    let mut build = over_a_floor(0.3, 0.7);
    let id = build.part(triangle(), Pose::new(0.0, 0.15, 3.94), 0.3, 0.009);
    build.set_velocity(id, v2(5.0, 0.0), 0.0);
    let run = is_solved_throughout(&build.scene, 288, "triangle");
    assert_eq!(run.state().closed.len(), 2, "it slides on both");
}

/// A box rocking from corner to corner beneath disks bounces with decreasing height on each corner. A bounce too short to follow is suppressed: its
/// velocity must not pass to the next impact of the other corner, without end.
#[test]
fn what_rocks_beneath_others_comes_to_rest() {
    let mut build = over_a_floor(0.6, 0.3);
    let disk = Shape::Disk(Disk { radius: 0.15 });
    let slab = Shape::Box(Box {
        width: 0.3,
        height: 0.2,
    });
    for (shape, [x, y, angle], mass, [vx, vy]) in [
        (disk.clone(), [0.384, 0.4, 0.383], 0.128, [-1.667, -1.361]),
        (disk, [0.439, 0.9, 0.865], 0.788, [-0.336, -0.408]),
        (slab.clone(), [-0.0213, 1.4, -2.1235], 3.997, [-1.94, -0.999]),
        (slab, [-0.5355, 1.9, 1.639], 1.534, [-0.819, -1.443]),
    ] {
        let square = if matches!(shape, Shape::Disk(_)) {
            0.01125
        } else {
            0.0108
        };
        let id = build.part(shape, Pose::new(x, y, angle), mass, square * mass);
        build.set_velocity(id, v2(vx, vy), 0.0);
    }
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        build.scene.settings.integrator = integrator;
        let run = is_solved_throughout(&build.scene, STEPS, &format!("{integrator}"));
        let hits = run.state().control.hits;
        assert!(hits < 400, "{integrator}: {hits} hits");
    }
}
