//! Right after an item is made, no preview of a next one is shown until the pointer moves.

use tinkertoy::editor::Tool;
use tinkertoy::editor::event::{Event, Key, Modifiers};
use tinkertoy::scene::Scene;

use super::script::{Script, p};

fn ghosts(script: &Script) -> usize {
    let ghost = script.editor.feedback().ghost;
    ghost.parts.len() + ghost.glyphs.len()
}

#[test]
fn what_was_just_made_is_not_covered_by_a_next_one() {
    for scale in [1.0, 2.0] {
        let mut script = Script::paused(Scene::default());
        script.zoomed(1.0, scale);
        script.tool(Tool::Part("bar"));
        script.press(p(0.0, 0.0));
        script.drag_on(p(1.0, 0.0));
        assert!(ghosts(&script) > 0, "it is shown while it is drawn");
        script.release();
        assert_eq!(ghosts(&script), 0);
        assert_eq!(script.halo(), "");
        script.point(p(1.0, 0.5));
        assert!(ghosts(&script) > 0, "another one could be made here");
        // After a pin is made at the left end, the pointer at rest there previews no second one.
        script.tool(Tool::Constraint("pin"));
        script.click(p(0.0, 0.0));
        assert_eq!((script.halo().as_str(), ghosts(&script)), ("", 0));
        script.tool(Tool::Constraint("motor"));
        assert!(
            script.halo().starts_with("motor"),
            "another tool: {}",
            script.halo()
        );
        script.tool(Tool::Constraint("pin"));
        script.point(p(0.3, 0.4));
        script.point(p(0.0, 0.0));
        assert!(script.halo().contains("redundant"), "{}", script.halo());
    }
}

#[test]
fn a_motor_that_starts_is_not_said_to_be_redundant() {
    let mut script = Script::paused(super::script::pendulum());
    script.tool(Tool::Constraint("motor"));
    script.click(p(0.0, 0.0));
    script.key(Key::Space);
    script.run(30);
    assert_eq!(script.halo(), "");
    // A motion below the threshold (a trembling hand) does not count.
    let at = script.editor.view().screen_from_world(p(0.0, 0.0)) + p(1.0, 1.0);
    script.event(Event::PointerMoved {
        position: at,
        modifiers: Modifiers::NONE,
    });
    assert_eq!(script.halo(), "");
}

#[test]
fn what_can_be_typed_is_named_in_its_order() {
    let mut script = Script::paused(Scene::default());
    assert!(script.editor.numbers_to_type().is_empty());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(1.0, 0.0));
    assert_eq!(script.editor.numbers_to_type(), ["length", "angle"]);
    script.tool(Tool::Constraint("pin"));
    script.click(p(0.0, 0.0));
    assert_eq!(script.editor.numbers_to_type(), ["x", "y"]);
    script.tool(Tool::Constraint("pin"));
    script.key(Key::Space);
    assert!(script.editor.numbers_to_type().is_empty(), "time goes on");
}
