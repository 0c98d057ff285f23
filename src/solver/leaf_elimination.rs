//! Eliminates a leaf body together with the rows that hold it from H (Baraff 1996, section 7.3).
//!
//! ```text
//! pivot [M -J_c^T; -J_c -E] of a leaf with its rows;   J_c, J_p: blocks of the rows on the leaf (child) and on its parent p
//! M = L D L^T,   Z = L^-1 J_c^T,   P = Z^T D^-1 Z + E = J_c M^-1 J_c^T + E = Q S Q^T,   X = Q^-1 J_p
//! M_p += X^T S^-1 X                                        Schur complement on the parent
//! forward    u = L^-1 f,   s = Q^-1 (c + Z^T D^-1 u),      f_p -= X^T S^-1 s
//! backward   lambda = -Q^-T S^-1 (s + X a_p),              a = L^-T D^-1 (u + Z lambda)
//! ```
//! M and f are the mass block and the force of the leaf, with the contributions of the leaves eliminated before it. On the ground there
//! is no X.
//!
//! For the usual block sizes the loop lengths are constants ([`shaped`]): unrolled, the loops take half the time.
//!
//! No inverse of M or P is formed: with a heavy part behind a light one, the entries of M differ by orders of magnitude between
//! directions, and an inverse would lose the small entries to cancellation.

use super::blocks::{factor, solve_lower, solve_upper, triangle};
use super::equations::SystemAt;
use super::symbolic::{LeafPivot, NONE};
use super::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM};

/// Threshold for S, the pivots of the rows, relative to the diagonal of A: below it J_c has lost rank (a duplicate row, an arm of zero
/// length). The rows then get a compliance of this relative size.
const PIVOT_THRESHOLD: f64 = 1e-9;

/// Factor of one joint. The unit triangles L and Q are packed row by row, with `D^-1` and `S^-1` on their diagonals.
pub(super) struct Stored<'a> {
    /// L and `D^-1`.
    l: &'a [f64],
    /// `Z = L^-1 J_c^T`, `child_dim x rows`.
    z: &'a [f64],
    /// Q and `S^-1`.
    q: &'a [f64],
    /// `X = Q^-1 J_p`, `rows x parent_dim`.
    x: &'a [f64],
}

impl<'a> Stored<'a> {
    pub(super) fn new(joint: &LeafPivot, numbers: &'a [f64]) -> Self {
        let (l, rest) = numbers[joint.store()..].split_at(triangle(joint.child_dim()));
        let (z, rest) = rest.split_at(joint.child_dim() * joint.rows());
        let (q, rest) = rest.split_at(triangle(joint.rows()));
        Self {
            l,
            z,
            q,
            x: &rest[..joint.rows() * joint.parent_dim()],
        }
    }
}

/// Calls a kernel with the numbers of coordinates of the child, of rows and of coordinates of the parent as constants, where these
/// are the numbers of points and rigid bodies.
macro_rules! shaped {
    ($kernel:ident, $joint:expr, $($argument:expr),*) => {
        shaped!(@cases $kernel, $joint, ($($argument),*),
            (3, 2, 3) (3, 2, 0) (3, 3, 3) (3, 1, 3) (2, 1, 2) (3, 3, 0) (3, 1, 0) (3, 1, 2) (3, 2, 2) (2, 1, 3)
            (2, 2, 3) (2, 1, 0) (2, 2, 2) (2, 2, 0))
    };
    (@cases $kernel:ident, $joint:expr, $arguments:tt, $(($child:literal, $rows:literal, $parent:literal))*) => {
        match ($joint.child_dim(), $joint.rows(), $joint.parent_dim()) {
            $(($child, $rows, $parent) => shaped!(@call $kernel, $joint, $arguments, ($child, $rows, $parent)),)*
            other => shaped!(@call $kernel, $joint, $arguments, other),
        }
    };
    (@call $kernel:ident, $joint:expr, ($($argument:expr),*), $shape:expr) => {
        $kernel($joint, $shape, $($argument),*)
    };
}

/// Eliminates a leaf and its rows, and adds `X^T S^-1 X` to the parent's mass. Returns how many of its rows had a lost pivot;
/// `None` if a pivot is still not positive after adding compliance.
pub(super) fn factor_joint(
    joint: &LeafPivot,
    at: &SystemAt<'_>,
    mass: &mut [f64],
    store: &mut [f64],
) -> Option<usize> {
    shaped!(factor_shaped, joint, at, mass, store)
}

#[inline(always)]
fn factor_shaped(
    joint: &LeafPivot,
    (child_dim, rows, parent_dim): (usize, usize, usize),
    at: &SystemAt<'_>,
    mass: &mut [f64],
    store: &mut [f64],
) -> Option<usize> {
    let (l, rest) = store.split_at_mut(triangle(child_dim));
    let (z, rest) = rest.split_at_mut(child_dim * rows);
    let (q, x) = rest.split_at_mut(triangle(rows));
    let jacobian = &at.system.jacobian;
    let block = &mass[at.topology.mass_offset(joint.child())..];
    for i in 0..child_dim {
        l[triangle(i)..triangle(i + 1)].copy_from_slice(&block[i * child_dim..][..i + 1]);
        for r in 0..rows {
            z[i * rows + r] = jacobian[joint.child_j(r) + i];
        }
    }
    if !factor(child_dim, l, |_| 0.0) {
        return None;
    }
    solve_lower(child_dim, l, z, rows);
    let mut lost = 0;
    while !factor_rows(joint, (child_dim, rows), at, l, z, q, lost > 0) {
        if lost > 0 {
            return None;
        }
        lost = rows;
    }
    if joint.parent() != NONE {
        for r in 0..rows {
            x[r * parent_dim..][..parent_dim].copy_from_slice(&jacobian[joint.parent_j(r)..][..parent_dim]);
        }
        solve_lower(rows, q, x, parent_dim);
        let parent = &mut mass[at.topology.mass_offset(joint.parent())..][..parent_dim * parent_dim];
        for r in 0..rows {
            let row = &x[r * parent_dim..][..parent_dim];
            for m in 0..parent_dim {
                let scaled = q[triangle(r) + r] * row[m];
                for n in 0..parent_dim {
                    parent[m * parent_dim + n] += scaled * row[n];
                }
            }
        }
    }
    Some(lost)
}

/// Forms `P = Z^T D^-1 Z + E` and factors it as `Q S Q^T`; returns false when a pivot is lost. With `help`, the compliance of lost rows is
/// added to E.
#[inline(always)]
fn factor_rows(
    joint: &LeafPivot,
    (child_dim, rows): (usize, usize),
    at: &SystemAt<'_>,
    l: &[f64],
    z: &[f64],
    q: &mut [f64],
    help: bool,
) -> bool {
    for r in 0..rows {
        for s in 0..=r {
            let products = (0..child_dim).map(|i| z[i * rows + r] * l[triangle(i) + i] * z[i * rows + s]);
            q[triangle(r) + s] = products.sum();
        }
        let diagonal = at.diagonal[joint.row(r)];
        q[triangle(r) + r] +=
            at.system.compliance[joint.row(r)] + if help { PIVOT_THRESHOLD * diagonal } else { 0.0 };
    }
    factor(rows, q, |r| {
        if help {
            0.0
        } else {
            PIVOT_THRESHOLD * at.diagonal[joint.row(r)]
        }
    })
}

/// Forward substitution, from the leaves to the root: `u = L^-1 f` replaces the leaf's force, `s = Q^-1 (c + Z^T D^-1 u)` is stored in
/// lambda, and `X^T S^-1 s` is subtracted from the parent's force.
pub(super) fn forward(
    joint: &LeafPivot,
    store: &Stored<'_>,
    at: &SystemAt<'_>,
    c: &[f64],
    force: &mut [f64],
    lambda: &mut [f64],
) {
    shaped!(forward_shaped, joint, store, at, c, force, lambda);
}

#[inline(always)]
fn forward_shaped(
    joint: &LeafPivot,
    (child_dim, rows, parent_dim): (usize, usize, usize),
    store: &Stored<'_>,
    at: &SystemAt<'_>,
    c: &[f64],
    force: &mut [f64],
    lambda: &mut [f64],
) {
    let u = &mut force[at.topology.body_offset(joint.child())..][..child_dim];
    solve_lower(child_dim, store.l, u, 1);
    let mut s = [0.0; MAX_CONSTRAINT_DIM];
    for r in 0..rows {
        s[r] = c[joint.row(r)];
        for i in 0..child_dim {
            s[r] += store.z[i * rows + r] * store.l[triangle(i) + i] * u[i];
        }
    }
    solve_lower(rows, store.q, &mut s[..rows], 1);
    for r in 0..rows {
        lambda[joint.row(r)] = s[r];
    }
    if joint.parent() != NONE {
        let parent = &mut force[at.topology.body_offset(joint.parent())..][..parent_dim];
        for r in 0..rows {
            let scaled = store.q[triangle(r) + r] * s[r];
            for n in 0..parent_dim {
                parent[n] -= store.x[r * parent_dim + n] * scaled;
            }
        }
    }
}

/// Back substitution, from the root to the leaves: `lambda = -Q^-T S^-1 (s + X a_p)`, and the leaf's acceleration
/// `a = L^-T D^-1 (u + Z lambda)`.
pub(super) fn backward(
    joint: &LeafPivot,
    store: &Stored<'_>,
    at: &SystemAt<'_>,
    force: &[f64],
    a: &mut [f64],
    lambda: &mut [f64],
) {
    shaped!(backward_shaped, joint, store, at, force, a, lambda);
}

#[inline(always)]
fn backward_shaped(
    joint: &LeafPivot,
    (child_dim, rows, parent_dim): (usize, usize, usize),
    store: &Stored<'_>,
    at: &SystemAt<'_>,
    force: &[f64],
    a: &mut [f64],
    lambda: &mut [f64],
) {
    let mut multiplier = [0.0; MAX_CONSTRAINT_DIM];
    for r in 0..rows {
        let mut sum = lambda[joint.row(r)];
        if joint.parent() != NONE {
            let parent = &a[at.topology.body_offset(joint.parent())..][..parent_dim];
            for n in 0..parent_dim {
                sum += store.x[r * parent_dim + n] * parent[n];
            }
        }
        multiplier[r] = -sum * store.q[triangle(r) + r];
    }
    solve_upper(rows, store.q, &mut multiplier[..rows]);
    for r in 0..rows {
        lambda[joint.row(r)] = multiplier[r];
    }
    let start = at.topology.body_offset(joint.child());
    let mut y = [0.0; MAX_BODY_DIM];
    for i in 0..child_dim {
        let mut sum = force[start + i];
        for r in 0..rows {
            sum += store.z[i * rows + r] * multiplier[r];
        }
        y[i] = sum * store.l[triangle(i) + i];
    }
    solve_upper(child_dim, store.l, &mut y[..child_dim]);
    a[start..start + child_dim].copy_from_slice(&y[..child_dim]);
}
