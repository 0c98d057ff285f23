//! A point on a curve that a carries, the curve being the zero level of a function of the plane.
//!
//! ```text
//! d = p_b - p_a,  p = R_a^T d,  C = F(p),  n = R_a grad F,  y = d' - w_a perp(d)        (p' = R_a^T y)
//! J     = [-n^T, -n·perp(d); n^T, 0]
//! gamma = y^T R_a H R_a^T y - 2 w_a n·perp(d') - w_a² n·d (+ ports),   H the second derivatives of F
//! ```
//! lambda |n| is the force of the curve on b (N). Singular where grad F vanishes.

use super::{EndPorts, Gradient, Row};
use crate::math::{Vec2, perp};

/// A function of the plane at a point, with its first and second derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Height {
    /// F
    pub value: f64,
    /// (F_x, F_y)
    pub gradient: Vec2,
    /// F_xx, F_xy, F_yy
    pub second: [f64; 3],
}

/// Position of b in the frame of a, turned by `axis` (rad).
pub(super) fn local(ends: &[EndPorts], axis: f64) -> Vec2 {
    let (u, ..) = ends[0].direction(axis);
    let d = ends[1].point.value - ends[0].point.value;
    Vec2::new(u.dot(d), perp(u).dot(d))
}

/// World point of a point in the frame of a, turned by `axis` (rad).
pub(super) fn world(ends: &[EndPorts], axis: f64, p: Vec2) -> Vec2 {
    let (u, ..) = ends[0].direction(axis);
    ends[0].point.value + u * p.x + perp(u) * p.y
}

/// Writes C = F into a row.
pub(super) fn row(row: &mut Row, ends: &[EndPorts], axis: f64, height: Height) {
    let (u, ..) = ends[0].direction(axis);
    let [a, b] = [&ends[0], &ends[1]];
    let d = b.point.value - a.point.value;
    let v = b.point.rate - a.point.rate;
    let w = a.angle.rate;
    let n = u * height.gradient.x + perp(u) * height.gradient.y;
    let y = v - w * perp(d);
    let (along, across) = (u.dot(y), perp(u).dot(y));
    let [xx, xy, yy] = height.second;
    let bend = xx * along * along + 2.0 * xy * along * across + yy * across * across;
    row.value = height.value;
    row.curvature = bend - 2.0 * w * n.dot(perp(v)) - w * w * n.dot(d);
    row.set_gradients([Gradient::new(-n, -n.dot(perp(d))), Gradient::new(n, 0.0)]);
}
