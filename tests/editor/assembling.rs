//! Parts joined by hand while apart: their motion is shown, joints that cannot close are named, undo restores the parts.

use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::{Action, Tool};
use tinkertoy::scene::{Attach, Constraint, Id};

use super::script::{Script, p, pendulum, two_disks};

#[test]
fn joined_parts_are_shown_on_their_way_and_arrive() {
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Constraint("pin"));
    script.drag(p(-1.0, 0.0), p(1.0, 0.0));
    let apart = |script: &Script| {
        let at = |name: &str| script.editor.pose(script.id(name)).unwrap().position;
        at("left").distance(at("right"))
    };
    assert!(script.drift() < 1e-9, "the scene has them together at once");
    script.editor.tick(1e-3);
    assert!(script.editor.is_animating());
    let mut before = apart(&script);
    assert!(before > 1.8, "{before}");
    for _ in 0..20 {
        script.editor.tick(0.02);
        let now = apart(&script);
        assert!(now < before);
        before = now;
    }
    script.editor.tick(1.0);
    assert!(apart(&script) < 1e-9);
    script.ctrl('Z');
    assert!((apart(&script) - 2.0).abs() < 1e-12);
}

#[test]
fn whatever_is_done_meanwhile_ends_the_way() {
    for end in [Action::PlayPause, Action::Undo, Action::ToggleGlide] {
        let mut script = Script::paused(two_disks());
        if end == Action::ToggleGlide {
            script.action(end);
        }
        script.tool(Tool::Constraint("pin"));
        script.drag(p(-1.0, 0.0), p(1.0, 0.0));
        script.editor.tick(0.05);
        if end != Action::ToggleGlide {
            script.action(end);
        }
        script.editor.tick(0.05);
        let at = |name: &str| script.editor.pose(script.id(name)).unwrap().position;
        let apart = at("left").distance(at("right"));
        let wanted = if end == Action::Undo { 2.0 } else { 0.0 };
        assert!((apart - wanted).abs() < 1e-3, "{end:?} {apart}");
    }
}

#[test]
fn a_join_that_cannot_be_met_shows_the_closest_pose_and_names_what_fights() {
    // A bar of one metre between two pins on the ground, two metres apart.
    let mut script = Script::paused(pendulum());
    let before: Vec<(Id, tinkertoy::scene::Item)> = script.items();
    script.tool(Tool::Constraint("pin"));
    script.drag(p(2.0, 0.0), p(1.0, 0.0));
    let notice = script.notice();
    assert!(notice.contains("cannot all be met"), "{notice}");
    assert!(notice.contains("\"pin\"") && notice.contains("Undo"), "{notice}");
    // The bar lies between the two, level.
    let part = script.part("bar");
    let x = part.pose.position.x;
    assert!(
        (0.6..1.4).contains(&x) && part.pose.angle.abs() < 1e-6,
        "{:?}",
        part.pose
    );
    let open = script.drift();
    assert!((0.2..0.8).contains(&open), "{open}");
    script.ctrl('Z');
    assert_eq!(script.items(), before);
}

#[test]
fn assemble_draws_together_what_is_apart_in_a_file() {
    for glide in [true, false] {
        let mut scene = two_disks();
        let [left, right] = ["left", "right"].map(|name| scene.find(name).unwrap());
        scene.add(Constraint {
            name: "open".to_owned(),
            ends: vec![Attach::part(left, p(0.0, 0.0)), Attach::part(right, p(0.0, 0.0))],
            kind: ConstraintKind::Pin(Pin::default()),
        });
        let mut script = Script::paused(scene);
        if !glide {
            script.action(Action::ToggleGlide);
        }
        assert!(script.drift() > 1.0);
        script.action(Action::Assemble);
        assert!(script.drift() < 1e-9);
        assert_eq!(script.editor.undo_label(), Some("Assemble"));
    }
}
