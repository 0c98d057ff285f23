//! The place on the ground of a pin or weld can be typed right after the joint is made.

use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Intent, Tool};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Scene;

use super::script::{Script, p, pendulum, text, undo_law};

fn on_ground(script: &Script, name: &str) -> Vec2 {
    let ends = script.constraint(name).ends;
    ends.iter().find(|end| end.part.is_none()).unwrap().at
}

fn numbers(script: &Script) -> Vec<String> {
    let dimensions = script.editor.feedback().dimensions;
    dimensions.into_iter().map(|it| it.text).collect()
}

/// A bar of one metre from the origin to the right.
fn bar(zoom: (f64, f64)) -> Script {
    let mut script = Script::paused(Scene::default());
    script.zoomed(zoom.0, zoom.1);
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(1.0, 0.0));
    script
}

#[test]
fn a_ground_pin_or_weld_goes_where_its_coordinates_say() {
    for (kind, zoom) in [("pin", (1.0, 1.0)), ("weld", (3.0, 2.0))] {
        let mut script = bar(zoom);
        let first = text(&script);
        script.tool(Tool::Constraint(kind));
        script.click(p(0.0, 0.0));
        assert_eq!(on_ground(&script, kind), p(0.0, 0.0));
        let steps = script.editor.steps().1;
        script.write("-25 cm");
        assert_eq!(numbers(&script), ["x -25 cm", "y 0.000 m"].map(str::to_owned));
        script.key(Key::Tab);
        script.write("100 mm");
        script.key(Key::Enter);
        assert_eq!(on_ground(&script, kind), p(-0.25, 0.1));
        let end = script.now("bar").point(p(-0.5, 0.0));
        assert!(
            end.distance(p(-0.25, 0.1)) < 1e-9 && script.drift() < 1e-9,
            "{end}"
        );
        assert_eq!(script.editor.steps().1, steps, "it is one step with the joint");
        // The number can be typed again.
        script.write("0.5");
        script.key(Key::Enter);
        assert_eq!(on_ground(&script, kind), p(0.5, 0.1));
        while script.editor.steps().1 > steps - 1 {
            script.action(Action::Undo);
        }
        assert_eq!(text(&script), first);
        script.action(Action::Redo);
        assert_eq!(on_ground(&script, kind), p(0.5, 0.1));
    }
}

#[test]
fn the_right_click_pin_is_typed_too_and_what_is_refused_leaves_it_where_it_was() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    let id = script.id("bob");
    script.intent(Intent::PinToGround { id, at: Vec2::ZERO });
    assert_eq!(on_ground(&script, "pin"), p(1.0, 0.0));
    let pinned = text(&script);
    script.write("7 kg");
    script.key(Key::Enter);
    assert!(script.notice().contains("write a length"), "{}", script.notice());
    assert_eq!(numbers(&script)[0], "x 7 kg", "it stays to be mended");
    script.key(Key::Escape);
    assert_eq!(text(&script), pinned);
    script.write("1e99");
    script.key(Key::Enter);
    assert!(!script.notice().contains("write a length"), "{}", script.notice());
    assert!(script.notice().contains("Give x from"), "{}", script.notice());
    assert_eq!(text(&script), pinned, "there is no such place");
    script.key(Key::Escape);
    script.write("0.6");
    script.key(Key::Tab);
    script.write("0.8");
    script.key(Key::Enter);
    assert_eq!(on_ground(&script, "pin"), p(0.6, 0.8));
    assert!(
        script.drift() < 1e-9,
        "the pendulum is turned to it: {}",
        script.drift()
    );
    undo_law(&mut script, &first);
}

#[test]
fn a_pin_between_parts_has_no_place_to_type_and_minus_is_its_own_command() {
    let mut script = bar((1.0, 1.0));
    script.drag(p(1.0, 0.0), p(1.0, 0.8));
    let scale = |script: &Script| script.editor.view().metres(1.0);
    let before = scale(&script);
    script.write("-");
    assert!(scale(&script) > before, "minus zooms out");
    script.tool(Tool::Constraint("pin"));
    let pins = script.scene().constraints().count();
    script.click(p(0.0, 0.0));
    assert_eq!(script.scene().constraints().count(), pins + 1);
    script.write("-0.2");
    assert_eq!(numbers(&script).len(), 2);
    // The next press removes the number fields.
    script.press(p(0.5, 0.0));
    assert!(numbers(&script).is_empty());
}

#[test]
fn in_a_paused_run_the_part_comes_to_the_place_typed() {
    let mut script = Script::paused(pendulum());
    for _ in 0..20 {
        script.action(Action::StepForward);
    }
    let id = script.id("bob");
    let bob = script.now("bob").position;
    script.intent(Intent::PinToGround { id, at: Vec2::ZERO });
    script.write("0.6");
    script.key(Key::Tab);
    script.write("-0.8");
    script.key(Key::Enter);
    assert_eq!(on_ground(&script, "pin"), p(0.6, -0.8), "not at {bob}");
    script.action(Action::PlayPause);
    script.run(240);
    let at = script.now("bob").position;
    assert!(at.distance(p(0.6, -0.8)) < 1e-3, "{at}");
}
