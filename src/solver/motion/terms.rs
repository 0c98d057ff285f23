//! What rows miss, measured against the terms that should cancel.
//!
//! ```text
//! m = J a + c + E lambda,   |terms| of |J| |a| + |c| + |E lambda|,   |load| of lambda d, all scaled by d = diag A
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::equations::{Moment, row_motion_and_terms};
use super::super::system::MAX_CONSTRAINT_DIM;
use super::{Form, Line, of_form};
use crate::simd::in_lanes;
use crate::simd::{part, part_mut};

/// Squares of norms over the rows of an island, rows scaled by the diagonal of A.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Squares {
    pub(in super::super) missed: f64,
    pub(in super::super) terms: f64,
    /// Of the multipliers, as accelerations of their rows.
    pub(in super::super) load: f64,
}

/// A motion and the multipliers that go with it, to be held against the equations.
#[derive(Clone, Copy)]
pub(in super::super) struct Claim<'a> {
    pub(in super::super) c: &'a [f64],
    pub(in super::super) lambda: &'a [f64],
    pub(in super::super) a: &'a [f64],
}

in_lanes! {
    /// Fills what the rows of an island miss, and measures it.
    pub(in super::super) fn measure(
        at: &Moment<'_>,
        island: usize,
        claim: Claim<'_>,
        missed: &mut [f64],
    ) -> Squares = measure_island
}

#[inline(always)]
fn measure_island<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    claim: Claim<'_>,
    missed: &mut [f64],
) -> Squares {
    let needs = at.motion.needs;
    let compliance = &at.system.compliance;
    let lists = [claim.c, claim.lambda, missed, at.diagonal, compliance];
    // All that is read and written below relies on this.
    assert!(
        at.system.jacobian.len() >= needs.jacobian
            && claim.a.len() >= needs.coordinates
            && lists.iter().all(|list| list.len() >= needs.rows)
    );
    let mut sums = Sums::default();
    for (form, lines) in at.motion.runs(island..island + 1) {
        match form {
            Form::Pin(2) | Form::Pins => rows::<FUSED, 2, 3, 3>(at, claim, lines, missed, &mut sums),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(at, claim, lines, missed, &mut sums),
            Form::Rods => rows::<FUSED, 1, 2, 2>(at, claim, lines, missed, &mut sums),
            form => of_form!(
                form,
                rows(at, claim, lines, missed, &mut sums),
                any_rows(at, claim, form, lines, missed, &mut sums)
            ),
        }
    }
    let add_up = |of: [f64; MAX_CONSTRAINT_DIM]| of.into_iter().sum();
    Squares {
        missed: add_up(sums.missed),
        terms: add_up(sums.terms),
        load: add_up(sums.load),
    }
}

/// Side by side for the rows of a constraint.
#[derive(Clone, Copy, Default)]
struct Sums {
    missed: [f64; MAX_CONSTRAINT_DIM],
    terms: [f64; MAX_CONSTRAINT_DIM],
    load: [f64; MAX_CONSTRAINT_DIM],
}

impl Sums {
    /// Adds R rows from here on, of this motion, whose terms are so large, and writes down what they miss.
    ///
    /// # Safety
    /// They are there.
    #[inline(always)]
    unsafe fn add<const R: usize>(
        &mut self,
        (at, claim): (&Moment<'_>, Claim<'_>),
        row: u32,
        (motion, sizes): ([f64; R], [f64; R]),
        missed: &mut [f64],
    ) {
        // SAFETY: as the caller says.
        let [c, lambda, e, d]: [&[f64; R]; 4] = [claim.c, claim.lambda, &at.system.compliance, at.diagonal]
            .map(|list| unsafe { part(list, row) });
        let missed: &mut [f64; R] = unsafe { part_mut(missed, row) };
        for r in 0..R {
            let compliant = e[r] * lambda[r];
            let miss = motion[r] + c[r] + compliant;
            let size = sizes[r] + c[r].abs() + compliant.abs();
            let scale = d[r].recip();
            missed[r] = miss;
            self.missed[r] += miss * miss * scale;
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
    lines: &[Line],
    missed: &mut [f64],
    sums: &mut Sums,
) {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(claim.a, line.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(claim.a, line.at[1]) };
        let [mut motion, mut sizes] = [[0.0; R]; 2];
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&at.system.jacobian, line.block + (r * ONE) as u32) };
            let after = line.block + (R * ONE + r * OTHER) as u32;
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
        unsafe { sums.add((at, claim), line.row, (motion, sizes), missed) };
    }
}

/// Constraints of another form, on however many bodies.
#[inline(always)]
fn any_rows(
    at: &Moment<'_>,
    claim: Claim<'_>,
    form: Form,
    lines: &[Line],
    missed: &mut [f64],
    sums: &mut Sums,
) {
    for line in lines {
        let (constraint, rows) = match form {
            Form::Rows(rows, _) => (at.topology.constraint_of(line.row as usize), usize::from(rows)),
            _ => {
                let constraint = line.block as usize;
                (constraint, at.topology.constraint_dim(constraint))
            }
        };
        for r in 0..rows {
            let (motion, size) = row_motion_and_terms(at, constraint, r, claim.a);
            // SAFETY: the arrays are as long as the plan needs them.
            unsafe { sums.add((at, claim), line.row + r as u32, ([motion], [size]), missed) };
        }
    }
}
