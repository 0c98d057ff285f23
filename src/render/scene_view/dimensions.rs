//! Dimensions on the canvas: lengths along lines and angles in arcs, with numbers on small cards.

use crate::editor::annotation::{ARC, length_line, number_at, number_half, side_of};
use crate::editor::{Dimension, Measured};
use crate::math::{Vec2, unit};
use crate::render::draw_list::{Anchor, Color, Paint, Stroke};
use crate::render::theme::TYPE;

use super::Canvas;

/// Gap between cards (points).
const BETWEEN: f64 = 3.0;

/// Draws dimensions in a colour. The number being typed keeps its place, and the others give way.
pub(super) fn draw(canvas: &mut Canvas, dimensions: &[Dimension], color: Color) {
    for it in dimensions {
        match it.of {
            Measured::Length { from, to } => length(canvas, [from, to], it.pulled, color),
            Measured::Angle { at, start, sweep } => angle(canvas, at, start, sweep, color),
        }
    }
    let view = canvas.view;
    let (active, others): (Vec<_>, Vec<_>) = dimensions.iter().partition(|it| it.active);
    let mut taken = Vec::new();
    for it in active.into_iter().chain(others) {
        let at = number_at(it, |world| view.screen_from_world(world));
        let text = text_of(it);
        let half = number_half(&text);
        let at = at.clamp(half + 2.0, (view.size - half - 2.0).max(half + 2.0));
        let at = beside(at, half, &taken);
        taken.push((at, half));
        card(canvas, (at, half), it, text);
    }
}

/// Moves a card of this half size clear of the taken ones: above or below each that it would overlap.
fn beside(mut at: Vec2, half: Vec2, taken: &[(Vec2, Vec2)]) -> Vec2 {
    for (other, its) in taken {
        let room = half + *its + BETWEEN;
        let d = at - *other;
        if d.abs().cmplt(room).all() {
            at.y = other.y + if d.y > 0.0 { room.y } else { -room.y };
        }
    }
    at
}

/// A dimension line with arrows at its ends, offset from what it measures; extended to a number dragged beyond its ends.
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

/// A dimension arc between two directions.
fn angle(canvas: &mut Canvas, at: Vec2, start: f64, sweep: f64, color: Color) {
    let center = canvas.view.screen_from_world(at);
    let thin = Stroke::new(1.0, color);
    let faint = Stroke::new(1.0, thin.color.opacity(0.5)).dashed(4.0, 3.0);
    // Screen y points down.
    let ray = |angle: f64, length: f64| {
        let u = unit(angle);
        center + length * Vec2::new(u.x, -u.y)
    };
    canvas.out.line(center, ray(start, ARC + 12.0), faint);
    canvas.out.arc(center, ARC, -start, -sweep, thin);
}

/// The text of its number; with a caret while it is being typed.
fn text_of(it: &Dimension) -> String {
    let caret = if it.active { "|" } else { "" };
    format!("{}{caret}", it.text)
}

/// The number on a card, given by its centre and half its size.
fn card(canvas: &mut Canvas, (at, half): (Vec2, Vec2), it: &Dimension, text: String) {
    let theme = canvas.theme;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_do_not_cover_each_other() {
        let half = Vec2::new(30.0, 9.0);
        let taken = [(Vec2::new(100.0, 100.0), half)];
        let clear = |at: Vec2| {
            let d = (beside(at, half, &taken) - taken[0].0).abs();
            d.x >= 60.0 || d.y >= 18.0
        };
        assert!((80..120).all(|y| clear(Vec2::new(110.0, f64::from(y)))));
        let far = Vec2::new(100.0, 150.0);
        assert_eq!(beside(far, half, &taken), far);
    }
}
