//! The distance between two points: what rods, beads on rings, actuators and ropes are made of.
//!
//! ```text
//! d = p_b - p_a,  u = d/|d|,   |d|' = u·d',   |d|'' = u·(p_b'' - p_a'') + |w|²/|d|,  w the part of d' across u
//! ```
//! Where the points coincide there is no direction, and x is taken.

use super::EndPorts;
use crate::math::Vec2;

/// The distance with its direction and what its second derivative has beyond accelerations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    /// m
    pub length: f64,
    /// From a to b.
    pub u: Vec2,
    /// m/s²
    pub curvature: f64,
}

pub(super) fn between(a: &EndPorts, b: &EndPorts) -> Separation {
    let d = b.point.value - a.point.value;
    let v = b.point.rate - a.point.rate;
    let length = d.length();
    let (u, inverse) = if length > 0.0 {
        (d / length, 1.0 / length)
    } else {
        (Vec2::X, 0.0)
    };
    let along = u.dot(v);
    Separation {
        length,
        u,
        curvature: (v.length_squared() - along * along) * inverse,
    }
}
