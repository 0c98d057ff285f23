//! The angle of b against a: what locks, welds, rails and motors are made of.
//!
//! ```text
//! phi = angle_b - angle_a,   J = [-1, 1] on the angles,   curvature 0
//! ```

use super::{EndPorts, Gradient, Row};
use crate::math::Vec2;

/// The angle (rad), unwrapped.
pub(super) fn between(ends: &[EndPorts]) -> f64 {
    ends[1].angle.value - ends[0].angle.value
}

/// Writes it with its derivatives into a cleared row.
pub(super) fn measure(row: &mut Row, ends: &[EndPorts]) {
    row.value = between(ends);
    row.set_gradients([Gradient::new(Vec2::ZERO, -1.0), Gradient::new(Vec2::ZERO, 1.0)]);
}
