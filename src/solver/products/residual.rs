//! Residual of the rows: each row gathers the accelerations of its bodies.
//!
//! ```text
//! r = J a + c + E lambda
//! ```

use super::super::arithmetic::add_product;
use super::super::equations::{RightHandSide, SystemAt, row_motion};
use super::super::system::MAX_CONSTRAINT_DIM;
use super::bodies::accelerations;
use super::constant::Constant;
use super::sink::{Sink, Store, SumsOfSquares};
use super::{Form, Offsets, block, of_form, simd_residual};
use crate::simd::in_lanes;
use crate::simd::{F64x4, Four};

/// Computes the accelerations of an island under a force and multipliers, and the residual `J a + c + E lambda` of its rows.
pub(in super::super) fn residual(
    at: &SystemAt<'_>,
    island: usize,
    rhs: RightHandSide<'_>,
    lambda: Option<&[f64]>,
    a: &mut [f64],
    into: &mut [f64],
) {
    accelerations(at, island, rhs.force, lambda, a);
    check(at, rhs.c, into);
    let constant = Constant::new(at, rhs.c, lambda);
    gather(at.hardware, Rows { at, constant, a }, island, Store(into));
}

/// Computes the accelerations of an island under a force and multipliers. Returns the norms of the residual of its rows and of c, each row
/// scaled by the diagonal of A.
pub(in super::super) fn residual_norms(
    at: &SystemAt<'_>,
    island: usize,
    rhs: RightHandSide<'_>,
    lambda: &[f64],
    a: &mut [f64],
) -> [f64; 2] {
    accelerations(at, island, rhs.force, Some(lambda), a);
    check(at, rhs.c, at.diagonal);
    let constant = Constant::new(at, rhs.c, Some(lambda));
    let sums = SumsOfSquares::new(rhs.c, at.diagonal);
    gather(at.hardware, Rows { at, constant, a }, island, sums).norms()
}

/// Checks the lengths of arrays of rows. Unchecked accesses rely on this, and on the checks of [`accelerations`].
///
/// # Panics
/// If an array is shorter than the plan requires.
fn check(at: &SystemAt<'_>, c: &[f64], rows: &[f64]) {
    let needs = at.products.needs.rows;
    assert!(c.len() >= needs && rows.len() >= needs && at.system.compliance.len() >= needs);
}

/// Rows that gather the accelerations `a` of their bodies.
#[derive(Clone, Copy)]
struct Rows<'a> {
    at: &'a SystemAt<'a>,
    constant: Constant<'a>,
    a: &'a [f64],
}

in_lanes! {
    /// Passes the residual of all rows of an island to a sink, and returns it.
    fn gather[S: Sink](rows: Rows<'_>, island: usize, sink: S) -> S = gather_rows
}

#[inline(always)]
fn gather_rows<const FUSED: bool, S: Sink>(of: Rows<'_>, island: usize, mut sink: S) -> S {
    for (form, constraints) in of.at.products.constraint_batches(island..island + 1) {
        match form {
            Form::Pin(2) => of.pins::<FUSED>(constraints, &mut sink),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(of, constraints, &mut sink),
            Form::Rods | Form::Pins if FUSED => {
                of.consecutive::<FUSED, F64x4>((form, constraints), &mut sink);
            }
            Form::Rods | Form::Pins => of.consecutive::<FUSED, [f64; 4]>((form, constraints), &mut sink),
            form => of_form!(
                form,
                rows(of, constraints, &mut sink),
                of.any_rows::<FUSED>(form, constraints, &mut sink)
            ),
        }
    }
    sink
}

impl Rows<'_> {
    /// Contiguous constraints: as many as fill SIMD registers, then the remainder one by one.
    #[inline(always)]
    fn consecutive<const FUSED: bool, F: Four>(
        self,
        (form, constraints): (Form, &[Offsets]),
        sink: &mut impl Sink,
    ) {
        let Self { at, constant, a } = self;
        let jacobian = &at.system.jacobian;
        if form == Form::Rods {
            let (fours, rest) = constraints.as_chunks();
            // SAFETY: the arrays have the lengths that the plan requires; fused code is compiled for, and run only on, processors
            // that support the instructions of `F`.
            #[allow(unsafe_code, reason = "lanes that not every processor has")]
            unsafe {
                simd_residual::rods::<F>(jacobian, constant, fours, a, sink);
            }
            rows::<FUSED, 1, 2, 2>(self, rest, sink);
        } else {
            let (pairs, rest) = constraints.as_chunks();
            // SAFETY: as above.
            #[allow(unsafe_code, reason = "lanes that not every processor has")]
            unsafe {
                simd_residual::pins::<F>(jacobian, constant, pairs, a, sink);
            }
            self.pins::<FUSED>(rest, sink);
        }
    }

    /// Pins on two bodies; the translation entries of J have one magnitude per body (`j[0]`, `j[6]`, of opposite signs).
    #[inline(always)]
    fn pins<const FUSED: bool>(self, constraints: &[Offsets], sink: &mut impl Sink) {
        let Self { at, constant, a } = self;
        for places in constraints {
            let j: &[f64; 12] = block(&at.system.jacobian, places.block);
            let one: &[f64; 3] = block(a, places.at[0]);
            let other: &[f64; 3] = block(a, places.at[1]);
            let mut sum: [f64; 2] = constant.rows::<FUSED, 2>(places.row);
            for r in 0..2 {
                sum[r] = add_product::<FUSED>(sum[r], j[0], one[r]);
                sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 2], one[2]);
                sum[r] = add_product::<FUSED>(sum[r], j[6], other[r]);
                sum[r] = add_product::<FUSED>(sum[r], j[3 * r + 8], other[2]);
            }
            sink.take(places.row, sum);
        }
    }

    /// Constraints of any other form, on any number of bodies.
    #[inline(always)]
    fn any_rows<const FUSED: bool>(self, form: Form, constraints: &[Offsets], sink: &mut impl Sink) {
        for places in constraints {
            let (rows, moved) = motion_of(self.at, form, places, self.a);
            for (row, moved) in (places.row..).zip(&moved[..rows]) {
                let [sum] = self.constant.rows::<FUSED, 1>(row);
                sink.take(row, [sum + moved]);
            }
        }
    }
}

/// Constraints of R rows on bodies of `ONE` and `OTHER` coordinates (0: no second body).
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    of: Rows<'_>,
    constraints: &[Offsets],
    sink: &mut impl Sink,
) {
    let Rows { at, constant, a } = of;
    for places in constraints {
        let one: &[f64; ONE] = block(a, places.at[0]);
        let other: &[f64; OTHER] = block(a, places.at[1]);
        let mut sum: [f64; R] = constant.rows::<FUSED, R>(places.row);
        let j = &at.system.jacobian[places.block as usize..][..R * (ONE + OTHER)];
        for r in 0..R {
            for n in 0..ONE {
                sum[r] = add_product::<FUSED>(sum[r], j[r * ONE + n], one[n]);
            }
            for n in 0..OTHER {
                sum[r] = add_product::<FUSED>(sum[r], j[R * ONE + r * OTHER + n], other[n]);
            }
        }
        sink.take(places.row, sum);
    }
}

/// Returns the number of rows of a constraint of any form, and `J a` of these rows.
#[inline(never)]
fn motion_of(
    at: &SystemAt<'_>,
    form: Form,
    places: &Offsets,
    a: &[f64],
) -> (usize, [f64; MAX_CONSTRAINT_DIM]) {
    let mut moved = [0.0; MAX_CONSTRAINT_DIM];
    let Form::Rows(rows, dims) = form else {
        // `places.block` is the index of the constraint.
        let constraint = places.block as usize;
        let rows = at.topology.constraint_dim(constraint);
        for (r, moved) in moved[..rows].iter_mut().enumerate() {
            *moved = row_motion(at, constraint, r, a);
        }
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
