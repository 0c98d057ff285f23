//! Check that the diagonal of A is positive and finite and that no compliance is negative.

use super::super::arithmetic::add_product;

/// Minima of the diagonal of A and of the compliances so far, in R lanes. Comparing each number with zero would cost more than
/// computing it.
#[derive(Clone, Copy)]
pub(super) struct PositivityCheck<const R: usize> {
    /// NaN does not change the minimum; `nan_probe` detects it.
    diagonal: [f64; R],
    compliance: [f64; R],
    /// Sum of 0 times each diagonal entry: NaN, and so not zero, if one of them was not finite.
    nan_probe: [f64; R],
}

impl<const R: usize> PositivityCheck<R> {
    pub(super) const NONE: Self = Self {
        diagonal: [f64::INFINITY; R],
        compliance: [f64::INFINITY; R],
        nan_probe: [0.0; R],
    };

    #[inline(always)]
    pub(super) fn add<const FUSED: bool>(&mut self, diagonal: [f64; R], compliance: [f64; R]) {
        for r in 0..R {
            self.diagonal[r] = lesser(diagonal[r], self.diagonal[r]);
            self.compliance[r] = lesser(compliance[r], self.compliance[r]);
            self.nan_probe[r] = add_product::<FUSED>(self.nan_probe[r], diagonal[r], 0.0);
        }
    }

    /// Whether all diagonal entries were positive and finite and no compliance was negative.
    pub(super) fn is_positive(&self) -> bool {
        (0..R).all(|r| self.diagonal[r] > 0.0 && self.compliance[r] >= 0.0 && self.nan_probe[r] == 0.0)
    }
}

/// Returns the lesser of two numbers in the manner of the processor's instruction: `other` if `one` is NaN.
#[inline(always)]
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}
