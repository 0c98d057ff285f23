//! Triangulation of filled shapes.

use super::{Mesh, circle_segments, premultiplied};
use crate::render::draw_list::Color;
use glam::DVec2;
use std::f64::consts::TAU;

/// Transparent: the outer side of a feather.
const CLEAR: [u8; 4] = [0; 4];
/// Maximum distance of a drawn corner from its point (feathers), however sharp the corner is.
const MITER_LIMIT: f64 = 3.0;

/// A disk: a fan to just inside the edge, and a ring that fades out just outside it.
pub fn disk(center: DVec2, radius: f64, color: Color, pixel: f64, mesh: &mut Mesh) {
    let count = circle_segments(radius, pixel);
    // A disk smaller than its feather becomes a faint dot.
    let inner = (radius - 0.5 * pixel).max(0.0);
    let strength = if radius < 0.5 * pixel {
        radius / (0.5 * pixel)
    } else {
        1.0
    };
    let solid = premultiplied(color.opacity(strength));
    let step = DVec2::from_angle(TAU / count as f64);
    let middle = mesh.vertex(center, solid);
    let first = middle + 1;
    let mut direction = DVec2::X;
    for k in 0..count as u32 {
        mesh.vertex(center + direction * inner, solid);
        mesh.vertex(center + direction * (radius + 0.5 * pixel), CLEAR);
        direction = step.rotate(direction);
        let here = first + 2 * k;
        let next = first + 2 * ((k + 1) % count as u32);
        mesh.triangle(middle, here, next);
        mesh.quad(here, here + 1, next, next + 1);
    }
}

/// A disk without a feather, to be covered by an outline.
pub fn plain_disk(center: DVec2, radius: f64, color: Color, pixel: f64, mesh: &mut Mesh) {
    let count = circle_segments(radius, pixel) as u32;
    let solid = premultiplied(color);
    let step = DVec2::from_angle(TAU / f64::from(count));
    let first = mesh.vertices.len() as u32;
    let mut direction = DVec2::X;
    for k in 0..count {
        mesh.vertex(center + direction * radius, solid);
        direction = step.rotate(direction);
        if k >= 2 {
            mesh.triangle(first, first + k - 1, first + k);
        }
    }
}

/// A rotated rectangle; where it is narrower than a pixel it is drawn fainter instead.
pub fn rect(center: DVec2, half: DVec2, angle: f64, color: Color, pixel: f64, mesh: &mut Mesh) {
    if !center.is_finite() || !half.is_finite() || !angle.is_finite() {
        return;
    }
    let (half, feather) = (half.abs(), 0.5 * pixel);
    let strength = (half / feather).min(DVec2::ONE);
    let solid = premultiplied(color.opacity(strength.x * strength.y));
    let turn = DVec2::from_angle(angle);
    let first = mesh.vertices.len() as u32;
    for sign in [
        DVec2::ONE,
        DVec2::new(-1.0, 1.0),
        DVec2::NEG_ONE,
        DVec2::new(1.0, -1.0),
    ] {
        let at = |by: f64| center + turn.rotate(sign * (half + by).max(DVec2::ZERO));
        mesh.vertex(at(-feather), solid);
        mesh.vertex(at(feather), CLEAR);
    }
    for k in 0..4 {
        let (here, next) = (first + 2 * k, first + 2 * ((k + 1) % 4));
        mesh.quad(here, here + 1, next, next + 1);
    }
    mesh.quad(first, first + 2, first + 6, first + 4);
}

/// A simple polygon, convex or not, in either orientation.
pub fn polygon(points: &[DVec2], color: Color, pixel: f64, mesh: &mut Mesh) {
    let mut ring: Vec<DVec2> = Vec::with_capacity(points.len());
    for &p in points {
        if !p.is_finite() {
            return;
        }
        if ring.last().is_none_or(|&q| q.distance_squared(p) > 1e-12) {
            ring.push(p);
        }
    }
    while ring.len() > 1 && ring[0].distance_squared(ring[ring.len() - 1]) <= 1e-12 {
        ring.pop();
    }
    let area: f64 = (0..ring.len())
        .map(|k| ring[k].perp_dot(ring[(k + 1) % ring.len()]))
        .sum();
    if ring.len() < 3 || area.abs() < 1e-9 {
        return;
    }
    // From here on the area is positive: the inside lies to the left of each edge (in the list's own coordinates).
    if area < 0.0 {
        ring.reverse();
    }

    let count = ring.len();
    let solid = premultiplied(color);
    let first = mesh.vertices.len() as u32;
    for k in 0..count {
        let out = corner(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) * 0.5 * pixel;
        mesh.vertex(ring[k] - out, solid);
        mesh.vertex(ring[k] + out, CLEAR);
        let here = first + 2 * k as u32;
        let next = first + 2 * ((k + 1) % count) as u32;
        mesh.quad(here, here + 1, next, next + 1);
    }
    inside(&ring, first, mesh);
}

/// Outward offset of a corner per unit offset of its two edges.
fn corner(before: DVec2, here: DVec2, after: DVec2) -> DVec2 {
    let a = -(here - before).normalize_or_zero().perp();
    let b = -(after - here).normalize_or_zero().perp();
    let sum = a + b;
    let square = sum.length_squared();
    if square < 4.0 / (MITER_LIMIT * MITER_LIMIT) {
        return sum.normalize_or(a) * MITER_LIMIT.min(1.0 / square.sqrt().max(0.1));
    }
    2.0 * sum / square
}

/// Triangulates the ring's interior by ear clipping (vertex `first + 2 k` for corner k).
fn inside(ring: &[DVec2], first: u32, mesh: &mut Mesh) {
    let index = |k: usize| first + 2 * k as u32;
    let convex = (0..ring.len()).all(|k| {
        let [a, b, c] = [ring[k], ring[(k + 1) % ring.len()], ring[(k + 2) % ring.len()]];
        (b - a).perp_dot(c - b) >= 0.0
    });
    if convex {
        for k in 1..ring.len() - 1 {
            mesh.triangle(index(0), index(k), index(k + 1));
        }
        return;
    }
    let mut left: Vec<usize> = (0..ring.len()).collect();
    let mut at = 0;
    let mut tried = 0;
    while left.len() > 3 {
        let count = left.len();
        let [i, j, k] = [
            left[(at + count - 1) % count],
            left[at % count],
            left[(at + 1) % count],
        ];
        let [a, b, c] = [ring[i], ring[j], ring[k]];
        let ear = (b - a).perp_dot(c - b) > 0.0
            && !left
                .iter()
                .any(|&m| m != i && m != j && m != k && within(ring[m], a, b, c));
        // A self-intersecting polygon may have no ear left: an arbitrary triangle is cut, so that the loop ends.
        if ear || tried >= count {
            mesh.triangle(index(i), index(j), index(k));
            left.remove(at % count);
            at %= left.len();
            tried = 0;
        } else {
            at = (at + 1) % count;
            tried += 1;
        }
    }
    mesh.triangle(index(left[0]), index(left[1]), index(left[2]));
}

/// Whether p lies in the triangle a b c (of positive area) or on its edge.
fn within(p: DVec2, a: DVec2, b: DVec2, c: DVec2) -> bool {
    (b - a).perp_dot(p - a) >= 0.0 && (c - b).perp_dot(p - b) >= 0.0 && (a - c).perp_dot(p - c) >= 0.0
}
