//! Tessellation of lines: a strip of cross-sections, rotated at joins, with caps, dashes and a feather on each side.
//!
//! A cross-section has four vertices: transparent, opaque, opaque, transparent. At a join several sections share one inner vertex and
//! fan out on the outer side, so that a translucent line has no darker spots where its segments meet.

use super::{Mesh, circle_segments, faded, premultiplied};
use crate::render::draw_list::{Cap, Color, Stroke};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

const CLEAR: [u8; 4] = [0; 4];
/// Number of dashes above which a line is drawn solid with the mean opacity: more than a screen can show.
const MOST_DASHES: f64 = 4000.0;

/// Half the drawn width, and the opacity factor: a line is never drawn thinner than a pixel, only fainter.
fn half_width(width: f64, pixel: f64) -> (f64, f64) {
    if width >= pixel {
        (0.5 * width, 1.0)
    } else {
        (0.5 * pixel, (width / pixel).max(0.0))
    }
}

/// A polyline with dashes and caps.
pub fn line(points: &[DVec2], closed: bool, stroke: &Stroke, pixel: f64, mesh: &mut Mesh) {
    if let (&[a, b], None, Cap::Butt) = (points, stroke.dash, stroke.cap) {
        return piece(a, b, stroke, pixel, mesh);
    }
    let mut path: Vec<DVec2> = Vec::with_capacity(points.len() + 1);
    for &p in points {
        if p.is_finite() && path.last().is_none_or(|&q| q.distance_squared(p) > 1e-12) {
            path.push(p);
        }
    }
    if closed && path.len() > 2 && path[0].distance_squared(path[path.len() - 1]) <= 1e-12 {
        path.pop();
    }
    let (half, share) = half_width(stroke.width, pixel);
    let closed = closed && path.len() > 2;
    if path.len() < 2 {
        // A line of zero length with round ends is a dot.
        if let (Some(&p), Cap::Round) = (path.first(), stroke.cap) {
            super::fill::disk(p, half, stroke.color.opacity(share), pixel, mesh);
        }
        return;
    }
    let Some([dash, gap]) = stroke.dash else {
        return strip(&path, closed, half, stroke.cap, pixel, mesh, &|_| {
            faded(stroke.color, share)
        });
    };
    if closed {
        path.push(path[0]);
    }
    let length: f64 = path.windows(2).map(|w| w[0].distance(w[1])).sum();
    let period = dash.max(0.0) + gap.max(0.0);
    if period <= 0.0 || length / period > MOST_DASHES {
        let share = if period > 0.0 {
            share * dash.max(0.0) / period
        } else {
            share
        };
        return strip(&path, false, half, stroke.cap, pixel, mesh, &|_| {
            faded(stroke.color, share)
        });
    }
    for piece in dashes(&path, dash.max(0.0), period) {
        strip(&piece, false, half, stroke.cap, pixel, mesh, &|_| {
            faded(stroke.color, share)
        });
    }
}

/// A straight line segment with butt caps.
fn piece(a: DVec2, b: DVec2, stroke: &Stroke, pixel: f64, mesh: &mut Mesh) {
    let Some(along) = (b - a).try_normalize() else {
        return;
    };
    let (half, share) = half_width(stroke.width, pixel);
    let (color, side) = (faded(stroke.color, share), along.perp());
    let [here, next] = [a, b].map(|p| section(p, side, -side, half, pixel, color, mesh));
    bridge(here, next, mesh);
}

/// A line whose colour varies from point to point.
pub fn trail(points: &[DVec2], width: f64, from: Color, to: Color, pixel: f64, mesh: &mut Mesh) {
    let mut path: Vec<DVec2> = Vec::with_capacity(points.len());
    let mut along: Vec<f64> = Vec::with_capacity(points.len());
    let last = points.len().saturating_sub(1).max(1) as f64;
    for (k, &p) in points.iter().enumerate() {
        if p.is_finite() && path.last().is_none_or(|&q| q.distance_squared(p) > 1e-12) {
            path.push(p);
            along.push(k as f64 / last);
        }
    }
    let (half, share) = half_width(width, pixel);
    if path.len() > 1 {
        let color = |k: usize| faded(from.mix(to, along[k]), share);
        strip(&path, false, half, Cap::Butt, pixel, mesh, &color);
    }
}

/// The outline of a circle.
pub fn ring(center: DVec2, radius: f64, stroke: &Stroke, pixel: f64, mesh: &mut Mesh) {
    let (half, share) = half_width(stroke.width, pixel);
    let solid = premultiplied(stroke.color.opacity(share));
    let count = circle_segments(radius + half, pixel);
    let step = DVec2::from_angle(TAU / count as f64);
    let feather = 0.5 * pixel;
    let radii = [-half - feather, -half + feather, half - feather, half + feather];
    let first = mesh.vertices.len() as u32;
    let mut direction = DVec2::X;
    for k in 0..count as u32 {
        for (r, color) in radii.into_iter().zip([CLEAR, solid, solid, CLEAR]) {
            mesh.vertex(center + direction * (radius + r).max(0.0), color);
        }
        direction = step.rotate(direction);
        let [here, next] = [first + 4 * k, first + 4 * ((k + 1) % count as u32)];
        bridge(here, next, mesh);
    }
}

/// Splits a path into its drawn dashes: `dash` of every `period`.
fn dashes(path: &[DVec2], dash: f64, period: f64) -> Vec<Vec<DVec2>> {
    let mut pieces = Vec::new();
    let mut piece = vec![path[0]];
    let mut phase = 0.0;
    for ends in path.windows(2) {
        let [a, b] = [ends[0], ends[1]];
        let length = a.distance(b);
        let mut at = 0.0;
        loop {
            let drawn = phase < dash;
            let until = if drawn { dash - phase } else { period - phase };
            if at + until >= length {
                phase += length - at;
                if drawn {
                    piece.push(b);
                }
                break;
            }
            at += until;
            let p = a.lerp(b, at / length);
            if drawn {
                piece.push(p);
                pieces.push(std::mem::take(&mut piece));
                phase = dash;
            } else {
                piece = vec![p];
                phase = 0.0;
            }
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// Connects two cross-sections by quads.
fn bridge(here: u32, next: u32, mesh: &mut Mesh) {
    for k in 0..3 {
        mesh.quad(here + k, here + k + 1, next + k, next + k + 1);
    }
}

/// Adds one cross-section at p: `left` and `right` are the offsets of the edges per unit of half width.
fn section(
    p: DVec2,
    left: DVec2,
    right: DVec2,
    half: f64,
    pixel: f64,
    color: [u8; 4],
    mesh: &mut Mesh,
) -> u32 {
    let feather = 0.5 * pixel;
    let [outer, inner] = [half + feather, (half - feather).max(0.0)];
    let first = mesh.vertex(p + left * outer, CLEAR);
    mesh.vertex(p + left * inner, color);
    mesh.vertex(p + right * inner, color);
    mesh.vertex(p + right * outer, CLEAR);
    first
}

/// A solid line as one strip; `color` returns the colour at each point.
fn strip(
    path: &[DVec2],
    closed: bool,
    half: f64,
    cap: Cap,
    pixel: f64,
    mesh: &mut Mesh,
    color: &dyn Fn(usize) -> [u8; 4],
) {
    let count = path.len();
    let mut previous: Option<u32> = None;
    let mut first = None;
    let link = |at: u32, mesh: &mut Mesh, previous: &mut Option<u32>| {
        if let Some(before) = *previous {
            bridge(before, at, mesh);
        }
        *previous = Some(at);
    };
    for k in 0..count {
        let p = path[k];
        let before = if k > 0 {
            Some(path[k - 1])
        } else {
            closed.then(|| path[count - 1])
        };
        let after = if k + 1 < count {
            Some(path[k + 1])
        } else {
            closed.then(|| path[0])
        };
        let [way_in, way_out] = match (before, after) {
            (Some(a), Some(b)) => [p - a, b - p],
            (Some(a), None) => [p - a; 2],
            (None, Some(b)) => [b - p; 2],
            (None, None) => return,
        };
        let n0 = way_in.normalize_or_zero().perp();
        let n1 = way_out.normalize_or_zero().perp();
        let turn = n0.perp_dot(n1).atan2(n0.dot(n1));
        // The inner vertex must not reach back beyond the shorter of the two segments.
        let reach = way_in.length().min(way_out.length());
        let miter = 1.0 / (0.5 * turn).cos().max(1e-3);
        let fits = (half + 0.5 * pixel) * (0.5 * turn).tan().abs() <= reach;
        let middle = (n0 + n1).normalize_or(n0);
        let steps = join_steps(turn, half, pixel);
        for s in 0..=steps {
            let outer = if steps == 0 {
                middle * miter
            } else {
                DVec2::from_angle(turn * s as f64 / steps as f64).rotate(n0)
            };
            let inner = if fits { -middle * miter } else { -outer };
            // A positive turn bends towards +n, so the outer side is -n.
            let [left, right] = if turn > 0.0 {
                [-inner, -outer]
            } else {
                [outer, inner]
            };
            let at = section(p, left, right, half, pixel, color(k), mesh);
            link(at, mesh, &mut previous);
            first = first.or(Some(at));
        }
    }
    if closed {
        if let Some(at) = first {
            link(at, mesh, &mut previous);
        }
    } else if cap == Cap::Round {
        end_cap(path[0], path[0] - path[1], half, pixel, color(0), mesh);
        end_cap(
            path[count - 1],
            path[count - 1] - path[count - 2],
            half,
            pixel,
            color(count - 1),
            mesh,
        );
    }
}

/// Number of steps around a join: 0 where a mitred corner deviates from round by less than a fifth of a pixel.
fn join_steps(turn: f64, half: f64, pixel: f64) -> usize {
    let stray = half * (1.0 / (0.5 * turn).cos().max(1e-3) - 1.0);
    if stray < 0.2 * pixel {
        return 0;
    }
    let full = circle_segments(half, pixel) as f64;
    ((full * turn.abs() / TAU).ceil() as usize).max(1)
}

/// A semicircle at the end of a line with the direction `direction`.
fn end_cap(p: DVec2, direction: DVec2, half: f64, pixel: f64, color: [u8; 4], mesh: &mut Mesh) {
    let steps = (circle_segments(half, pixel) / 2).max(3);
    let start = -direction.normalize_or_zero().perp();
    let [outer, inner] = [half + 0.5 * pixel, (half - 0.5 * pixel).max(0.0)];
    let middle = mesh.vertex(p, color);
    for k in 0..=steps {
        let bend = DVec2::from_angle(PI * k as f64 / steps as f64).rotate(start);
        let here = mesh.vertex(p + bend * inner, color);
        mesh.vertex(p + bend * outer, CLEAR);
        if k > 0 {
            mesh.triangle(middle, here - 2, here);
            mesh.quad(here - 2, here - 1, here, here + 1);
        }
    }
}
