//! Constraints that follow each other in all arrays, several abreast: of rods four and of pins two fill a register with
//! their rows.
//!
//! ```text
//! r = J a + c + E lambda,   diag A = sum J W J^T + E
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::equations::Moment;
use super::super::system::System;
use super::diagonal::{self, DiagonalOfA, Soundness};
use super::residual::{self, Constant};
use super::sink::Sink;
use super::{Form, Places};
use crate::simd::Four;
use crate::simd::{part, part_mut};

/// Constraints that follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn batch_residual<const FUSED: bool, F: Four>(
    at: &Moment<'_>,
    constant: impl Constant,
    form: Form,
    constraints: &[Places],
    a: &[f64],
    sink: &mut impl Sink,
) {
    if form == Form::Rods {
        let (fours, rest) = constraints.as_chunks::<4>();
        // SAFETY: as the caller says.
        unsafe { rod_residuals::<F>(at, constant, fours, a, sink) };
        residual::rows::<FUSED, 1, 2, 2>(at, constant, rest, a, sink);
    } else {
        let (pairs, rest) = constraints.as_chunks::<2>();
        // SAFETY: as the caller says.
        unsafe { pin_residuals::<F>(at, constant, pairs, a, sink) };
        residual::pins::<FUSED>(at, constant, rest, a, sink);
    }
}

/// Two pins at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn pin_residuals<F: Four>(
    at: &Moment<'_>,
    constant: impl Constant,
    pairs: &[[Places; 2]],
    a: &[f64],
    sink: &mut impl Sink,
) {
    // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
    unsafe {
        let mut sums = [F::new([0.0; 4]); 2];
        for [pin, its] in pairs {
            let j: &[f64; 24] = part(&at.system.jacobian, pin.block);
            let [one, other, its_one, its_other]: [&[f64; 3]; 4] = [
                part(a, pin.at[0]),
                part(a, pin.at[1]),
                part(a, its.at[0]),
                part(a, its.at[1]),
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
        sink.add([sums[0].numbers(), sums[1].numbers()]);
    }
}

/// One number for the rows of a pin, the other for those of the next.
///
/// # Safety
/// The processor has these lanes.
#[inline(always)]
unsafe fn both<F: Four>(one: f64, other: f64) -> F {
    // SAFETY: as the caller says.
    unsafe { F::new([one, one, other, other]) }
}

/// Four rods at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn rod_residuals<F: Four>(
    at: &Moment<'_>,
    constant: impl Constant,
    fours: &[[Places; 4]],
    a: &[f64],
    sink: &mut impl Sink,
) {
    // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
    unsafe {
        let mut sums = [F::new([0.0; 4]); 2];
        for constraints in fours {
            let mut products = [F::new([0.0; 4]); 4];
            for k in 0..4 {
                let j: &[f64; 4] = part(&at.system.jacobian, constraints[0].block + 4 * k as u32);
                products[k] = F::new(*j).times(ends(constraints[k], a));
            }
            let residual = constant.four::<F>(constraints[0].row).plus(F::sums(products));
            sink.take_four(constraints[0].row, residual, &mut sums);
        }
        sink.add([sums[0].numbers(), sums[1].numbers()]);
    }
}

/// The numbers of both points of a rod.
///
/// # Safety
/// They are there, and the processor has these lanes.
#[inline(always)]
unsafe fn ends<F: Four>(places: Places, numbers: &[f64]) -> F {
    // SAFETY: as the caller says.
    unsafe {
        let (one, other): (&[f64; 2], &[f64; 2]) = (part(numbers, places.at[0]), part(numbers, places.at[1]));
        F::new([one[0], one[1], other[0], other[1]])
    }
}

/// Of constraints that follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn batch_diagonal<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    form: Form,
    constraints: &[Places],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    if form == Form::Rods {
        let (fours, rest) = constraints.as_chunks::<4>();
        // SAFETY: as the caller says.
        let sound = unsafe { rod_diagonals::<FUSED, F>(system, each, fours, into.diagonal) };
        sound & diagonal::rows::<FUSED, 1, 2, 2>(system, each, rest, into.diagonal)
    } else {
        let (pairs, rest) = constraints.as_chunks::<2>();
        // SAFETY: as the caller says.
        let sound = unsafe { pin_diagonals::<FUSED, F>(system, each, pairs, into) };
        sound & diagonal::pins::<FUSED>(system, each, rest, into)
    }
}

/// Of two pins at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn pin_diagonals<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    pairs: &[[Places; 2]],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let mut soundness = Soundness::NONE;
    // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
    unsafe {
        for [pin, its] in pairs {
            let j: &[f64; 24] = part(&system.jacobian, pin.block);
            let [one, other, its_one, its_other]: [&[f64; 3]; 4] = [
                part(each, pin.at[0]),
                part(each, pin.at[1]),
                part(each, its.at[0]),
                part(each, its.at[1]),
            ];
            let compliance: &[f64; 4] = part(&system.compliance, pin.row);
            let (p, q) = (
                F::new([j[2], j[5], j[14], j[17]]),
                F::new([j[8], j[11], j[20], j[23]]),
            );
            let (turned_p, turned_q) = (
                p.times(both(one[2], its_one[2])),
                q.times(both(other[2], its_other[2])),
            );
            // The translations of a pin are of unit size.
            let sums = F::new(*compliance)
                .plus(F::new([one[0], one[1], its_one[0], its_one[1]]))
                .plus(F::new([other[0], other[1], its_other[0], its_other[1]]))
                .add_product(turned_p, p)
                .add_product(turned_q, q)
                .numbers();
            soundness.add::<FUSED>(sums, *compliance);
            *part_mut(into.diagonal, pin.row) = sums;
            let cross = turned_p.times(p.swapped()).add_product(turned_q, q.swapped());
            *part_mut(into.cross, pin.row) = cross.numbers();
        }
    }
    soundness.is_sound()
}

/// Of four rods at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn rod_diagonals<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    fours: &[[Places; 4]],
    diagonal: &mut [f64],
) -> bool {
    let mut soundness = Soundness::NONE;
    for constraints in fours {
        // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
        let products = std::array::from_fn(|k| {
            let j: &[f64; 4] = unsafe { part(&system.jacobian, constraints[0].block + 4 * k as u32) };
            let [one, other]: [&[f64; 2]; 2] = constraints[k].at.map(|at| unsafe { part(each, at) });
            let w = unsafe { F::new([one[0], one[1], other[0], other[1]]) };
            let j = unsafe { F::new(*j) };
            j.times(w).times(j)
        });
        let compliance: &[f64; 4] = unsafe { part(&system.compliance, constraints[0].row) };
        let mut sums = F::sums(products).numbers();
        for r in 0..4 {
            sums[r] += compliance[r];
        }
        soundness.add::<FUSED>(sums, *compliance);
        *unsafe { part_mut(diagonal, constraints[0].row) } = sums;
    }
    soundness.is_sound()
}
