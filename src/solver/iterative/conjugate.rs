//! Conjugate gradients on `A lambda = b`, matrix-free and preconditioned by the blocks on the diagonal of A (Witkin 1997, section 4.4), in
//! the variant called conjugate residuals: like MINRES it minimises the residual, so that a singular A does no harm, where the plain method
//! diverges along contradictions.
//!
//! ```text
//! r = b - A lambda     z = P r     p, lambda += alpha p,   alpha = (z, A z) / (A p, P A p)
//! r -= alpha A p       z -= alpha P A p       p <- z + beta p,   beta = (z, A z) / (z, A z before)
//! ```
//! Where rows contradict each other `A z` vanishes before r does. The part of b that no multipliers can meet is then found with the plain
//! diagonal for P, which is the norm in which all methods seek their compromise, and removed from b.
//!
//! From `lambda = 0` all corrections are of the form `P A mu`. With the plain diagonal for P they are orthogonal to the null space of
//! `J^T`, in the norm in which direct methods seek the least multipliers; so a cold start uses the plain diagonal.

use super::DiagonalBlocks;
use crate::equations::{RightHandSide, SystemAt};
use crate::products::{Norms, accelerations};
use crate::refine::{Outcome, ratio};
use crate::rows::Rows;
use crate::system::Solution;

/// When less than this fraction of the residual can still be met, the rest is a contradiction between rows.
const NULL: f64 = 1e-11;
/// A residual below this counts as zero: its squares underflow.
const VANISHING: f64 = 1e-140;
/// Maximum number of restarts of the recursion from the true residual.
const RESTARTS: usize = 20;

/// Stopping criteria: maximum number of iterations, and relative residual.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) iterations: u32,
    pub(crate) tolerance: f64,
}

/// Why a round stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Done,
    /// The residual cannot be reduced further.
    Stationary,
    /// The iterations are used up, or rounding prevents progress.
    Spent,
}

/// Conjugate residual method, with its workspace: vectors of one number per row or per degree of freedom.
#[derive(Default)]
pub(crate) struct Conjugate {
    c: Vec<f64>,
    r: Vec<f64>,
    z: Vec<f64>,
    az: Vec<f64>,
    p: Vec<f64>,
    ap: Vec<f64>,
    pap: Vec<f64>,
    motion: Vec<f64>,
}

impl Conjugate {
    pub(crate) fn resize(&mut self, dofs: usize, rows: usize) {
        for vector in [
            &mut self.c,
            &mut self.r,
            &mut self.z,
            &mut self.az,
            &mut self.p,
            &mut self.ap,
            &mut self.pap,
        ] {
            vector.resize(rows, 0.0);
        }
        self.motion.resize(dofs, 0.0);
    }

    /// Improves the multipliers in `out` for one island.
    pub(crate) fn solve(
        &mut self,
        blocks: &DiagonalBlocks,
        goal: Goal,
        at: &SystemAt<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let rows = Rows { at, island };
        let mut left = goal.iterations as usize;
        let mut cold = true;
        rows.each(|row| {
            self.c[row] = given.c[row];
            cold &= out.lambda[row] == 0.0;
        });
        let mut norms = self.update_residual(&rows, given, out);
        let mut by_blocks = !cold;
        let mut end = self.rounds((blocks, by_blocks), goal, &rows, given, out, &mut left, norms);
        if end == End::Spent && cold {
            by_blocks = true;
            end = self.rounds((blocks, by_blocks), goal, &rows, given, out, &mut left, norms);
        }
        let mut contradiction = 0.0;
        if end == End::Stationary {
            if by_blocks {
                end = self.rounds((blocks, false), goal, &rows, given, out, &mut left, norms);
            }
            norms = self.update_residual(&rows, given, out);
            if end == End::Stationary {
                contradiction = rows.norm(&self.r) / norms.terms;
                rows.each(|row| {
                    self.c[row] += self.r[row];
                    if cold {
                        out.lambda[row] = 0.0;
                    }
                });
                norms = self.update_residual(&rows, given, out);
                self.rounds((blocks, !cold), goal, &rows, given, out, &mut left, norms);
            }
        }
        norms = self.update_residual(&rows, given, out);
        let residual = rows.norm(&self.r);
        outcome.note_residual(if residual <= VANISHING {
            0.0
        } else {
            ratio(residual, norms.size())
        });
        outcome.contradiction = outcome.contradiction.max(contradiction);
        outcome.iterations = outcome.iterations.max(goal.iterations as usize - left);
    }

    /// Computes motion and residual for the multipliers in `out`; returns the norms.
    fn update_residual(
        &mut self,
        rows: &Rows<'_, '_>,
        given: RightHandSide<'_>,
        out: &mut Solution,
    ) -> Norms {
        let (lambda, motion) = (&out.lambda, &mut out.acceleration);
        accelerations(rows.at, rows.island, given.force, Some(lambda), motion);
        rows.negative_residual(&self.c, out, &mut self.r)
    }

    /// Rounds of the recursion, each from the true residual, until one no longer helps.
    fn rounds(
        &mut self,
        blocks: (&DiagonalBlocks, bool),
        goal: Goal,
        rows: &Rows<'_, '_>,
        given: RightHandSide<'_>,
        out: &mut Solution,
        left: &mut usize,
        norms: Norms,
    ) -> End {
        let mut end = End::Spent;
        let mut before = f64::INFINITY;
        let enough = (goal.tolerance * norms.terms).max(VANISHING);
        for _ in 0..RESTARTS {
            let residual = rows.norm(&self.r);
            if residual <= enough {
                return End::Done;
            }
            if end == End::Stationary || residual > 0.9 * before {
                break;
            }
            before = residual;
            end = self.round(blocks, enough, rows, out, left);
            self.update_residual(rows, given, out);
        }
        end
    }

    /// One run of the recursion; changes the multipliers only.
    fn round(
        &mut self,
        blocks: (&DiagonalBlocks, bool),
        goal: f64,
        rows: &Rows<'_, '_>,
        out: &mut Solution,
        left: &mut usize,
    ) -> End {
        precondition(blocks, rows, &self.r, &mut self.z);
        rows.product(&self.z, &mut self.motion, &mut self.az);
        rows.each(|row| {
            self.p[row] = self.z[row];
            self.ap[row] = self.az[row];
        });
        let mut power = rows.dot(&self.z, &self.az);
        while *left > 0 && !rows.at.cancelled() {
            if rows.norm(&self.az) <= NULL * rows.norm(&self.r) {
                return End::Stationary;
            }
            precondition(blocks, rows, &self.ap, &mut self.pap);
            let curvature = rows.dot(&self.pap, &self.ap);
            if curvature <= 0.0 || power <= 0.0 || !(power / curvature).is_finite() {
                return End::Spent;
            }
            let step = power / curvature;
            rows.each(|row| {
                out.lambda[row] += step * self.p[row];
                self.r[row] -= step * self.ap[row];
                self.z[row] -= step * self.pap[row];
            });
            *left -= 1;
            if rows.norm(&self.r) <= goal {
                return End::Done;
            }
            rows.product(&self.z, &mut self.motion, &mut self.az);
            let next = rows.dot(&self.z, &self.az);
            let turn = next / power;
            power = next;
            rows.each(|row| {
                self.p[row] = self.z[row] + turn * self.p[row];
                self.ap[row] = self.az[row] + turn * self.ap[row];
            });
        }
        End::Spent
    }
}

/// `z = P r`, where P is the inverse of the diagonal blocks of A if `by_blocks`, else of its diagonal.
fn precondition((blocks, by_blocks): (&DiagonalBlocks, bool), rows: &Rows<'_, '_>, r: &[f64], z: &mut [f64]) {
    let at = rows.at;
    for &constraint in &at.graph.islands[rows.island].constraints {
        let range = at.topology.row_offset(constraint)..at.topology.row_offset(constraint + 1);
        let z = &mut z[range.clone()];
        z.copy_from_slice(&r[range]);
        if by_blocks {
            blocks.apply(constraint, z);
        } else {
            for (row, z) in z.iter_mut().enumerate() {
                *z *= blocks.inverse(at, constraint, row);
            }
        }
    }
}
