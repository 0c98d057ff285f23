//! Whether the diagonal of A is positive and finite, and compliances are not negative.

use super::super::arithmetic::add_product;

/// The least of the diagonal of A and of compliances so far, R of them side by side. Comparing each number with zero would take
/// longer than all else.
#[derive(Clone, Copy)]
pub(super) struct Soundness<const R: usize> {
    /// NaN is passed over, and caught by `nothing`.
    diagonal: [f64; R],
    compliance: [f64; R],
    /// Nothing times all of them: not zero where one was not finite.
    nothing: [f64; R],
}

impl<const R: usize> Soundness<R> {
    pub(super) const NONE: Self = Self {
        diagonal: [f64::INFINITY; R],
        compliance: [f64::INFINITY; R],
        nothing: [0.0; R],
    };

    #[inline(always)]
    pub(super) fn add<const FUSED: bool>(&mut self, diagonal: [f64; R], compliance: [f64; R]) {
        for r in 0..R {
            self.diagonal[r] = lesser(diagonal[r], self.diagonal[r]);
            self.compliance[r] = lesser(compliance[r], self.compliance[r]);
            self.nothing[r] = add_product::<FUSED>(self.nothing[r], diagonal[r], 0.0);
        }
    }

    /// Whether all were positive numbers, and no compliance negative.
    pub(super) fn is_sound(&self) -> bool {
        (0..R).all(|r| self.diagonal[r] > 0.0 && self.compliance[r] >= 0.0 && self.nothing[r] == 0.0)
    }
}

/// The lesser of two, as the processor has it: the other where one is no number.
#[inline(always)]
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}
