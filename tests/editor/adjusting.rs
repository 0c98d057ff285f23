//! Changing the parameters and ends of existing items: the machine follows.

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Intent, Tool};
use tinkertoy::forces::ForceKind;
use tinkertoy::math::Pose;
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Constraint};

use super::script::{Script, p, pendulum, two_disks};

fn set(script: &mut Script, name: &str, key: &str, value: f64) {
    let ids = vec![script.id(name)];
    script.intent(Intent::SetParameter {
        ids,
        key: key.to_owned(),
        value,
        done: true,
    });
}

#[test]
fn what_is_in_the_hole_of_a_part_goes_with_the_hole() {
    let mut script = Script::paused(pendulum());
    set(&mut script, "bar", "length", 2.0);
    assert_eq!(script.constraint("hinge").ends[1].at, p(-1.0, 0.0));
    assert_eq!(script.constraint("hold").ends[0].at, p(1.0, 0.0));
    assert!(script.drift() < 1e-9);
    assert_eq!(script.editor.undo_label(), Some("Change length"));
    script.ctrl('Z');
    assert_eq!(script.items(), Script::paused(pendulum()).items());
}

#[test]
fn at_the_start_the_machine_follows_a_longer_rod() {
    let mut script = Script::paused(two_disks());
    script.letter('I');
    script.drag(p(-1.0, 0.0), p(1.0, 0.0));
    set(&mut script, "rod", "length", 3.0);
    assert!(script.drift() < 1e-9);
    let (a, b) = (
        script.part("left").pose.position,
        script.part("right").pose.position,
    );
    assert!((a.distance(b) - 3.0).abs() < 1e-9);
}

#[test]
fn a_part_set_somewhere_is_followed_by_the_others() {
    let mut script = Script::paused(pendulum());
    let id = script.id("bob");
    script.intent(Intent::SetPose {
        id,
        pose: Pose::new(0.6, -0.8, 0.0),
        done: true,
    });
    assert!(script.drift() < 1e-9);
    assert_eq!(script.part("bob").pose.position, p(0.6, -0.8));
}

#[test]
fn the_end_of_a_selected_joint_is_dragged_elsewhere() {
    let mut script = Script::paused(two_disks());
    script.letter('I');
    script.drag(p(-1.0, 0.0), p(1.0, 0.0));
    script.key(Key::Escape);
    script.click(p(0.0, 0.0));
    assert_eq!(script.selected(), ["rod"]);
    assert_eq!(script.editor.feedback().handles.len(), 2);
    script.press(p(1.0, 0.0));
    script.drag_on(p(0.5, 1.0));
    let shown = script.editor.shown_scene();
    let held = shown.constraint(script.id("rod")).unwrap().ends[1];
    assert_eq!(held.part, None);
    for at in [held.at, script.editor.feedback().handles[1]] {
        assert!(at.distance(p(0.5, 1.0)) < 1e-9, "it is seen at the hand alone");
    }
    assert!(script.editor.feedback().ghost.glyphs.is_empty());
    assert_eq!(script.halo(), "attach to the ground");
    script.release();
    let rod = script.constraint("rod");
    assert_eq!(rod.ends[1].part, None);
    let ConstraintKind::Distance(fitted) = rod.kind else {
        panic!()
    };
    assert!((fitted.length - 1.5f64.hypot(1.0)).abs() < 1e-9);
    assert!(script.drift() < 1e-9);
    script.ctrl('Z');
    assert_eq!(script.constraint("rod").ends[1].part, Some(script.id("right")));
}

/// In a run the machine keeps its pose until the dragged pin is dropped.
#[test]
fn a_pin_that_is_dragged_in_a_run_is_at_the_pointer() {
    let mut script = Script::paused(pendulum());
    for _ in 0..10 {
        script.action(Action::StepForward);
    }
    script.click(p(0.0, 0.0));
    script.press(p(0.0, 0.0));
    script.drag_on(p(0.0, 0.5));
    let shown = script.editor.shown_scene();
    let hinge = shown.constraint(script.id("hinge")).unwrap();
    for end in &hinge.ends {
        let pose = end.part.map(|part| script.now(script.scene().name(Some(part))));
        let at = pose.map_or(end.at, |pose| pose.point(end.at));
        assert!(
            at.distance(p(0.0, 0.5)) < 1e-6,
            "it is drawn between its ends: {at}"
        );
    }
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.editor.shown_scene(), script.scene());
}

#[test]
fn the_anchor_of_a_hinge_is_dragged_and_the_machine_follows() {
    let mut script = Script::paused(pendulum());
    script.click(p(0.0, 0.0));
    script.press(p(0.0, 0.0));
    script.drag_on(p(0.0, 0.5));
    let shown = script.editor.shown_scene();
    let hinge = shown.constraint(script.id("hinge")).unwrap();
    assert!(
        hinge.ends[0].at.distance(p(0.0, 0.5)) < 1e-9,
        "the pin is seen at the hand alone"
    );
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.editor.shown_scene(), script.scene());
    script.drag(p(0.0, 0.0), p(0.0, 0.5));
    assert!(script.constraint("hinge").ends[0].at.distance(p(0.0, 0.5)) < 1e-9);
    assert!(script.drift() < 1e-9);
    script.ctrl('Z');
    assert_eq!(script.items(), Script::paused(pendulum()).items());
}

#[test]
fn a_force_is_aimed_by_the_drag() {
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Force("push"));
    script.drag(p(1.0, 0.0), p(1.0, -0.5));
    let id = script.id("push");
    let item = script.scene().item(id).unwrap().clone();
    let ForceKind::Push(push) = &item.as_force().unwrap().kind else {
        panic!()
    };
    assert!(push.force.x.abs() < 1e-9 && push.force.y < 0.0, "{}", push.force);
    // The arrow of the force ends where it was dragged to.
    let kind = &item.as_force().unwrap().kind;
    let ends = [script.editor.ports(item.attachments()[0])];
    let tinkertoy::constraints::Glyph::Arrow { to, .. } = kind.glyph(&ends)[0] else {
        panic!()
    };
    assert!(to.distance(p(1.0, -0.5)) < 1e-9);
}

#[test]
fn a_motor_by_angle_made_or_changed_in_the_run_does_not_jump() {
    let mut scene = pendulum();
    scene.settings.gravity = p(0.0, 0.0);
    let bar = scene.find("bar").unwrap();
    scene.add(Constraint {
        name: "drive".to_owned(),
        ends: vec![Attach::ground(p(0.0, 0.0)), Attach::part(bar, p(-0.5, 0.0))],
        kind: ConstraintKind::Motor(Motor {
            law: MotorLaw::Angle,
            ..Motor::default()
        }),
    });
    let mut script = Script::running(scene);
    script.run(200);
    set(&mut script, "drive", "speed", 1.0);
    assert!(script.drift() < 1e-7, "{}", script.drift());
    script.run(50);
    assert!(script.drift() < 1e-6);
    script.letter('R');
    assert!(script.drift() < 1e-9);
    assert_eq!(
        script.editor.undo_label(),
        Some("Change speed"),
        "nothing to assemble"
    );
}

#[test]
fn a_slider_of_a_kind_is_in_its_range_at_both_ends() {
    // Both ends of each range are accepted, and values beyond are refused with a message.
    let shape = Shape::Bar(Bar::default());
    for parameter in shape.parameters() {
        let mut script = Script::paused(pendulum());
        for value in [parameter.min, parameter.max] {
            set(&mut script, "bar", parameter.key, value);
            let found = script.part("bar").shape.parameters();
            assert_eq!(
                found.iter().find(|it| it.key == parameter.key).unwrap().value,
                value
            );
        }
        set(&mut script, "bar", parameter.key, 2.0 * parameter.max);
        assert!(
            script.notice().contains("give a number from"),
            "{}",
            script.notice()
        );
    }
}
