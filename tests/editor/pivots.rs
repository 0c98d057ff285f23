//! The distance between two pivots on the ground, typed into its dimension.

use tinkertoy::editor::Intent;
use tinkertoy::scene::{Attach, Dimension, Scene};

use super::script::{Script, four_bar, p, text, undo_law};

/// A four-bar linkage with a dimension of its frame from crank to rocker, at the points over the pivots.
fn measured() -> Scene {
    let mut scene = four_bar(0.4);
    let (crank, rocker) = (scene.find("crank").unwrap(), scene.find("rocker").unwrap());
    scene.add(Dimension {
        name: "frame".to_owned(),
        ends: vec![
            Attach::part(crank, p(-0.2, 0.0)),
            Attach::part(rocker, p(-0.45, 0.0)),
        ],
        pulled: p(0.0, 0.0),
    });
    scene
}

fn set(script: &mut Script, text: &str) {
    let id = script.id("frame");
    script.intent(Intent::SetDimension {
        id,
        text: text.to_owned(),
    });
}

#[test]
fn the_distance_of_two_pivots_is_typed_and_the_machine_closes_again() {
    let mut script = Script::paused(measured());
    let first = text(&script);
    set(&mut script, "1.3 m");
    assert!(
        script.constraint("foot").ends[0].at.distance(p(1.3, 0.0)) < 1e-9,
        "{}",
        script.notice()
    );
    assert_eq!(script.constraint("axle").ends[0].at, p(0.0, 0.0));
    assert!(script.drift() < 1e-9, "{}", script.drift());
    let rocker = script.part("rocker").pose;
    assert!(rocker.point(p(-0.45, 0.0)).distance(p(1.3, 0.0)) < 1e-6);
    set(&mut script, "1.1 m");
    assert!(script.constraint("foot").ends[0].at.distance(p(1.1, 0.0)) < 1e-9);
    undo_law(&mut script, &first);
}

#[test]
fn pivots_too_far_apart_for_the_links_are_refused_with_a_sentence() {
    let mut script = Script::paused(measured());
    let first = text(&script);
    set(&mut script, "3 m");
    assert_eq!(text(&script), first);
    assert!(
        script.notice().contains("cannot be closed"),
        "{}",
        script.notice()
    );
}

#[test]
fn the_axle_of_a_motor_goes_with_its_pivot() {
    let mut scene = measured();
    let id = scene.find("frame").unwrap();
    let mut edit = tinkertoy::scene::Edit::new("");
    let mut item = scene.item(id).unwrap().clone();
    item.attachments_mut().reverse();
    scene.plan_item(&mut edit, id, Some(item));
    scene.apply(&edit);
    let mut script = Script::paused(scene);
    set(&mut script, "1.3 m");
    for name in ["axle", "motor"] {
        let at = script.constraint(name).ends[0].at;
        assert!(at.distance(p(-0.1, 0.0)) < 1e-9, "{name}: {at}");
    }
    assert!(script.drift() < 1e-9);
}

/// A pin on the ground is dragged without selecting it first: the machine follows, and one undo restores it.
#[test]
fn a_pivot_is_dragged_as_it_stands() {
    let mut script = Script::paused(measured());
    let before = text(&script);
    let at = script.constraint("foot").ends[0].at;
    script.drag(at, at + p(0.1, 0.1));
    assert!(script.constraint("foot").ends[0].at.distance(at + p(0.1, 0.1)) < 0.05);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    assert_eq!(script.selected(), ["foot"]);
    script.ctrl('Z');
    assert_eq!(text(&script), before);
}
