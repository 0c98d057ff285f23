//! The hand: a damped spring from a point of a part to the pointer, by itself as strong as the machine is heavy at
//! that point.
//!
//! ```text
//! R = G M̂^-1 G^T      response of the point to a force on it, constraints included (Baraff, section 8.1)
//! m = what is between the lightest and the heaviest direction of R^-1, nearer the lightest
//! F = m (w² (target - p) - 2 w p'),   |F| <= limit;      w = 20/s, or sqrt(k/m) where a stiffness k is asked for
//! ```
//! One m for all directions keeps the spring conservative and the damper passive: a hand that weighed each
//! direction apart would pump energy as the machine turns under it. With a stiffness of its own it is critically damped
//! all the same.

use crate::bodies::VectorPort;
use crate::math::Vec2;
use crate::scene::Grip;

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
    /// w (rad/s).
    pub frequency: f64,
    /// Force beyond which it does not go (N).
    pub limit: f64,
}

/// Natural frequency of the hand by itself (rad/s): it closes in on the pointer in about 0.15 s.
const FREQUENCY: f64 = 20.0;
/// Its phase in a step up to which every integrator is calm: a hand stiffer than that is as stiff as that.
const FASTEST: f64 = 0.5;
/// No hand pulls further than this (m): the pull of a long reach is that of a shorter one.
const REACH: f64 = 3.0;

impl Grab {
    /// A hand on a point of a body that has not been weighed yet: it does not pull.
    pub fn new(body: usize, at: Vec2, target: Vec2) -> Self {
        Self {
            body,
            at,
            target,
            mass: 0.0,
            frequency: FREQUENCY,
            limit: f64::INFINITY,
        }
    }

    /// Takes hold of a machine that is this heavy (kg), for a step of this length (s).
    pub fn set_mass(&mut self, mass: f64, grip: &Grip, h: f64) {
        self.mass = mass;
        self.limit = grip.limit.unwrap_or(f64::INFINITY);
        self.frequency = match grip.stiffness {
            Some(stiffness) if mass > 0.0 => (stiffness / mass).sqrt().min(FASTEST / h),
            _ => FREQUENCY,
        };
    }

    /// Force of the hand on the point (N).
    pub fn force(&self, port: &VectorPort) -> Vec2 {
        let reach = (self.target - port.value).clamp_length_max(REACH);
        let w = self.frequency;
        let force = self.mass * (w * w * reach - 2.0 * w * port.rate);
        if self.limit.is_finite() {
            force.clamp_length_max(self.limit)
        } else {
            force
        }
    }
}
