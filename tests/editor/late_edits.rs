//! Editing while the machine runs, or after it has run.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, How, Intent, Tool};
use tinkertoy::math::Pose;
use tinkertoy::scene::Part;

use super::script::{Script, four_bar, p, pendulum};

/// A pendulum that has swung for a while, paused.
fn swung() -> Script {
    let mut script = Script::running(pendulum());
    script.run(60);
    script.letter('P');
    script
}

/// Scrubbing to a time when the machine was a different one is reported, with the parts missing then.
#[test]
fn a_past_without_a_part_that_undo_brought_back_is_told() {
    let mut script = swung();
    let bob = script.id("bob");
    script.intent(Intent::Select {
        ids: vec![bob],
        how: How::Replace,
    });
    script.key(Key::Delete);
    script.letter('P');
    script.run(60);
    let without = script.engine.run().state().time;
    script.letter('P');
    script.action(Action::Undo);
    script.letter('P');
    script.run(30);
    script.letter('P');
    let seen = |script: &Script| {
        let snapshot = script.editor.snapshot().unwrap();
        (snapshot.other_machine, script.editor.absent_parts())
    };
    let (other, absent) = seen(&script);
    assert!(!other && absent.is_empty());
    script.intent(Intent::Scrub(without - 0.05));
    let (other, absent) = seen(&script);
    assert!(other && absent.into_iter().eq([bob]));
    // Before the deletion it is the same machine.
    script.intent(Intent::Scrub(0.05));
    let (other, absent) = seen(&script);
    assert!(!other && absent.is_empty());
}

#[test]
fn a_new_part_appears_where_it_was_drawn_in_the_run() {
    let mut script = swung();
    let time = script.engine.run().state().time;
    script.tool(Tool::Part("disk"));
    script.drag(p(-1.0, 1.0), p(-1.0, 1.3));
    assert!(script.now("disk").position.distance(p(-1.0, 1.0)) < 1e-9);
    assert!(script.part("disk").pose.position.distance(p(-1.0, 1.0)) < 1e-9);
    assert_eq!(script.engine.run().state().time, time, "the run goes on");
}

#[test]
fn a_part_pinned_in_the_run_is_built_where_its_partner_was() {
    let mut script = swung();
    let bar = script.now("bar");
    let hole = bar.point(p(0.0, 0.0));
    script.tool(Tool::Part("disk"));
    script.drag(hole, hole + p(0.0, 0.4));
    assert!(script.now("disk").position.distance(hole) < 1e-9);
    assert!(script.part("disk").pose.position.distance(p(0.5, 0.0)) < 1e-9);
    assert!((script.part("disk").pose.angle + bar.angle).abs() < 1e-9);
    script.letter('R');
    assert!(script.drift() < 1e-9);
}

#[test]
fn a_rod_hung_on_in_the_run_fits_at_the_start_too() {
    let mut script = swung();
    let bob = script.now("bob").position;
    script.letter('I');
    script.drag(bob, bob + p(0.3, -0.4));
    assert!(script.now("particle").position.distance(bob + p(0.3, -0.4)) < 1e-9);
    script.letter('R');
    assert!(script.drift() < 1e-9);
}

#[test]
fn a_loose_part_joined_later_is_built_where_it_is_joined() {
    let mut script = swung();
    let bob = script.now("bob").position;
    script.letter('C');
    script.drag(bob + p(0.5, 0.5), bob + p(0.5, 0.7));
    script.letter('I');
    script.drag(bob, bob + p(0.5, 0.5));
    let built = script.part("disk").pose.position;
    assert!((built.distance(p(1.0, 0.0)) - 0.5f64.hypot(0.5)).abs() < 1e-9);
    script.letter('R');
    assert!(script.drift() < 1e-9);
}

#[test]
fn reset_draws_together_what_was_joined_in_the_run() {
    let mut scene = pendulum();
    scene.add(Part::new(
        "disk",
        Shape::Disk(Disk { radius: 0.2 }),
        Pose::new(0.0, 2.0, 0.0),
    ));
    scene.settings.gravity = p(0.0, 0.0);
    let mut script = Script::paused(scene);
    // The disk has a rod, so that it cannot be moved to the pin at the start.
    script.letter('I');
    script.held = tinkertoy::editor::event::Modifiers::CTRL;
    script.drag(p(0.0, 2.0), p(0.0, 1.0));
    script.held = tinkertoy::editor::event::Modifiers::NONE;
    script.key(Key::Escape);
    script.key(Key::Right);
    let disk = script.now("disk").position;
    script.drag(disk, p(0.8, 1.6));
    script.letter('J');
    let (disk, bob) = (script.now("disk").position, script.now("bob").position);
    script.drag(bob, disk);
    script.letter('R');
    assert!(script.drift() < 1e-9, "{} {}", script.drift(), script.notice());
    assert_eq!(script.editor.undo_label(), Some("Assemble"));
}

#[test]
fn what_cannot_be_met_at_the_start_is_named() {
    let mut script = swung();
    let bob = script.now("bob").position;
    // A rod from the bob to the ground, too short for the place where the bob was built.
    script.letter('I');
    script.held = tinkertoy::editor::event::Modifiers::CTRL;
    script.drag(bob, bob - p(0.0, 0.3));
    script.held = tinkertoy::editor::event::Modifiers::NONE;
    script.letter('R');
    // Either the start can be assembled, or a notice names the open joint.
    let (drift, notice) = (script.drift(), script.notice());
    assert!(
        drift < 1e-9 || notice.contains("cannot be met"),
        "{drift} {notice}"
    );
}

#[test]
fn a_part_deleted_in_the_run_comes_back_where_it_was_joined() {
    let mut script = swung();
    script.key(Key::Space);
    script.run(5);
    let id = script.id("bob");
    script.intent(Intent::Select {
        ids: vec![id],
        how: tinkertoy::editor::How::Replace,
    });
    script.key(Key::Delete);
    assert!(script.scene().find("bob").is_none() && script.scene().find("hold").is_none());
    script.run(5);
    script.ctrl('Z');
    let end = script.now("bar").point(p(0.5, 0.0));
    assert!(script.now("bob").position.distance(end) < 1e-9);
    assert!(script.engine.playing(), "undo does not stop the run");
    script.run(60);
    assert!(script.drift() < 1e-4);
}

/// A free part deleted in the run returns to its place at the deletion, not to where it was built.
#[test]
fn a_free_part_deleted_in_the_run_comes_back_where_it_was() {
    let mut scene = pendulum();
    let disk = Shape::Disk(Disk { radius: 0.2 });
    scene.add(Part::new("stone", disk, Pose::new(3.0, 2.0, 0.0)));
    let mut script = Script::running(scene);
    script.run(60);
    script.letter('P');
    let fallen = script.now("stone");
    assert!(fallen.position.y < 1.9);
    script.intent(Intent::Select {
        ids: vec![script.id("stone")],
        how: tinkertoy::editor::How::Replace,
    });
    script.key(Key::Delete);
    script.ctrl('Z');
    assert!(script.now("stone").position.distance(fallen.position) < 1e-9);
}

#[test]
fn a_parameter_changed_in_the_run_does_not_reset_it() {
    let mut script = swung();
    let now = script.now("bar");
    let bar = script.id("bar");
    script.intent(Intent::SetMass {
        ids: vec![bar],
        mass: tinkertoy::scene::Mass::Density(7.0),
        done: true,
    });
    assert_eq!(script.now("bar"), now);
    script.action(Action::Undo);
    assert_eq!(script.now("bar"), now);
}

#[test]
fn a_part_fixed_in_the_run_stays_where_it_is() {
    let mut script = swung();
    let now = script.now("bar");
    let bar = script.id("bar");
    script.intent(Intent::SetFixed {
        ids: vec![bar],
        fixed: true,
    });
    assert_eq!(script.now("bar"), now);
    script.action(Action::Undo);
    assert_eq!(script.now("bar"), now);
    assert_eq!(script.part("bar").pose.position, p(0.5, 0.0));
}

#[test]
fn parts_out_of_view_for_good_are_marked_and_brought_back() {
    let mut scene = pendulum();
    scene.add(Part::new(
        "stone",
        Shape::Disk(Disk { radius: 0.2 }),
        Pose::new(-1.0, 0.0, 0.0),
    ));
    let mut script = Script::running(scene);
    script.run(400);
    assert!(script.editor.markers().is_empty(), "not at once");
    script.editor.tick(0.6);
    script.editor.tick(0.6);
    let markers = script.editor.markers();
    assert_eq!(markers.len(), 1);
    assert_eq!(markers[0].id, script.id("stone"));
    assert!(markers[0].direction.y > 0.9, "down the screen");
    let (_, corner) = script.editor.view().canvas();
    assert!(markers[0].at.y < corner.y && markers[0].at.y > 0.5 * corner.y);
    let bar = script.now("bar");
    script.intent(Intent::BringBack(markers[0].id));
    assert!(script.now("stone").position.distance(p(-1.0, 0.0)) < 1e-9);
    assert_eq!(script.now("bar"), bar, "the rest goes on");
    script.run(10);
    assert!(
        script.now("stone").position.distance(p(-1.0, 0.0)) < 0.05,
        "at rest, not still falling"
    );
    script.editor.tick(0.6);
    assert!(script.editor.markers().is_empty());
}

#[test]
fn what_undo_brings_back_meets_the_machine_where_it_stands_in_its_branch() {
    for (name, steps) in [("coupler", 5), ("coupler", 60), ("elbow", 40), ("rocker", 60)] {
        let mut script = Script::running(four_bar(0.4));
        script.run(90);
        assert!(script.drift() < 1e-6);
        let folded = |script: &Script| {
            let (link, arm) = (script.now("coupler"), script.now("rocker"));
            let (b, c) = (link.point(p(-0.55, 0.0)), link.point(p(0.55, 0.0)));
            (c - b).perp_dot(arm.point(p(-0.45, 0.0)) - b) > 0.0
        };
        let before = folded(&script);
        script.intent(Intent::Select {
            ids: vec![script.id(name)],
            how: tinkertoy::editor::How::Replace,
        });
        script.key(Key::Delete);
        script.run(steps);
        script.ctrl('Z');
        assert!(script.drift() < 1e-6, "{name} after {steps}: {}", script.drift());
        assert_eq!(folded(&script), before, "{name} after {steps}: folded over");
        script.run(30);
        assert!(script.drift() < 1e-4, "{name} after {steps}: {}", script.drift());
    }
}
