//! Snap points, the grid, and the text of the halo.

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::editor::event::Modifiers;
use tinkertoy::editor::{HaloKind, Tool};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Part, Scene};

use super::script::{Script, p, pendulum, two_disks};

#[test]
fn a_hole_pulls_over_the_last_points_and_not_further() {
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Constraint("rod"));
    let px = script.editor.view().metres(1.0);
    script.point(p(1.0 + 7.0 * px, 0.0));
    let halo = script.editor.feedback().halo.unwrap();
    assert_eq!((halo.kind, halo.at), (HaloKind::Part, p(1.0, 0.0)));
    script.point(p(1.0 + 10.0 * px, 0.0));
    assert!(
        script
            .editor
            .feedback()
            .halo
            .unwrap()
            .at
            .distance(p(1.0 + 10.0 * px, 0.0))
            < 1e-9
    );
    // Zoomed in, the same place is farther away in points of the screen.
    script.action(tinkertoy::editor::Action::ZoomIn);
    script.point(p(1.0 + 7.0 * px, 0.0));
    assert!(script.editor.feedback().halo.unwrap().at.distance(p(1.0, 0.0)) > px);
}

#[test]
fn alt_suspends_the_pull() {
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Constraint("rod"));
    script.held = Modifiers::ALT;
    script.point(p(1.01, 0.02));
    assert!(script.editor.feedback().halo.unwrap().at.distance(p(1.01, 0.02)) < 1e-9);
}

#[test]
fn the_grid_pulls_when_it_is_on() {
    let mut script = Script::paused(Scene::default());
    let step = script.editor.grid_step();
    let px = script.editor.view().metres(1.0);
    let near = p(2.0 * step + 5.0 * px, step - 3.0 * px);
    script.letter('C');
    script.click(near);
    assert!(script.part("disk").pose.position.distance(near) < 1e-9);
    script.letter('G');
    assert!(script.editor.grid());
    script.click(near - p(4.0 * step, 0.0));
    let at = script.part("disk 2").pose.position;
    assert!(at.distance(p(-2.0 * step, step)) < 1e-9);
}

#[test]
fn an_anchor_on_the_ground_can_be_joined_again() {
    let mut script = Script::paused(pendulum());
    script.tool(Tool::Constraint("rod"));
    script.press(p(0.01, 0.55));
    script.drag_on(p(0.01, 0.01));
    let halo = script.editor.feedback().halo.unwrap();
    assert!(halo.at.distance(p(0.0, 0.0)) < 1e-12);
}

#[test]
fn the_halo_says_what_a_joint_costs() {
    let mut script = Script::paused(two_disks());
    script.letter('J');
    script.point(p(1.0, 0.0));
    assert_eq!(script.halo(), "pin: -2 DOF, 4 left");
    script.click(p(1.0, 0.0));
    script.point(p(2.0, 1.0));
    script.point(p(1.0, 0.0));
    assert_eq!(script.halo(), "pin: would be redundant, 4 DOF left");
    script.letter('M');
    script.point(p(1.0, 0.0));
    assert_eq!(script.halo(), "motor: drives 1 of 4 DOF");
}

#[test]
fn closing_a_loop_is_said() {
    let mut script = Script::paused(pendulum());
    script.letter('I');
    script.press(p(0.5, 1.0));
    script.drag_on(p(1.0, 0.0));
    assert_eq!(script.halo(), "rod: -1 DOF, 0 left, closes a loop");
}

#[test]
fn a_line_is_pulled_to_where_it_is_perpendicular_or_tangent_and_the_reason_is_shown() {
    let mut scene = Scene::default();
    let beam = Shape::Bar(Bar {
        length: 2.0,
        width: 0.1,
    });
    scene.add(Part::new("beam", beam, Pose::new(0.0, 0.0, 0.5)));
    scene.add(Part::new(
        "wheel",
        Shape::Disk(Disk { radius: 0.5 }),
        Pose::new(2.0, 1.0, 0.0),
    ));
    let along = Vec2::from_angle(0.5);
    let mut script = Script::paused(scene);
    let px = script.editor.view().metres(1.0);
    // Away from the holes in the middle and at the ends, in no snapped direction.
    let foot = 0.37 * along;
    let from = foot + 1.1 * along.perp();
    script.tool(Tool::Part("bar"));
    script.press(from);
    script.drag_on(foot + 4.0 * px * along);
    assert_eq!(script.halo(), "perpendicular");
    script.release();
    let bar = script.part("bar");
    let off = (bar.pose.angle - 0.5).rem_euclid(std::f64::consts::PI) - std::f64::consts::FRAC_PI_2;
    assert!(off.abs() < 1e-9, "{off}");
    script.action(tinkertoy::editor::Action::Undo);
    // A rod is attached to the part there.
    script.tool(Tool::Constraint("rod"));
    script.press(from);
    script.drag_on(foot + 3.0 * px * along);
    script.release();
    let rod = script.constraint("rod");
    let end = rod.ends[1];
    assert_eq!(end.part, Some(script.id("beam")));
    assert!(end.at.distance(p(0.37, 0.0)) < 1e-9, "{}", end.at);
    // From a point two radii from the centre the tangent leaves at 30 degrees.
    let from = p(2.0, 2.0);
    let touch = p(2.0, 1.0) + 0.5 * Vec2::from_angle(std::f64::consts::FRAC_PI_6);
    script.tool(Tool::Part("bar"));
    script.press(from);
    script.drag_on(touch + p(2.0 * px, 3.0 * px));
    assert_eq!(script.halo(), "tangent");
    // Alt suspends snapping.
    script.held = Modifiers::ALT;
    script.drag_on(touch + p(3.0 * px, 3.0 * px));
    assert_eq!(script.halo(), "");
    script.release();
}

#[test]
fn a_line_nearly_as_long_as_another_is_as_long_and_says_so() {
    for (zoom, scale) in [(1.0, 1.0), (3.0, 2.0)] {
        let mut script = Script::paused(Scene::default());
        script.zoomed(zoom, scale);
        let near = script.editor.view().metres(3.0);
        script.tool(Tool::Part("bar"));
        script.drag(p(0.0, 0.0), p(0.5, 0.0));
        let length = |script: &Script, name: &str| match script.part(name).shape {
            Shape::Bar(bar) => bar.length,
            _ => panic!("no bar"),
        };
        let first = length(&script, "bar");
        let slanted = p(0.0, 0.4) + (first + near) * p(0.6, 0.8);
        script.press(p(0.0, 0.4));
        script.drag_on(slanted);
        assert_eq!(script.halo(), "as long as another");
        script.release();
        assert!((length(&script, "bar 2") - first).abs() < 1e-12);
        script.press(p(-0.4, -0.4));
        script.drag_on(p(-0.4 + first - near, -0.4));
        assert_eq!(script.halo(), "horizontal, as long as another");
        script.release();
        assert!((length(&script, "bar 3") - first).abs() < 1e-12);
        // Farther off there is no snapping, nor with Alt.
        script.press(p(-0.4, -0.8));
        script.drag_on(p(-0.4 + first + 4.0 * near, -0.8));
        assert_eq!(script.halo(), "horizontal");
        script.drag_on(p(-0.4 + first + near, -0.8));
        script.held = Modifiers::ALT;
        script.drag_on(p(-0.4 + first + near, -0.8));
        script.release();
        script.held = Modifiers::NONE;
        assert!((length(&script, "bar 4") - first - near).abs() < 0.2 * near);
    }
}
