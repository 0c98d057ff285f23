//! Racks and their wheels.

use crate::bodies::Outline;
use crate::math::{Pose, Vec2, unit};
use crate::render::draw_list::{Color, Paint, Stroke};
use crate::render::theme::OUTLINE;
use crate::scene::{Constraint, Id, Part};

use super::teeth::{Gear, gap, rack_edge};
use super::{Canvas, parts};
use crate::constraints::Glyph;

/// The disk that a constraint turns into a toothed wheel, if its end is in the middle of one of about that size.
pub(super) fn pinion(constraint: &Constraint, glyph: &Glyph, part: Option<&Part>) -> Option<(Id, Gear)> {
    let Glyph::Rack { radius, .. } = *glyph else {
        return None;
    };
    let end = constraint.ends.get(1)?;
    let Outline::Circle { radius: own } = part?.shape.outline() else {
        return None;
    };
    let fits = end.at.length() < 1e-6 * own && own > 0.8 * radius && own < 1.25 * radius;
    fits.then_some((end.part?, Gear::new(radius)))
}

/// The rack of a glyph, and its wheel where no part shows it. `carrier` is the part the rack is on, with its pose.
pub(super) fn draw(canvas: &mut Canvas, glyph: &Glyph, carrier: Option<(&Part, Pose)>, shows_wheel: bool) {
    let Glyph::Rack {
        at,
        along,
        towards,
        wheel,
        radius,
        angle,
    } = *glyph
    else {
        return;
    };
    let gear = Gear::new(radius);
    let view = canvas.view;
    let (from, to) = extent(carrier, at, along, wheel, radius);
    let wood = match carrier {
        Some((part, _)) => parts::fill(canvas.theme, part.colour),
        None => canvas.theme.steel,
    };
    let (body, edge) = (canvas.tone(wood), canvas.tone(canvas.theme.edge(wood)));
    let place = |p: Vec2| view.screen_from_world(at + p.x * along + p.y * towards);
    let depth = 2.4 * gear.module();
    if gear.module() * view.scale < 1.5 {
        canvas.out.line(
            place(Vec2::new(from, 0.0)),
            place(Vec2::new(to, 0.0)),
            Stroke::new(3.0, edge),
        );
    } else {
        let mut points: Vec<Vec2> = rack_edge(&gear, gap(&gear, at, along, towards, wheel, angle), from, to)
            .into_iter()
            .map(place)
            .collect();
        points.push(place(Vec2::new(to, -depth)));
        points.push(place(Vec2::new(from, -depth)));
        canvas
            .out
            .polygon(points, Paint::both(body, Stroke::new(OUTLINE, edge)));
        if carrier.is_none() {
            hatch(canvas, place, from, to, depth, edge);
        }
    }
    if !shows_wheel {
        let pose = Pose {
            position: wheel,
            angle,
        };
        let points = gear
            .outline()
            .iter()
            .map(|p| view.screen_from_local(pose, *p))
            .collect();
        let brass = canvas.tone(canvas.theme.yellow);
        canvas.out.polygon(
            points,
            Paint::both(brass, Stroke::new(OUTLINE, brass.darker(0.35))),
        );
        let spoke = 0.6 * radius * unit(angle);
        canvas.out.line(
            view.screen_from_world(wheel),
            view.screen_from_world(wheel + spoke),
            Stroke::new(OUTLINE, brass.darker(0.35)),
        );
    }
}

/// From where to where along its axis a rack reaches (m): over its part, or on the ground under where its wheel is.
fn extent(carrier: Option<(&Part, Pose)>, at: Vec2, along: Vec2, wheel: Vec2, radius: f64) -> (f64, f64) {
    let Some((part, pose)) = carrier else {
        let x = along.dot(wheel - at);
        return (
            (-4.0 * radius).min(x - 2.0 * radius),
            (4.0 * radius).max(x + 2.0 * radius),
        );
    };
    let corners = match part.shape.outline() {
        Outline::Dot => vec![Vec2::splat(-radius), Vec2::splat(radius)],
        Outline::Circle { radius } => vec![Vec2::splat(-radius), Vec2::splat(radius)],
        Outline::Capsule { from, to, .. } => vec![from, to],
        Outline::Polygon(corners) => corners,
    };
    let reach = |p: &Vec2| along.dot(pose.point(*p) - at);
    let low = corners.iter().map(reach).fold(f64::INFINITY, f64::min);
    let high = corners.iter().map(reach).fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}

fn hatch(canvas: &mut Canvas, place: impl Fn(Vec2) -> Vec2, from: f64, to: f64, depth: f64, color: Color) {
    let step = 10.0 / canvas.view.scale;
    let count = ((to - from) / step).floor().min(400.0) as i64;
    for k in 0..=count {
        let x = from + k as f64 * step;
        let top = place(Vec2::new(x, -depth));
        let bottom = place(Vec2::new(x - 0.6 * step, -depth - 0.7 * step));
        canvas.out.line(top, bottom, Stroke::new(1.0, color.opacity(0.7)));
    }
}
