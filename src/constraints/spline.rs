//! A closed smooth curve in the plane: a uniform cubic B-spline along its control points. It is twice differentiable, and a change of one point
//! affects four pieces only.
//!
//! ```text
//! c(s) = sum B_k(s) P_k,   s in [0, n) round the curve
//! nearest point: (c - p)·c' = 0 by Newton's method from where it was
//! signed distance delta = n·(p - c),  grad = n,  second derivatives = -kappa/(1 - kappa delta) t t^T
//! ```

use super::level_set::Height;
use crate::math::{Vec2, cross, perp};

/// Newton steps towards the nearest point.
const STEPS: usize = 12;
/// Start values per piece in the search for the nearest point.
const SEEDS: usize = 6;

/// The curve at s with its first two derivatives by s.
pub(super) fn at(points: &[Vec2], s: f64) -> [Vec2; 3] {
    let n = points.len();
    let whole = s.floor();
    let t = s - whole;
    let first = (whole.rem_euclid(n as f64)) as usize;
    let p = |k: usize| points[(first + k) % n];
    let weights = |w: [f64; 4]| (0..4).fold(Vec2::ZERO, |sum, k| sum + w[k] * p(k));
    let u = 1.0 - t;
    [
        weights([
            u * u * u / 6.0,
            (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
            (-3.0 * t * t * t + 3.0 * t * t + 3.0 * t + 1.0) / 6.0,
            t * t * t / 6.0,
        ]),
        weights([
            -u * u / 2.0,
            (3.0 * t * t - 4.0 * t) / 2.0,
            (-3.0 * t * t + 2.0 * t + 1.0) / 2.0,
            t * t / 2.0,
        ]),
        weights([u, 3.0 * t - 2.0, 1.0 - 3.0 * t, t]),
    ]
}

/// Where the curve turns back on itself: its speed vanishes there, and no direction is left to hold a bead.
pub(super) fn turns_back(points: &[Vec2]) -> Option<Vec2> {
    const PLACES: usize = 16;
    let count = points.len() * PLACES;
    let place = |k: usize| at(points, k as f64 / PLACES as f64);
    let [_, mut before, _] = place(count - 1);
    (0..count).find_map(|k| {
        let [c, d, _] = place(k);
        // A drawn curve turns by less than a right angle and a half between neighbouring places.
        let back = d.dot(before) <= -0.7 * d.length() * before.length();
        before = d;
        back.then_some(c)
    })
}

/// The parameter of the point nearest to p, searched from s on.
pub(super) fn nearest_from(points: &[Vec2], p: Vec2, mut s: f64) -> f64 {
    for _ in 0..STEPS {
        let [c, d, dd] = at(points, s);
        let slope = d.length_squared();
        let (f, bend) = ((c - p).dot(d), slope + (c - p).dot(dd));
        // Beyond the centre of curvature Newton's step leads away; the plain step does not.
        let step = f / if bend > 0.2 * slope { bend } else { slope };
        if !step.is_finite() {
            break;
        }
        s -= step.clamp(-0.5, 0.5);
        if step.abs() < 1e-14 * points.len() as f64 {
            break;
        }
    }
    s
}

/// The parameter of the point nearest to p, anywhere on the curve.
pub(super) fn nearest(points: &[Vec2], p: Vec2) -> f64 {
    let mut best = (f64::INFINITY, 0.0);
    for k in 0..points.len() * SEEDS {
        let s = k as f64 / SEEDS as f64;
        let distance = at(points, s)[0].distance_squared(p);
        if distance < best.0 {
            best = (distance, s);
        }
    }
    nearest_from(points, p, best.1)
}

/// Signed distance of p from the curve at the nearest point s: positive on the left.
pub(super) fn height(points: &[Vec2], p: Vec2, s: f64) -> Height {
    let [c, d, dd] = at(points, s);
    let speed = d.length();
    if speed == 0.0 {
        return Height::default();
    }
    let t = d / speed;
    let n = perp(t);
    let kappa = cross(d, dd) / (speed * speed * speed);
    let delta = n.dot(p - c);
    let left = 1.0 - kappa * delta;
    // At a centre of curvature all directions are equally near: the second derivatives are set to 0 there.
    let bend = if left.abs() > 1e-3 { -kappa / left } else { 0.0 };
    Height {
        value: delta,
        gradient: n,
        second: [bend * t.x * t.x, bend * t.x * t.y, bend * t.y * t.y],
    }
}

/// Arc length from the start of the curve to s (m), by Gauss's rule on each piece.
pub(super) fn length_to(points: &[Vec2], s: f64) -> f64 {
    const NODES: [(f64, f64); 3] = [
        (0.5 - 0.387_298_334_620_741_7, 5.0 / 18.0),
        (0.5, 8.0 / 18.0),
        (0.5 + 0.387_298_334_620_741_7, 5.0 / 18.0),
    ];
    let piece = |from: f64, to: f64| {
        let halves = [(from, 0.5 * (from + to)), (0.5 * (from + to), to)];
        let half = |(a, b): (f64, f64)| -> f64 {
            NODES
                .iter()
                .map(|(x, w)| w * (b - a) * at(points, a + x * (b - a))[1].length())
                .sum()
        };
        half(halves[0]) + half(halves[1])
    };
    let whole = s.floor() as usize;
    (0..whole).map(|k| piece(k as f64, k as f64 + 1.0)).sum::<f64>() + piece(s.floor(), s)
}
