//! What every glyph is drawn with.

use crate::math::Vec2;
use crate::render::draw_list::Color;

use super::Canvas;

/// What a glyph is drawn in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// Rods, pins.
    pub body: Color,
    /// Arrows, coils, waves.
    pub mark: Color,
    /// Extra width in points, from the force that goes through.
    pub swell: f64,
}

/// Whether a line between two screen points can be seen.
pub(super) fn sees_line(canvas: &Canvas, a: Vec2, b: Vec2) -> bool {
    canvas.view.sees(0.5 * (a + b), 0.5 * a.distance(b) + 16.0)
}
