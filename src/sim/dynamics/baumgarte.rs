//! Feedback that lets errors of constraints decay (Baumgarte 1972; Baraff 1996, section 9):
//!
//! ```text
//! c = gamma + ks clamp(C) + kd Cdot        |C| at most CLOSING_SPEED max(kd/ks, 1/sqrt(ks))
//! ```
//! The bound draws a joint that is far from closed together at a steady speed; without it the speed would grow with the gap. Where kd is
//! small, the joint swings with C sqrt(ks) as its greatest speed, which is bounded instead.

use crate::constraints::{Level, RowInfo};
use crate::solver::pin_tree::add_product;

/// Speed at which the feedback draws an open joint together, at most (m/s, rad/s).
pub const CLOSING_SPEED: f64 = 4.0;

/// Gains of the feedback of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baumgarte {
    /// 1/s²
    ks: f64,
    /// 1/s
    kd: f64,
    /// Largest C that counts (m, rad).
    bound: f64,
}

impl Baumgarte {
    /// Of these gains, `(ks, kd)`.
    pub fn new((ks, kd): (f64, f64)) -> Self {
        let bound = if ks > 0.0 {
            (CLOSING_SPEED * kd / ks).max(CLOSING_SPEED / ks.sqrt())
        } else {
            0.0
        };
        Self { ks, kd, bound }
    }

    /// Of a row with a time constant of its own; nothing for the others, which follow the scene's gains.
    pub fn of_row(info: &RowInfo) -> Option<Self> {
        let tau = info.time_constant?;
        Some(Self::new(match info.level {
            Level::Position => (1.0 / (tau * tau), 2.0 / tau),
            Level::Velocity => (0.0, 1.0 / tau),
        }))
    }

    /// c of a row with this gamma, C and Cdot.
    #[inline(always)]
    pub fn c<const FUSED: bool>(&self, gamma: f64, value: f64, rate: f64) -> f64 {
        // Not `clamp`, which panics where a bound is NaN.
        let value = if value > self.bound { self.bound } else { value };
        let value = if value < -self.bound { -self.bound } else { value };
        add_product::<FUSED>(add_product::<FUSED>(gamma, self.ks, value), self.kd, rate)
    }
}
