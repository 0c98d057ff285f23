//! Flat SIMD loops over all rows: the feedback ([`Baumgarte`]), and the power of multipliers that push along J, whose points move at
//! J v = Cdot - C_t.
//!
//! ```text
//! P = lambda · (Cdot - C_t)
//! ```

use crate::sim::Model;
use crate::solver::simd::in_lanes;

use super::Dynamics;
use super::baumgarte::Baumgarte;

/// Number of independent partial sums, which avoid a chain of dependent additions.
const SUMS: usize = 8;

impl Dynamics {
    /// Computes c of every row from the evaluated rows.
    pub(super) fn feed_back(&mut self, model: &Model) {
        let gains = Baumgarte::new(model.settings.feedback());
        let at = &self.evaluation;
        let (gamma, value, rate) = (at.gamma(), at.value(), at.rate());
        let c = self.problem.c_mut();
        fill(self.solver.hardware(), gains, gamma, value, rate, c);
        for &(row, gains) in self.scratch.batches.own_gains() {
            let row = row as usize;
            c[row] = gains.c::<false>(gamma[row], value[row], rate[row]);
        }
    }

    /// Returns the power of the multipliers of the last solve, all of which push along J.
    pub(super) fn power_of_rows(&self) -> f64 {
        let hardware = self.solver.hardware();
        let at = &self.evaluation;
        power(hardware, &self.solution.lambda, at.rate(), at.time_rate())
    }
}

in_lanes! {
    fn fill(gains: Baumgarte, gamma: &[f64], value: &[f64], rate: &[f64], c: &mut [f64]) = fill_anywhere
}

#[inline(always)]
fn fill_anywhere<const FUSED: bool>(
    gains: Baumgarte,
    gamma: &[f64],
    value: &[f64],
    rate: &[f64],
    c: &mut [f64],
) {
    for (c, ((&gamma, &value), &rate)) in c.iter_mut().zip(gamma.iter().zip(value).zip(rate)) {
        *c = gains.c::<false>(gamma, value, rate);
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
