//! Baumgarte stabilisation: feedback that lets constraint drift decay (Baumgarte 1972; Baraff 1996, section 9):
//!
//! ```text
//! c = gamma + ks clamp(C) + kd Cdot        |C| at most CLOSING_SPEED max(kd/ks, 1/sqrt(ks))
//! ```
//! The bound on C closes a wide gap at a constant speed; without it the speed would grow with the gap. For small kd the gap oscillates with
//! the maximum speed C sqrt(ks), which is bounded instead.

use crate::constraints::{Level, RowInfo};
use crate::solver::pin_tree::add_product;

/// Maximum speed at which the feedback closes the gap of a joint (m/s, rad/s).
pub const CLOSING_SPEED: f64 = 4.0;

/// Feedback gains of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baumgarte {
    /// Gain of C (1/s²).
    ks: f64,
    /// Gain of Cdot (1/s).
    kd: f64,
    /// Largest |C| that the feedback uses (m, rad).
    bound: f64,
}

impl Baumgarte {
    /// Creates the feedback from the gains `(ks, kd)`.
    pub fn new((ks, kd): (f64, f64)) -> Self {
        let bound = if ks > 0.0 {
            (CLOSING_SPEED * kd / ks).max(CLOSING_SPEED / ks.sqrt())
        } else {
            0.0
        };
        Self { ks, kd, bound }
    }

    /// Returns the gains of a row with its own time constant (critically damped), or `None` for a row that uses the gains of the scene.
    pub fn of_row(info: &RowInfo) -> Option<Self> {
        let tau = info.time_constant?;
        Some(Self::new(match info.level {
            Level::Position => (1.0 / (tau * tau), 2.0 / tau),
            Level::Velocity => (0.0, 1.0 / tau),
        }))
    }

    /// Returns c of a row from its gamma, C and Cdot.
    #[inline(always)]
    pub fn c<const FUSED: bool>(&self, gamma: f64, value: f64, rate: f64) -> f64 {
        // Not `clamp`, which panics if a bound is NaN.
        let value = if value > self.bound { self.bound } else { value };
        let value = if value < -self.bound { -self.bound } else { value };
        add_product::<FUSED>(add_product::<FUSED>(gamma, self.ks, value), self.kd, rate)
    }
}
