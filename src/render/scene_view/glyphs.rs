//! Constraints and forces: draws the elements of their glyphs.

use crate::constraints::Glyph;
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Cap, Color, Paint, Stroke};

use super::ink::{Ink, sees_line};
use super::{Canvas, guides};

/// Draws a glyph other than a rack; racks are drawn with the parts.
pub(super) fn draw(canvas: &mut Canvas, glyph: &Glyph, ink: Ink) {
    let view = canvas.view;
    match *glyph {
        Glyph::Rod { from, to } => rod(
            canvas,
            view.screen_from_world(from),
            view.screen_from_world(to),
            ink,
        ),
        Glyph::Pin { at } => pin(canvas, view.screen_from_world(at), ink),
        Glyph::Turn { at, speed } => turn(canvas, view.screen_from_world(at), speed, ink),
        Glyph::Coil { from, to, rest } => coil(
            canvas,
            view.screen_from_world(from),
            view.screen_from_world(to),
            rest,
            ink,
        ),
        Glyph::Arrow { from, to } => {
            arrow(
                canvas,
                view.screen_from_world(from),
                view.screen_from_world(to),
                ink,
            );
        }
        Glyph::Waves { at } => waves(canvas, view.screen_from_world(at), ink),
        Glyph::Rail {
            from,
            to,
            rider,
            shoe,
        } => guides::rail(canvas, [from, to], rider, shoe, ink),
        Glyph::Wire {
            ref points,
            closed,
            stuff,
        } => guides::wire(canvas, points, closed, stuff, ink),
        Glyph::Block { at, angle } => guides::block(canvas, view.screen_from_world(at), angle, ink),
        Glyph::Piston { from, to } => guides::piston(
            canvas,
            view.screen_from_world(from),
            view.screen_from_world(to),
            ink,
        ),
        Glyph::Spiral { at, from, to } => guides::spiral(canvas, view.screen_from_world(at), from, to, ink),
        Glyph::Wheel {
            at,
            radius,
            angle,
            teeth,
        } => guides::wheel(canvas, Pose { position: at, angle }, radius, teeth),
        Glyph::Rack(_) => {}
    }
}

fn rod(canvas: &mut Canvas, a: Vec2, b: Vec2, ink: Ink) {
    if !sees_line(canvas, a, b) {
        return;
    }
    let width = (0.034 * canvas.view.scale).clamp(1.2, 5.5) + ink.swell;
    let edge = ink.body.darker(0.4);
    if width < 2.4 {
        let stroke = Stroke::new(width.max(1.2), ink.body).cap(Cap::Butt);
        return canvas.out.line(a, b, stroke);
    }
    canvas.out.line(a, b, Stroke::new(width + 2.0, edge));
    canvas.out.line(a, b, Stroke::new(width, ink.body));
    if width > 3.5 {
        // A highlight along the upper side suggests a round rod.
        let mut side = (b - a).perp().normalize_or_zero();
        if side.y > 0.0 {
            side = -side;
        }
        let lift = 0.22 * width * side;
        let light = Stroke::new(0.28 * width, Color::WHITE.opacity(0.4 * canvas.opacity));
        canvas.out.line(a + lift, b + lift, light);
    }
    let along = (b - a).normalize_or_zero();
    let collar = canvas.tone(canvas.theme.steel.darker(0.25));
    for (end, sign) in [(a, 1.0), (b, -1.0)] {
        let near = end + 1.1 * width * sign * along;
        let far = near + 0.9 * width * sign * along;
        if a.distance(b) > 8.0 * width {
            let stroke = Stroke::new(width + 3.0, collar).cap(Cap::Butt);
            canvas.out.line(near, far, stroke);
        }
        let ring = Paint::both(ink.body, Stroke::new(1.2, edge));
        canvas.out.circle(end, 0.85 * width, ring);
    }
}

fn pin(canvas: &mut Canvas, at: Vec2, ink: Ink) {
    let size = canvas.joint() + 0.5 * ink.swell;
    if !canvas.view.sees(at, 2.0 * size) {
        return;
    }
    if size < 3.0 {
        return canvas
            .out
            .circle(at, size.max(1.5), Paint::fill(ink.body.darker(0.35)));
    }
    let edge = canvas.tone(canvas.theme.ink);
    let ring = Paint::both(
        ink.body.mix(Color::WHITE, 0.55),
        Stroke::new(1.2, edge.opacity(0.85)),
    );
    canvas.out.circle(at, size, ring);
    canvas
        .out
        .circle(at, 0.5 * size, Paint::fill(ink.body.darker(0.3)));
    let shine = at - 0.16 * size * Vec2::ONE;
    canvas.out.circle(
        shine,
        0.16 * size,
        Paint::fill(Color::WHITE.opacity(0.6 * canvas.opacity)),
    );
}

/// An arrowhead with its tip at `tip`, along a unit vector.
fn head(canvas: &mut Canvas, tip: Vec2, along: Vec2, size: f64, color: Color) {
    let side = along.perp();
    let back = tip - size * along;
    let points = vec![
        tip,
        back + 0.55 * size * side,
        back + 0.25 * size * along,
        back - 0.55 * size * side,
    ];
    canvas.out.polygon(points, Paint::fill(color));
}

fn turn(canvas: &mut Canvas, at: Vec2, speed: f64, ink: Ink) {
    let size = canvas.joint();
    let radius = 2.7 * size;
    if size < 2.2 || !canvas.view.sees(at, 2.0 * radius) {
        return;
    }
    // The length grows with the speed: a full swing at about a turn per second. Screen angles have the opposite sign.
    let sense = if speed < 0.0 { 1.0 } else { -1.0 };
    let sweep = (0.9 + 0.55 * speed.abs()).clamp(0.9, 5.0);
    let start = -0.5 * std::f64::consts::PI - 0.5 * sense * sweep;
    let width = (0.45 * size).clamp(1.5, 3.0);
    let tip_size = 1.7 * size.min(6.0);
    let stop = sweep - 0.8 * tip_size / radius;
    canvas.out.arc(
        at,
        radius,
        start,
        sense * sweep,
        Stroke::new(width + 3.0, canvas.halo()),
    );
    canvas
        .out
        .arc(at, radius, start, sense * stop, Stroke::new(width, ink.mark));
    let end = start + sense * sweep;
    let tip = at + radius * Vec2::from_angle(end);
    let along = sense * Vec2::from_angle(end - sense * 0.35 * tip_size / radius).perp();
    head(canvas, tip, along, tip_size, ink.mark);
}

fn arrow(canvas: &mut Canvas, from: Vec2, to: Vec2, ink: Ink) {
    if !sees_line(canvas, from, to) {
        return;
    }
    let length = from.distance(to);
    if length < 2.0 {
        return;
    }
    let along = (to - from) / length;
    let size = canvas.joint().clamp(3.0, 6.5);
    let tip_size = (2.0 * size).min(0.7 * length);
    let neck = to - 0.8 * tip_size * along;
    canvas
        .out
        .line(from, neck, Stroke::new(0.55 * size + 2.0, canvas.halo()));
    canvas.out.line(from, neck, Stroke::new(0.55 * size, ink.mark));
    head(canvas, to, along, tip_size, ink.mark);
}

fn coil(canvas: &mut Canvas, a: Vec2, b: Vec2, rest: f64, ink: Ink) {
    if !sees_line(canvas, a, b) {
        return;
    }
    let length = a.distance(b);
    let size = canvas.joint();
    let along = if length > 0.0 { (b - a) / length } else { Vec2::X };
    let side = along.perp();
    // The number of turns depends on the rest length only, so that their pitch shows the extension.
    let turns = (rest / 0.07).round().clamp(4.0, 16.0);
    let amplitude = (1.6 * size).min(10.0);
    let width = (0.4 * size).clamp(1.0, 2.6);
    let lead = (0.12 * length).min(3.0 * amplitude);
    let inner = length - 2.0 * lead;
    let mut points = vec![a, a + lead * along];
    if size < 3.0 {
        let count = 2 * turns as usize;
        for k in 0..count {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            let x = lead + inner * (k as f64 + 0.5) / count as f64;
            points.push(a + x * along + sign * amplitude * side);
        }
    } else {
        let count = 14 * turns as usize;
        let lean = (0.3 * amplitude).min(0.9 * inner.max(0.0) / turns);
        for k in 1..count {
            let t = k as f64 / count as f64;
            let phase = t * turns * std::f64::consts::TAU;
            let x = lead + inner * t + lean * (phase.cos() - 1.0) * (1.0 - t) * t * 4.0;
            points.push(a + x * along + amplitude * phase.sin() * side);
        }
    }
    points.push(b - lead * along);
    points.push(b);
    let edge = ink.mark.darker(0.35);
    if width > 1.5 {
        canvas
            .out
            .polyline(points.clone(), Stroke::new(width + 1.4, edge));
    }
    canvas.out.polyline(points, Stroke::new(width, ink.mark));
    if size >= 3.0 {
        for end in [a, b] {
            canvas.out.circle(
                end,
                0.5 * size,
                Paint::both(ink.body, Stroke::new(1.0, ink.body.darker(0.4))),
            );
        }
    }
}

fn waves(canvas: &mut Canvas, at: Vec2, ink: Ink) {
    let size = canvas.joint();
    if size < 2.2 || !canvas.view.sees(at, 6.0 * size) {
        return;
    }
    for k in 0..3 {
        let start = at + Vec2::new(2.0 * size, (f64::from(k) - 1.0) * 1.3 * size);
        let points = (0..=12)
            .map(|j| {
                let t = f64::from(j) / 12.0;
                start
                    + Vec2::new(
                        3.4 * size * t,
                        0.35 * size * (t * 2.0 * std::f64::consts::TAU).sin(),
                    )
            })
            .collect();
        canvas
            .out
            .polyline(points, Stroke::new((0.3 * size).max(1.2), ink.mark));
    }
}
