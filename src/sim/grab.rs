//! The hand: a spring from a point of a part to the pointer, critically damped for the machine as it
//! moves at that point.
//!
//! ```text
//! R = G M̂^-1 G^T    response of the point to a force on it, constraints included (Baraff, section 8.1)
//! F = R^-1 (w² (target - p) - 2 w p')
//! ```
//! so the point approaches the hand alike on a light particle and on a heavy machine.

use glam::DMat2;

use crate::bodies::VectorPort;
use crate::math::Vec2;

/// A held point of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// Dense index of the body.
    pub body: usize,
    /// The point, in the body's own frame.
    pub at: Vec2,
    /// Where the hand is.
    pub target: Vec2,
    /// Effective mass of the machine at that point (kg).
    pub mass: DMat2,
}

/// Natural frequency of the hand (rad/s): it closes in on the pointer in about 0.15 s.
const FREQUENCY: f64 = 20.0;
/// No hand pulls further than this (m): the pull of a long reach is that of a shorter one.
const REACH: f64 = 3.0;

impl Grab {
    /// Force of the hand on the point (N).
    pub fn force(&self, port: &VectorPort) -> Vec2 {
        let reach = (self.target - port.value).clamp_length_max(REACH);
        self.mass * (FREQUENCY * FREQUENCY * reach - 2.0 * FREQUENCY * port.rate)
    }
}
