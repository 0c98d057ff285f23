//! Layout of the numbers of two pins, or of both points of a rod, in a register of four numbers.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::Offsets;
use crate::simd::{Four, array_at_unchecked};

/// Returns a register with one number for both rows of a pin and another for both rows of the next pin.
///
/// # Safety
/// The processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn both<F: Four>(one: f64, other: f64) -> F {
    // SAFETY: guaranteed by the caller.
    unsafe { F::new([one, one, other, other]) }
}

/// Returns a register with the numbers of both points of a rod.
///
/// # Safety
/// The array has the length that the plan requires, and the processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn ends<F: Four>(places: Offsets, numbers: &[f64]) -> F {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let (one, other): (&[f64; 2], &[f64; 2]) = (
            array_at_unchecked(numbers, places.at[0]),
            array_at_unchecked(numbers, places.at[1]),
        );
        F::new([one[0], one[1], other[0], other[1]])
    }
}
