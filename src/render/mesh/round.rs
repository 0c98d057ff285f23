//! Tessellation of circles, arcs and round corners.

use super::{Mesh, circle_segments, fill, stroke};
use crate::render::draw_list::{Paint, Stroke};
use glam::DVec2;
use std::f64::consts::TAU;

/// A disk with its outline.
pub(super) fn circle(center: DVec2, radius: f64, paint: &Paint, pixel: f64, mesh: &mut Mesh) {
    if radius <= 0.0 || !center.is_finite() || !radius.is_finite() {
        return;
    }
    // An opaque outline that hides the edge of the fill makes the fill's feather unnecessary: most parts of a scene are such disks.
    let hidden = paint
        .stroke
        .is_some_and(|line| line.color.a == 255 && line.width >= pixel && line.dash.is_none());
    match paint.fill {
        Some(color) if hidden => fill::plain_disk(center, radius, color, pixel, mesh),
        Some(color) => fill::disk(center, radius, color, pixel, mesh),
        None => {}
    }
    match &paint.stroke {
        None => {}
        Some(line @ Stroke { dash: Some(_), .. }) => {
            let mut outline = Vec::new();
            arc_points(center, radius, 0.0, TAU, pixel, &mut outline);
            stroke::line(&outline, true, line, pixel, mesh);
        }
        Some(line) => stroke::ring(center, radius, line, pixel, mesh),
    }
}

/// Points along an arc; for a full circle the first point is not repeated.
pub(super) fn arc_points(
    center: DVec2,
    radius: f64,
    start: f64,
    sweep: f64,
    pixel: f64,
    out: &mut Vec<DVec2>,
) {
    if radius <= 0.0 || !radius.is_finite() || !sweep.is_finite() {
        return;
    }
    let sweep = sweep.clamp(-TAU, TAU);
    let full = sweep.abs() >= TAU;
    let share = sweep.abs() / TAU;
    let count = ((circle_segments(radius, pixel) as f64 * share).ceil() as usize).max(2);
    let last = if full { count - 1 } else { count };
    out.extend((0..=last).map(|k| {
        let angle = start + sweep * k as f64 / count as f64;
        center + radius * DVec2::from_angle(angle)
    }));
}

/// The outline of a rotated rectangle with round corners.
pub(super) fn round_rect(
    center: DVec2,
    half: DVec2,
    angle: f64,
    corner: f64,
    pixel: f64,
    out: &mut Vec<DVec2>,
) {
    let half = half.abs();
    let corner = corner.clamp(0.0, half.min_element());
    let turn = DVec2::from_angle(angle);
    let inner = half - DVec2::splat(corner);
    let steps = if corner < 0.25 * pixel {
        0
    } else {
        circle_segments(corner, pixel).div_ceil(4)
    };
    for (quarter, sign) in [
        DVec2::ONE,
        DVec2::new(-1.0, 1.0),
        DVec2::NEG_ONE,
        DVec2::new(1.0, -1.0),
    ]
    .into_iter()
    .enumerate()
    {
        let middle = inner * sign;
        for k in 0..=steps {
            let along = if steps == 0 { 0.5 } else { k as f64 / steps as f64 };
            let bend = DVec2::from_angle((quarter as f64 + along) * 0.25 * TAU);
            let point = if steps == 0 {
                half * sign
            } else {
                middle + corner * bend
            };
            out.push(center + turn.rotate(point));
        }
    }
}
