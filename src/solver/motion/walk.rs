//! The walk that answers and proves: bodies gather the multipliers that push them, rows the motion of their bodies.
//!
//! ```text
//! a = W (f + J^T lambda),   m = J a + c + E lambda
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::{Moment, add_j};
use super::super::lanes::in_lanes;
use super::super::planned::{part, part_mut};
use super::super::system::MAX_BODY_DIM;
use super::{Body, Form, Kind, Line, Touch, of_form};

/// What is asked of an island. Without a force, none acts; without multipliers they are zero.
#[derive(Clone, Copy)]
pub(in super::super) struct Asked<'a> {
    pub(in super::super) force: Option<&'a [f64]>,
    pub(in super::super) lambda: Option<&'a [f64]>,
    pub(in super::super) c: &'a [f64],
}

in_lanes! {
    /// Fills the motion of an island, and what its rows miss.
    pub(in super::super) fn walk(
        at: &Moment<'_>,
        island: usize,
        asked: Asked<'_>,
        a: &mut [f64],
        missed: &mut [f64],
    ) = walk_island
}

#[inline(always)]
fn walk_island<const FUSED: bool>(
    at: &Moment<'_>,
    island: usize,
    asked: Asked<'_>,
    a: &mut [f64],
    missed: &mut [f64],
) {
    let needs = at.motion.needs;
    let long = |list: Option<&[f64]>, least: usize| list.is_none_or(|list| list.len() >= least);
    // All that is read and written below relies on this.
    assert!(
        at.system.jacobian.len() >= needs.jacobian
            && at.w.len() >= needs.mass
            && a.len() >= needs.coordinates
            && missed.len() >= needs.rows
            && long(asked.force, needs.coordinates)
            && long(asked.lambda, needs.rows)
    );
    for (herd, bodies, touches) in at.motion.herds(island..island + 1) {
        let Some(lambda) = asked.lambda else {
            match (herd.kind, herd.dim) {
                (Kind::Pinned | Kind::Rigid, _) => rigid::<FUSED>(at, bodies, (0, touches), asked, &[], a),
                (Kind::Any, 1) => any::<FUSED, 1>(at, bodies, (0, touches), asked, &[], a),
                (Kind::Any, 2) => any::<FUSED, 2>(at, bodies, (0, touches), asked, &[], a),
                (Kind::Any, 3) => any::<FUSED, 3>(at, bodies, (0, touches), asked, &[], a),
                (Kind::Any, _) => any::<FUSED, MAX_BODY_DIM>(at, bodies, (0, touches), asked, &[], a),
            }
            continue;
        };
        // With few touches their number is known beforehand.
        match (herd.kind, herd.dim, herd.held) {
            (Kind::Pinned, _, 1) => pinned::<FUSED>(at, bodies, (1, touches), asked, lambda, a),
            (Kind::Pinned, _, 2) => pinned::<FUSED>(at, bodies, (2, touches), asked, lambda, a),
            (Kind::Pinned, _, 3) => pinned::<FUSED>(at, bodies, (3, touches), asked, lambda, a),
            (Kind::Pinned, _, held) => pinned::<FUSED>(at, bodies, (held, touches), asked, lambda, a),
            (Kind::Rigid, _, held) => rigid::<FUSED>(at, bodies, (held, touches), asked, lambda, a),
            (Kind::Any, 2, 2) => any::<FUSED, 2>(at, bodies, (2, touches), asked, lambda, a),
            (Kind::Any, 2, 3) => any::<FUSED, 2>(at, bodies, (3, touches), asked, lambda, a),
            (Kind::Any, 2, 4) => any::<FUSED, 2>(at, bodies, (4, touches), asked, lambda, a),
            (Kind::Any, 1, held) => any::<FUSED, 1>(at, bodies, (held, touches), asked, lambda, a),
            (Kind::Any, 2, held) => any::<FUSED, 2>(at, bodies, (held, touches), asked, lambda, a),
            (Kind::Any, 3, held) => any::<FUSED, 3>(at, bodies, (held, touches), asked, lambda, a),
            (Kind::Any, _, held) => any::<FUSED, MAX_BODY_DIM>(at, bodies, (held, touches), asked, lambda, a),
        }
    }
    for &(start, end) in at.motion.ranges(island) {
        missed[start..end].copy_from_slice(&asked.c[start..end]);
        if let Some(lambda) = asked.lambda {
            let compliance = &at.system.compliance[start..end];
            for ((missed, e), lambda) in missed[start..end]
                .iter_mut()
                .zip(compliance)
                .zip(&lambda[start..end])
            {
                *missed = add_product::<FUSED>(*missed, *e, *lambda);
            }
        }
    }
    for (form, lines) in at.motion.runs(island..island + 1) {
        match form {
            Form::Pin(2) => lines.iter().for_each(|line| pin::<FUSED>(at, line, a, missed)),
            Form::Many => {
                for line in lines {
                    let (constraint, row) = (line.block as usize, line.row as usize);
                    let rows = at.topology.constraint_dim(constraint);
                    let missed = &mut missed[row..row + rows];
                    add_j(at.topology, &at.system.jacobian, constraint, a, missed);
                }
            }
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(at, lines, a, missed),
            form => of_form!(
                form,
                rows(at, lines, a, missed),
                any_rows(at, form, lines, a, missed)
            ),
        }
    }
}

/// The force on a body before that of the multipliers.
#[inline(always)]
fn force<const D: usize>(body: &Body, asked: Asked<'_>) -> [f64; D] {
    match asked.force {
        // SAFETY: the arrays are as long as the plan needs them.
        Some(force) => *unsafe { part(force, body.at) },
        None => [0.0; D],
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

/// Rigid bodies that nothing but pins hold.
#[inline(always)]
fn pinned<const FUSED: bool>(
    at: &Moment<'_>,
    bodies: &[Body],
    touches: (usize, &[Touch]),
    asked: Asked<'_>,
    lambda: &[f64],
    a: &mut [f64],
) {
    for (body, own) in touched(bodies, touches) {
        let mut f = force::<3>(body, asked);
        for touch in own {
            // SAFETY: the arrays are as long as the plan needs them.
            let j: &[f64; 6] = unsafe { part(&at.system.jacobian, touch.block) };
            let lambda: &[f64; 2] = unsafe { part(lambda, touch.row) };
            // One sign, and the velocity of the point for a unit spin.
            f[0] = add_product::<FUSED>(f[0], j[0], lambda[0]);
            f[1] = add_product::<FUSED>(f[1], j[0], lambda[1]);
            f[2] = add_product::<FUSED>(f[2], j[2], lambda[0]);
            f[2] = add_product::<FUSED>(f[2], j[5], lambda[1]);
        }
        turn(at, body, f, a);
    }
}

/// Rigid bodies.
#[inline(always)]
fn rigid<const FUSED: bool>(
    at: &Moment<'_>,
    bodies: &[Body],
    touches: (usize, &[Touch]),
    asked: Asked<'_>,
    lambda: &[f64],
    a: &mut [f64],
) {
    for (body, own) in touched(bodies, touches) {
        let mut f = force::<3>(body, asked);
        push::<FUSED, 3>(at, own, lambda, &mut f);
        turn(at, body, f, a);
    }
}

/// The acceleration of a rigid body.
#[inline(always)]
fn turn(at: &Moment<'_>, body: &Body, f: [f64; 3], a: &mut [f64]) {
    // SAFETY: the arrays are as long as the plan needs them.
    let w: &[f64; 9] = unsafe { part(at.w, body.mass) };
    let a = unsafe { part_mut(a, body.at) };
    *a = [w[0] * f[0], w[0] * f[1], w[8] * f[2]];
}

/// Bodies of any mass.
#[inline(always)]
fn any<const FUSED: bool, const D: usize>(
    at: &Moment<'_>,
    bodies: &[Body],
    touches: (usize, &[Touch]),
    asked: Asked<'_>,
    lambda: &[f64],
    a: &mut [f64],
) {
    for (body, own) in touched(bodies, touches) {
        let mut f = force::<D>(body, asked);
        push::<FUSED, D>(at, own, lambda, &mut f);
        // SAFETY: the arrays are as long as the plan needs them.
        let a: &mut [f64; D] = unsafe { part_mut(a, body.at) };
        // Symmetric, so by columns.
        let column = |n: usize| unsafe { part::<f64, D>(at.w, body.mass + (n * D) as u32) };
        let mut sum = column(0).map(|w| w * f[0]);
        for n in 1..D {
            for i in 0..D {
                sum[i] = add_product::<FUSED>(sum[i], column(n)[i], f[n]);
            }
        }
        *a = sum;
    }
}

/// Adds the force of multipliers on a body.
#[inline(always)]
fn push<const FUSED: bool, const D: usize>(
    at: &Moment<'_>,
    touches: &[Touch],
    lambda: &[f64],
    f: &mut [f64; D],
) {
    for touch in touches {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; D] = unsafe { part(&at.system.jacobian, touch.block) };
        let [lambda] = *unsafe { part(lambda, touch.row) };
        for n in 0..D {
            f[n] = add_product::<FUSED>(f[n], j[n], lambda);
        }
    }
}

/// A pin on two bodies.
#[inline(always)]
fn pin<const FUSED: bool>(at: &Moment<'_>, line: &Line, a: &[f64], missed: &mut [f64]) {
    // SAFETY: the arrays are as long as the plan needs them.
    let j: &[f64; 12] = unsafe { part(&at.system.jacobian, line.block) };
    let one: &[f64; 3] = unsafe { part(a, line.at[0]) };
    let other: &[f64; 3] = unsafe { part(a, line.at[1]) };
    let missed: &mut [f64; 2] = unsafe { part_mut(missed, line.row) };
    for r in 0..2 {
        let mut sum = j[0] * one[r];
        sum = add_product::<FUSED>(sum, j[3 * r + 2], one[2]);
        sum = add_product::<FUSED>(sum, j[6], other[r]);
        missed[r] += add_product::<FUSED>(sum, j[3 * r + 8], other[2]);
    }
}

/// Constraints of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    at: &Moment<'_>,
    lines: &[Line],
    a: &[f64],
    missed: &mut [f64],
) {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(a, line.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(a, line.at[1]) };
        let missed: &mut [f64; R] = unsafe { part_mut(missed, line.row) };
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&at.system.jacobian, line.block + (r * ONE) as u32) };
            let after = line.block + (R * ONE + r * OTHER) as u32;
            let its: &[f64; OTHER] = unsafe { part(&at.system.jacobian, after) };
            let mut sum = missed[r];
            for n in 0..ONE {
                sum = add_product::<FUSED>(sum, own[n], one[n]);
            }
            for n in 0..OTHER {
                sum = add_product::<FUSED>(sum, its[n], other[n]);
            }
            missed[r] = sum;
        }
    }
}

/// Constraints of another form.
#[inline(never)]
fn any_rows(at: &Moment<'_>, form: Form, lines: &[Line], a: &[f64], missed: &mut [f64]) {
    let Form::Rows(rows, dims) = form else { return };
    for line in lines {
        let mut j = &at.system.jacobian[line.block as usize..];
        for k in 0..2 {
            let dim = usize::from(dims[k]);
            let a = &a[line.at[k] as usize..][..dim];
            for missed in &mut missed[line.row as usize..][..usize::from(rows)] {
                let (row, rest) = j.split_at(dim);
                j = rest;
                *missed += row.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
            }
        }
    }
}
