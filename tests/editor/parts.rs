//! The tools that draw parts.

use tinkertoy::bodies::{Outline, Shape};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Tool};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Scene;

use super::script::{Script, p, pendulum};

#[test]
fn a_click_makes_each_kind_of_part_in_its_usual_size() {
    for shape in Shape::catalogue() {
        let mut script = Script::paused(Scene::default());
        script.tool(tinkertoy::editor::Tool::Part(shape.id()));
        assert_eq!(script.editor.tool(), Tool::Part(shape.id()));
        script.click(p(0.7, -0.4));
        let part = script.part(shape.id());
        assert_eq!(part.shape, shape);
        assert!(part.pose.position.distance(p(0.7, -0.4)) < 1e-9);
        assert_eq!(script.selected(), [shape.id()]);
        assert_eq!(script.now(shape.id()), part.pose);
        script.action(Action::Undo);
        assert!(script.scene().is_empty());
    }
}

#[test]
fn a_drag_sizes_each_kind_of_part() {
    for shape in Shape::catalogue() {
        let mut script = Script::paused(Scene::default());
        script.tool(Tool::Part(shape.id()));
        let (from, to) = (p(-0.5, -0.25), p(0.7, 0.65));
        script.drag(from, to);
        let part = script.part(shape.id());
        let near = |a: Vec2, b: Vec2| assert!(a.distance(b) < 1e-9, "{}: {a} against {b}", shape.id());
        match part.shape.outline() {
            Outline::Dot => near(part.pose.position, to),
            Outline::Circle { radius } => {
                near(part.pose.position, from);
                assert!((radius - 1.5).abs() < 1e-9);
            }
            Outline::Polygon(_) if part.shape.ends().is_some() => {
                let (a, b) = part.shape.ends().unwrap();
                near(part.pose.point(a), from);
                near(part.pose.point(b), to);
            }
            // Plates keep their proportions, gears and racks their module.
            Outline::Polygon(_) if shape.pitch_radius().is_some() => near(part.pose.position, from),
            Outline::Polygon(_) if shape.id() != "box" => {}
            Outline::Polygon(corners) => {
                near(part.pose.point(corners[0]), from);
                near(part.pose.point(corners[2]), to);
            }
            Outline::Capsule { from: a, to: b, .. } => {
                near(part.pose.point(a), from);
                near(part.pose.point(b), to);
            }
            Outline::Band { points, .. } => {
                near(part.pose.point(points[0]), from);
                near(part.pose.point(points[points.len() - 1]), to);
            }
            // Unfilled shapes and shapes of several outlines are centred on the drag.
            Outline::Ring { .. } => near(part.pose.position, from),
            Outline::Thread { .. } | Outline::Several(_) => near(part.pose.position, 0.5 * (from + to)),
        }
    }
}

#[test]
fn the_ghost_is_what_the_release_makes() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, 1.0));
    let ghost = script.editor.feedback().ghost.parts;
    script.release();
    let part = script.part("bar");
    assert_eq!(ghost.len(), 1);
    assert_eq!((&ghost[0].shape, ghost[0].pose), (&part.shape, part.pose));
}

#[test]
fn names_are_unique_and_the_tool_stays_in_hand() {
    let mut script = Script::paused(Scene::default());
    script.letter('C');
    for k in 0..3 {
        script.click(p(f64::from(k) - 1.0, 0.0));
    }
    assert_eq!(script.names(), ["disk", "disk 2", "disk 3"]);
    assert_eq!(script.editor.tool(), Tool::Part("disk"));
    script.key(Key::Escape);
    assert_eq!(script.editor.tool(), Tool::Select);
}

#[test]
fn a_wheel_drawn_on_a_hole_is_pinned_there() {
    let mut script = Script::paused(pendulum());
    script.tool(Tool::Part("disk"));
    // Near the middle hole of the bar.
    script.drag(p(0.51, 0.02), p(0.51, 0.4));
    let disk = script.part("disk");
    assert!(disk.pose.position.distance(p(0.5, 0.0)) < 1e-12);
    let pin = script.constraint("pin");
    assert_eq!(pin.ends[0].part, Some(script.id("bar")));
    assert_eq!(pin.ends[1].part, Some(script.id("disk")));
    assert!(script.drift() < 1e-12);
    script.action(Action::Undo);
    assert!(script.scene().find("disk").is_none() && script.scene().find("pin").is_none());
}

#[test]
fn a_bar_between_two_holes_is_pinned_at_both_ends() {
    let mut script = Script::paused(super::script::two_disks());
    script.tool(Tool::Part("bar"));
    script.press(p(-1.0, 0.0));
    script.drag_on(p(1.0, 0.0));
    assert!(!script.halo().is_empty());
    script.release();
    let pins = script.scene().constraints().count();
    assert_eq!(pins, 2);
    assert!(script.drift() < 1e-9);
}

#[test]
fn escape_leaves_no_trace_of_a_drawing() {
    let mut script = Script::paused(Scene::default());
    script.letter('B');
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, 1.0));
    script.key(Key::Escape);
    script.release();
    assert!(script.scene().is_empty());
    assert_eq!(
        script.editor.tool(),
        Tool::Part("box"),
        "the gesture goes first, then the tool"
    );
    assert_eq!(script.editor.undo_label(), None);
}

#[test]
fn a_view_zoomed_and_panned_draws_at_the_same_place() {
    let mut script = Script::paused(Scene::default());
    script.action(Action::ZoomIn);
    script.key(Key::Plus);
    script.point(p(0.3, 0.3));
    script.press_with(tinkertoy::editor::event::Button::Middle, 1);
    script.point_screen(Vec2::new(60.0, 250.0));
    script.release();
    script.tool(Tool::Part("disk"));
    script.drag(p(0.25, 0.5), p(0.25, 0.9));
    let disk = script.part("disk");
    assert!(disk.pose.position.distance(p(0.25, 0.5)) < 1e-9);
    assert!((disk.shape.outline().radius() - 0.4).abs() < 1e-9);
}

#[test]
fn the_middle_of_a_bar_is_named_where_a_bar_is_pinned_to_it() {
    let mut script = Script::paused(pendulum());
    script.tool(Tool::Part("bar"));
    script.press(p(0.5, 0.6));
    script.drag_on(p(0.5, 0.02));
    assert!(
        script.halo().starts_with("pinned at the midpoint"),
        "{}",
        script.halo()
    );
    script.drag_on(p(0.01, 0.02));
    assert!(script.halo().starts_with("pinned:"), "{}", script.halo());
}
