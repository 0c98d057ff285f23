//! Guides and transmissions: rails, wires, belts and ropes, pistons, welds, spirals, wheels.

use crate::constraints::Stuff;
use crate::math::{Pose, Vec2, unit};
use crate::render::draw_list::{Cap, Color, Paint, Stroke};
use crate::render::theme::OUTLINE;

use super::Canvas;
use super::ink::{Ink, sees_line};
use super::teeth::Gear;

/// A groove with a pin in it, or a rail with a shoe on it.
pub(super) fn rail(canvas: &mut Canvas, ends: [Vec2; 2], rider: Vec2, shoe: bool, ink: Ink) {
    let [a, b] = ends.map(|end| canvas.view.screen_from_world(end));
    if !sees_line(canvas, a, b) {
        return;
    }
    let size = canvas.joint();
    let (edge, along) = (ink.body.darker(0.4), (b - a).normalize_or_zero());
    let width = (1.3 * size).clamp(2.0, 9.0) + ink.swell;
    let inside = if shoe {
        ink.body
    } else {
        canvas.tone(canvas.theme.paper).mix(ink.body, 0.35)
    };
    // The ends are open and fade, since there are no stops.
    let fade = (0.12 * a.distance(b)).min(5.0 * size) * along;
    let side = 0.5 * (width + 1.0) * along.perp();
    let flat = |width: f64, color: Color| Stroke::new(width, color).cap(Cap::Butt);
    canvas.out.line(a, b, flat(width, inside.opacity(0.35)));
    canvas.out.line(a + fade, b - fade, flat(width, inside));
    for side in [side, -side] {
        let edge = Stroke::new(1.0, edge);
        canvas.out.line(a + fade + side, b - fade + side, edge);
        for end in [(a + side, a + fade + side), (b - fade + side, b + side)] {
            canvas.out.line(end.0, end.1, edge.dashed(3.0, 3.0));
        }
    }
    let at = canvas.view.screen_from_world(rider);
    if size < 2.2 {
        return;
    }
    if shoe {
        let half = Vec2::new(2.1 * size, 1.15 * size);
        let paint = Paint::both(ink.body.mix(Color::WHITE, 0.45), Stroke::new(1.2, edge));
        canvas.out.rect(at, half, along.to_angle(), 0.3 * size, paint);
    }
    let pin = Paint::both(ink.body.mix(Color::WHITE, 0.6), Stroke::new(1.2, edge));
    canvas.out.circle(at, 0.55 * size, pin);
}

/// A curved line.
pub(super) fn wire(canvas: &mut Canvas, points: &[Vec2], closed: bool, stuff: Stuff, ink: Ink) {
    let mut line: Vec<Vec2> = points.iter().map(|p| canvas.view.screen_from_world(*p)).collect();
    if let (true, Some(&first)) = (closed, line.first()) {
        line.push(first);
    }
    let low = line.iter().fold(Vec2::INFINITY, |low, p| low.min(*p));
    let high = line.iter().fold(Vec2::NEG_INFINITY, |high, p| high.max(*p));
    if line.len() < 2
        || !(high - low).is_finite()
        || !canvas.view.sees(0.5 * (low + high), 0.5 * (high - low).length())
    {
        return;
    }
    let scale = canvas.view.scale;
    let (width, inner) = match stuff {
        Stuff::Steel => ((0.022 * scale).clamp(1.4, 4.0) + ink.swell, ink.body),
        Stuff::Rubber => (
            (0.04 * scale).clamp(1.8, 6.0) + ink.swell,
            ink.mark.mix(ink.body, 0.3),
        ),
        Stuff::Rope => (
            (0.02 * scale).clamp(1.3, 3.5) + ink.swell,
            canvas.tone(canvas.theme.maple),
        ),
        Stuff::Dashes => {
            let stroke = Stroke::new(1.0, ink.mark.opacity(0.45)).dashed(5.0, 4.0);
            return canvas.out.polyline(line, stroke);
        }
    };
    if width > 2.0 {
        canvas
            .out
            .polyline(line.clone(), Stroke::new(width + 1.6, inner.darker(0.45)));
    }
    canvas.out.polyline(line, Stroke::new(width, inner));
}

/// A small square for a weld.
pub(super) fn block(canvas: &mut Canvas, at: Vec2, angle: f64, ink: Ink) {
    let size = canvas.joint() + 0.5 * ink.swell;
    if !canvas.view.sees(at, 2.0 * size) {
        return;
    }
    let paint = Paint::both(ink.body.darker(0.25), Stroke::new(1.2, ink.body.darker(0.55)));
    canvas.out.rect(at, Vec2::splat(size), -angle, 0.2 * size, paint);
}

/// A cylinder at `a` with its rod extended to `b`.
pub(super) fn piston(canvas: &mut Canvas, a: Vec2, b: Vec2, ink: Ink) {
    if !sees_line(canvas, a, b) {
        return;
    }
    let size = canvas.joint();
    let length = a.distance(b);
    let along = (b - a).normalize_or_zero();
    let (edge, bore) = (ink.body.darker(0.4), (1.5 * size).clamp(2.5, 10.0) + ink.swell);
    let barrel = (0.55 * length).min(length);
    canvas.out.line(a, b, Stroke::new(0.5 * bore + 1.6, edge));
    canvas
        .out
        .line(a, b, Stroke::new(0.5 * bore, ink.body.mix(Color::WHITE, 0.5)));
    let (from, to) = (a + 0.1 * barrel * along, a + barrel * along);
    let half = Vec2::new(0.5 * from.distance(to), 0.5 * bore + 1.0);
    let paint = Paint::both(ink.mark.mix(ink.body, 0.45), Stroke::new(1.2, edge));
    canvas
        .out
        .rect(0.5 * (from + to), half, along.to_angle(), 1.5, paint);
    if size >= 3.0 {
        for end in [a, b] {
            let eye = Paint::both(ink.body, Stroke::new(1.2, edge));
            canvas.out.circle(end, 0.6 * size, eye);
        }
    }
}

/// A flat spiral spring between two parts: its turns follow the angle between them.
pub(super) fn spiral(canvas: &mut Canvas, at: Vec2, from: f64, to: f64, ink: Ink) {
    const TURNS: f64 = 2.5;
    let size = canvas.joint();
    if size < 2.2 || !canvas.view.sees(at, 4.0 * size) {
        return;
    }
    let sweep = (TURNS * std::f64::consts::TAU + to - from).clamp(3.0, 60.0);
    let count = (8.0 * sweep).ceil() as usize;
    let points = (0..=count)
        .map(|k| {
            let t = k as f64 / count as f64;
            // Screen angles have the opposite sign.
            at + (2.9 - 2.3 * t) * size * unit(-(from + t * sweep))
        })
        .collect();
    canvas
        .out
        .polyline(points, Stroke::new((0.35 * size).clamp(1.0, 2.2), ink.mark));
}

/// A toothed wheel that is not drawn as a part.
pub(super) fn wheel(canvas: &mut Canvas, pose: Pose, radius: f64, teeth: u32) {
    let view = canvas.view;
    let at = view.screen_from_world(pose.position);
    let gear = Gear {
        radius: radius.abs(),
        teeth,
        phase: 0.0,
    };
    let brass = canvas.tone(canvas.theme.yellow);
    let line = Stroke::new(OUTLINE, brass.darker(0.35));
    if !view.sees(at, (radius.abs() + gear.module()) * view.scale) {
        return;
    }
    if gear.module() * view.scale < 1.5 {
        return canvas
            .out
            .circle(at, radius.abs() * view.scale, Paint::stroke(line));
    }
    let points = gear.outline();
    let mut points: Vec<Vec2> = points.iter().map(|p| view.screen_from_local(pose, *p)).collect();
    points.extend(points.first().copied());
    canvas.out.polyline(points, line);
}
