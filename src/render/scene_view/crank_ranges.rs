//! Range of a crank: the arc of its end from dead point to dead point, and the angles at which the output reverses.

use std::f64::consts::TAU;

use crate::editor::CrankRange;
use crate::kinematics::Range;
use crate::math::{Vec2, unit};
use crate::render::draw_list::{Anchor, Stroke};

use super::label_room::LabelRoom;
use super::{Canvas, SceneView};

/// Half the length of a dead point's mark, and distance of its label (points).
const MARK: f64 = 7.0;
const NAME: f64 = 16.0;

pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let mut room = LabelRoom::default();
    for it in &input.overlay.feedback.cranks {
        arc(canvas, it);
        if let Range::Between(from, to) = it.range {
            let color = canvas.theme.warn;
            for angle in [from, to] {
                let (at, out) = place(canvas, it, angle);
                let stroke = Stroke::new(2.0, color);
                canvas.out.line(at - MARK * out, at + MARK * out, stroke);
                room.write(
                    canvas,
                    (at + NAME * out, anchor(out)),
                    "dead point".to_owned(),
                    color,
                );
            }
        }
        for (angles, name) in [(&it.toggles, "toggle"), (&it.change_points, "change point")] {
            for angle in angles {
                let (at, out) = place(canvas, it, *angle);
                let color = canvas.theme.select;
                let stroke = Stroke::new(2.0, color);
                canvas.out.line(at - MARK * out, at + MARK * out, stroke);
                room.write(canvas, (at + NAME * out, anchor(out)), name.to_owned(), color);
            }
        }
    }
}

fn arc(canvas: &mut Canvas, it: &CrankRange) {
    let (start, sweep) = match it.range {
        Range::Full => (0.0, TAU),
        Range::Between(from, to) => (from, to - from),
        Range::None => return,
    };
    let center = canvas.view.screen_from_world(it.center);
    let stroke = Stroke::new(1.5, canvas.theme.select.opacity(0.6));
    canvas
        .out
        .arc(center, it.radius * canvas.view.scale, -start, -sweep, stroke);
}

/// A point on the arc, and the direction away from the axle, on the screen.
fn place(canvas: &Canvas, it: &CrankRange, angle: f64) -> (Vec2, Vec2) {
    let out = unit(angle);
    let at = canvas.view.screen_from_world(it.center + it.radius * out);
    (at, Vec2::new(out.x, -out.y))
}

/// Anchor of a label outside the arc.
fn anchor(out: Vec2) -> Anchor {
    if out.x.abs() < 0.4 {
        Anchor::CENTER
    } else if out.x > 0.0 {
        Anchor::LEFT
    } else {
        Anchor::RIGHT
    }
}
