//! Freehand drawing: a closed wire with its bead, the outline of a plate.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, Glyph};
use tinkertoy::editor::{Action, Tool};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::Scene;

use crate::script::{Script, p};

/// Presses at the first point and moves through the others with the button down.
fn trace(script: &mut Script, path: &[Vec2]) {
    script.press(path[0]);
    for point in &path[1..] {
        script.point(*point);
    }
}

fn circle(radius: f64) -> Vec<Vec2> {
    (0..96)
        .map(|k| radius * unit(f64::from(k) * std::f64::consts::TAU / 96.0))
        .collect()
}

fn wires(script: &Script) -> usize {
    let ghost = script.editor.feedback().ghost;
    let is_wire = |glyph: &&Glyph| matches!(glyph, Glyph::Wire { .. });
    ghost.glyphs.iter().filter(is_wire).count()
}

/// A closed wire drawn freehand passes through its bead and follows the stroke; while drawing, only the stroke is shown.
#[test]
fn a_wire_is_bent_as_it_is_drawn() {
    for tool in ["track", "track-motor"] {
        let mut script = Script::paused(Scene::default());
        script.tool(Tool::Constraint(tool));
        trace(&mut script, &circle(1.2));
        assert_eq!(wires(&script), 1, "{tool}: the stroke alone");
        script.release();
        assert_eq!(script.scene().parts().count(), 1, "{}", script.notice());
        let (_, wire) = script.scene().constraints().next().expect("a wire");
        let mut kind = wire.kind.clone();
        let points = kind.drawn().expect("drawn").clone();
        assert!(points.len() >= 8, "{tool}: {}", points.len());
        // The curve lies inside its control points by a sixth of their second difference.
        let centre = wire.ends[0].at;
        for point in &points {
            let off = (centre + *point).length() - 1.2;
            assert!(off.abs() < 0.06, "{tool}: {off}");
        }
        assert!(script.drift() < 1e-9);
        assert!(matches!(
            kind,
            ConstraintKind::Track(_) | ConstraintKind::TrackMotor(_)
        ));
        script.action(Action::Undo);
        assert!(script.scene().is_empty(), "one step of undo");
    }
}

/// A click with the wire tool makes the default wire, of which a preview is shown.
#[test]
fn without_a_stroke_it_is_the_usual_wire() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("particle"));
    script.click(p(1.0, 0.0));
    script.tool(Tool::Constraint("track"));
    script.click(p(0.0, 0.0));
    script.point(p(1.0, 0.0));
    assert_eq!(wires(&script), 1, "the usual wire");
    script.click(p(1.0, 0.0));
    let (_, wire) = script.scene().constraints().next().expect("a wire");
    assert_eq!(wire.kind.clone().drawn().map(|it| it.len()), Some(12));
}

/// A plate takes the drawn outline, concave where the drawing is, about its centre of mass.
#[test]
fn a_concave_plate_is_cut_as_it_is_drawn() {
    let corners = [
        p(-1.0, -1.0),
        p(1.0, -1.0),
        p(1.0, -0.4),
        p(-0.4, -0.4),
        p(-0.4, 1.0),
        p(-1.0, 1.0),
    ];
    let path: Vec<Vec2> = (0..6)
        .flat_map(|k| (0..20).map(move |j| (k, f64::from(j) / 20.0)))
        .map(|(k, share)| corners[k].lerp(corners[(k + 1) % 6], share))
        .collect();
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("polygon"));
    trace(&mut script, &path);
    script.release();
    let (_, plate) = script.scene().parts().next().expect("a plate");
    let Shape::Polygon(shape) = &plate.shape else {
        unreachable!()
    };
    assert!((6..=12).contains(&shape.corners.len()), "{:?}", shape.corners);
    // An L of two arms: 2 x 0.6 and 0.6 x 1.4.
    let area = plate.shape.mass_at_density(1.0).mass;
    assert!((area - 2.04).abs() < 0.06, "{area}");
    let outline = plate.shape.outline();
    let inside = |x: f64, y: f64| outline.distance(plate.pose.local_point(p(x, y))) < 0.0;
    assert!(
        inside(0.7, -0.7) && inside(-0.7, 0.7) && !inside(0.3, 0.3),
        "concave"
    );
    let middle = (1.2 * p(0.0, -0.7) + 0.84 * p(-0.7, 0.3)) / 2.04;
    assert!(
        plate.pose.position.distance(middle) < 0.03,
        "{}",
        plate.pose.position
    );
    script.action(Action::Undo);
    assert!(script.scene().is_empty());
}
