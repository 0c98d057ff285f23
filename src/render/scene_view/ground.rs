//! The ground: a hatched foot under each anchor.

use crate::math::Vec2;
use crate::render::draw_list::{Cap, Paint, Stroke};

use super::Canvas;

/// Height of a foot in joint radii.
const HEIGHT: f64 = 2.6;
/// Joint radius (points) below which a foot becomes a dash, and minimum joint radius for its proportions.
const MARK: f64 = 1.8;
const LEAST: f64 = 3.0;

/// Distance from the anchor to the bottom of its foot (points).
pub(super) fn height(canvas: &Canvas) -> f64 {
    HEIGHT * canvas.joint().max(LEAST)
}

/// Draws a foot under an anchor at a screen point.
pub(super) fn foot(canvas: &mut Canvas, at: Vec2) {
    let size = canvas.joint();
    if !canvas.view.sees(at, 5.0 * size.max(LEAST)) {
        return;
    }
    let line = canvas.tone(canvas.theme.ink.mix(canvas.theme.paper, 0.25));
    let body = canvas.tone(canvas.theme.steel.mix(canvas.theme.paper, 0.45));
    if size < MARK {
        let tick = Vec2::new(1.2 * size, 0.0);
        return canvas.out.line(at - tick, at + tick, Stroke::new(1.0, line));
    }
    let size = size.max(LEAST);
    let (half, height) = (1.9 * size, HEIGHT * size);
    let base = at + Vec2::new(0.0, height);
    let corners = vec![
        at + Vec2::new(-0.75 * size, 0.0),
        at + Vec2::new(0.75 * size, 0.0),
        base + Vec2::new(half, 0.0),
        base - Vec2::new(half, 0.0),
    ];
    canvas
        .out
        .polygon(corners, Paint::both(body, Stroke::new(1.2, line)));
    let reach = 1.35 * half;
    canvas.out.line(
        base - Vec2::new(reach, 0.0),
        base + Vec2::new(reach, 0.0),
        Stroke::new(1.6, line),
    );
    let hair = Stroke::new(1.0, line.opacity(0.75)).cap(Cap::Butt);
    for k in 0..5 {
        let top = base + Vec2::new(reach * (-0.8 + 0.42 * f64::from(k)), 0.0);
        canvas
            .out
            .line(top, top + Vec2::new(-0.75 * size, 0.85 * size), hair);
    }
}
