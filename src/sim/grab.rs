//! The hand: a damped spring from a point of a part to the pointer, as strong as the machine is heavy at
//! that point.
//!
//! ```text
//! R = G M̂^-1 G^T      response of the point to a force on it, constraints included (Baraff, section 8.1)
//! m = what is between the lightest and the heaviest direction of R^-1, nearer the lightest
//! F = m (w² (target - p) - 2 w p')
//! ```
//! One m for all directions keeps the spring conservative and the damper passive: a hand that weighed each
//! direction apart would pump energy as the machine turns under it.

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
    pub mass: f64,
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
