//! Motors and wheels clicked onto pins.

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::Tool;
use tinkertoy::math::Pose;
use tinkertoy::scene::{Attach, Constraint, Part, Scene};

use super::script::{Script, p, text, undo_law};

fn bar(scene: &mut Scene, name: &str, pose: Pose) -> tinkertoy::scene::Id {
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    scene.add(Part::new(name, shape, pose))
}

fn pin(scene: &mut Scene, name: &str, a: Attach, b: Attach) {
    scene.add(Constraint {
        name: name.to_owned(),
        ends: vec![a, b],
        kind: ConstraintKind::Pin(Pin {}),
    });
}

/// A bar on an axle at the origin, and a second bar across it that is not joined.
fn crossed() -> Scene {
    let mut scene = Scene::default();
    let arm = bar(&mut scene, "arm", Pose::new(0.5, 0.0, 0.0));
    pin(
        &mut scene,
        "axle",
        Attach::ground(p(0.0, 0.0)),
        Attach::part(arm, p(-0.5, 0.0)),
    );
    bar(&mut scene, "across", Pose::new(0.1, 0.12, 1.2));
    scene
}

#[test]
fn a_motor_on_a_pin_turns_what_the_pin_holds_and_not_what_lies_over_it() {
    for tool in [Tool::Constraint("motor"), Tool::Force("torsion-spring")] {
        let mut script = Script::paused(crossed());
        let first = text(&script);
        let ids: Vec<_> = script.scene().items().map(|(id, _)| id).collect();
        script.tool(tool);
        script.click(p(0.0, 0.0));
        let made = script.items().into_iter().find(|(id, _)| !ids.contains(id));
        let (_, made) = made.unwrap_or_else(|| panic!("{tool:?}: {}", script.notice()));
        let ends = made.attachments();
        assert_eq!(ends[0].part, None, "{tool:?}: held by the ground");
        assert_eq!(ends[1].part, Some(script.id("arm")), "{tool:?}");
        undo_law(&mut script, &first);
    }
}

#[test]
fn of_several_pins_that_on_the_ground_has_the_motor() {
    let mut scene = crossed();
    let (arm, other) = (
        scene.find("arm").unwrap(),
        bar(&mut scene, "other", Pose::new(-0.5, 0.0, 0.0)),
    );
    pin(
        &mut scene,
        "second",
        Attach::part(other, p(0.5, 0.0)),
        Attach::part(arm, p(-0.5, 0.0)),
    );
    let mut script = Script::paused(scene);
    script.letter('M');
    script.click(p(0.0, 0.0));
    let ends = script.constraint("motor").ends;
    assert_eq!((ends[0].part, ends[1].part), (None, Some(arm)));
}

#[test]
fn on_a_pin_between_two_parts_a_motor_is_between_these() {
    let mut scene = crossed();
    let (arm, link) = (
        scene.find("arm").unwrap(),
        bar(&mut scene, "link", Pose::new(1.5, 0.0, 0.0)),
    );
    pin(
        &mut scene,
        "knee",
        Attach::part(arm, p(0.5, 0.0)),
        Attach::part(link, p(-0.5, 0.0)),
    );
    bar(&mut scene, "over", Pose::new(1.0, 0.1, 1.5));
    let mut script = Script::paused(scene);
    script.letter('M');
    script.click(p(1.0, 0.0));
    let ends = script.constraint("motor").ends;
    assert_eq!((ends[0].part, ends[1].part), (Some(arm), Some(link)));
}
