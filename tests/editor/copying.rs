//! Placement of copies.

use tinkertoy::bodies::{self, Disk, Shape, Wall};
use tinkertoy::editor::event::Event;
use tinkertoy::editor::{Action, Effect};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Part, Scene};

use super::script::{Script, four_bar, p, text, undo_law};

/// The text last copied.
fn copied(script: &Script) -> String {
    let text = script.asked.iter().rev().find_map(|effect| match effect {
        Effect::Clipboard(text) => Some(text.clone()),
        _ => None,
    });
    text.expect("something was copied")
}

/// The ground pivots of all axles.
fn axles(script: &Script) -> Vec<Vec2> {
    let constraints = script.scene().constraints();
    let axles = constraints.filter(|(_, it)| it.name.starts_with("axle"));
    axles.map(|(_, it)| it.ends[0].at).collect()
}

#[test]
fn pastes_one_after_the_other_into_a_running_machine_have_pivots_of_their_own() {
    let mut script = Script::running(four_bar(0.4));
    let first = text(&script);
    script.run(20);
    script.action(Action::SelectAll);
    script.ctrl('C');
    let text = copied(&script);
    for _ in 0..3 {
        script.event(Event::Pasted(text.clone()));
        script.run(12);
    }
    let axles = axles(&script);
    assert_eq!(axles.len(), 4);
    for (k, one) in axles.iter().enumerate() {
        for other in &axles[..k] {
            assert!(one.distance(*other) > 0.05, "{one} lies on {other}");
        }
    }
    script.action(Action::PlayPause);
    undo_law(&mut script, &first);
}

/// A box on a floor and a disk on a ramp, both almost in contact with their support.
fn on_the_floor() -> Scene {
    let mut scene = Scene::default();
    scene.settings.contact = Some(Contact {
        floor: Some(-1.0),
        ..Contact::usual()
    });
    let shape = Shape::Box(bodies::Box {
        width: 0.5,
        height: 0.5,
    });
    scene.add(Part::new("box", shape, Pose::new(-1.0, -0.75, 0.0)));
    let (wall, at) = Wall::about(&[p(0.0, -0.5), p(1.5, -0.5), p(2.5, 0.3)], 0.1);
    let mut wall = Part::new("ramp", Shape::Wall(wall), Pose::new(at.x, at.y, 0.0));
    wall.fixed = true;
    scene.add(wall);
    let disk = Shape::Disk(Disk { radius: 0.2 });
    scene.add(Part::new("disk", disk, Pose::new(0.5, -0.25, 0.0)));
    scene
}

/// Returns the overlap of the scene at its start (m).
fn overlap(script: &Script) -> f64 {
    let mut scene = script.scene().clone();
    // Without the other loose parts: copies may overlap their originals.
    let loose: Vec<_> = scene
        .parts()
        .filter(|(_, it)| !it.fixed)
        .map(|(id, _)| id)
        .collect();
    loose
        .iter()
        .map(|id| {
            let others: Vec<_> = loose.iter().copied().filter(|it| it != id).collect();
            let edit = scene.plan_delete(&others, "");
            scene.apply(&edit);
            let deep = tinkertoy::sim::Simulation::new(&scene).overlap();
            scene.apply(&edit.inverse());
            deep
        })
        .fold(0.0, f64::max)
}

#[test]
fn copies_go_neither_into_the_floor_nor_into_a_ramp_and_stay_in_view() {
    for (name, at) in [("box", p(-1.0, -0.75)), ("disk", p(0.5, -0.25))] {
        let mut script = Script::paused(on_the_floor());
        let first = text(&script);
        script.click(at);
        assert_eq!(script.selected(), [name]);
        for _ in 0..3 {
            script.ctrl('D');
        }
        script.ctrl('C');
        let text = copied(&script);
        script.point(at);
        for _ in 0..4 {
            script.event(Event::Pasted(text.clone()));
        }
        let parts: Vec<Pose> = script.scene().parts().map(|(_, it)| it.pose).collect();
        assert_eq!(parts.len(), 3 + 7);
        assert!(overlap(&script) < 2e-3, "{name}: {} m deep", overlap(&script));
        let (low, high) = script.editor.view().visible();
        for pose in parts {
            assert!(
                pose.position.cmpge(low).all() && pose.position.cmple(high).all(),
                "{name}: out of view at {}",
                pose.position
            );
        }
        undo_law(&mut script, &first);
    }
}

#[test]
fn copies_of_a_copied_part_never_hide_each_other() {
    let mut scene = Scene::default();
    let disk = Shape::Disk(Disk { radius: 0.2 });
    scene.add(Part::new("disk", disk, Pose::new(0.0, 0.0, 0.0)));
    let mut script = Script::paused(scene);
    for _ in 0..4 {
        script.click(p(-0.1, 0.1));
        script.ctrl('D');
    }
    let at: Vec<Vec2> = script.scene().parts().map(|(_, it)| it.pose.position).collect();
    assert_eq!(at.len(), 5);
    for (k, one) in at.iter().enumerate() {
        assert!(at[..k].iter().all(|other| one.distance(*other) > 1e-3), "{at:?}");
    }
}
