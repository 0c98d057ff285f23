//! Aligning and distributing parts; the context menu; the measuring tool.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::action::Arrangement;
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Intent, Tool};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Part, Scene, file};

use super::script::{Script, p, pendulum, two_disks};

fn scattered() -> Scene {
    let mut scene = Scene::default();
    for (name, radius, x, y) in [("a", 0.2, 0.0, 0.1), ("b", 0.4, 0.7, -0.3), ("c", 0.1, 2.0, 0.5)] {
        let shape = Shape::Disk(Disk { radius });
        scene.add(Part::new(name, shape, Pose::new(x, y, 0.0)));
    }
    scene
}

#[test]
fn selected_parts_are_aligned_and_spread_and_come_back() {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    for (how, holds) in [
        (Arrangement::Left, &|r: f64, x: f64, _: f64| {
            near(x - r, -0.2) as usize
        }),
        (Arrangement::Right, &|r: f64, x: f64, _: f64| {
            near(x + r, 2.1) as usize
        }),
        (Arrangement::Top, &|r: f64, _: f64, y: f64| {
            near(y + r, 0.6) as usize
        }),
        (Arrangement::Bottom, &|r: f64, _: f64, y: f64| {
            near(y - r, -0.7) as usize
        }),
        (Arrangement::MiddleX, &|_: f64, x: f64, _: f64| {
            near(x, 0.95) as usize
        }),
        (Arrangement::MiddleY, &|_: f64, _: f64, y: f64| {
            near(y, -0.05) as usize
        }),
        (Arrangement::SpreadX, &|_: f64, x: f64, _: f64| {
            [0.0, 1.0, 2.0].iter().filter(|it| near(x, **it)).count()
        }),
        (Arrangement::SpreadY, &|_: f64, _: f64, y: f64| {
            [-0.3, 0.1, 0.5].iter().filter(|it| near(y, **it)).count()
        }),
    ] as [(Arrangement, &dyn Fn(f64, f64, f64) -> usize); 8]
    {
        let mut script = Script::paused(scattered());
        let first = file::write(script.scene());
        script.action(Action::SelectAll);
        script.action(Action::Arrange(how));
        for (name, radius) in [("a", 0.2), ("b", 0.4), ("c", 0.1)] {
            let at = script.part(name).pose.position;
            assert_eq!(holds(radius, at.x, at.y), 1, "{how:?}: {name} at {at}");
        }
        // Distributing parts that are evenly spaced already is no step of undo.
        if script.editor.undo_label().is_some() {
            script.action(Action::Undo);
        }
        assert_eq!(file::write(script.scene()), first, "{how:?}");
    }
    let mut script = Script::paused(two_disks());
    script.action(Action::SelectAll);
    script.action(Action::Arrange(Arrangement::SpreadX));
    assert_eq!(script.notice(), "Select 3 parts or more to arrange");
}

#[test]
fn a_point_is_traced_and_pinned_from_the_menu() {
    let mut script = Script::paused(two_disks());
    let first = file::write(script.scene());
    let id = script.id("left");
    script.intent(Intent::Trace { id, at: p(0.1, 0.2) });
    script.intent(Intent::PinToGround { id, at: p(0.2, 0.0) });
    let pin = script.constraint("pin");
    assert!(matches!(pin.kind, ConstraintKind::Pin(_)));
    assert_eq!((pin.ends[0].part, pin.ends[1].part), (None, Some(id)));
    assert!(
        pin.ends[0].at.distance(p(-0.8, 0.0)) < 1e-12,
        "where the point is"
    );
    let trace = script.scene().traces().next().unwrap().1.end;
    assert_eq!((trace.part, trace.at), (Some(id), p(0.1, 0.2)));
    script.action(Action::Undo);
    script.action(Action::Undo);
    assert_eq!(file::write(script.scene()), first);
}

/// Between points of almost equal height the numbers along the line and along x would overlap.
#[test]
fn no_number_of_a_measurement_covers_another() {
    use tinkertoy::editor::annotation::{number_at, number_half};
    for to in [
        p(1.0, 0.05),
        p(1.0, -0.05),
        p(0.05, 1.0),
        p(0.3, 0.2),
        p(-0.4, 0.02),
    ] {
        let mut script = Script::paused(Scene::default());
        script.tool(Tool::Measure);
        script.drag(p(0.3, 0.3), p(0.3, 0.3) + to);
        let view = script.editor.view();
        let numbers = script.editor.feedback().dimensions;
        assert_eq!(numbers.len(), 4);
        for (k, a) in numbers.iter().enumerate() {
            for b in &numbers[..k] {
                let at = |it| number_at(it, |world| view.screen_from_world(world));
                let apart = (at(a) - at(b)).abs();
                let room = number_half(&a.text) + number_half(&b.text);
                assert!(
                    apart.x >= room.x || apart.y >= room.y,
                    "{to}: {:?} on {:?}",
                    a.text,
                    b.text
                );
            }
        }
    }
}

#[test]
fn what_is_measured_is_told_moves_with_the_machine_and_changes_nothing() {
    let mut script = Script::paused(pendulum());
    let first = file::write(script.scene());
    let texts = |script: &Script| -> Vec<String> {
        let dimensions = script.editor.feedback().dimensions;
        dimensions.into_iter().map(|it| it.text).collect()
    };
    script.tool(Tool::Measure);
    // From the hinge on the ground to the end of the bar; both points are holes.
    script.drag(p(0.01, 0.0), p(0.99, 0.01));
    assert_eq!(texts(&script), ["1.0000 m"]);
    script.key(Key::Space);
    script.run(60);
    let bob = script.now("bob").position;
    let now = texts(&script);
    assert_eq!(now.len(), 4, "{now:?}");
    assert!(now[0].starts_with("1.000") && bob.y < -0.05, "{now:?} {bob}");
    assert!(
        now[3].starts_with(&format!("{:.1}", bob.to_angle().to_degrees())),
        "{now:?}"
    );
    script.key(Key::Escape);
    assert_eq!(texts(&script), [""; 0]);
    // By two clicks, with the line following the pointer between them.
    script.click(p(2.0, 1.0));
    script.point(p(2.5, 1.0));
    assert_eq!(texts(&script), ["0.5000 m"]);
    script.click(p(2.0, 3.0));
    script.point(p(0.0, 0.0));
    assert_eq!(texts(&script), ["2.0000 m"]);
    assert_eq!(file::write(script.scene()), first);
    assert_eq!(script.editor.undo_label(), None);
}
