//! Paths of traced points over a whole cycle, before a run: of each machine by itself, and while one of its pivots is dragged.

use std::f64::consts::{PI, TAU};

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::editor::event::{Event, Key};
use tinkertoy::editor::{Action, CyclePath, Effect, HaloKind, How, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene, Trace};

use super::script::{Script, four_bar, p, text, undo_law};

/// A four-bar linkage with a traced point on its coupler.
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
    // A machine without its motor has no path, and the other one keeps its own.
    select(&mut script, "motor");
    script.key(Key::Delete);
    let left = paths(&script);
    assert_eq!(left, [both[1].clone()]);
}

/// The pivot of the rocker is dragged: pin, machine and curve follow, and the release keeps the pose shown.
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
    // The crank stays upright as long as possible; in one line the links are 2.4 m long.
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

/// A four-bar linkage of these lengths with its crank at 60 degrees and its elbow on the left, and a traced point on its coupler.
fn four_bar_of([crank, coupler, rocker, frame]: [f64; 4]) -> Scene {
    let knee = crank * Vec2::from_angle(PI / 3.0);
    let foot = p(frame, 0.0);
    let reach = foot - knee;
    let along = (coupler * coupler - rocker * rocker + reach.length_squared()) / (2.0 * reach.length());
    let aside = (coupler * coupler - along * along).sqrt();
    let elbow = knee + along * reach.normalize() + aside * reach.normalize().perp();
    let mut scene = Scene::default();
    let mut bar = |name: &str, [from, to]: [Vec2; 2]| {
        let length = from.distance(to);
        let shape = Shape::Bar(Bar { length, width: 0.05 });
        let (middle, angle) = ((from + to) / 2.0, (to - from).to_angle());
        let part = scene.add(Part::new(name, shape, Pose::new(middle.x, middle.y, angle)));
        [-0.5, 0.5].map(|end| Attach::part(part, p(end * length, 0.0)))
    };
    let crank = bar("crank", [Vec2::ZERO, knee]);
    let coupler = bar("coupler", [knee, elbow]);
    let rocker = bar("rocker", [elbow, foot]);
    let axle = [Attach::ground(Vec2::ZERO), crank[0]];
    let mut join = |name: &str, kind: ConstraintKind, ends: [Attach; 2]| {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: ends.to_vec(),
            kind,
        });
    };
    let pin = || ConstraintKind::Pin(Pin {});
    join("axle", pin(), axle);
    join("knee", pin(), [crank[1], coupler[0]]);
    join("elbow", pin(), [coupler[1], rocker[0]]);
    join("foot", pin(), [Attach::ground(foot), rocker[1]]);
    join("motor", ConstraintKind::Motor(Motor::default()), axle);
    scene.add(Trace::new("curve".to_owned(), coupler[1]));
    scene
}

/// Change points, where all bars lie in one line: a machine stays in its branch. A parallelogram remains one, and its elbow goes round a circle.
#[test]
fn a_path_goes_through_change_points_in_its_branch() {
    let mut script = Script::paused(four_bar_of([0.5, 1.0, 0.5, 1.0]));
    let path = &paths(&script)[0];
    for at in &path.points {
        assert!((at.distance(p(1.0, 0.0)) - 0.5).abs() < 1e-6, "{at}");
    }
    assert!((path.turns.last().unwrap() - TAU).abs() < 1e-12);
    select(&mut script, "motor");
    let crank = &script.editor.feedback().cranks[0];
    assert_eq!((crank.toggles.len(), crank.change_points.len()), (0, 2));
}

/// A kite folds up, and its rocker turns half as fast as its crank: the path closes after two turns.
#[test]
fn a_path_is_closed_after_as_many_turns_as_it_takes() {
    for lengths in [[0.5, 1.0, 1.0, 0.5], [0.3, 0.5, 1.0, 1.2]] {
        let script = Script::paused(four_bar_of(lengths));
        let path = &paths(&script)[0];
        let [first, last] = [path.points[0], path.points[path.points.len() - 1]];
        assert!(first.distance(last) < 1e-6, "{lengths:?}: {first} {last}");
        assert!(
            (path.turns.last().unwrap() - 2.0 * TAU).abs() < 1e-12,
            "{lengths:?}"
        );
    }
}
