//! The walk that answers and proves, and its first half: bodies gather the multipliers that push them.
//!
//! ```text
//! a = W (f + J^T lambda),   m = J a + c + E lambda
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::Moment;
use super::super::refine::Given;
use super::super::system::MAX_BODY_DIM;
use super::rows::{Idle, Laden, idle_rows, laden_rows, measured_rows};
use super::{Body, Kind, Touch};
use crate::simd::in_lanes;
use crate::simd::{part, part_mut};

/// What is asked of an island. Without a force, none acts; without multipliers they are zero.
#[derive(Clone, Copy)]
pub(in super::super) struct Asked<'a> {
    pub(in super::super) force: Option<&'a [f64]>,
    pub(in super::super) lambda: Option<&'a [f64]>,
    pub(in super::super) c: &'a [f64],
}

/// Fills the motion of an island, and what its rows miss.
pub(in super::super) fn walk(
    at: &Moment<'_>,
    island: usize,
    asked: Asked<'_>,
    a: &mut [f64],
    missed: &mut [f64],
) {
    assert!(missed.len() >= at.motion.needs.rows);
    move_bodies(at, island, asked, a);
    match asked.lambda {
        None => idle_rows(at.hardware, at, island, Idle { c: asked.c }, a, missed),
        Some(lambda) => laden_rows(
            at.hardware,
            at,
            island,
            Laden::new(at, asked.c, lambda),
            a,
            missed,
        ),
    };
}

/// Fills the motion of an island under multipliers, and returns the norms of what its rows miss and of c, rows scaled by
/// the diagonal of A.
pub(in super::super) fn prove(
    at: &Moment<'_>,
    island: usize,
    given: Given<'_>,
    lambda: &[f64],
    a: &mut [f64],
) -> [f64; 2] {
    let asked = Asked {
        force: given.force,
        lambda: Some(lambda),
        c: given.c,
    };
    assert!(at.diagonal.len() >= at.motion.needs.rows);
    move_bodies(at, island, asked, a);
    measured_rows(at.hardware, at, island, Laden::new(at, asked.c, lambda), a)
}

/// All that is read and written in a walk relies on this.
fn check(at: &Moment<'_>, asked: Asked<'_>, a: &[f64]) {
    let needs = at.motion.needs;
    let long = |list: Option<&[f64]>, least: usize| list.is_none_or(|list| list.len() >= least);
    assert!(
        at.system.jacobian.len() >= needs.jacobian
            && at.weights.each.len() >= needs.coordinates
            && a.len() >= needs.coordinates
            && asked.c.len() >= needs.rows
            && at.system.compliance.len() >= needs.rows
            && long(asked.force, needs.coordinates)
            && long(asked.lambda, needs.rows)
    );
}

/// Fills the motion of an island.
pub(in super::super) fn move_bodies(at: &Moment<'_>, island: usize, asked: Asked<'_>, a: &mut [f64]) {
    check(at, asked, a);
    match (asked.lambda, asked.force) {
        (Some(lambda), force) => laden_bodies(at.hardware, at, island, force, lambda, a),
        (None, Some(force)) => {
            for &(start, end) in at.motion.spans(island) {
                let each = force[start..end].iter().zip(&at.weights.each[start..end]);
                a[start..end]
                    .iter_mut()
                    .zip(each)
                    .for_each(|(a, (f, w))| *a = f * w);
            }
        }
        (None, None) => at
            .motion
            .spans(island)
            .iter()
            .for_each(|&(start, end)| a[start..end].fill(0.0)),
    }
    at.weights.turn_skewed(at.topology, island, a);
}

in_lanes! {
    /// The bodies of an island under multipliers, those whose W is not diagonal as if it were 1.
    fn laden_bodies(at: &Moment<'_>, island: usize, force: Option<&[f64]>, lambda: &[f64], a: &mut [f64]) = walk_bodies
}

#[inline(always)]
fn walk_bodies<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    force: Option<&[f64]>,
    lambda: &[f64],
    a: &mut [f64],
) {
    for (herd, bodies, touches) in at.motion.herds(island..island + 1) {
        // With few touches their number is known beforehand.
        let push = Push { at, force, lambda };
        match (herd.kind, herd.dim, herd.held) {
            (Kind::Pinned, _, 1) => push.pinned::<FUSED>(bodies, (1, touches), a),
            (Kind::Pinned, _, 2) => push.pinned::<FUSED>(bodies, (2, touches), a),
            (Kind::Pinned, _, 3) => push.pinned::<FUSED>(bodies, (3, touches), a),
            (Kind::Pinned, _, held) => push.pinned::<FUSED>(bodies, (held, touches), a),
            (Kind::Any, 2, 2) => push.any::<FUSED, 2>(bodies, (2, touches), a),
            (Kind::Any, 2, 3) => push.any::<FUSED, 2>(bodies, (3, touches), a),
            (Kind::Any, 2, 4) => push.any::<FUSED, 2>(bodies, (4, touches), a),
            (Kind::Any, 1, held) => push.any::<FUSED, 1>(bodies, (held, touches), a),
            (Kind::Any, 2, held) => push.any::<FUSED, 2>(bodies, (held, touches), a),
            (Kind::Any, 3, held) => push.any::<FUSED, 3>(bodies, (held, touches), a),
            (Kind::Any, _, held) => push.any::<FUSED, MAX_BODY_DIM>(bodies, (held, touches), a),
        }
    }
}

/// What pushes bodies.
#[derive(Clone, Copy)]
struct Push<'a, 'b> {
    at: &'a Moment<'b>,
    force: Option<&'a [f64]>,
    lambda: &'a [f64],
}

impl Push<'_, '_> {
    /// The force on a body before that of the multipliers.
    #[inline(always)]
    fn start<const D: usize>(self, body: &Body) -> [f64; D] {
        match self.force {
            // SAFETY: the arrays are as long as the plan needs them.
            Some(force) => *unsafe { part(force, body.at) },
            None => [0.0; D],
        }
    }

    /// Writes down what a force does.
    #[inline(always)]
    fn end<const D: usize>(self, body: &Body, f: [f64; D], a: &mut [f64]) {
        // SAFETY: the arrays are as long as the plan needs them.
        let w: &[f64; D] = unsafe { part(&self.at.weights.each, body.at) };
        let a: &mut [f64; D] = unsafe { part_mut(a, body.at) };
        for n in 0..D {
            a[n] = w[n] * f[n];
        }
    }

    /// Rigid bodies that nothing but pins hold.
    #[inline(always)]
    fn pinned<const FUSED: bool>(self, bodies: &[Body], touches: (usize, &[Touch]), a: &mut [f64]) {
        for (body, own) in touched(bodies, touches) {
            let mut f = self.start::<3>(body);
            let mut spin = [f[2], 0.0];
            for touch in own {
                // SAFETY: the arrays are as long as the plan needs them.
                let j: &[f64; 6] = unsafe { part(&self.at.system.jacobian, touch.block) };
                let lambda: &[f64; 2] = unsafe { part(self.lambda, touch.row) };
                // One sign, and the velocity of the point for a unit spin.
                for r in 0..2 {
                    f[r] = add_product::<FUSED>(f[r], j[0], lambda[r]);
                    spin[r] = add_product::<FUSED>(spin[r], j[3 * r + 2], lambda[r]);
                }
            }
            f[2] = spin[0] + spin[1];
            self.end(body, f, a);
        }
    }

    /// Bodies of so many coordinates.
    #[inline(always)]
    fn any<const FUSED: bool, const D: usize>(
        self,
        bodies: &[Body],
        touches: (usize, &[Touch]),
        a: &mut [f64],
    ) {
        for (body, own) in touched(bodies, touches) {
            let mut f = self.start::<D>(body);
            for touch in own {
                // SAFETY: the arrays are as long as the plan needs them.
                let j: &[f64; D] = unsafe { part(&self.at.system.jacobian, touch.block) };
                let [lambda] = *unsafe { part(self.lambda, touch.row) };
                for n in 0..D {
                    f[n] = add_product::<FUSED>(f[n], j[n], lambda);
                }
            }
            self.end(body, f, a);
        }
    }
}

/// Bodies, each with what touches it: as many for each.
#[inline(always)]
fn touched<'a>(
    bodies: &'a [Body],
    (held, touches): (usize, &'a [Touch]),
) -> impl Iterator<Item = (&'a Body, &'a [Touch])> {
    let own = move |k: usize| &touches[k * held..][..held];
    bodies.iter().enumerate().map(move |(k, body)| (body, own(k)))
}
