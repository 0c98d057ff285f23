//! Colours and width of glyphs.

use crate::math::Vec2;
use crate::render::draw_list::Color;

use super::Canvas;

/// Colours and extra width of a glyph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// Colour of rods and pins.
    pub body: Color,
    /// Colour of arrows, coils and waves.
    pub mark: Color,
    /// Extra width (points) for the force carried.
    pub swell: f64,
}

/// Whether a line between two screen points may be visible.
pub(super) fn sees_line(canvas: &Canvas, a: Vec2, b: Vec2) -> bool {
    canvas.view.sees(0.5 * (a + b), 0.5 * a.distance(b) + 16.0)
}
