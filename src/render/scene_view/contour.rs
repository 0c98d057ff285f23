//! Polygons: bounds, offset by a margin, round corners.

use crate::math::Vec2;
use crate::render::theme::CORNER_SHARE;

/// The bounding box, as two corners.
pub(super) fn bounds(points: &[Vec2]) -> (Vec2, Vec2) {
    let start = (Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY));
    points
        .iter()
        .fold(start, |(low, high), p| (low.min(*p), high.max(*p)))
}

/// Offsets each corner outwards; exact for convex polygons.
pub(super) fn grown(points: &[Vec2], margin: f64) -> Vec<Vec2> {
    if margin == 0.0 {
        return points.to_vec();
    }
    let n = points.len();
    let turn = if signed_area(points) > 0.0 { 1.0 } else { -1.0 };
    let outward = |a: Vec2, b: Vec2| -turn * (b - a).perp().normalize_or_zero();
    (0..n)
        .map(|k| {
            let (before, here, after) = (points[(k + n - 1) % n], points[k], points[(k + 1) % n]);
            let (u, w) = (outward(before, here), outward(here, after));
            here + margin * (u + w) / (1.0 + u.dot(w)).max(0.2)
        })
        .collect()
}

/// Twice the signed area, positive where the corners turn from x to y.
pub(super) fn signed_area(points: &[Vec2]) -> f64 {
    (0..points.len())
        .map(|k| points[k].perp_dot(points[(k + 1) % points.len()]))
        .sum()
}

/// The polygon with rounded corners; the radius is a fraction of the shortest side.
pub(super) fn rounded(points: &[Vec2]) -> Vec<Vec2> {
    const PIECES: usize = 4;
    let n = points.len();
    let shortest = (0..n)
        .map(|k| points[k].distance(points[(k + 1) % n]))
        .fold(f64::INFINITY, f64::min);
    let cut = CORNER_SHARE * shortest;
    if cut < 1.0 {
        return points.to_vec();
    }
    let mut out = Vec::with_capacity(n * (PIECES + 1));
    for k in 0..n {
        let here = points[k];
        let a = here + cut * (points[(k + n - 1) % n] - here).normalize_or_zero();
        let b = here + cut * (points[(k + 1) % n] - here).normalize_or_zero();
        for piece in 0..=PIECES {
            let t = piece as f64 / PIECES as f64;
            out.push(a.lerp(here, t).lerp(here.lerp(b, t), t));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_a_square_keeps_its_middle() {
        let square = [
            Vec2::new(0.0, 0.0),
            Vec2::new(10.0, 0.0),
            Vec2::new(10.0, 10.0),
            Vec2::new(0.0, 10.0),
        ];
        let big = grown(&square, 2.0);
        assert!((big[0] - Vec2::new(-2.0, -2.0)).length() < 1e-12);
        assert!((big[2] - Vec2::new(12.0, 12.0)).length() < 1e-12);
    }
}
