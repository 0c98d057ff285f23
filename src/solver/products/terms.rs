//! The residual of rows with the norms it is compared to: those of the terms that should cancel.
//!
//! ```text
//! r = J a + c + E lambda,   |terms| of |J| |a| + |c| + |E lambda|,   |load| of lambda d, all scaled by d = diag A
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::equations::{Moment, row_motion_and_terms};
use super::super::system::{MAX_CONSTRAINT_DIM, Solution};
use super::{Form, Places, of_form};
use crate::simd::in_lanes;
use crate::simd::{part, part_mut};

/// SquaredNorms of norms over the rows of an island, rows scaled by the diagonal of A.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct SquaredNorms {
    pub(in super::super) residual: f64,
    pub(in super::super) terms: f64,
    /// Of the multipliers, as accelerations of their rows.
    pub(in super::super) load: f64,
}

/// Fills the residual of the rows of an island for the accelerations and multipliers in `out`; returns its norms.
pub(in super::super) fn residual_and_terms(
    at: &Moment<'_>,
    island: usize,
    c: &[f64],
    out: &Solution,
    into: &mut [f64],
) -> SquaredNorms {
    let (lambda, a) = (&out.lambda, &out.acceleration);
    norms_of_terms(at.hardware, at, island, Claim { c, lambda, a }, into)
}

/// A claimed solution.
#[derive(Clone, Copy)]
struct Claim<'a> {
    c: &'a [f64],
    lambda: &'a [f64],
    a: &'a [f64],
}

in_lanes! {
    fn norms_of_terms(at: &Moment<'_>, island: usize, claim: Claim<'_>, into: &mut [f64]) -> SquaredNorms
        = measure_island
}

#[inline(always)]
fn measure_island<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    claim: Claim<'_>,
    into: &mut [f64],
) -> SquaredNorms {
    let needs = at.products.needs;
    let compliance = &at.system.compliance;
    let lists = [claim.c, claim.lambda, into, at.diagonal, compliance];
    // All that is read and written below relies on this.
    assert!(
        at.system.jacobian.len() >= needs.jacobian
            && claim.a.len() >= needs.coordinates
            && lists.iter().all(|list| list.len() >= needs.rows)
    );
    let mut sums = Sums::default();
    for (form, constraints) in at.products.constraint_batches(island..island + 1) {
        match form {
            Form::Pin(2) | Form::Pins => rows::<FUSED, 2, 3, 3>(at, claim, constraints, into, &mut sums),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(at, claim, constraints, into, &mut sums),
            Form::Rods => rows::<FUSED, 1, 2, 2>(at, claim, constraints, into, &mut sums),
            form => of_form!(
                form,
                rows(at, claim, constraints, into, &mut sums),
                any_rows(at, claim, form, constraints, into, &mut sums)
            ),
        }
    }
    let add_up = |of: [f64; MAX_CONSTRAINT_DIM]| of.into_iter().sum();
    SquaredNorms {
        residual: add_up(sums.residual),
        terms: add_up(sums.terms),
        load: add_up(sums.load),
    }
}

/// Side by side for the rows of a constraint.
#[derive(Clone, Copy, Default)]
struct Sums {
    residual: [f64; MAX_CONSTRAINT_DIM],
    terms: [f64; MAX_CONSTRAINT_DIM],
    load: [f64; MAX_CONSTRAINT_DIM],
}

impl Sums {
    /// Adds R rows from here on, of this motion, whose terms are so large, and stores their residual.
    ///
    /// # Safety
    /// They are there.
    #[inline(always)]
    unsafe fn add<const R: usize>(
        &mut self,
        (at, claim): (&Moment<'_>, Claim<'_>),
        row: u32,
        (motion, sizes): ([f64; R], [f64; R]),
        into: &mut [f64],
    ) {
        // SAFETY: as the caller says.
        let [c, lambda, e, d]: [&[f64; R]; 4] = [claim.c, claim.lambda, &at.system.compliance, at.diagonal]
            .map(|list| unsafe { part(list, row) });
        let into: &mut [f64; R] = unsafe { part_mut(into, row) };
        for r in 0..R {
            let compliant = e[r] * lambda[r];
            let residual = motion[r] + c[r] + compliant;
            let size = sizes[r] + c[r].abs() + compliant.abs();
            let scale = d[r].recip();
            into[r] = residual;
            self.residual[r] += residual * residual * scale;
            self.terms[r] += size * size * scale;
            self.load[r] += lambda[r] * lambda[r] * d[r];
        }
    }
}

/// Constraints of R rows on bodies of so many coordinates each, none where there is no other body. Products are rounded as
/// their sizes are, so that a sum that cancels to nothing is measured against the very terms that cancelled.
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    at: &Moment<'_>,
    claim: Claim<'_>,
    constraints: &[Places],
    into: &mut [f64],
    sums: &mut Sums,
) {
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(claim.a, places.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(claim.a, places.at[1]) };
        let [mut motion, mut sizes] = [[0.0; R]; 2];
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&at.system.jacobian, places.block + (r * ONE) as u32) };
            let after = places.block + (R * ONE + r * OTHER) as u32;
            let its: &[f64; OTHER] = unsafe { part(&at.system.jacobian, after) };
            for n in 0..ONE {
                motion[r] += own[n] * one[n];
                sizes[r] += (own[n] * one[n]).abs();
            }
            for n in 0..OTHER {
                motion[r] += its[n] * other[n];
                sizes[r] += (its[n] * other[n]).abs();
            }
        }
        unsafe { sums.add((at, claim), places.row, (motion, sizes), into) };
    }
}

/// Constraints of another form, on however many bodies.
#[inline(always)]
fn any_rows(
    at: &Moment<'_>,
    claim: Claim<'_>,
    form: Form,
    constraints: &[Places],
    into: &mut [f64],
    sums: &mut Sums,
) {
    for places in constraints {
        let (constraint, rows) = match form {
            Form::Rows(rows, _) => (at.topology.constraint_of(places.row as usize), usize::from(rows)),
            _ => {
                let constraint = places.block as usize;
                (constraint, at.topology.constraint_dim(constraint))
            }
        };
        for r in 0..rows {
            let (motion, size) = row_motion_and_terms(at, constraint, r, claim.a);
            // SAFETY: the arrays are as long as the plan needs them.
            unsafe { sums.add((at, claim), places.row + r as u32, ([motion], [size]), into) };
        }
    }
}
