//! Dropping a dragged point onto a joint or a part.

use tinkertoy::bodies::{Bar, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Holding, Intent};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Attach, Constraint, Item, Part, Scene};

use super::script::{Script, p, pendulum, text, undo_law};

fn bar(name: &str, length: f64, x: f64, y: f64) -> Part {
    let shape = Shape::Bar(Bar { length, width: 0.1 });
    Part::new(name, shape, Pose::new(x, y, 0.0))
}

/// A pendulum from the origin to (1, 0), and a loose bar of 1 m above it.
fn with_loose_bar() -> Scene {
    let mut scene = pendulum();
    scene.add(bar("loose", 1.0, 0.5, 1.5));
    scene
}

fn pins(script: &Script) -> usize {
    let pin = |it: &Constraint| matches!(it.kind, ConstraintKind::Pin(_));
    script.scene().constraints().filter(|(_, it)| pin(it)).count()
}

#[test]
fn an_end_dropped_on_a_joint_is_pinned_there_in_one_step() {
    for (zoom, scale) in [(1.0, 1.0), (1.7, 2.0)] {
        let mut script = Script::paused(with_loose_bar());
        script.zoomed(zoom, scale);
        let first = text(&script);
        let near = script.editor.view().metres(4.0);
        script.press(p(0.0, 1.5));
        script.drag_on(p(1.0 + near, near));
        assert!(script.halo().starts_with("pin to bob: "), "{}", script.halo());
        script.release();
        assert_eq!(script.editor.undo_label(), Some("Join loose to bob"));
        assert_eq!(pins(&script), 3);
        let end = script.part("loose").pose.point(p(-0.5, 0.0));
        assert!(end.distance(p(1.0, 0.0)) < 1e-9, "{end}");
        assert!(script.drift() < 1e-9);
        undo_law(&mut script, &first);
        script.ctrl('Z');
        assert_eq!(
            script.editor.undo_label(),
            None,
            "to move and to join are one step"
        );
    }
}

#[test]
fn an_end_of_a_machine_is_dropped_on_a_joint_that_it_reaches() {
    let mut scene = pendulum();
    scene.add(bar("rocker", 1.0, 0.5, -1.0));
    let mut script = Script::paused(scene);
    let first = text(&script);
    // The bob swings to the end of the rocker.
    script.drag(p(1.0, 0.0), p(0.0, -1.0));
    assert_eq!(
        script.editor.undo_label(),
        Some("Join bob to rocker"),
        "{}",
        script.notice()
    );
    assert_eq!(pins(&script), 3);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    undo_law(&mut script, &first);
    // A joint out of reach makes no pin.
    let mut script = Script::paused(with_loose_bar());
    script.drag(p(1.0, 0.0), p(1.0, 1.5));
    assert_eq!(pins(&script), 2);
}

#[test]
fn a_particle_dropped_on_a_particle_is_one_with_it() {
    let mut scene = Scene::default();
    let dot = |name: &str, x: f64, y: f64| {
        Part::new(name, Shape::Particle(Particle::default()), Pose::new(x, y, 0.0))
    };
    let ids = [("a", 0.0), ("b", 1.0), ("c", 2.0)].map(|(name, x)| scene.add(dot(name, x, 0.0)));
    let free = scene.add(dot("free", 1.0, 1.0));
    let rod = |name: &str, from, to: Attach, length: f64| Constraint {
        name: name.to_owned(),
        ends: vec![from, to],
        kind: ConstraintKind::Distance(Distance { length }),
    };
    let at = |id| Attach::part(id, p(0.0, 0.0));
    scene.add(rod("first", at(ids[0]), at(ids[1]), 1.0));
    // The anchor is equally far from the place where the particle is taken and where it is dropped.
    let anchor = p(1.0 + 0.75_f64.sqrt(), 0.5);
    let second = scene.add(rod("second", Attach::ground(anchor), at(free), 1.0));
    let mut script = Script::paused(scene);
    let first = text(&script);
    script.drag(p(2.0, 0.0), p(1.0, 0.0));
    assert_eq!(script.scene().parts().count(), 3);
    assert!(script.scene().find("c").is_none());
    // The rod of a particle is kept and moves with it.
    script.drag(p(1.0, 1.0), p(1.0, 0.0));
    assert_eq!(script.scene().parts().count(), 2);
    let b = script.scene().find("b");
    let item = script.scene().item(second).unwrap();
    assert!(matches!(item, Item::Constraint(it) if it.ends[1].part == b));
    undo_law(&mut script, &first);
    let item = script.scene().item(script.id("first")).unwrap();
    assert!(matches!(item, Item::Constraint(it) if it.ends[1].part == script.scene().find("b")));
}

#[test]
fn a_point_dropped_on_a_bar_is_pinned_let_slide_or_left() {
    for (key, made) in [
        (Key::Letter('P'), "pin"),
        (Key::Letter('S'), "groove"),
        (Key::Escape, ""),
    ] {
        let mut script = Script::paused(with_loose_bar());
        let first = text(&script);
        let before = script.scene().constraints().count();
        script.press(p(0.0, 1.5));
        script.drag_on(p(0.3, 0.02));
        assert_eq!(script.halo(), "on bar: pin, slider or leave");
        script.release();
        assert_eq!(script.scene().constraints().count(), before, "it is asked first");
        assert!(script.editor.dropped_place().is_some());
        script.key(key);
        assert!(script.editor.dropped().is_none());
        let kinds = |script: &Script| -> Vec<&'static str> {
            script.scene().constraints().map(|(_, it)| it.kind.id()).collect()
        };
        let after = kinds(&script);
        assert_eq!(after.get(before).copied().unwrap_or(""), made);
        // The end lies on the centre line of the bar, and the bar has not moved.
        let end = script.part("loose").pose.point(p(-0.5, 0.0));
        assert!(end.distance(p(0.3, 0.0)) < 1e-9, "{end}");
        assert_eq!(script.part("bar").pose, Pose::new(0.5, 0.0, 0.0));
        assert!(script.drift() < 1e-9);
        if let Some((_, groove)) = script
            .scene()
            .constraints()
            .find(|(_, it)| it.kind.id() == "groove")
        {
            let ConstraintKind::Groove(it) = &groove.kind else {
                panic!()
            };
            assert_eq!((it.axis, it.reach), (0.0, 0.5), "along the bar, from end to end");
        }
        undo_law(&mut script, &first);
    }
}

#[test]
fn whatever_else_is_done_leaves_a_dropped_point() {
    let drop = || {
        let mut script = Script::paused(with_loose_bar());
        script.drag(p(0.0, 1.5), p(0.3, 0.0));
        assert!(script.editor.dropped().is_some());
        script
    };
    let mut script = drop();
    script.click(p(3.0, 3.0));
    assert!(script.editor.dropped().is_none());
    let mut script = drop();
    script.key(Key::Space);
    assert!(script.editor.dropped().is_none());
    assert!(script.editor.playing(), "the key means what it always means");
    // With Alt there is no snapping, and no question.
    let mut script = Script::paused(with_loose_bar());
    script.held = Modifiers {
        alt: true,
        ..Modifiers::NONE
    };
    script.drag(p(0.0, 1.5), p(0.3, 0.0));
    assert!(script.editor.dropped().is_none());
    // The menu offers the same as the keys.
    let mut script = drop();
    script.intent(Intent::HoldDropped(Holding::Pin));
    assert_eq!(pins(&script), 3);
}
