//! The weights of an instant: W of every body, and the diagonal of A.
//!
//! ```text
//! W = M^-1,   diag A = sum J W J^T + E
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::blocks::invert;
use super::super::lanes::in_lanes;
use super::super::planned::{part, part_mut};
use super::super::system::{System, Topology};
use super::{Body, Form, Kind, Line, Motion, of_form};

in_lanes! {
    /// W of all bodies, laid out like the masses, and the part of the walk's rows in the diagonal of A, which holds the
    /// rest of it before. The body whose mass is not positive definite, if there is one.
    pub(in super::super) fn weigh(
        motion: &Motion,
        topology: &Topology,
        system: &System,
        w: &mut [f64],
        diagonal: &mut [f64],
    ) -> Option<usize> = weigh_all
}

#[inline(always)]
fn weigh_all<const FUSED: bool>(
    motion: &Motion,
    topology: &Topology,
    system: &System,
    w: &mut [f64],
    diagonal: &mut [f64],
) -> Option<usize> {
    let needs = motion.needs;
    // All that is read and written below relies on this.
    assert!(
        system.jacobian.len() >= needs.jacobian
            && system.mass.len() >= needs.mass
            && w.len() >= needs.mass
            && diagonal.len() >= needs.rows
    );
    let all = 0..motion.islands.len() - 1;
    let mut bad = None;
    for (herd, bodies, _) in motion.herds(all.clone()) {
        let sound = match (herd.kind, herd.dim) {
            (Kind::Pinned | Kind::Rigid, _) => weigh_rigid(system, bodies, w),
            (Kind::Any, 2) => weigh_any(system, 2, bodies, w),
            (Kind::Any, dim) => weigh_any(system, dim, bodies, w),
        };
        bad = bad.or(sound);
    }
    for (form, lines) in motion.runs(all) {
        match form {
            Form::Pin(2) => lines
                .iter()
                .for_each(|line| pin::<FUSED>(system, w, line, diagonal)),
            Form::Many => {
                for line in lines {
                    add_many(topology, system, w, line.block as usize, diagonal);
                }
            }
            Form::Pin(_) => rows::<FUSED, 2, 3, 0>(system, w, lines, diagonal),
            form => of_form!(
                form,
                rows(system, w, lines, diagonal),
                any_rows(system, w, form, lines, diagonal)
            ),
        }
    }
    bad
}

/// W of rigid bodies; one whose mass is none, if there is any.
#[inline(always)]
fn weigh_rigid(system: &System, bodies: &[Body], w: &mut [f64]) -> Option<usize> {
    let mut usual = true;
    for body in bodies {
        // SAFETY: the arrays are as long as the plan needs them.
        let mass: &[f64; 9] = unsafe { part(&system.mass, body.mass) };
        let w: &mut [f64; 9] = unsafe { part_mut(w, body.mass) };
        let [m, i] = [mass[0], mass[8]];
        (w[0], w[4], w[8]) = (1.0 / m, 1.0 / m, 1.0 / i);
        usual &= is_usual(m) & is_usual(i) & (mass[4] == m);
    }
    let bad = |body: &&Body| {
        let mass = &system.mass[body.mass as usize..][..9];
        !(is_mass(mass[0]) && is_mass(mass[8]) && mass[4] == mass[0])
    };
    let bad = if usual { None } else { bodies.iter().find(bad) };
    bad.map(|body| body.index as usize)
}

/// W of bodies of any mass; one whose mass is not positive definite, if there is any.
#[inline(always)]
fn weigh_any(system: &System, dim: usize, bodies: &[Body], w: &mut [f64]) -> Option<usize> {
    let mut bad = None;
    for body in bodies {
        if dim == 2 {
            // SAFETY: the arrays are as long as the plan needs them.
            let &[x, xy, yx, y]: &[f64; 4] = unsafe { part(&system.mass, body.mass) };
            // Points: nothing beside the diagonal, whatever the sign of that nothing.
            let apart = (xy.to_bits() | yx.to_bits()) << 1 == 0;
            if apart & is_usual(x) & is_usual(y) {
                *unsafe { part_mut(w, body.mass) } = [1.0 / x, 0.0, 0.0, 1.0 / y];
                continue;
            }
        }
        // Of a symmetric block only one half is looked at.
        let mass = &system.mass[body.mass as usize..][..dim * dim];
        let w = &mut w[body.mass as usize..][..dim * dim];
        if !(mass.iter().all(|x| x.is_finite()) && invert(dim, mass, w)) {
            bad = bad.or(Some(body.index as usize));
        }
    }
    bad
}

/// Whether it is a mass, and nobody need look twice.
#[inline(always)]
fn is_usual(m: f64) -> bool {
    (m > 1e-300) & (m < 1e300)
}

fn is_mass(m: f64) -> bool {
    m > 0.0 && m < f64::INFINITY
}

/// `J W J^T` of a pin on two bodies: of each 1/m, and the velocity of its point for a unit spin, squared, over I.
#[inline(always)]
fn pin<const FUSED: bool>(system: &System, w: &[f64], line: &Line, diagonal: &mut [f64]) {
    // SAFETY: the arrays are as long as the plan needs them.
    let j: &[f64; 12] = unsafe { part(&system.jacobian, line.block) };
    let one: &[f64; 9] = unsafe { part(w, line.mass[0]) };
    let other: &[f64; 9] = unsafe { part(w, line.mass[1]) };
    let diagonal: &mut [f64; 2] = unsafe { part_mut(diagonal, line.row) };
    for r in 0..2 {
        let [p, q] = [j[3 * r + 2], j[3 * r + 8]];
        let sum = add_product::<FUSED>(one[0] + other[0], one[8] * p, p);
        diagonal[r] += add_product::<FUSED>(sum, other[8] * q, q);
    }
}

/// `J W J^T` of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    system: &System,
    w: &[f64],
    lines: &[Line],
    diagonal: &mut [f64],
) {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let diagonal: &mut [f64; R] = unsafe { part_mut(diagonal, line.row) };
        for r in 0..R {
            let own = unsafe { part(&system.jacobian, line.block + (r * ONE) as u32) };
            let its = unsafe { part(&system.jacobian, line.block + (R * ONE + r * OTHER) as u32) };
            let sum = unsafe { square::<FUSED, ONE>(own, w, line.mass[0]) };
            diagonal[r] += sum + unsafe { square::<FUSED, OTHER>(its, w, line.mass[1]) };
        }
    }
}

/// `j w j`.
///
/// # Safety
/// W is there, `D x D` numbers of it from this place on.
#[inline(always)]
unsafe fn square<const FUSED: bool, const D: usize>(j: &[f64; D], w: &[f64], mass: u32) -> f64 {
    let mut a = [0.0; D];
    for n in 0..D {
        // SAFETY: as the caller says.
        let column: &[f64; D] = unsafe { part(w, mass + (n * D) as u32) };
        for i in 0..D {
            a[i] = add_product::<FUSED>(a[i], column[i], j[n]);
        }
    }
    let mut sum = 0.0;
    for i in 0..D {
        sum = add_product::<FUSED>(sum, a[i], j[i]);
    }
    sum
}

/// Constraints of another form.
#[inline(never)]
fn any_rows(system: &System, w: &[f64], form: Form, lines: &[Line], diagonal: &mut [f64]) {
    let Form::Rows(rows, dims) = form else { return };
    for line in lines {
        let mut j = &system.jacobian[line.block as usize..];
        for k in 0..2 {
            let dim = usize::from(dims[k]);
            for r in 0..usize::from(rows) {
                let (row, rest) = j.split_at(dim);
                j = rest;
                diagonal[line.row as usize + r] += product(dim, row, &w[line.mass[k] as usize..]);
            }
        }
    }
}

/// Adds `J W J^T` of the rows of one constraint, on however many bodies, to the diagonal of A.
pub(in super::super) fn add_many(
    topology: &Topology,
    system: &System,
    w: &[f64],
    constraint: usize,
    diagonal: &mut [f64],
) {
    let start = topology.row_offset(constraint);
    for row in 0..topology.constraint_dim(constraint) {
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            let j = &system.jacobian[end.block + row * dim..][..dim];
            diagonal[start + row] += product(dim, j, &w[topology.mass_offset(end.body)..]);
        }
    }
}

/// `j w j` of any size.
fn product(dim: usize, j: &[f64], w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..dim {
        for k in 0..dim {
            sum += j[i] * w[i * dim + k] * j[k];
        }
    }
    sum
}
