//! Block Gauss-Seidel on `A lambda = b`, projected where multipliers have bounds: the method of most game engines.
//!
//! ```text
//! for each constraint i in turn:   lambda_i <- clamp(lambda_i - A_i^-1 (J_i a + c_i + E_i lambda_i))
//!                                  a <- a + W J_i^T (change of lambda_i)
//! ```
//! A is never formed: constraints are coupled through the motion `a`. The number of sweeps is fixed, so a residual remains: in engines with
//! this method joints are seen to stretch by it. The outcome reports it.

use super::DiagonalBlocks;
use crate::equations::{RightHandSide, SystemAt, row_motion};
use crate::products::{accelerations, residual_and_terms};
use crate::refine::{Outcome, ratio};
use crate::rows::{Rows, residual_within_bounds};
use crate::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM, Solution};

/// Sweeps between two checks of the cancel flag.
const POLL: u32 = 8;
/// Limits of the moved share (see `moved_share`) of the change of the multipliers by a sweep. Below `SUSPECT` the change may be a null vector
/// of J^T, as where rows contradict each other; below `IDLE` it is one.
const SUSPECT: f64 = 0.03;
const IDLE: f64 = 1e-16;
/// Residual up to this is rounding, not a contradiction.
const MET: f64 = 1e-10;
/// Maximum number of sweeps that decide between the two, and the largest fraction of the moved share that each may leave.
const ROUNDS: usize = 100;
const FALLS: f64 = 0.8;

/// Input of a solve.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) blocks: &'a DiagonalBlocks,
    /// [lo, hi] of each multiplier; empty when none has bounds.
    pub(crate) bounds: &'a [[f64; 2]],
    pub(crate) sweeps: u32,
}

/// Block Gauss-Seidel, with its workspace.
#[derive(Default)]
pub(crate) struct GaussSeidel {
    /// Multipliers and motion before the last sweep.
    before: Vec<f64>,
    moved: Vec<f64>,
    /// Change by a sweep.
    change: Solution,
    residual: Vec<f64>,
}

impl GaussSeidel {
    pub(crate) fn resize(&mut self, dofs: usize) {
        self.moved.resize(dofs, 0.0);
    }

    /// Whether the last sweep changed the multipliers by a null vector x of J^T only: rows contradict each other, and no multipliers can
    /// meet the remaining residual. Sweeps over `A x = 0`, started from that change, remove every part of x that moves bodies; where the
    /// method only converges slowly, bodies keep moving.
    fn is_contradictory(&mut self, task: Task<'_>, rows: &Rows<'_, '_>, out: &Solution) -> bool {
        let (at, x) = (rows.at, &mut self.change);
        x.lambda.resize(out.lambda.len(), 0.0);
        x.acceleration.resize(out.acceleration.len(), 0.0);
        rows.each(|row| x.lambda[row] = out.lambda[row] - self.before[row]);
        rows.each_coordinate(|k| x.acceleration[k] = out.acceleration[k] - self.moved[k]);
        let mut share = moved_share(rows, x);
        if share > SUSPECT {
            return false;
        }
        for _ in 0..ROUNDS {
            if share < IDLE || at.cancelled() {
                break;
            }
            for &constraint in &at.graph.islands[rows.island].constraints {
                relax(task, at, constraint, &at.products.zero_rows, x);
            }
            let now = moved_share(rows, x);
            if now.is_nan() || now > FALLS * share {
                return false;
            }
            share = now;
        }
        share < IDLE
    }

    /// Residual of the rows, relative to their terms and to the loads, which remain at rest. A row at its bound has no residual as long as
    /// it is pushed against it.
    fn relative_residual(&mut self, task: Task<'_>, rows: &Rows<'_, '_>, c: &[f64], out: &Solution) -> f64 {
        let left = &mut self.residual;
        left.resize(out.lambda.len(), 0.0);
        let norms = residual_and_terms(rows.at, rows.island, c, out, left);
        if !task.bounds.is_empty() {
            rows.each(|row| left[row] = residual_within_bounds(left[row], out.lambda[row], task.bounds[row]));
        }
        ratio(rows.norm(left), norms.size())
    }

    /// Improves the multipliers in `out` for one island.
    pub(crate) fn solve(
        &mut self,
        task: Task<'_>,
        at: &SystemAt<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let rows = Rows { at, island };
        let constraints = &at.graph.islands[island].constraints;
        if !task.bounds.is_empty() {
            rows.each(|row| {
                let [lo, hi] = task.bounds[row];
                out.lambda[row] = out.lambda[row].clamp(lo, hi);
            });
        }
        accelerations(at, island, given.force, Some(&out.lambda), &mut out.acceleration);
        if constraints.is_empty() {
            return;
        }
        for sweep in 0..task.sweeps {
            if sweep % POLL == 0 && at.cancelled() {
                return;
            }
            if sweep + 1 == task.sweeps {
                self.before.clone_from(&out.lambda);
                accelerations(at, island, given.force, Some(&out.lambda), &mut self.moved);
            }
            for &constraint in constraints {
                relax(task, at, constraint, given.c, out);
            }
        }
        outcome.iterations = outcome.iterations.max(task.sweeps as usize);
        // The motion was summed up change by change: compute it anew, so that force and motion agree.
        accelerations(at, island, given.force, Some(&out.lambda), &mut out.acceleration);
        let residual = self.relative_residual(task, &rows, given.c, out);
        outcome.note_residual(residual);
        if task.bounds.is_empty() && residual > MET && self.is_contradictory(task, &rows, out) {
            outcome.contradiction = outcome.contradiction.max(residual);
        }
        if !task.bounds.is_empty() {
            let at_bound = |row: usize| task.bounds[row].contains(&out.lambda[row]);
            rows.each(|row| outcome.at_bound += usize::from(at_bound(row)));
        }
    }
}

/// Moved share of multipliers, `a M a / sum A_ii lambda_i^2`: zero for a null vector of J^T.
fn moved_share(rows: &Rows<'_, '_>, x: &Solution) -> f64 {
    rows.energy(&x.acceleration) / rows.multiplier_norm(&x.lambda).powi(2)
}

/// Solves the rows of one constraint, all other multipliers fixed.
fn relax(task: Task<'_>, at: &SystemAt<'_>, constraint: usize, c: &[f64], out: &mut Solution) {
    let start = at.topology.row_offset(constraint);
    let size = at.topology.constraint_dim(constraint);
    let missing = |row: usize, out: &Solution| {
        let index = start + row;
        -(row_motion(at, constraint, row, &out.acceleration)
            + c[index]
            + at.system.compliance[index] * out.lambda[index])
    };
    let free = |row: usize| {
        task.bounds
            .get(start + row)
            .is_none_or(|[lo, hi]| lo.is_infinite() && hi.is_infinite())
    };
    if task.blocks.is_whole(constraint) && (0..size).all(free) {
        let mut change = [0.0; MAX_CONSTRAINT_DIM];
        for row in 0..size {
            change[row] = missing(row, out);
        }
        task.blocks.apply(constraint, &mut change[..size]);
        for row in 0..size {
            out.lambda[start + row] += change[row];
            apply_multiplier(at, constraint, row, change[row], &mut out.acceleration);
        }
        return;
    }
    for row in 0..size {
        let index = start + row;
        let wanted = out.lambda[index] + missing(row, out) * task.blocks.inverse(at, constraint, row);
        let [lo, hi] = task
            .bounds
            .get(index)
            .copied()
            .unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let change = wanted.clamp(lo, hi) - out.lambda[index];
        out.lambda[index] += change;
        apply_multiplier(at, constraint, row, change, &mut out.acceleration);
    }
}

/// `a += W J^T e change` of one row.
fn apply_multiplier(at: &SystemAt<'_>, constraint: usize, row: usize, change: f64, a: &mut [f64]) {
    for end in at.topology.ends(constraint) {
        let dim = at.topology.body_dim(end.body);
        let j = &at.system.jacobian[end.block + row * dim..][..dim];
        let w = &at.w[at.topology.mass_offset(end.body)..];
        let a = &mut a[at.topology.body_offset(end.body)..][..dim];
        let mut moved = [0.0; MAX_BODY_DIM];
        for i in 0..dim {
            moved[i] = (0..dim).map(|k| w[i * dim + k] * j[k]).sum();
        }
        for i in 0..dim {
            a[i] += moved[i] * change;
        }
    }
}
