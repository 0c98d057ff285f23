//! Component of the vector from a to b along a direction that a carries: used by rails, racks, welds and screws.
//!
//! ```text
//! e = direction fixed in a (world, unit),  d = p_b - p_a,  w = angular velocity of a
//! x   = e·d
//! dx  = e·(dp_b - dp_a) + (perp(e)·d) da
//! x'' = dx of the accelerations + 2 w perp(e)·d' - w² e·d
//! ```

use super::{EndPorts, Gradient, Row};
use crate::math::{Vec2, perp};

/// Writes x with its derivatives into a row, and returns x.
pub(super) fn component(row: &mut Row, axis: Vec2, a: &EndPorts, b: &EndPorts) -> f64 {
    let d = b.point.value - a.point.value;
    let v = b.point.rate - a.point.rate;
    let w = a.angle.rate;
    let across = perp(axis);
    row.value = axis.dot(d);
    row.curvature = 2.0 * w * across.dot(v) - w * w * axis.dot(d);
    row.set_gradients([Gradient::new(-axis, across.dot(d)), Gradient::new(axis, 0.0)]);
    row.value
}

/// Axis (rad) and offset of a rail when it is made: along the line from a to b, in the frame of a, unless the present axis and offset hold already,
/// or the points coincide.
pub(super) fn laid_along(axis: f64, offset: f64, ends: &[EndPorts]) -> (f64, f64) {
    let [a, b] = [&ends[0], &ends[1]];
    let d = b.point.value - a.point.value;
    let (u, ..) = a.direction(axis);
    let height = perp(u).dot(d);
    if (height - offset).abs() < 1e-9 {
        (axis, offset)
    } else if d.length() > 1e-6 {
        let laid = crate::math::wrap_angle(crate::math::trig::atan2(d.y, d.x) - a.angle.value);
        let (u, ..) = a.direction(laid);
        (laid, perp(u).dot(d))
    } else {
        (axis, height)
    }
}
