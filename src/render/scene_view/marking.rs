//! Draws the marks of the laboratory's views.

use crate::math::Vec2;
use crate::render::draw_list::{Paint, Stroke};

use super::Canvas;
use super::marks::{Head, Marks};
use super::words::label;

/// Draws the marks.
pub(super) fn draw(canvas: &mut Canvas, marks: &Marks) {
    for line in &marks.lines {
        let [from, to] = [line.from, line.to].map(|at| canvas.view.screen_from_world(at));
        let stroke = Stroke::new(line.width, line.color);
        canvas.out.line(from, to, stroke);
        let length = from.distance(to);
        if line.head != Head::None && length > 4.0 {
            let along = (to - from) / length;
            let size = (3.0 + 1.5 * line.width).min(0.6 * length);
            let tip = match line.head {
                Head::End => to + 0.5 * size * along,
                Head::Middle | Head::None => 0.5 * (from + to) + 0.5 * size * along,
            };
            let side = 0.6 * size * along.perp();
            let base = tip - size * along;
            canvas
                .out
                .polygon(vec![tip, base + side, base - side], Paint::fill(line.color));
        }
    }
    for dot in &marks.dots {
        let at = canvas.view.screen_from_world(dot.at);
        let paint = Paint::both(dot.color, Stroke::new(1.0, canvas.halo()));
        canvas.out.circle(at, dot.radius, paint);
    }
    for words in &marks.labels {
        let at = canvas.view.screen_from_world(words.at) + Vec2::new(12.0, -14.0);
        label(canvas, at, &words.text, 1.0);
    }
}
