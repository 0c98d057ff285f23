//! Layers, collision groups and materials.

use tinkertoy::bodies::{Balloon, Bar, Box, Leaf, Shape, WireBead};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Collides, Contact, Id, Integrator, Material, Part};

use crate::build::{Build, angle, centre, ground, position, run, v2};

fn touching(friction: f64) -> Build {
    let mut build = Build::default();
    build.scene.settings.integrator = Integrator::Impulse;
    build.scene.settings.dt = 1.0 / 480.0;
    build.scene.settings.contact = Some(Contact {
        floor: None,
        friction,
        restitution: 0.0,
        ..Contact::default()
    });
    build
}

fn block(build: &mut Build, name: &str, at: Vec2, width: f64, change: impl Fn(&mut Part)) -> Id {
    let shape = Shape::Box(Box { width, height: 0.2 });
    let mut part = Part::new(name, shape, Pose::new(at.x, at.y, 0.0));
    change(&mut part);
    build.scene.add(part)
}

/// Whether a block that falls onto a plank pinned to the ground at both ends is lying on it after a while.
fn is_caught(plank: impl Fn(&mut Part), falling: impl Fn(&mut Part), joined: bool) -> bool {
    let mut build = touching(0.3);
    let base = block(&mut build, "plank", Vec2::ZERO, 2.0, plank);
    for x in [-0.9, 0.9] {
        build.pin(ground(x, 0.0), Attach::part(base, v2(x, 0.0)));
    }
    let falls = block(&mut build, "falls", v2(0.0, 0.5), 0.2, falling);
    if joined {
        let third = block(&mut build, "third", v2(3.0, 0.5), 0.2, |_| {});
        build.rod(centre(base), centre(third));
        build.rod(centre(third), centre(falls));
    }
    let run = run(&build.scene, 0.6);
    let y = position(&run, falls).y;
    let caught = (y - 0.2).abs() < 1e-6;
    assert!(caught || y < 0.1, "{y}");
    caught
}

#[test]
fn parts_that_move_collide_on_the_same_layer_only() {
    let on = |layer: i32| move |part: &mut Part| part.layer = layer;
    assert!(is_caught(on(0), on(0), false));
    assert!(is_caught(on(-3), on(-3), false));
    assert!(!is_caught(on(0), on(1), false));
    // A fixed part is on all layers.
    assert!(is_caught(
        |part| {
            part.layer = 5;
            part.fixed = true;
        },
        on(1),
        false
    ));
}

#[test]
fn a_part_collides_with_its_own_machine_or_with_nothing_if_it_says_so() {
    let with = |what: Collides| move |part: &mut Part| part.collides = what;
    let usual = with(Collides::Others);
    assert!(!is_caught(usual, usual, true));
    assert!(is_caught(with(Collides::All), usual, true));
    assert!(is_caught(usual, with(Collides::All), true));
    assert!(!is_caught(with(Collides::Nothing), with(Collides::All), false));
}

/// Directly joined parts never collide, whatever their settings.
#[test]
fn what_is_joined_directly_does_not_collide() {
    let mut build = touching(0.3);
    let all = |part: &mut Part| part.collides = Collides::All;
    let base = block(&mut build, "base", Vec2::ZERO, 1.0, all);
    let over = block(&mut build, "over", v2(0.3, 0.1), 1.0, all);
    build.pin(ground(0.0, 0.0), centre(base));
    build.pin(Attach::part(base, v2(0.3, 0.1)), centre(over));
    let run = run(&build.scene, 0.2);
    assert!(run.state().contacts.is_empty());
}

/// A block slides on a fixed slope with the geometric mean of the friction coefficients, g (sin - mu cos), and sticks on rubber.
#[test]
fn the_material_of_both_parts_counts() {
    let (slope, g): (f64, f64) = (0.3, 9.81);
    let of = |name: &str| {
        let all = Material::PRESETS;
        all.into_iter().find(|(word, _)| *word == name).unwrap().1
    };
    for (one, other) in [("Ice", "Wood"), ("Ice", "Ice"), ("Rubber", "Rubber")] {
        let mut build = touching(0.0);
        build.scene.settings.gravity = g * v2(slope.sin(), -slope.cos());
        let _ = block(&mut build, "slope", Vec2::ZERO, 40.0, |part| {
            part.fixed = true;
            part.material = of(one);
        });
        let slides = block(&mut build, "slides", v2(0.0, 0.2), 0.4, |part| {
            part.material = of(other)
        });
        let run = run(&build.scene, 1.0);
        let mu = (of(one).friction.unwrap() * of(other).friction.unwrap()).sqrt();
        let along = (g * (slope.sin() - mu * slope.cos())).max(0.0);
        assert!(
            (run.state().v[0] - along).abs() < 1e-6 * g,
            "{one} on {other}: {} {along}",
            run.state().v[0]
        );
        assert!((position(&run, slides).y - 0.2).abs() < 1e-6);
    }
}

/// A wheel rolls and a block slides along a wall of many segments as on a single one: neither is thrown up or slowed at the joints.
#[test]
fn the_joints_of_a_wall_are_not_felt() {
    let points: Vec<Vec2> = (0..=40).map(|k| v2(-5.0 + 0.25 * f64::from(k), 0.0)).collect();
    let mut build = touching(0.5);
    let (wall, centre) = tinkertoy::bodies::Wall::about(&points, 0.1);
    let mut part = Part::new("wall", Shape::Wall(wall), Pose::new(centre.x, centre.y, 0.0));
    part.fixed = true;
    build.scene.add(part);
    let wheel = build.disk(-4.0, 0.25, 0.2, 1.0);
    build.set_velocity(wheel, v2(3.0, 0.0), -15.0);
    let slider = block(&mut build, "slider", v2(-4.5, 0.15), 0.3, |part| {
        part.material.friction = Some(0.0);
        part.velocity = v2(2.0, 0.0);
    });
    let run = run(&build.scene, 2.0);
    let t = run.state().time;
    for (id, speed, from, height) in [(wheel, 3.0, -4.0, 0.25), (slider, 2.0, -4.5, 0.15)] {
        let at = position(&run, id);
        assert!((at.x - from - speed * t).abs() < 1e-7, "{at}");
        assert!((at.y - height).abs() < 1e-7, "{at}");
    }
    assert!((run.state().v[2] + 15.0).abs() < 1e-7, "{:?}", run.state().v);
}

/// A bar leaning over the ridge of a bent wall touches the ridge; it is not taken to penetrate the slope below its shorter part.
#[test]
fn a_bar_leans_over_the_ridge_of_a_wall() {
    let points = [v2(-2.0, 0.0), v2(0.0, 0.0), v2(2.0, -0.6)];
    let mut build = touching(1.0);
    let (wall, centre) = tinkertoy::bodies::Wall::about(&points, 0.02);
    let mut part = Part::new("wall", Shape::Wall(wall), Pose::new(centre.x, centre.y, 0.0));
    part.fixed = true;
    build.scene.add(part);
    let shape = Shape::Bar(Bar {
        length: 1.2,
        width: 0.1,
    });
    let (lean, radius) = (-0.15, 0.05 + 0.01);
    let (sin, cos) = f64::sin_cos(lean);
    let middle = v2(-0.5 * cos - radius * sin, -0.5 * sin + radius * cos);
    build
        .scene
        .add(Part::new("bar", shape, Pose::new(middle.x, middle.y, lean)));
    let run = run(&build.scene, 0.2);
    let figures = run.state().contact;
    assert!(
        figures.points > 0 && figures.penetration_max < 1e-6,
        "{figures:?}"
    );
}

/// A box across a joint of a wall has a contact point on either side of it, at any small angle: its face is parallel to the face of neither segment.
#[test]
fn a_box_rests_across_the_joint_of_a_wall() {
    for lean in [1e-6_f64, -1e-6, 1e-3, -1e-3] {
        let points = [v2(-2.0, 0.0), v2(0.0, 0.0), v2(2.0, 0.0)];
        let mut build = touching(0.5);
        let (wall, centre) = tinkertoy::bodies::Wall::about(&points, 0.1);
        let mut part = Part::new("wall", Shape::Wall(wall), Pose::new(centre.x, centre.y, 0.0));
        part.fixed = true;
        build.scene.add(part);
        let rests = block(&mut build, "box", v2(0.0, 0.15 + 0.2 * lean.abs()), 0.4, |part| {
            part.pose.angle = lean;
        });
        // Its lower corner touches; the other one comes down at once, and not through the wall.
        let run = run(&build.scene, 0.25);
        let figures = run.state().contact;
        assert_eq!(run.state().control.unsolved_contacts, 0, "{lean}: {figures:?}");
        assert!(figures.penetration_max < 1e-6, "{lean}: {figures:?}");
        assert!(angle(&run, rests).abs() < 1e-9, "{lean}: {}", angle(&run, rests));
        for side in [-1.0, 1.0] {
            let points = run.state().contacts.iter();
            let force: f64 = points
                .filter(|it| it.at.x * side > 0.1)
                .map(|it| it.force[0])
                .sum();
            assert!(force > 0.0, "{lean}: nothing bears it at the side {side}");
        }
    }
}

/// Beads on wires and parts that change their shape touch nothing: they move as they do in a scene without contact, and the model names them.
#[test]
fn what_has_no_pieces_moves_as_without_contact() {
    for integrator in [
        Integrator::Impulse,
        Integrator::Rk4,
        Integrator::Dopri5,
        Integrator::SemiImplicitEuler,
    ] {
        for sleeping in [false, true] {
            let mut build = touching(0.3);
            build.scene.settings.integrator = integrator;
            let free = [
                ("bead", Shape::WireBead(WireBead::default())),
                ("balloon", Shape::Balloon(Balloon::default())),
                ("leaf", Shape::Leaf(Leaf::default())),
            ];
            let free = free.map(|(name, shape)| {
                let id = build.scene.add(Part::new(name, shape, Pose::new(0.0, 3.0, 0.0)));
                if name != "bead" {
                    build.pin(ground(0.0, 3.0), centre(id));
                }
                id
            });
            block(&mut build, "block", v2(0.0, 0.5), 0.2, |_| {});
            let mut without = build.scene.clone();
            without.settings.contact = None;
            build.scene.settings.contact = Some(Contact {
                floor: Some(0.0),
                sleeping,
                ..Contact::default()
            });
            let [with, without] = [&build.scene, &without].map(|scene| run(scene, 0.5));
            assert!(with.model().touching_nothing().eq(free));
            assert_eq!(without.model().touching_nothing().count(), 0);
            for id in free {
                let (one, other) = (position(&with, id), position(&without, id));
                // With contact, sub-steps of semi-implicit Euler are not taken by Runge-Kutta.
                assert!(one.distance(other) < 1e-5, "{integrator}: {one} {other}");
            }
        }
    }
}
