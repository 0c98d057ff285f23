//! The hand: a damped spring from a point of a part to the pointer. Where no stiffness is given, its strength is in proportion to
//! the effective mass of the machine at that point.
//!
//! ```text
//! R = G M̂^-1 G^T      response of the point to a force on it, constraints included (Baraff, section 8.1)
//! m = the larger eigenvalue of R^-1, but at most 4 times the smaller one, and at most the mass of all parts
//! F = m (w² (target - p) - 2 w p'),   |F| <= limit;      w = 20/s, or sqrt(k/m) where a stiffness k is asked for
//! ```
//! One m for all directions keeps the spring conservative and the damper passive: a hand with another mass in each
//! direction would pump energy as the machine turns under it. A hand of given stiffness is critically damped
//! as well.

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
    /// Natural frequency w (rad/s).
    pub frequency: f64,
    /// Largest force (N).
    pub limit: f64,
}

/// Natural frequency of the hand where no stiffness is given (rad/s): it closes in on the pointer in about 0.15 s.
const FREQUENCY: f64 = 20.0;
/// Largest phase w h of the hand in a step, at which every integrator is calm: a stiffer hand is reduced to it.
const FASTEST: f64 = 0.5;
/// Largest distance to the pointer that counts (m): beyond it the pull does not grow.
const REACH: f64 = 3.0;

impl Grab {
    /// Hand on a point of a body whose effective mass is not known yet: it does not pull.
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

    /// Sets the effective mass of the machine (kg) and the strength that `grip` asks for, for a step of `h` seconds.
    pub fn set_mass(&mut self, mass: f64, grip: &Grip, h: f64) {
        self.mass = mass;
        self.limit = grip.limit.unwrap_or(f64::INFINITY);
        self.frequency = match grip.stiffness {
            Some(stiffness) if mass > 0.0 => (stiffness / mass).sqrt(),
            _ => FREQUENCY,
        };
        self.frequency = self.frequency.min(FASTEST / h);
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
