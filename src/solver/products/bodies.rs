//! Accelerations of the bodies: each body gathers the multipliers of the rows that act on it.
//!
//! ```text
//! a = W (f + J^T lambda)
//! ```

#![allow(
    unsafe_code,
    reason = "places of a plan that fits: checking each takes a tenth of a truss's time"
)]

use super::super::arithmetic::add_product;
use super::super::equations::SystemAt;
use super::super::system::MAX_BODY_DIM;
use super::{Kind, Term};
use crate::simd::in_lanes;
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

/// Computes the accelerations `a = W (f + J^T lambda)` of an island. `None` stands for a force of zero, or for multipliers of zero.
pub(in super::super) fn accelerations(
    at: &SystemAt<'_>,
    island: usize,
    force: Option<&[f64]>,
    lambda: Option<&[f64]>,
    a: &mut [f64],
) {
    let needs = at.products.needs;
    let long = |list: Option<&[f64]>, least: usize| list.is_none_or(|list| list.len() >= least);
    // The unchecked reads below rely on these lengths.
    assert!(
        at.system.jacobian.len() >= needs.jacobian
            && at.inverse_mass.each.len() >= needs.coordinates
            && a.len() >= needs.coordinates
            && long(force, needs.coordinates)
            && long(lambda, needs.rows)
    );
    let ranges = at.products.coordinate_ranges(island);
    match (lambda, force) {
        (Some(lambda), force) => bodies_with_lambda(at.hardware, at, island, force, lambda, a),
        (None, Some(force)) => {
            for &(start, end) in ranges {
                let each = force[start..end].iter().zip(&at.inverse_mass.each[start..end]);
                let a = a[start..end].iter_mut();
                a.zip(each).for_each(|(a, (f, w))| *a = f * w);
            }
        }
        (None, None) => ranges.iter().for_each(|&(start, end)| a[start..end].fill(0.0)),
    }
    at.inverse_mass.apply_non_diagonal(at.topology, island, a);
}

in_lanes! {
    /// Computes the accelerations under multipliers, with W = 1 for bodies whose W is not diagonal.
    fn bodies_with_lambda(at: &SystemAt<'_>, island: usize, force: Option<&[f64]>, lambda: &[f64], a: &mut [f64]) = gather_bodies
}

#[inline(always)]
fn gather_bodies<const FUSED: bool>(
    at: &SystemAt<'_>,
    island: usize,
    force: Option<&[f64]>,
    lambda: &[f64],
    a: &mut [f64],
) {
    for (batch, bodies, terms) in at.products.body_batches(island..island + 1) {
        // For small numbers of terms the kernel is compiled with a constant.
        let gather = Gather { at, force, lambda };
        match (batch.kind, batch.dim, batch.term_count) {
            (Kind::Pinned, _, 1) => gather.pinned::<FUSED>(bodies, (1, terms), a),
            (Kind::Pinned, _, 2) => gather.pinned::<FUSED>(bodies, (2, terms), a),
            (Kind::Pinned, _, 3) => gather.pinned::<FUSED>(bodies, (3, terms), a),
            (Kind::Pinned, _, held) => gather.pinned::<FUSED>(bodies, (held, terms), a),
            (Kind::Any, 2, 2) => gather.any::<FUSED, 2>(bodies, (2, terms), a),
            (Kind::Any, 2, 3) => gather.any::<FUSED, 2>(bodies, (3, terms), a),
            (Kind::Any, 2, 4) => gather.any::<FUSED, 2>(bodies, (4, terms), a),
            (Kind::Any, 1, held) => gather.any::<FUSED, 1>(bodies, (held, terms), a),
            (Kind::Any, 2, held) => gather.any::<FUSED, 2>(bodies, (held, terms), a),
            (Kind::Any, 3, held) => gather.any::<FUSED, 3>(bodies, (held, terms), a),
            (Kind::Any, _, held) => gather.any::<FUSED, MAX_BODY_DIM>(bodies, (held, terms), a),
        }
    }
}

/// Applied forces and multipliers that act on bodies.
#[derive(Clone, Copy)]
struct Gather<'a, 'b> {
    at: &'a SystemAt<'b>,
    force: Option<&'a [f64]>,
    lambda: &'a [f64],
}

impl Gather<'_, '_> {
    /// Returns the applied force on a body, to which the multipliers are added.
    #[inline(always)]
    fn start<const D: usize>(self, body: u32) -> [f64; D] {
        match self.force {
            // SAFETY: here and below: `accelerations` has checked that the arrays have the lengths that the plan requires.
            Some(force) => *unsafe { array_at_unchecked(force, body) },
            None => [0.0; D],
        }
    }

    /// Stores the acceleration `W f` of a body.
    #[inline(always)]
    fn end<const D: usize>(self, body: u32, f: [f64; D], a: &mut [f64]) {
        let w: &[f64; D] = unsafe { array_at_unchecked(&self.at.inverse_mass.each, body) };
        let a: &mut [f64; D] = unsafe { array_at_unchecked_mut(a, body) };
        for n in 0..D {
            a[n] = w[n] * f[n];
        }
    }

    /// Rigid bodies on which only pins act, each with `terms.0` terms.
    #[inline(always)]
    fn pinned<const FUSED: bool>(self, bodies: &[u32], terms: (usize, &[Term]), a: &mut [f64]) {
        for (body, own) in with_terms(bodies, terms) {
            let mut f = self.start::<3>(body);
            let mut spin = [f[2], 0.0];
            for term in own {
                let j: &[f64; 6] = unsafe { array_at_unchecked(&self.at.system.jacobian, term.block) };
                let lambda: &[f64; 2] = unsafe { array_at_unchecked(self.lambda, term.row) };
                // `j[0]` is the sign of the translations, `j[3 r + 2]` the velocity of the point at unit angular velocity.
                for r in 0..2 {
                    f[r] = add_product::<FUSED>(f[r], j[0], lambda[r]);
                    spin[r] = add_product::<FUSED>(spin[r], j[3 * r + 2], lambda[r]);
                }
            }
            f[2] = spin[0] + spin[1];
            self.end(body, f, a);
        }
    }

    /// Bodies of D coordinates, each with `terms.0` terms.
    #[inline(always)]
    fn any<const FUSED: bool, const D: usize>(self, bodies: &[u32], terms: (usize, &[Term]), a: &mut [f64]) {
        for (body, own) in with_terms(bodies, terms) {
            let mut f = self.start::<D>(body);
            for term in own {
                let j: &[f64; D] = unsafe { array_at_unchecked(&self.at.system.jacobian, term.block) };
                let [lambda] = *unsafe { array_at_unchecked(self.lambda, term.row) };
                for n in 0..D {
                    f[n] = add_product::<FUSED>(f[n], j[n], lambda);
                }
            }
            self.end(body, f, a);
        }
    }
}

/// Iterates over bodies, by the offsets of their coordinates, each with its slice of `held` terms.
#[inline(always)]
fn with_terms<'a>(
    bodies: &'a [u32],
    (held, terms): (usize, &'a [Term]),
) -> impl Iterator<Item = (u32, &'a [Term])> {
    let own = move |k: usize| &terms[k * held..][..held];
    bodies.iter().enumerate().map(move |(k, &body)| (body, own(k)))
}
