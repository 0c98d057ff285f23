//! The second half of the walk: rows gather the motion of their bodies.
//!
//! ```text
//! m = J a + c + E lambda
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::{Moment, add_j};
use super::super::system::MAX_CONSTRAINT_DIM;
use super::abreast::walk_abreast;
use super::scale::{Measured, Taker, Written};
use super::{Form, Line, of_form};
use crate::simd::in_lanes;
use crate::simd::part;
use crate::simd::{F64x4, Four};

/// What a row misses before anything moves.
pub(super) trait Unmoved: Copy {
    /// Of R rows from here on.
    ///
    /// # Safety
    /// They are there.
    unsafe fn rows<const FUSED: bool, const R: usize>(self, row: u32) -> [f64; R];

    /// Of four rows from here on.
    ///
    /// # Safety
    /// They are there, and the processor has these lanes.
    unsafe fn four<F: Four>(self, row: u32) -> F;
}

/// c.
#[derive(Clone, Copy)]
pub(super) struct Idle<'a> {
    pub(super) c: &'a [f64],
}

impl Unmoved for Idle<'_> {
    #[inline(always)]
    unsafe fn rows<const FUSED: bool, const R: usize>(self, row: u32) -> [f64; R] {
        // SAFETY: as the caller says.
        unsafe { *part(self.c, row) }
    }

    #[inline(always)]
    unsafe fn four<F: Four>(self, row: u32) -> F {
        // SAFETY: as the caller says.
        unsafe { F::new(*part(self.c, row)) }
    }
}

/// `c + E lambda`.
#[derive(Clone, Copy)]
pub(super) struct Laden<'a> {
    c: &'a [f64],
    compliance: &'a [f64],
    lambda: &'a [f64],
}

impl<'a> Laden<'a> {
    pub(super) fn new(at: &Moment<'a>, c: &'a [f64], lambda: &'a [f64]) -> Self {
        let compliance = &at.system.compliance;
        Self {
            c,
            compliance,
            lambda,
        }
    }
}

impl Unmoved for Laden<'_> {
    #[inline(always)]
    unsafe fn rows<const FUSED: bool, const R: usize>(self, row: u32) -> [f64; R] {
        // SAFETY: as the caller says.
        let (e, lambda): (&[f64; R], &[f64; R]) =
            unsafe { (part(self.compliance, row), part(self.lambda, row)) };
        let mut sum: [f64; R] = unsafe { *part(self.c, row) };
        for r in 0..R {
            sum[r] = add_product::<FUSED>(sum[r], e[r], lambda[r]);
        }
        sum
    }

    #[inline(always)]
    unsafe fn four<F: Four>(self, row: u32) -> F {
        // SAFETY: as the caller says.
        unsafe {
            let [c, e, lambda] = [self.c, self.compliance, self.lambda];
            F::new(*part(c, row)).add_product(F::new(*part(e, row)), F::new(*part(lambda, row)))
        }
    }
}

in_lanes! {
    /// What the rows of an island miss that no multiplier moves.
    pub(super) fn idle_rows(
        at: &Moment<'_>, island: usize, before: Idle<'_>, a: &[f64], missed: &mut [f64],
    ) = walk_and_write
}

in_lanes! {
    /// What the rows of an island miss under multipliers.
    pub(super) fn laden_rows(
        at: &Moment<'_>, island: usize, before: Laden<'_>, a: &[f64], missed: &mut [f64],
    ) = walk_and_write
}

in_lanes! {
    /// The norms of what the rows of an island miss under multipliers, and of their c.
    pub(super) fn measured_rows(at: &Moment<'_>, island: usize, before: Laden<'_>, a: &[f64]) -> [f64; 2]
        = walk_and_measure
}

#[inline(always)]
fn walk_and_write<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    before: impl Unmoved,
    a: &[f64],
    missed: &mut [f64],
) {
    walk_rows::<FUSED>(at, island, before, a, &mut Written(missed));
}

#[inline(always)]
fn walk_and_measure<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    before: Laden<'_>,
    a: &[f64],
) -> [f64; 2] {
    let mut measured = Measured::new(before.c, at.diagonal);
    walk_rows::<FUSED>(at, island, before, a, &mut measured);
    measured.norms()
}

#[inline(always)]
fn walk_rows<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    before: impl Unmoved,
    a: &[f64],
    taker: &mut impl Taker,
) {
    for (form, lines) in at.motion.runs(island..island + 1) {
        match form {
            Form::Pin(2) => pins::<FUSED>(at, before, lines, a, taker),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(at, before, lines, a, taker),
            Form::Rods | Form::Pins => {
                // SAFETY: what is fused is compiled for, and run by, a processor that has what it takes.
                unsafe {
                    if FUSED {
                        walk_abreast::<FUSED, F64x4>(at, before, form, lines, a, taker);
                    } else {
                        walk_abreast::<FUSED, [f64; 4]>(at, before, form, lines, a, taker);
                    }
                }
            }
            form => of_form!(
                form,
                rows(at, before, lines, a, taker),
                any_rows::<FUSED>(at, before, form, lines, a, taker)
            ),
        }
    }
}

/// Pins on two bodies, of opposite signs.
#[inline(always)]
pub(super) fn pins<const FUSED: bool>(
    at: &Moment<'_>,
    before: impl Unmoved,
    lines: &[Line],
    a: &[f64],
    taker: &mut impl Taker,
) {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 12] = unsafe { part(&at.system.jacobian, line.block) };
        let one: &[f64; 3] = unsafe { part(a, line.at[0]) };
        let other: &[f64; 3] = unsafe { part(a, line.at[1]) };
        let mut sum: [f64; 2] = unsafe { before.rows::<FUSED, 2>(line.row) };
        for r in 0..2 {
            sum[r] = add_product::<FUSED>(sum[r], j[0], one[r]);
            sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 2], one[2]);
            sum[r] = add_product::<FUSED>(sum[r], j[6], other[r]);
            sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 8], other[2]);
        }
        unsafe { taker.take(line.row, sum) };
    }
}

/// Constraints of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
pub(super) fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    at: &Moment<'_>,
    before: impl Unmoved,
    lines: &[Line],
    a: &[f64],
    taker: &mut impl Taker,
) {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(a, line.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(a, line.at[1]) };
        let mut sum: [f64; R] = unsafe { before.rows::<FUSED, R>(line.row) };
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&at.system.jacobian, line.block + (r * ONE) as u32) };
            let after = line.block + (R * ONE + r * OTHER) as u32;
            let its: &[f64; OTHER] = unsafe { part(&at.system.jacobian, after) };
            for n in 0..ONE {
                sum[r] = add_product::<FUSED>(sum[r], own[n], one[n]);
            }
            for n in 0..OTHER {
                sum[r] = add_product::<FUSED>(sum[r], its[n], other[n]);
            }
        }
        unsafe { taker.take(line.row, sum) };
    }
}

/// Constraints of another form, on however many bodies.
#[inline(always)]
fn any_rows<const FUSED: bool>(
    at: &Moment<'_>,
    before: impl Unmoved,
    form: Form,
    lines: &[Line],
    a: &[f64],
    taker: &mut impl Taker,
) {
    for line in lines {
        let (rows, moved) = motion_of(at, form, line, a);
        for (row, moved) in (line.row..).zip(&moved[..rows]) {
            // SAFETY: the arrays are as long as the plan needs them.
            let [sum] = unsafe { before.rows::<FUSED, 1>(row) };
            unsafe { taker.take(row, [sum + moved]) };
        }
    }
}

/// The number of rows of a constraint of any form, and their motion.
#[inline(never)]
fn motion_of(at: &Moment<'_>, form: Form, line: &Line, a: &[f64]) -> (usize, [f64; MAX_CONSTRAINT_DIM]) {
    let mut moved = [0.0; MAX_CONSTRAINT_DIM];
    let Form::Rows(rows, dims) = form else {
        // Of many bodies the line knows the constraint.
        let constraint = line.block as usize;
        let rows = at.topology.constraint_dim(constraint);
        add_j(
            at.topology,
            &at.system.jacobian,
            constraint,
            a,
            &mut moved[..rows],
        );
        return (rows, moved);
    };
    let rows = usize::from(rows);
    let mut j = &at.system.jacobian[line.block as usize..];
    for k in 0..2 {
        let dim = usize::from(dims[k]);
        let a = &a[line.at[k] as usize..][..dim];
        for moved in &mut moved[..rows] {
            let (row, rest) = j.split_at(dim);
            j = rest;
            *moved += row.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
        }
    }
    (rows, moved)
}
