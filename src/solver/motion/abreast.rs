//! Constraints that follow each other in all arrays, several abreast: of rods four and of pins two fill a register with
//! their rows.
//!
//! ```text
//! m = J a + c + E lambda,   diag A = sum J W J^T + E
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::equations::Moment;
use super::super::four::Four;
use super::super::planned::{part, part_mut};
use super::super::system::System;
use super::rows::{self, Unmoved};
use super::scale::Taker;
use super::weigh::{self, Seen};
use super::{Form, Line};

/// Constraints that follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn walk_abreast<const FUSED: bool, F: Four>(
    at: &Moment<'_>,
    before: impl Unmoved,
    form: Form,
    lines: &[Line],
    a: &[f64],
    taker: &mut impl Taker,
) {
    if form == Form::Rods {
        let (fours, rest) = lines.as_chunks::<4>();
        // SAFETY: as the caller says.
        unsafe { walk_rods::<FUSED, F>(at, before, fours, a, taker) };
        rows::rows::<FUSED, 1, 2, 2>(at, before, rest, a, taker);
    } else {
        let (pairs, rest) = lines.as_chunks::<2>();
        // SAFETY: as the caller says.
        unsafe { walk_pins::<FUSED, F>(at, before, pairs, a, taker) };
        rows::pins::<FUSED>(at, before, rest, a, taker);
    }
}

/// Two pins at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn walk_pins<const FUSED: bool, F: Four>(
    at: &Moment<'_>,
    before: impl Unmoved,
    pairs: &[[Line; 2]],
    a: &[f64],
    taker: &mut impl Taker,
) {
    for pair in pairs {
        // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
        let j: &[f64; 24] = unsafe { part(&at.system.jacobian, pair[0].block) };
        let [[one, other], [its_one, its_other]]: [[&[f64; 3]; 2]; 2] =
            pair.map(|line| line.at.map(|at| unsafe { part(a, at) }));
        let four = |numbers| unsafe { F::new(numbers) };
        let both = |one: f64, other: f64| four([one, one, other, other]);
        let sum: [f64; 4] = unsafe { before.rows::<FUSED, 4>(pair[0].row) };
        let sum = four(sum)
            .add_product(both(j[0], j[12]), four([one[0], one[1], its_one[0], its_one[1]]))
            .add_product(four([j[2], j[5], j[14], j[17]]), both(one[2], its_one[2]))
            .add_product(
                both(j[6], j[18]),
                four([other[0], other[1], its_other[0], its_other[1]]),
            )
            .add_product(four([j[8], j[11], j[20], j[23]]), both(other[2], its_other[2]));
        unsafe { taker.take(pair[0].row, sum.numbers()) };
    }
}

/// Four rods at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn walk_rods<const FUSED: bool, F: Four>(
    at: &Moment<'_>,
    before: impl Unmoved,
    fours: &[[Line; 4]],
    a: &[f64],
    taker: &mut impl Taker,
) {
    for lines in fours {
        // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
        let products = std::array::from_fn(|k| {
            let j: &[f64; 4] = unsafe { part(&at.system.jacobian, lines[0].block + 4 * k as u32) };
            let [one, other]: [&[f64; 2]; 2] = lines[k].at.map(|at| unsafe { part(a, at) });
            let moved = unsafe { F::new([one[0], one[1], other[0], other[1]]) };
            unsafe { F::new(*j) }.times(moved)
        });
        let moved = F::sums(products).numbers();
        let sum: [f64; 4] = unsafe { before.rows::<FUSED, 4>(lines[0].row) };
        unsafe {
            taker.take(
                lines[0].row,
                std::array::from_fn::<f64, 4, _>(|k| sum[k] + moved[k]),
            )
        };
    }
}

/// Of constraints that follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn weigh_abreast<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    form: Form,
    lines: &[Line],
    diagonal: &mut [f64],
) -> bool {
    if form == Form::Rods {
        let (fours, rest) = lines.as_chunks::<4>();
        // SAFETY: as the caller says.
        let sound = unsafe { weigh_rods::<FUSED, F>(system, each, fours, diagonal) };
        sound & weigh::rows::<FUSED, 1, 2, 2>(system, each, rest, diagonal)
    } else {
        let (pairs, rest) = lines.as_chunks::<2>();
        // SAFETY: as the caller says.
        let sound = unsafe { weigh_pins::<FUSED, F>(system, each, pairs, diagonal) };
        sound & weigh::pins::<FUSED>(system, each, rest, diagonal)
    }
}

/// Of two pins at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn weigh_pins<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    pairs: &[[Line; 2]],
    diagonal: &mut [f64],
) -> bool {
    let mut seen = Seen::NONE;
    for pair in pairs {
        // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
        let j: &[f64; 24] = unsafe { part(&system.jacobian, pair[0].block) };
        let [[one, other], [its_one, its_other]]: [[&[f64; 3]; 2]; 2] =
            pair.map(|line| line.at.map(|at| unsafe { part(each, at) }));
        let four = |numbers| unsafe { F::new(numbers) };
        let compliance: &[f64; 4] = unsafe { part(&system.compliance, pair[0].row) };
        // The translations of a pin are of unit size.
        let unit = four([1.0; 4]);
        let [p, q] = [[j[2], j[5], j[14], j[17]], [j[8], j[11], j[20], j[23]]].map(four);
        let [of_p, of_q] =
            [[one[2], its_one[2]], [other[2], its_other[2]]].map(|[one, its]| four([one, one, its, its]));
        let sums = four(*compliance)
            .add_product(unit, four([one[0], one[1], its_one[0], its_one[1]]))
            .add_product(unit, four([other[0], other[1], its_other[0], its_other[1]]))
            .add_product(p.times(of_p), p)
            .add_product(q.times(of_q), q)
            .numbers();
        seen.add::<FUSED>(sums, *compliance);
        *unsafe { part_mut(diagonal, pair[0].row) } = sums;
    }
    seen.is_sound()
}

/// Of four rods at a time, which follow each other in all arrays.
///
/// # Safety
/// The processor has the instructions of the lanes.
#[inline(always)]
unsafe fn weigh_rods<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    fours: &[[Line; 4]],
    diagonal: &mut [f64],
) -> bool {
    let mut seen = Seen::NONE;
    for lines in fours {
        // SAFETY: the arrays are as long as the plan needs them; and as the caller says.
        let products = std::array::from_fn(|k| {
            let j: &[f64; 4] = unsafe { part(&system.jacobian, lines[0].block + 4 * k as u32) };
            let [one, other]: [&[f64; 2]; 2] = lines[k].at.map(|at| unsafe { part(each, at) });
            let w = unsafe { F::new([one[0], one[1], other[0], other[1]]) };
            let j = unsafe { F::new(*j) };
            j.times(w).times(j)
        });
        let compliance: &[f64; 4] = unsafe { part(&system.compliance, lines[0].row) };
        let mut sums = F::sums(products).numbers();
        for r in 0..4 {
            sums[r] += compliance[r];
        }
        seen.add::<FUSED>(sums, *compliance);
        *unsafe { part_mut(diagonal, lines[0].row) } = sums;
    }
    seen.is_sound()
}
