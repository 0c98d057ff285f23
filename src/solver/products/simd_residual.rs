//! SIMD kernels for the residual of constraints that are contiguous in all arrays. A register of four numbers holds the rows of four rods
//! or of two pins.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::Offsets;
use super::constant::Constant;
use super::lanes::{both, ends};
use super::sink::Sink;
use crate::simd::{Four, array_at_unchecked};

/// Computes the residual of pins on two bodies, two contiguous pins at a time.
///
/// # Safety
/// The arrays have the lengths that the plan requires, and the processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn pins<F: Four>(
    jacobian: &[f64],
    constant: Constant<'_>,
    pairs: &[[Offsets; 2]],
    a: &[f64],
    sink: &mut impl Sink,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mut sums = [F::new([0.0; 4]); 2];
        for [pin, its] in pairs {
            let j: &[f64; 24] = array_at_unchecked(jacobian, pin.block);
            let [one, other, its_one, its_other]: [&[f64; 3]; 4] = [
                array_at_unchecked(a, pin.at[0]),
                array_at_unchecked(a, pin.at[1]),
                array_at_unchecked(a, its.at[0]),
                array_at_unchecked(a, its.at[1]),
            ];
            let sum = constant
                .four::<F>(pin.row)
                .add_product(
                    both(j[0], j[12]),
                    F::new([one[0], one[1], its_one[0], its_one[1]]),
                )
                .add_product(F::new([j[2], j[5], j[14], j[17]]), both(one[2], its_one[2]))
                .add_product(
                    both(j[6], j[18]),
                    F::new([other[0], other[1], its_other[0], its_other[1]]),
                )
                .add_product(F::new([j[8], j[11], j[20], j[23]]), both(other[2], its_other[2]));
            sink.take_four(pin.row, sum, &mut sums);
        }
        sink.add([sums[0].to_array(), sums[1].to_array()]);
    }
}

/// Computes the residual of rods, four contiguous rods at a time.
///
/// # Safety
/// The arrays have the lengths that the plan requires, and the processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn rods<F: Four>(
    jacobian: &[f64],
    constant: Constant<'_>,
    fours: &[[Offsets; 4]],
    a: &[f64],
    sink: &mut impl Sink,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mut sums = [F::new([0.0; 4]); 2];
        for constraints in fours {
            let mut products = [F::new([0.0; 4]); 4];
            for k in 0..4 {
                let j: &[f64; 4] = array_at_unchecked(jacobian, constraints[0].block + 4 * k as u32);
                products[k] = F::new(*j).times(ends(constraints[k], a));
            }
            let residual = constant.four::<F>(constraints[0].row).plus(F::sums(products));
            sink.take_four(constraints[0].row, residual, &mut sums);
        }
        sink.add([sums[0].to_array(), sums[1].to_array()]);
    }
}
