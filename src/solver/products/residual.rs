//! The residual of the rows: each gathers the accelerations of its bodies.
//!
//! ```text
//! r = J a + c + E lambda
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::{Moment, RightHandSide, add_j};
use super::super::system::MAX_CONSTRAINT_DIM;
use super::batch::batch_residual;
use super::bodies::accelerations;
use super::sink::{Norms, Sink, Store};
use super::{Form, Places, of_form};
use crate::simd::in_lanes;
use crate::simd::part;
use crate::simd::{F64x4, Four};

/// Fills the accelerations of an island under a force and multipliers, and the residual of its rows,
/// `J a + c + E lambda`.
pub(in super::super) fn residual(
    at: &Moment<'_>,
    island: usize,
    rhs: RightHandSide<'_>,
    lambda: Option<&[f64]>,
    a: &mut [f64],
    into: &mut [f64],
) {
    accelerations(at, island, rhs.force, lambda, a);
    check(at, rhs.c, into);
    match lambda {
        None => rows_without_lambda(at.hardware, at, island, OfC { c: rhs.c }, a, into),
        Some(lambda) => {
            let constant = WithCompliance::new(at, rhs.c, lambda);
            rows_with_lambda(at.hardware, at, island, constant, a, into);
        }
    };
}

/// Fills the accelerations of an island under multipliers; returns the norms of the residual of its rows and of c, rows
/// scaled by the diagonal of A.
pub(in super::super) fn residual_norms(
    at: &Moment<'_>,
    island: usize,
    rhs: RightHandSide<'_>,
    lambda: &[f64],
    a: &mut [f64],
) -> [f64; 2] {
    accelerations(at, island, rhs.force, Some(lambda), a);
    check(at, rhs.c, at.diagonal);
    norms_with_lambda(at.hardware, at, island, WithCompliance::new(at, rhs.c, lambda), a)
}

/// All that is read and written of rows without a check relies on this, and on the checks of [`accelerations`].
fn check(at: &Moment<'_>, c: &[f64], rows: &[f64]) {
    let needs = at.products.needs.rows;
    assert!(c.len() >= needs && rows.len() >= needs && at.system.compliance.len() >= needs);
}

/// The part of a residual that does not depend on accelerations.
pub(super) trait Constant: Copy {
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
pub(super) struct OfC<'a> {
    pub(super) c: &'a [f64],
}

impl Constant for OfC<'_> {
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
pub(super) struct WithCompliance<'a> {
    c: &'a [f64],
    compliance: &'a [f64],
    lambda: &'a [f64],
}

impl<'a> WithCompliance<'a> {
    pub(super) fn new(at: &Moment<'a>, c: &'a [f64], lambda: &'a [f64]) -> Self {
        let compliance = &at.system.compliance;
        Self {
            c,
            compliance,
            lambda,
        }
    }
}

impl Constant for WithCompliance<'_> {
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
    /// The residual of the rows of an island without multipliers.
    pub(super) fn rows_without_lambda(
        at: &Moment<'_>, island: usize, constant: OfC<'_>, a: &[f64], into: &mut [f64],
    ) = store_residual
}

in_lanes! {
    /// The residual of the rows of an island under multipliers.
    pub(super) fn rows_with_lambda(
        at: &Moment<'_>, island: usize, constant: WithCompliance<'_>, a: &[f64], into: &mut [f64],
    ) = store_residual
}

in_lanes! {
    /// The norms of the residual of the rows of an island under multipliers, and of their c.
    pub(super) fn norms_with_lambda(at: &Moment<'_>, island: usize, constant: WithCompliance<'_>, a: &[f64]) -> [f64; 2]
        = take_norms
}

#[inline(always)]
fn store_residual<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    constant: impl Constant,
    a: &[f64],
    into: &mut [f64],
) {
    gather_rows::<FUSED>(at, island, constant, a, &mut Store(into));
}

#[inline(always)]
fn take_norms<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    constant: WithCompliance<'_>,
    a: &[f64],
) -> [f64; 2] {
    let mut measured = Norms::new(constant.c, at.diagonal);
    gather_rows::<FUSED>(at, island, constant, a, &mut measured);
    measured.norms()
}

#[inline(always)]
fn gather_rows<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    constant: impl Constant,
    a: &[f64],
    sink: &mut impl Sink,
) {
    for (form, constraints) in at.products.constraint_batches(island..island + 1) {
        match form {
            Form::Pin(2) => pins::<FUSED>(at, constant, constraints, a, sink),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(at, constant, constraints, a, sink),
            Form::Rods | Form::Pins => {
                // SAFETY: what is fused is compiled for, and run by, a processor that has what it takes.
                unsafe {
                    if FUSED {
                        batch_residual::<FUSED, F64x4>(at, constant, form, constraints, a, sink);
                    } else {
                        batch_residual::<FUSED, [f64; 4]>(at, constant, form, constraints, a, sink);
                    }
                }
            }
            form => of_form!(
                form,
                rows(at, constant, constraints, a, sink),
                any_rows::<FUSED>(at, constant, form, constraints, a, sink)
            ),
        }
    }
}

/// Pins on two bodies, of opposite signs.
#[inline(always)]
pub(super) fn pins<const FUSED: bool>(
    at: &Moment<'_>,
    constant: impl Constant,
    constraints: &[Places],
    a: &[f64],
    sink: &mut impl Sink,
) {
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 12] = unsafe { part(&at.system.jacobian, places.block) };
        let one: &[f64; 3] = unsafe { part(a, places.at[0]) };
        let other: &[f64; 3] = unsafe { part(a, places.at[1]) };
        let mut sum: [f64; 2] = unsafe { constant.rows::<FUSED, 2>(places.row) };
        for r in 0..2 {
            sum[r] = add_product::<FUSED>(sum[r], j[0], one[r]);
            sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 2], one[2]);
            sum[r] = add_product::<FUSED>(sum[r], j[6], other[r]);
            sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 8], other[2]);
        }
        unsafe { sink.take(places.row, sum) };
    }
}

/// Constraints of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
pub(super) fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    at: &Moment<'_>,
    constant: impl Constant,
    constraints: &[Places],
    a: &[f64],
    sink: &mut impl Sink,
) {
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(a, places.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(a, places.at[1]) };
        let mut sum: [f64; R] = unsafe { constant.rows::<FUSED, R>(places.row) };
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&at.system.jacobian, places.block + (r * ONE) as u32) };
            let after = places.block + (R * ONE + r * OTHER) as u32;
            let its: &[f64; OTHER] = unsafe { part(&at.system.jacobian, after) };
            for n in 0..ONE {
                sum[r] = add_product::<FUSED>(sum[r], own[n], one[n]);
            }
            for n in 0..OTHER {
                sum[r] = add_product::<FUSED>(sum[r], its[n], other[n]);
            }
        }
        unsafe { sink.take(places.row, sum) };
    }
}

/// Constraints of another form, on however many bodies.
#[inline(always)]
fn any_rows<const FUSED: bool>(
    at: &Moment<'_>,
    constant: impl Constant,
    form: Form,
    constraints: &[Places],
    a: &[f64],
    sink: &mut impl Sink,
) {
    for places in constraints {
        let (rows, moved) = motion_of(at, form, places, a);
        for (row, moved) in (places.row..).zip(&moved[..rows]) {
            // SAFETY: the arrays are as long as the plan needs them.
            let [sum] = unsafe { constant.rows::<FUSED, 1>(row) };
            unsafe { sink.take(row, [sum + moved]) };
        }
    }
}

/// The number of rows of a constraint of any form, and their motion.
#[inline(never)]
fn motion_of(at: &Moment<'_>, form: Form, places: &Places, a: &[f64]) -> (usize, [f64; MAX_CONSTRAINT_DIM]) {
    let mut moved = [0.0; MAX_CONSTRAINT_DIM];
    let Form::Rows(rows, dims) = form else {
        // Of many bodies the places knows the constraint.
        let constraint = places.block as usize;
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
    let mut j = &at.system.jacobian[places.block as usize..];
    for k in 0..2 {
        let dim = usize::from(dims[k]);
        let a = &a[places.at[k] as usize..][..dim];
        for moved in &mut moved[..rows] {
            let (row, rest) = j.split_at(dim);
            j = rest;
            *moved += row.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
        }
    }
    (rows, moved)
}
