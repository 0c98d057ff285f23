//! Numbers on the canvas: lengths along their lines and angles in their arcs, on small cards.

use crate::editor::annotation::{ARC, length_line, number_at, number_half, side_of};
use crate::editor::{Dimension, Measured};
use crate::math::{Vec2, unit};
use crate::render::draw_list::{Anchor, Color, Paint, Stroke};
use crate::render::theme::TYPE;

use super::Canvas;

/// Draws all of them in a colour.
pub(super) fn draw(canvas: &mut Canvas, dimensions: &[Dimension], color: Color) {
    for it in dimensions {
        match it.of {
            Measured::Length { from, to } => length(canvas, [from, to], it.pulled, color),
            Measured::Angle { at, start, sweep } => angle(canvas, at, start, sweep, color),
        }
        let view = canvas.view;
        card(canvas, number_at(it, |world| view.screen_from_world(world)), it);
    }
}

/// A line with arrows at its ends beside what it measures; it goes on to a number that is pulled beyond them.
fn length(canvas: &mut Canvas, ends: [Vec2; 2], pulled: Vec2, color: Color) {
    let [a, b] = ends.map(|end| canvas.view.screen_from_world(end));
    let along = (b - a).try_normalize().unwrap_or(Vec2::X);
    let thin = Stroke::new(1.0, color);
    let [p, q] = length_line(a, b, pulled.y);
    let side = (p - a).try_normalize().unwrap_or(Vec2::Y);
    let beyond = pulled.x.abs() - 0.5 * p.distance(q);
    if beyond > 0.0 {
        let (end, way) = if (q - p).dot(side_of(a, b).perp()) * pulled.x > 0.0 {
            (q, along)
        } else {
            (p, -along)
        };
        canvas.out.line(end, end + beyond * way, thin);
    }
    for (end, line) in [(a, p), (b, q)] {
        let reach = 4.0 * side;
        canvas.out.line(
            end + reach,
            line + reach,
            Stroke::new(1.0, thin.color.opacity(0.5)),
        );
    }
    canvas.out.line(p, q, thin);
    if a.distance(b) > 24.0 {
        for (tip, way) in [(p, along), (q, -along)] {
            let wing = 3.0 * side;
            let points = vec![tip, tip + 8.0 * way + wing, tip + 8.0 * way - wing];
            canvas.out.polygon(points, Paint::fill(thin.color));
        }
    }
}

/// An arc from one direction to another.
fn angle(canvas: &mut Canvas, at: Vec2, start: f64, sweep: f64, color: Color) {
    let center = canvas.view.screen_from_world(at);
    let thin = Stroke::new(1.0, color);
    let faint = Stroke::new(1.0, thin.color.opacity(0.5)).dashed(4.0, 3.0);
    // The screen's y goes down.
    let ray = |angle: f64, length: f64| {
        let u = unit(angle);
        center + length * Vec2::new(u.x, -u.y)
    };
    canvas.out.line(center, ray(start, ARC + 12.0), faint);
    canvas.out.arc(center, ARC, -start, -sweep, thin);
}

/// The number on a card; a caret behind what is being typed.
fn card(canvas: &mut Canvas, at: Vec2, it: &Dimension) {
    let theme = canvas.theme;
    let mut text = it.text.clone();
    if it.active {
        text.push('|');
    }
    let half = number_half(&text);
    let at = at.clamp(half + 2.0, (canvas.view.size - half - 2.0).max(half + 2.0));
    let line = if it.active || it.typed {
        theme.select
    } else {
        theme.line
    };
    let width = if it.active { 1.5 } else { 1.0 };
    let paint = Paint::both(theme.panel.opacity(0.95), Stroke::new(width, line));
    canvas.out.rect(at, half, 0.0, 4.0, paint);
    canvas.out.text(at, Anchor::CENTER, text, TYPE[0], theme.ink);
}
