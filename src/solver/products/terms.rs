//! Residual of the rows, with the norms of the terms that should cancel, to which it is compared.
//!
//! ```text
//! r = J a + c + E lambda,   terms = |J| |a| + |c| + |E lambda|,   load = lambda d,   norms scaled by d = diag A
//! ```

use super::super::equations::{SystemAt, row_motion_and_terms};
use super::super::system::{MAX_CONSTRAINT_DIM, Solution};
use super::{Form, Offsets, block, of_form, store};
use crate::simd::in_lanes;

/// Norms over the rows of an island, each row scaled by the diagonal of A.
#[derive(Clone, Copy)]
pub(in super::super) struct Norms {
    pub(in super::super) residual: f64,
    /// Of the terms of `J a + c + E lambda`.
    pub(in super::super) terms: f64,
    /// Of the multipliers, as accelerations of their rows (`lambda d`): where large forces cancel, rounding is in proportion to them.
    pub(in super::super) load: f64,
}

/// Computes the residual of the rows of an island for the accelerations and multipliers in `out`; returns the norms.
pub(in super::super) fn residual_and_terms(
    at: &SystemAt<'_>,
    island: usize,
    c: &[f64],
    out: &Solution,
    into: &mut [f64],
) -> Norms {
    let (lambda, a) = (&out.lambda, &out.acceleration);
    norms_of_terms(at.hardware, Rows { at, c, lambda, a }, island, into)
}

/// The rows of a system and the solution to be checked.
#[derive(Clone, Copy)]
struct Rows<'a> {
    at: &'a SystemAt<'a>,
    c: &'a [f64],
    lambda: &'a [f64],
    a: &'a [f64],
}

in_lanes! {
    fn norms_of_terms(of: Rows<'_>, island: usize, into: &mut [f64]) -> Norms = measure_island
}

#[inline(always)]
fn measure_island<const FUSED: bool>(of: Rows<'_>, island: usize, into: &mut [f64]) -> Norms {
    let mut sums = Sums::default();
    for (form, constraints) in of.at.products.constraint_batches(island..island + 1) {
        match form {
            Form::Pin(2) | Form::Pins => rows::<FUSED, 2, 3, 3>(of, constraints, into, &mut sums),
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(of, constraints, into, &mut sums),
            Form::Rods => rows::<FUSED, 1, 2, 2>(of, constraints, into, &mut sums),
            form => of_form!(
                form,
                rows(of, constraints, into, &mut sums),
                any_rows(of, form, constraints, into, &mut sums)
            ),
        }
    }
    let norm = |of: [f64; MAX_CONSTRAINT_DIM]| of.into_iter().sum::<f64>().sqrt();
    Norms {
        residual: norm(sums.residual),
        terms: norm(sums.terms),
        load: norm(sums.load),
    }
}

/// Partial sums, one lane for each row of a constraint.
#[derive(Clone, Copy, Default)]
struct Sums {
    residual: [f64; MAX_CONSTRAINT_DIM],
    terms: [f64; MAX_CONSTRAINT_DIM],
    load: [f64; MAX_CONSTRAINT_DIM],
}

impl Sums {
    /// Adds the R rows from `row` on, given `J a` (`motion`) and the sum of the magnitudes of its terms (`sizes`), and stores their residual.
    #[inline(always)]
    fn add<const R: usize>(
        &mut self,
        of: Rows<'_>,
        row: u32,
        (motion, sizes): ([f64; R], [f64; R]),
        into: &mut [f64],
    ) {
        let (c, lambda): (&[f64; R], &[f64; R]) = (block(of.c, row), block(of.lambda, row));
        let (e, d): (&[f64; R], &[f64; R]) =
            (block(&of.at.system.compliance, row), block(of.at.diagonal, row));
        let mut residual = [0.0; R];
        for r in 0..R {
            let compliant = e[r] * lambda[r];
            residual[r] = motion[r] + c[r] + compliant;
            let size = sizes[r] + c[r].abs() + compliant.abs();
            let scale = d[r].recip();
            self.residual[r] += residual[r] * residual[r] * scale;
            self.terms[r] += size * size * scale;
            self.load[r] += lambda[r] * lambda[r] * d[r];
        }
        store(into, row, residual);
    }
}

/// Constraints of R rows on bodies of `ONE` and `OTHER` coordinates (0: no second body). Each product is rounded before it is added (no
/// fused multiply-add), so that a sum that cancels is compared with exactly the terms that cancelled.
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    of: Rows<'_>,
    constraints: &[Offsets],
    into: &mut [f64],
    sums: &mut Sums,
) {
    for places in constraints {
        let one: &[f64; ONE] = block(of.a, places.at[0]);
        let other: &[f64; OTHER] = block(of.a, places.at[1]);
        let j = &of.at.system.jacobian[places.block as usize..][..R * (ONE + OTHER)];
        let [mut motion, mut sizes] = [[0.0; R]; 2];
        for r in 0..R {
            for n in 0..ONE {
                let term = j[r * ONE + n] * one[n];
                motion[r] += term;
                sizes[r] += term.abs();
            }
            for n in 0..OTHER {
                let term = j[R * ONE + r * OTHER + n] * other[n];
                motion[r] += term;
                sizes[r] += term.abs();
            }
        }
        sums.add(of, places.row, (motion, sizes), into);
    }
}

/// Constraints of any other form, on any number of bodies.
#[inline(always)]
fn any_rows(of: Rows<'_>, form: Form, constraints: &[Offsets], into: &mut [f64], sums: &mut Sums) {
    for places in constraints {
        let (constraint, rows) = match form {
            Form::Rows(rows, _) => (
                of.at.topology.constraint_of(places.row as usize),
                usize::from(rows),
            ),
            _ => {
                let constraint = places.block as usize;
                (constraint, of.at.topology.constraint_dim(constraint))
            }
        };
        for r in 0..rows {
            let (motion, size) = row_motion_and_terms(of.at, constraint, r, of.a);
            sums.add(of, places.row + r as u32, ([motion], [size]), into);
        }
    }
}
