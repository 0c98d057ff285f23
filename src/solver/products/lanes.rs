//! How the numbers of two pins, or of both points of a rod, lie in a register of four.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::Places;
use crate::simd::{Four, array_at_unchecked};

/// One number for the rows of a pin, the other for those of the next.
///
/// # Safety
/// The arrays are as long as the plan needs them, and the processor has these lanes.
#[inline(always)]
pub(super) unsafe fn both<F: Four>(one: f64, other: f64) -> F {
    // SAFETY: as the caller says.
    unsafe { F::new([one, one, other, other]) }
}

/// The numbers of both points of a rod.
///
/// # Safety
/// The arrays are as long as the plan needs them, and the processor has these lanes.
#[inline(always)]
pub(super) unsafe fn ends<F: Four>(places: Places, numbers: &[f64]) -> F {
    // SAFETY: as the caller says.
    unsafe {
        let (one, other): (&[f64; 2], &[f64; 2]) = (
            array_at_unchecked(numbers, places.at[0]),
            array_at_unchecked(numbers, places.at[1]),
        );
        F::new([one[0], one[1], other[0], other[1]])
    }
}
