//! What is the same for every row, as flat loops in lanes.
//!
//! ```text
//! c = gamma + ks clamp(C) + kd Cdot        |C| at most CLOSING_SPEED kd/ks: a joint far from closed is drawn together
//!                                          at a steady speed, not flung
//! P = lambda · (Cdot - C_t)                the power of multipliers that push along J: they move their points at J v
//! ```

use crate::constraints::{Level, RowInfo};
use crate::sim::Model;
use crate::solver::simd::in_lanes;

use super::{CLOSING_SPEED, Dynamics};

/// Sums that are kept side by side, so that none waits for the one before it.
const SUMS: usize = 8;

/// How fast errors decay.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// 1/s²
    ks: f64,
    /// 1/s
    kd: f64,
    /// Largest C that counts (m, rad).
    reach: f64,
}

impl Pace {
    pub(super) fn new((ks, kd): (f64, f64)) -> Self {
        let reach = if ks > 0.0 { CLOSING_SPEED * kd / ks } else { 0.0 };
        Self { ks, kd, reach }
    }

    /// That of a row with a time constant of its own.
    pub(super) fn own(info: &RowInfo) -> Option<Self> {
        let tau = info.time_constant?;
        Some(Self::new(match info.level {
            Level::Position => (1.0 / (tau * tau), 2.0 / tau),
            Level::Velocity => (0.0, 1.0 / tau),
        }))
    }

    /// Not `clamp`, which stops the program where a bound is not a number.
    #[inline(always)]
    fn c(&self, gamma: f64, value: f64, rate: f64) -> f64 {
        let value = if value > self.reach { self.reach } else { value };
        let value = if value < -self.reach { -self.reach } else { value };
        gamma + self.ks * value + self.kd * rate
    }
}

impl Dynamics {
    /// c of every row, once the rows are evaluated.
    pub(super) fn feed_back(&mut self, model: &Model) {
        let pace = Pace::new(model.settings.feedback());
        let (gamma, value, rate) = (&self.gamma, &self.c_value, &self.c_rate);
        fill(
            self.solver.hardware(),
            pace,
            gamma,
            value,
            rate,
            &mut self.system.c,
        );
        for &(row, pace) in self.short.own_paces() {
            let row = row as usize;
            self.system.c[row] = pace.c(gamma[row], value[row], rate[row]);
        }
    }

    /// Power of the multipliers of the last solve, all of which push along J.
    pub(super) fn power_of_rows(&self) -> f64 {
        let hardware = self.solver.hardware();
        power(hardware, &self.solution.lambda, &self.c_rate, &self.time_rate)
    }
}

in_lanes! {
    fn fill(pace: Pace, gamma: &[f64], value: &[f64], rate: &[f64], c: &mut [f64]) = fill_anywhere
}

#[inline(always)]
fn fill_anywhere<const FUSED: bool>(pace: Pace, gamma: &[f64], value: &[f64], rate: &[f64], c: &mut [f64]) {
    for (c, ((&gamma, &value), &rate)) in c.iter_mut().zip(gamma.iter().zip(value).zip(rate)) {
        *c = pace.c(gamma, value, rate);
    }
}

in_lanes! {
    fn power(lambda: &[f64], rate: &[f64], time_rate: &[f64]) -> f64 = power_anywhere
}

#[inline(always)]
fn power_anywhere<const FUSED: bool>(lambda: &[f64], rate: &[f64], time_rate: &[f64]) -> f64 {
    let mut sums = [0.0; SUMS];
    let (lambda, lambda_left) = lambda.as_chunks::<SUMS>();
    let (rate, rate_left) = rate.as_chunks::<SUMS>();
    let (time_rate, time_rate_left) = time_rate.as_chunks::<SUMS>();
    for ((lambda, rate), time_rate) in lambda.iter().zip(rate).zip(time_rate) {
        for k in 0..SUMS {
            sums[k] += lambda[k] * (rate[k] - time_rate[k]);
        }
    }
    let left = lambda_left.iter().zip(rate_left).zip(time_rate_left);
    let left: f64 = left
        .map(|((lambda, rate), time_rate)| lambda * (rate - time_rate))
        .sum();
    sums.iter().sum::<f64>() + left
}
