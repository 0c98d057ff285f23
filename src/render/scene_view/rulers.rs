//! Rulers along the upper and the left edge of the canvas: ticks at round lengths, the origin, and the pointer's position.

use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::render::draw_list::{Anchor, Cap, Paint, Stroke};
use crate::render::theme::TYPE;

use super::Canvas;
use super::scale_bar::{digits, unit_of};

/// Width of the left ruler and height of the upper one (points).
pub const RULERS: Vec2 = Vec2::new(52.0, 20.0);
/// Minimum distance between two numbers, and between two ticks (points).
const NUMBERS: f64 = 64.0;
const MARKS: f64 = 6.0;
/// Length of a tick with a number, and of one without (points).
const LONG: f64 = 9.0;
const SHORT: f64 = 4.0;
/// Gap between a tick of the left ruler and its number (points).
const GAP: f64 = 2.0;
/// Maximum width of a character as a fraction of the font size.
const DIGIT: f64 = 0.66;
/// Half the size of the pointer's marker, and of the cross at the origin (points).
const POINTER: f64 = 4.0;
const CROSS: f64 = 8.0;

/// State of the rulers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rulers {
    /// Position of the pointer over the canvas (points).
    pub pointer: Option<Vec2>,
}

/// Distance between numbers (m), and number of ticks that divide it. Numbers stand at 1, 2 or 5 times a power of ten in the unit, and
/// ticks at round lengths, too.
fn division(scale: f64, lengths: LengthUnit) -> (f64, i64) {
    let round = lengths.round();
    let least = NUMBERS / scale / round;
    let decade = 10f64.powf(least.log10().floor());
    let parts: [(f64, &[i64]); 4] = [
        (1.0, &[10, 5, 2]),
        (2.0, &[10, 4, 2]),
        (5.0, &[10, 5]),
        (10.0, &[10, 5, 2]),
    ];
    let wide = |(k, _): &&(f64, &[i64])| k * decade >= least * (1.0 - 1e-9);
    let (k, counts) = parts.iter().find(wide).unwrap_or(&parts[3]);
    let step = k * decade * round;
    let fits = |count: &&i64| step * scale / **count as f64 >= MARKS;
    (step, counts.iter().find(fits).copied().unwrap_or(1))
}

/// Ticks of one ruler: the world coordinate of each, and the index of its number where it has one.
fn marks(low: f64, high: f64, (step, count): (f64, i64)) -> impl Iterator<Item = (f64, Option<i64>)> {
    let part = step / count as f64;
    let range = (low / part).ceil() as i64..=(high / part).floor() as i64;
    range.map(move |k| (k as f64 * part, (k % count == 0).then_some(k / count)))
}

/// Draws the rulers at the edges of the area that no panel covers.
pub(super) fn draw(canvas: &mut Canvas, rulers: Rulers, lengths: LengthUnit) {
    let (view, theme) = (canvas.view, canvas.theme);
    let [inner, corner] = view.clear;
    let outer = inner - RULERS;
    if corner.x <= inner.x || corner.y <= inner.y {
        return;
    }
    let strip = |a: Vec2, b: Vec2| (0.5 * (a + b), 0.5 * (b - a));
    let paper = Paint::fill(theme.panel.opacity(0.94));
    for (middle, half) in [
        strip(outer, Vec2::new(corner.x, inner.y)),
        strip(Vec2::new(outer.x, inner.y), Vec2::new(inner.x, corner.y)),
    ] {
        canvas.out.rect(middle, half, 0.0, 0.0, paper);
    }
    let edge = Stroke::new(1.0, theme.grid_major).cap(Cap::Butt);
    canvas
        .out
        .line(Vec2::new(outer.x, inner.y), Vec2::new(corner.x, inner.y), edge);
    canvas
        .out
        .line(Vec2::new(inner.x, outer.y), Vec2::new(inner.x, corner.y), edge);
    let (step, count) = division(view.scale, lengths);
    let (factor, unit) = unit_of(step, lengths);
    let number = |k: i64| digits(k as f64 * step * factor, step * factor);
    let (low, high) = (view.world_from_screen(inner), view.world_from_screen(corner));
    let tone = |number: Option<i64>| {
        if number == Some(0) {
            theme.select
        } else {
            theme.quiet_ink
        }
    };
    for (x, labelled) in marks(low.x, high.x, (step, count)) {
        let at = view.screen_from_world(Vec2::new(x, 0.0)).x.floor() + 0.5;
        let length = if labelled.is_some() { LONG } else { SHORT };
        let stroke = Stroke::new(1.0, tone(labelled)).cap(Cap::Butt);
        canvas
            .out
            .line(Vec2::new(at, inner.y - length), Vec2::new(at, inner.y), stroke);
        if let Some(k) = labelled {
            let place = Vec2::new(at + 3.0, outer.y + 8.0);
            canvas
                .out
                .text(place, Anchor::LEFT, number(k), TYPE[0], tone(labelled));
        }
    }
    for (y, labelled) in marks(high.y, low.y, (step, count)) {
        let at = view.screen_from_world(Vec2::new(0.0, y)).y.floor() + 0.5;
        let length = if labelled.is_some() { LONG } else { SHORT };
        let stroke = Stroke::new(1.0, tone(labelled)).cap(Cap::Butt);
        canvas
            .out
            .line(Vec2::new(inner.x - length, at), Vec2::new(inner.x, at), stroke);
        if let Some(k) = labelled {
            let place = Vec2::new(inner.x - LONG - GAP, at);
            let text = number(k);
            // A long number is set smaller; its sign would be cut off first.
            let room = RULERS.x - LONG - 2.0 * GAP;
            let size = TYPE[0].min(room / (DIGIT * text.len() as f64));
            canvas.out.text(place, Anchor::RIGHT, text, size, tone(labelled));
        }
    }
    // The unit, in the corner where the rulers meet.
    let (middle, half) = strip(outer, inner);
    canvas.out.rect(middle, half, 0.0, 0.0, Paint::fill(theme.panel));
    canvas
        .out
        .text(middle, Anchor::CENTER, unit, TYPE[0], theme.quiet_ink);
    let inside = |at: &Vec2| at.cmpge(inner).all() && at.cmple(corner).all();
    if let Some(at) = rulers.pointer.filter(inside) {
        let paint = Paint::fill(theme.select);
        let (top, left) = (Vec2::new(at.x, inner.y), Vec2::new(inner.x, at.y));
        let (x, y) = (Vec2::new(POINTER, 0.0), Vec2::new(0.0, POINTER));
        canvas
            .out
            .polygon(vec![top, top - x - 1.5 * y, top + x - 1.5 * y], paint);
        canvas
            .out
            .polygon(vec![left, left - 1.5 * x + y, left - 1.5 * x - y], paint);
    }
}

/// Draws the origin of the world.
pub(super) fn origin(canvas: &mut Canvas) {
    let at = canvas.view.screen_from_world(Vec2::ZERO);
    if !canvas.view.sees(at, CROSS) {
        return;
    }
    let stroke = Stroke::new(1.0, canvas.theme.select);
    canvas
        .out
        .line(at - Vec2::new(CROSS, 0.0), at + Vec2::new(CROSS, 0.0), stroke);
    canvas
        .out
        .line(at - Vec2::new(0.0, CROSS), at + Vec2::new(0.0, CROSS), stroke);
    canvas.out.circle(at, 0.5 * CROSS, Paint::stroke(stroke));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_never_crowd() {
        for k in 0..400 {
            let scale = 10f64.powf(-3.0 + 0.02 * f64::from(k));
            for lengths in LengthUnit::ALL {
                let (step, count) = division(scale, lengths);
                let points = step * scale;
                assert!(
                    (0.999 * NUMBERS..=2.51 * NUMBERS).contains(&points),
                    "{scale}: {points}"
                );
                assert!(count == 1 || points / count as f64 >= MARKS);
                let (factor, _) = unit_of(step, lengths);
                let shown: f64 = digits(3.0 * step * factor, step * factor).parse().unwrap_or(0.0);
                assert!(
                    (shown / (3.0 * step * factor) - 1.0).abs() < 1e-6,
                    "{scale}: {shown}"
                );
            }
        }
    }

    #[test]
    fn marks_stand_at_their_places_and_numbers_among_them() {
        let found: Vec<_> = marks(-0.35, 0.55, (0.5, 5)).collect();
        let places: Vec<f64> = found.iter().map(|it| (it.0 * 1e9).round() / 1e9).collect();
        assert_eq!(places, [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
        let numbers: Vec<_> = found.iter().filter_map(|it| it.1).collect();
        assert_eq!(numbers, [0, 1]);
    }
}
