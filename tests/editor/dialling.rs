//! Limits are set by dragging on the canvas.

use tinkertoy::constraints::{AngleLimits, ConstraintKind, EndStops};
use tinkertoy::editor::event::Key;
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Constraint, Id, Scene};

use super::script::{Script, p, pendulum, two_disks};

fn with(mut scene: Scene, name: &str, part: &str, kind: ConstraintKind, at: Vec2) -> Scene {
    let id: Id = scene.find(part).unwrap();
    let local = scene.part(id).unwrap().pose.local_point(at);
    scene.add(Constraint {
        name: name.into(),
        ends: vec![Attach::ground(at), Attach::part(id, local)],
        kind,
    });
    scene
}

fn limits(script: &Script) -> (f64, f64) {
    match script.constraint("stops").kind {
        ConstraintKind::AngleLimits(it) => (it.lower, it.upper),
        ConstraintKind::EndStops(it) => (it.lower, it.upper),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_angle_limit_is_dragged_round_with_its_number() {
    let stops = AngleLimits {
        lower: -1.2,
        upper: 0.8,
        restitution: 0.0,
    };
    let scene = with(
        pendulum(),
        "stops",
        "bar",
        ConstraintKind::AngleLimits(stops),
        Vec2::ZERO,
    );
    let mut script = Script::paused(scene);
    let before = script.items();
    let id = script.id("stops");
    script.intent(tinkertoy::editor::Intent::Select {
        ids: vec![id],
        how: tinkertoy::editor::How::Replace,
    });
    let on = |angle: f64| 1.25 * 0.18 * unit(angle);
    assert_eq!(script.editor.feedback().handles.len(), 4);
    script.press(on(0.8));
    script.drag_on(0.5 * unit(60f64.to_radians()));
    assert_eq!(script.halo(), "Upper 60.0°");
    assert_eq!(script.editor.feedback().ghost.glyphs.len(), 4);
    assert_eq!(limits(&script), (-1.2, 0.8), "only the release changes it");
    script.release();
    let (lower, upper) = limits(&script);
    assert!(
        lower == -1.2 && (upper - 60f64.to_radians()).abs() < 1e-9,
        "{lower} {upper}"
    );
    script.ctrl('Z');
    assert_eq!(script.items(), before);
    // A cancelled drag changes nothing; an upper limit below the lower one is refused.
    script.press(on(0.8));
    script.drag_on(0.5 * unit(1.5));
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.items(), before);
    script.press(on(0.8));
    script.drag_on(0.5 * unit(-1.5));
    script.release();
    assert_eq!(script.items(), before);
    assert!(script.notice().contains("exchange them"), "{}", script.notice());
}

#[test]
fn an_end_stop_is_dragged_along_its_rail() {
    let stops = EndStops {
        lower: -0.4,
        upper: 0.6,
        ..EndStops::default()
    };
    let scene = with(
        two_disks(),
        "stops",
        "left",
        ConstraintKind::EndStops(stops),
        p(-1.0, 0.0),
    );
    assert_eq!(
        scene.part(scene.find("left").unwrap()).unwrap().pose,
        Pose::new(-1.0, 0.0, 0.0)
    );
    let mut script = Script::paused(scene);
    let id = script.id("stops");
    script.intent(tinkertoy::editor::Intent::Select {
        ids: vec![id],
        how: tinkertoy::editor::How::Replace,
    });
    script.press(p(-0.4, 0.0));
    script.drag_on(p(0.1, 0.3));
    assert!(script.halo().starts_with("Upper 1.1"), "{}", script.halo());
    script.release();
    let (lower, upper) = limits(&script);
    assert!(lower == -0.4 && (upper - 1.1).abs() < 1e-9, "{lower} {upper}");
    assert_eq!(script.editor.undo_label(), Some("Change upper"));
}

/// A joint can be made breakable and back, in place; once broken in a run, it is whole again after a reset.
#[test]
fn a_joint_may_break_and_a_reset_makes_it_whole() {
    use tinkertoy::editor::{Action, Intent};
    use tinkertoy::parameter::Parameters;
    let mut script = Script::paused(pendulum());
    let before = script.items();
    let id = script.id("hinge");
    let kind = script.constraint("hinge").kind.breaking(true);
    script.intent(Intent::SetConstraint { id, kind });
    script.intent(Intent::SetParameter {
        ids: vec![id],
        key: "load".into(),
        value: 12.0,
        done: true,
    });
    let kind = script.constraint("hinge").kind;
    assert_eq!(kind.parameters()[0].value, 12.0);
    assert_eq!(kind.breaks_at(), Some(12.0));
    script.action(Action::PlayPause);
    script.run(200);
    let broken = |script: &Script| {
        let snapshot = script.editor.snapshot().unwrap();
        snapshot.model.broken(&snapshot.state).count()
    };
    assert_eq!(broken(&script), 1);
    script.action(Action::Reset);
    script.answer();
    assert_eq!(broken(&script), 0);
    assert_eq!(script.constraint("hinge").kind, kind);
    script.ctrl('Z');
    script.ctrl('Z');
    assert_eq!(script.items(), before);
    let whole = kind.breaking(false);
    assert_eq!(whole.breaks_at(), None);
}
