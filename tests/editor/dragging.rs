//! Dragging with the select tool: while running, paused at the start, and paused later.

use std::sync::Arc;

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Action, Effect, How, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene};
use tinkertoy::sim::Simulation;

use super::script::{Script, p, pendulum, two_disks};

#[test]
fn a_running_part_follows_the_hand_on_a_spring() {
    let mut scene = two_disks();
    scene.settings.gravity = Vec2::ZERO;
    let mut script = Script::running(scene);
    script.run(3);
    script.press(p(1.0, 0.0));
    script.drag_on(p(1.5, 1.0));
    let (held, hand) = script.editor.feedback().grab.unwrap();
    assert!(held.distance(p(1.0, 0.0)) < 1e-6 && hand.distance(p(1.5, 1.0)) < 1e-9);
    script.run(240);
    assert!(script.now("right").position.distance(p(1.5, 1.0)) < 0.01);
    script.release();
    assert!(script.editor.feedback().grab.is_none());
    assert!(script.engine.run().hand().is_none());
    assert_eq!(script.editor.undo_label(), None, "a running drag is no edit");
    assert!(script.editor.selection().is_empty());
}

#[test]
fn at_the_start_a_drag_is_one_edit_and_the_joints_hold() {
    let mut script = Script::paused(pendulum());
    let before = script.items();
    script.drag(p(1.0, 0.0), p(0.0, -1.0));
    assert!(script.part("bob").pose.position.distance(p(0.0, -1.0)) < 1e-3);
    assert!(script.drift() < 1e-9);
    assert!(script.editor.at_start());
    assert_eq!(script.editor.undo_label(), Some("Move bob"));
    script.ctrl('Z');
    assert_eq!(script.items(), before);
    assert_eq!(script.editor.undo_label(), None);
    script.ctrl('Y');
    assert!(script.part("bob").pose.position.distance(p(0.0, -1.0)) < 1e-3);
}

#[test]
fn later_a_drag_poses_the_run_and_not_the_scene() {
    let mut script = Script::running(pendulum());
    script.run(20);
    script.key(Key::Space);
    assert!(!script.editor.playing());
    let built = script.items();
    let bob = script.now("bob").position;
    script.drag(bob, p(0.0, 1.0));
    assert!(script.now("bob").position.distance(p(0.0, 1.0)) < 1e-3);
    assert_eq!(script.items(), built);
    assert!(script.drift() < 1e-9);
    script.letter('R');
    assert_eq!(script.now("bob").position, p(1.0, 0.0));
}

#[test]
fn keeping_the_pose_of_the_run_is_one_edit() {
    let mut script = Script::running(pendulum());
    script.run(60);
    script.letter('P');
    let bob = script.now("bob");
    script.action(Action::KeepPose);
    assert!(script.part("bob").pose.position.distance(bob.position) < 1e-12);
    assert!(script.editor.at_start());
    script.ctrl('Z');
    assert_eq!(script.part("bob").pose.position, p(1.0, 0.0));
}

#[test]
fn a_motor_by_angle_starts_from_where_it_was_turned() {
    let mut scene = pendulum();
    let bar = scene.find("bar").unwrap();
    scene.add(Constraint {
        name: "drive".to_owned(),
        ends: vec![Attach::ground(p(0.0, 0.0)), Attach::part(bar, p(-0.5, 0.0))],
        kind: ConstraintKind::Motor(Motor {
            law: MotorLaw::Angle,
            ..Motor::default()
        }),
    });
    let mut script = Script::paused(scene);
    script.drag(p(1.0, 0.0), p(0.0, 1.0));
    let ConstraintKind::Motor(motor) = script.constraint("drive").kind else {
        panic!()
    };
    assert!((motor.angle - std::f64::consts::FRAC_PI_2).abs() < 2e-3);
    assert!(script.drift() < 1e-9);
    script.key(Key::Space);
    script.run(24);
    assert!(script.drift() < 1e-6);
}

#[test]
fn escape_puts_everything_back() {
    let mut script = Script::paused(pendulum());
    let before = script.items();
    script.press(p(1.0, 0.0));
    script.drag_on(p(0.0, -1.0));
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.items(), before);
    assert_eq!(script.now("bob").position, p(1.0, 0.0));
    // The same in a run.
    script.key(Key::Right);
    let now = script.now("bob");
    script.press(now.position);
    script.drag_on(p(0.0, -1.0));
    script.key(Key::Escape);
    script.release();
    assert!(script.now("bob").position.distance(now.position) < 1e-12);
}

#[test]
fn a_selection_moves_as_one_with_its_anchors() {
    let mut script = Script::paused(pendulum());
    script.ctrl('A');
    script.drag(p(0.5, 0.0), p(0.5, 1.0));
    assert!(script.part("bar").pose.position.distance(p(0.5, 1.0)) < 1e-9);
    assert!(script.part("bob").pose.position.distance(p(1.0, 1.0)) < 1e-9);
    assert!(script.constraint("hinge").ends[0].at.distance(p(0.0, 1.0)) < 1e-9);
    assert!(script.drift() < 1e-9);
    assert_eq!(script.editor.undo_label(), Some("Move 2 parts"));
    script.ctrl('Z');
    assert_eq!(script.constraint("hinge").ends[0].at, p(0.0, 0.0));
}

#[test]
fn what_is_moved_is_followed_by_what_is_joined_to_it() {
    let mut script = Script::paused(pendulum());
    let bar = script.id("bar");
    script.intent(Intent::SetFixed {
        ids: vec![bar],
        fixed: true,
    });
    script.action(Action::Undo);
    script.click(p(0.3, 0.0));
    script.key(Key::Up);
    assert!(
        script.drift() < 1e-9,
        "a nudge keeps the joints closed: {}",
        script.drift()
    );
}

#[test]
fn a_selection_is_turned_by_its_handle() {
    let mut script = Script::paused(two_disks());
    script.ctrl('A');
    let handle = script.editor.feedback().rotate.unwrap();
    assert!(handle.center.distance(p(0.0, 0.0)) < 1e-12);
    let arm = handle.at.length();
    script.drag(handle.at, p(-arm, 0.0));
    assert!(script.part("right").pose.position.distance(p(0.0, 1.0)) < 1e-6);
    assert!((script.part("right").pose.angle - std::f64::consts::FRAC_PI_2).abs() < 1e-6);
    assert_eq!(script.editor.undo_label(), Some("Turn 2 parts"));
    // With Shift, in steps of 15 degrees.
    script.ctrl('Z');
    script.press(handle.at);
    script.held = Modifiers::SHIFT;
    script.drag_on(p(-0.3 * arm, arm));
    script.release();
    let turned = script.part("right").pose.angle.to_degrees();
    assert!((turned - 15.0).abs() < 1e-9, "{turned}");
}

#[test]
fn a_fixed_part_is_moved_when_paused_and_stays_when_running() {
    let mut script = Script::paused(two_disks());
    let right = script.id("right");
    script.intent(Intent::SetFixed {
        ids: vec![right],
        fixed: true,
    });
    script.drag(p(1.0, 0.0), p(1.0, 1.0));
    assert!(script.part("right").pose.position.distance(p(1.0, 1.0)) < 1e-9);
    script.key(Key::Space);
    script.run(2);
    script.drag(p(1.0, 1.0), p(2.0, 1.0));
    assert!(script.part("right").pose.position.distance(p(1.0, 1.0)) < 1e-9);
    assert!(script.notice().contains("fixed to the ground"));
}

#[test]
fn several_parts_moved_in_a_run_leave_the_scene_alone() {
    let mut script = Script::paused(two_disks());
    script.key(Key::Right);
    let built = script.items();
    script.ctrl('A');
    let now = script.now("right").position;
    script.drag(now, now + p(0.0, 0.5));
    assert!(script.now("right").position.distance(now + p(0.0, 0.5)) < 1e-9);
    assert_eq!(script.items(), built);
}

#[test]
fn a_slow_worker_gets_one_drag_at_a_time_and_the_edit_waits_for_it() {
    let mut script = Script::paused(pendulum());
    script.press(p(1.0, 0.0));
    script.sent.clear();
    script.busy = true;
    script.drag_on(p(0.0, -1.0));
    assert_eq!(script.sent, ["drag"], "one on its way, the others wait");
    script.release();
    assert_eq!(
        script.sent,
        ["drag", "drag"],
        "the last place of the hand is not lost"
    );
    // Play is pressed before the edit is answered, and is sent after it.
    script.key(Key::Space);
    assert!(!script.sent.contains(&"play"));
    script.busy = false;
    script.answer();
    assert_eq!(script.sent, ["drag", "drag", "scene", "play"]);
    assert!(script.part("bob").pose.position.distance(p(0.0, -1.0)) < 1e-2);
    assert!(script.editor.playing());
}

#[test]
fn giving_up_a_slow_drag_leaves_the_scene() {
    let mut script = Script::paused(pendulum());
    let before = script.items();
    script.press(p(1.0, 0.0));
    script.busy = true;
    script.drag_on(p(0.0, -1.0));
    script.release();
    script.action(Action::CancelSolve);
    assert!(script.asked.iter().any(|it| matches!(it, Effect::Cancel)));
    assert_eq!(script.items(), before);
}

#[test]
fn the_hint_is_gone_after_the_first_drag() {
    let mut script = Script::running(two_disks());
    script.run(1);
    script.editor.want_hint(true);
    script.editor.tick(10.0);
    assert_eq!(script.editor.feedback().hint.unwrap().text, "Grab anything");
    let now = script.now("left").position;
    script.drag(now, p(0.0, 1.0));
    assert!(script.asked.iter().any(|it| matches!(it, Effect::LearnedToGrab)));
    assert!(script.editor.feedback().hint.is_none());
}

#[test]
fn a_press_that_loses_the_focus_lets_go() {
    let mut script = Script::running(two_disks());
    script.run(1);
    let now = script.now("left").position;
    script.press(now);
    script.drag_on(p(0.0, 1.0));
    assert!(script.engine.run().hand().is_some());
    script.event(tinkertoy::editor::event::Event::FocusLost);
    script.release();
    assert!(script.engine.run().hand().is_none());
    script.intent(Intent::Select {
        ids: vec![],
        how: How::Replace,
    });
}

#[test]
fn a_plain_drag_moves_a_loose_part_without_turning_it() {
    let mut script = Script::paused(loose_bar());
    script.drag(p(0.4, 0.0), p(0.7, 0.5));
    let pose = script.part("bar").pose;
    assert!(pose.position.distance(p(0.3, 0.5)) < 1e-12, "{pose:?}");
    assert_eq!(pose.angle, 0.0);
    // Shift restricts the drag to the nearer axis.
    script.held = Modifiers::SHIFT;
    script.drag(p(0.7, 0.5), p(1.2, 0.6));
    let pose = script.part("bar").pose;
    assert!(pose.position.distance(p(0.8, 0.5)) < 1e-12, "{pose:?}");
    script.held = Modifiers::NONE;
    script.ctrl('Z');
    script.ctrl('Z');
    assert_eq!(script.items(), Script::paused(loose_bar()).items());
}

#[test]
fn a_drag_with_control_turns_a_part_about_its_middle_and_shift_by_steps() {
    let mut script = Script::paused(loose_bar());
    script.held = Modifiers::CTRL;
    script.drag(p(0.4, 0.0), p(0.0, 0.4));
    let pose = script.part("bar").pose;
    assert!(pose.position.distance(p(0.0, 0.0)) < 1e-12, "{pose:?}");
    assert!((pose.angle.to_degrees() - 90.0).abs() < 1e-9, "{pose:?}");
    script.ctrl('Z');
    script.held = Modifiers::CTRL_SHIFT;
    script.drag(p(0.4, 0.0), p(0.4 * 0.83, 0.4 * 0.55));
    assert!((script.part("bar").pose.angle.to_degrees() - 30.0).abs() < 1e-9);
}

/// A bar without constraints.
fn loose_bar() -> Scene {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    scene.add(Part::new("bar", bar, Pose::default()));
    scene
}

/// A scene opened with a saved run is shown at its state; an edit of the machine detaches the run, and undo restores it.
#[test]
fn a_scene_with_a_run_goes_on_from_there() {
    let mut scene = pendulum();
    let mut run = Simulation::new(&scene);
    (0..60).for_each(|_| run.step().unwrap());
    scene.run = Some(Arc::new(run.to_run()));
    let mut script = Script::paused(scene.clone());
    let bob = scene.find("bob").unwrap();
    let stands = run.model().pose(run.state(), bob).unwrap();
    assert_eq!(script.now("bob").position, stands.position);
    assert!(!script.editor.at_start());
    script.click(stands.position);
    script.action(Action::Delete);
    assert_eq!(script.editor.scene().run, None);
    script.ctrl('Z');
    assert_eq!(script.editor.scene().run, scene.run);
    script.letter('R');
    assert_eq!(script.now("bob").position, p(1.0, 0.0));
}
