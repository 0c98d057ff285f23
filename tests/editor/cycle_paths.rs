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
    scene.add(Trace {
        name: "curve".to_owned(),
        end: Attach::part(coupler, p(0.1, 0.3)),
    });
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
    scene.add(Trace {
        name: "of the loose one".to_owned(),
        end: Attach::part(disk, p(0.0, 0.0)),
    });
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
