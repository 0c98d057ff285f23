//! Joining a rack and a wheel that are far apart along the rack.

use tinkertoy::bodies::{self, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin, Side, Slider};
use tinkertoy::editor::Action;
use tinkertoy::editor::event::Key;
use tinkertoy::math::Pose;
use tinkertoy::scene::{Attach, Constraint, Part, Scene};

use super::script::{Script, p, text, undo_law};

/// A wheel on the left, and a long box far to the right of it and lower.
fn wheel_and_box() -> Scene {
    let mut scene = Scene::default();
    let wheel = Shape::Disk(Disk { radius: 0.4 });
    scene.add(Part::new("wheel", wheel, Pose::new(-1.5, 0.4, 0.0)));
    let rack = Shape::Box(bodies::Box {
        width: 1.6,
        height: 0.2,
    });
    scene.add(Part::new("box", rack, Pose::new(1.5, -0.6, 0.0)));
    scene
}

fn join(script: &mut Script) {
    script.letter('K');
    script.drag(p(1.5, -0.6), p(-1.5, 0.4));
}

/// Position of the wheel relative to the joint's place on the rack, along and across the rack (m).
fn foot(script: &Script) -> (f64, f64) {
    let (wheel, rack) = (script.part("wheel").pose, script.part("box").pose);
    let d = rack.local_point(wheel.position) - script.constraint("rack").ends[0].at;
    (d.x, d.y)
}

#[test]
fn a_loose_wheel_far_beyond_its_rack_is_brought_onto_its_teeth() {
    let mut script = Script::paused(wheel_and_box());
    let first = text(&script);
    join(&mut script);
    let (along, height) = foot(&script);
    assert!(along.abs() <= 0.8, "on the toothed length: {along}");
    assert!((height - 0.4).abs() < 1e-9, "{height}");
    assert_eq!(script.part("box").pose, Pose::new(1.5, -0.6, 0.0), "it stays");
    let ConstraintKind::RackAndPinion(rack) = script.constraint("rack").kind else {
        panic!()
    };
    assert!(rack.side == Side::Left && (rack.radius - 0.4).abs() < 1e-12);
    assert!(rack.offset.abs() < 0.8, "{}", rack.offset);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    undo_law(&mut script, &first);
}

#[test]
fn a_rack_comes_to_a_wheel_on_its_axle_without_turning() {
    let mut script = Script::paused(wheel_and_box());
    let first = text(&script);
    script.letter('J');
    script.click(p(-1.5, 0.4));
    join(&mut script);
    let (along, height) = foot(&script);
    assert!(
        along.abs() <= 0.8 && (height - 0.4).abs() < 1e-9,
        "{along} {height}"
    );
    assert_eq!(script.part("wheel").pose.position, p(-1.5, 0.4));
    assert_eq!(script.part("box").pose.angle, 0.0);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    undo_law(&mut script, &first);
}

#[test]
fn a_rack_on_a_rail_slides_under_its_wheel() {
    let mut scene = wheel_and_box();
    let rack = scene.find("box").unwrap();
    let wheel = scene.find("wheel").unwrap();
    // At the height at which the box, held by its centre, meshes with the wheel.
    for (name, kind, at, part) in [
        ("axle", ConstraintKind::Pin(Pin {}), p(-1.5, -0.2), wheel),
        (
            "rail",
            ConstraintKind::Slider(Slider::default()),
            p(1.5, -0.6),
            rack,
        ),
    ] {
        let ends = vec![Attach::ground(at), Attach::part(part, p(0.0, 0.0))];
        let name = name.to_owned();
        scene.add(Constraint { name, ends, kind });
    }
    let mut script = Script::paused(scene);
    script.action(Action::Assemble);
    script.letter('K');
    script.drag(p(1.5, -0.6), p(-1.5, -0.2));
    let (along, height) = foot(&script);
    assert!(
        along.abs() <= 0.8 && (height - 0.4).abs() < 1e-9,
        "{along} {height}"
    );
    assert!((script.part("box").pose.position.y + 0.6).abs() < 1e-9);
    assert!(script.drift() < 1e-9, "{}", script.drift());
}

#[test]
fn a_rack_and_a_wheel_that_are_both_held_apart_are_refused_with_a_sentence() {
    let mut script = Script::paused(wheel_and_box());
    script.letter('J');
    script.click(p(-1.5, 0.4));
    script.intent(tinkertoy::editor::Intent::SetFixed {
        ids: vec![script.id("box")],
        fixed: true,
    });
    let before = script.items();
    join(&mut script);
    assert_eq!(script.items(), before);
    let said = script.notice();
    assert!(
        said.contains("\"wheel\" is 2.200 m beyond the end of \"box\""),
        "{said}"
    );
}

#[test]
fn in_a_run_a_wheel_beyond_its_rack_is_refused_with_a_sentence() {
    let mut scene = wheel_and_box();
    scene.settings.gravity = p(0.0, 0.0);
    let mut script = Script::running(scene);
    script.run(3);
    script.key(Key::Space);
    let before = script.items();
    join(&mut script);
    assert_eq!(script.items(), before);
    assert!(
        script.notice().contains("go back to the start"),
        "{}",
        script.notice()
    );
}
