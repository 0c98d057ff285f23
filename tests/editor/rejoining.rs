//! Items deleted during a run and restored by undo after the rest has moved on: the machine returns in its branch.

use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Intent};
use tinkertoy::scene::Scene;

use super::script::{Script, four_bar, p, text, undo_law};

/// Whether the elbow lies to the left of the line from the knee to the foot of the rocker.
fn folded(script: &Script) -> bool {
    let (link, arm) = (script.now("coupler"), script.now("rocker"));
    let (b, c) = (link.point(p(-0.55, 0.0)), link.point(p(0.55, 0.0)));
    (c - b).perp_dot(arm.point(p(-0.45, 0.0)) - b) > 0.0
}

/// Runs a machine, deletes an item, continues for `wait` steps, pauses.
fn without(scene: Scene, name: &str, before: usize, wait: usize) -> (Script, bool) {
    let mut script = Script::running(scene);
    script.run(before);
    let was = folded(&script);
    script.intent(Intent::Select {
        ids: vec![script.id(name)],
        how: tinkertoy::editor::How::Replace,
    });
    script.key(Key::Delete);
    script.run(wait);
    script.action(Action::PlayPause);
    (script, was)
}

#[test]
fn what_comes_back_keeps_its_branch_and_leaves_the_crank_where_it_is() {
    for name in ["coupler", "elbow", "rocker"] {
        for wait in [12, 60, 100, 200, 400, 800] {
            let (mut script, was) = without(four_bar(0.4), name, 36, wait);
            let crank = script.now("crank");
            script.ctrl('Z');
            let at = format!("{name} after {wait}: {}", script.notice());
            assert!(script.drift() < 1e-6, "{at}: open by {}", script.drift());
            assert_eq!(folded(&script), was, "{at}: folded over");
            let now = script.now("crank");
            assert!((now.angle - crank.angle).abs() < 1e-6, "{at}: the crank jumped");
            assert!(now.position.distance(crank.position) < 1e-6, "{at}");
            script.action(Action::PlayPause);
            script.run(30);
            assert!(script.drift() < 1e-4, "{at}: {}", script.drift());
        }
    }
}

#[test]
fn what_comes_back_while_it_runs_keeps_its_branch() {
    let first = text(&Script::paused(four_bar(0.4)));
    for wait in [12, 100, 400] {
        let (mut script, was) = without(four_bar(0.4), "coupler", 36, wait);
        script.action(Action::PlayPause);
        script.run(1);
        script.ctrl('Z');
        assert!(script.drift() < 1e-6, "{wait}: {}", script.drift());
        assert_eq!(folded(&script), was, "{wait}");
        script.action(Action::PlayPause);
        undo_law(&mut script, &first);
    }
}

/// The machine's crank cannot go round; without the coupler it turns to an angle at which the others cannot be joined to it.
#[test]
fn to_take_the_run_back_is_offered_where_the_machine_cannot_follow() {
    let mut scene = four_bar(0.95);
    scene.settings.gravity = p(0.0, 0.0);
    let mut script = Script::running(scene);
    script.run(2);
    script.intent(Intent::Select {
        ids: vec![script.id("coupler")],
        how: tinkertoy::editor::How::Replace,
    });
    script.key(Key::Delete);
    let start = script.now("crank").angle;
    // Left of its axle the end of the crank is 2.15 m from the foot; coupler and rocker are 2 m long together.
    let target = std::f64::consts::FRAC_PI_2;
    for _ in 0..2000 {
        let turned = (script.now("crank").angle - start).rem_euclid(std::f64::consts::TAU);
        if (turned - target).abs() < 0.1 {
            break;
        }
        script.run(1);
    }
    script.action(Action::PlayPause);
    let crank = script.now("crank");
    script.ctrl('Z');
    assert!(script.scene().find("coupler").is_some());
    assert_eq!(script.now("crank"), crank);
    let notice = script.editor.notices().last().expect("something is said").clone();
    assert!(
        notice.text.contains("The machine has moved on"),
        "{}",
        notice.text
    );
    assert_eq!(notice.offer, Some(Action::Reset));
}

/// Without a motor: the crank stays near the angle that it has swung to.
#[test]
fn a_machine_without_a_motor_comes_back_closed_in_its_branch() {
    for wait in [12, 60, 200] {
        let mut scene = four_bar(0.4);
        let motor = scene.find("motor").unwrap();
        let edit = scene.plan_delete(&[motor], "");
        scene.apply(&edit);
        let (mut script, was) = without(scene, "coupler", 20, wait);
        script.ctrl('Z');
        let at = format!("after {wait}: {}", script.notice());
        assert!(script.drift() < 1e-6, "{at}: open by {}", script.drift());
        assert_eq!(folded(&script), was, "{at}: folded over");
    }
}
