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
pub(crate) struct Separation {
    /// m
    pub(crate) length: f64,
    /// From a to b.
    pub(crate) u: Vec2,
    /// m/s²
    pub(crate) curvature: f64,
}

impl Separation {
    /// Of points this far apart (m), b as seen from a, at this rate (m/s).
    #[inline(always)]
    pub(crate) fn new(d: Vec2, rate: Vec2) -> Self {
        let length = d.length();
        // One division for all. Its square is not zero, so the length is far from where its inverse has no number.
        let (u, inverse) = if length > 0.0 {
            let inverse = 1.0 / length;
            (d * inverse, inverse)
        } else {
            (Vec2::X, 0.0)
        };
        let along = u.dot(rate);
        Self {
            length,
            u,
            curvature: (rate.length_squared() - along * along) * inverse,
        }
    }
}

pub(super) fn between(a: &EndPorts, b: &EndPorts) -> Separation {
    Separation::new(b.point.value - a.point.value, b.point.rate - a.point.rate)
}
