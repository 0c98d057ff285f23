//! The paths of traced points over the whole cycle, before anything runs: of each machine by itself, and while its pivot is in hand.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::editor::event::{Event, Key};
use tinkertoy::editor::{Action, CyclePath, Effect, HaloKind, How, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Part, Scene, Trace};

use super::script::{Script, four_bar, p, text, undo_law};

/// A four-bar with a traced point of its coupler.
fn traced() -> Scene {
    let mut scene = four_bar(0.4);
    let coupler = scene.find("coupler").unwrap();
    scene.add(Trace::new("curve".to_owned(), Attach::part(coupler, p(0.1, 0.3))));
    scene
}

fn paths(script: &Script) -> Vec<CyclePath> {
    script.editor.feedback().paths
}

fn select(script: &mut Script, name: &str) {
    script.intent(Intent::Select {
        ids: vec![script.id(name)],
        how: How::Replace,
    });
}

#[test]
fn what_is_loose_beside_a_machine_leaves_its_path() {
    let alone = paths(&Script::paused(traced()));
    assert_eq!(alone.len(), 1);
    let mut scene = traced();
    let disk = Shape::Disk(Disk { radius: 0.2 });
    let disk = scene.add(Part::new("loose", disk, Pose::new(-1.5, 1.0, 0.0)));
    scene.add(Trace::new(
        "of the loose one".to_owned(),
        Attach::part(disk, p(0.0, 0.0)),
    ));
    let with = paths(&Script::paused(scene));
    assert_eq!(with, alone);
}

#[test]
fn each_machine_with_a_motor_of_its_own_has_its_paths() {
    let mut script = Script::paused(traced());
    let alone = paths(&script);
    script.action(Action::SelectAll);
    script.ctrl('C');
    let copied = script.asked.iter().rev().find_map(|effect| match effect {
        Effect::Clipboard(text) => Some(text.clone()),
        _ => None,
    });
    script.point(p(0.4, -1.0));
    script.event(Event::Pasted(copied.unwrap()));
    let both = paths(&script);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0], alone[0]);
    let by = script.constraint("axle 2").ends[0].at;
    assert!(by.length() > 0.1, "{by}");
    for (one, other) in both[0].points.iter().zip(&both[1].points) {
        assert!(one.distance(*other - by) < 1e-6, "{one} {other}");
    }
    assert_eq!(both[1].motions.len(), both[1].points.len());
    // Without its motor a machine has none, and the other keeps its own.
    select(&mut script, "motor");
    script.key(Key::Delete);
    let left = paths(&script);
    assert_eq!(left, [both[1].clone()]);
}

/// The rocker's pivot is dragged: pin, machine and curve go along, and the release keeps just that.
#[test]
fn machine_and_curve_follow_a_pivot_in_hand() {
    let mut script = Script::paused(traced());
    let (first, before) = (text(&script), paths(&script));
    let was = script.editor.pose(script.id("rocker")).unwrap();
    let crank = script.editor.pose(script.id("crank")).unwrap();
    select(&mut script, "foot");
    script.press(p(1.2, 0.0));
    script.held = tinkertoy::editor::event::Modifiers::ALT;
    script.drag_on(p(1.3, -0.15));
    let shown: Vec<Pose> = ["crank", "coupler", "rocker"]
        .map(|name| script.editor.pose(script.id(name)).unwrap())
        .to_vec();
    let live = paths(&script);
    assert_eq!(text(&script), first, "nothing is changed yet");
    assert!(shown[2] != was, "the rocker follows");
    assert!(shown[0] == crank, "the motor's crank stays");
    assert!(shown[2].point(p(-0.45, 0.0)).distance(p(1.3, -0.15)) < 1e-6);
    let gap = |a: Vec2, b: Vec2| a.distance(b);
    assert!(gap(shown[1].point(p(0.55, 0.0)), shown[2].point(p(0.45, 0.0))) < 1e-6);
    assert!(live.len() == 1 && live != before, "the curve follows");
    script.release();
    script.held = tinkertoy::editor::event::Modifiers::NONE;
    for (name, shown) in ["crank", "coupler", "rocker"].into_iter().zip(shown) {
        let built = script.part(name).pose;
        assert!(built.position.distance(shown.position) < 1e-9, "{name}");
        assert!((built.angle - shown.angle).abs() < 1e-9, "{name}");
    }
    let kept = paths(&script);
    for (a, b) in kept[0].points.iter().zip(&live[0].points) {
        assert!(a.distance(*b) < 1e-6);
    }
    assert!(script.drift() < 1e-9);
    undo_law(&mut script, &first);
}

#[test]
fn a_pivot_where_the_machine_cannot_follow_stays_where_it_last_could_and_escape_leaves_no_trace() {
    let mut script = Script::paused(traced());
    let first = text(&script);
    select(&mut script, "foot");
    script.press(p(1.2, 0.0));
    for k in 1..=40 {
        script.point(p(1.2 + 0.05 * f64::from(k), 0.0));
    }
    let halo = script.editor.feedback().halo.unwrap();
    assert_eq!(halo.kind, HaloKind::Refused);
    assert!(halo.text.contains("cannot be closed"), "{}", halo.text);
    let rocker = script.editor.pose(script.id("rocker")).unwrap();
    let foot = rocker.point(p(-0.45, 0.0));
    // The crank stays up as long as it can; all in one line the links are 2.4 m long.
    assert!(foot.x > 1.9 && foot.x < 2.41, "{foot}");
    script.release();
    assert!(script.constraint("foot").ends[0].at.distance(foot) < 1e-6);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    assert!(
        script.notice().contains("where it last could be"),
        "{}",
        script.notice()
    );
    undo_law(&mut script, &first);
    while script.editor.undo_label().is_some() {
        script.action(Action::Undo);
    }
    let poses = |script: &Script| script.editor.pose(script.id("rocker")).unwrap();
    let was = poses(&script);
    select(&mut script, "foot");
    script.press(p(1.2, 0.0));
    script.drag_on(p(1.4, 0.1));
    assert!(poses(&script) != was);
    script.key(Key::Escape);
    assert_eq!((text(&script), poses(&script)), (first, was));
}
