//! SIMD kernels for the diagonal of A of constraints that are contiguous in all arrays. A register of four numbers holds the rows of four
//! rods or of two pins.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::super::system::System;
use super::lanes::{both, ends};
use super::positivity::PositivityCheck;
use super::{DiagonalOfA, Offsets};
use crate::simd::{Four, array_at_unchecked, array_at_unchecked_mut};

/// Computes the entries of pins on two bodies, two contiguous pins at a time; returns whether they are sound ([`PositivityCheck`]).
///
/// # Safety
/// The arrays have the lengths that the plan requires, and the processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn pins<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    pairs: &[[Offsets; 2]],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let mut positivity = PositivityCheck::NONE;
    // SAFETY: guaranteed by the caller.
    unsafe {
        for [pin, its] in pairs {
            let j: &[f64; 24] = array_at_unchecked(&system.jacobian, pin.block);
            let [one, other, its_one, its_other]: [&[f64; 3]; 4] = [
                array_at_unchecked(each, pin.at[0]),
                array_at_unchecked(each, pin.at[1]),
                array_at_unchecked(each, its.at[0]),
                array_at_unchecked(each, its.at[1]),
            ];
            let compliance: &[f64; 4] = array_at_unchecked(&system.compliance, pin.row);
            let (p, q) = (
                F::new([j[2], j[5], j[14], j[17]]),
                F::new([j[8], j[11], j[20], j[23]]),
            );
            let (turned_p, turned_q) = (
                p.times(both(one[2], its_one[2])),
                q.times(both(other[2], its_other[2])),
            );
            // The translation entries of a pin are +1 or -1, so their squares are 1.
            let sums = F::new(*compliance)
                .plus(F::new([one[0], one[1], its_one[0], its_one[1]]))
                .plus(F::new([other[0], other[1], its_other[0], its_other[1]]))
                .add_product(turned_p, p)
                .add_product(turned_q, q)
                .to_array();
            positivity.add::<FUSED>(sums, *compliance);
            *array_at_unchecked_mut(into.diagonal, pin.row) = sums;
            let cross = turned_p.times(p.swapped()).add_product(turned_q, q.swapped());
            *array_at_unchecked_mut(into.cross, pin.row) = cross.to_array();
        }
    }
    positivity.is_positive()
}

/// Computes the entries of rods, four contiguous rods at a time; returns whether they are sound ([`PositivityCheck`]).
///
/// # Safety
/// The arrays have the lengths that the plan requires, and the processor supports the instructions of `F`.
#[inline(always)]
pub(super) unsafe fn rods<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    fours: &[[Offsets; 4]],
    diagonal: &mut [f64],
) -> bool {
    let mut positivity = PositivityCheck::NONE;
    for constraints in fours {
        // SAFETY: guaranteed by the caller. A loop, because closures would be compiled without the SIMD instructions.
        let products = unsafe {
            let mut products = [F::new([0.0; 4]); 4];
            for k in 0..4 {
                let j = F::new(*array_at_unchecked(
                    &system.jacobian,
                    constraints[0].block + 4 * k as u32,
                ));
                products[k] = j.times(ends::<F>(constraints[k], each)).times(j);
            }
            products
        };
        let compliance: &[f64; 4] = unsafe { array_at_unchecked(&system.compliance, constraints[0].row) };
        let mut sums = F::sums(products).to_array();
        for r in 0..4 {
            sums[r] += compliance[r];
        }
        positivity.add::<FUSED>(sums, *compliance);
        *unsafe { array_at_unchecked_mut(diagonal, constraints[0].row) } = sums;
    }
    positivity.is_positive()
}
