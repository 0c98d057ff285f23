//! Mixed complementarity problem: rows whose multipliers have bounds.
//!
//! ```text
//! w = B x + q,   lo <= x <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! ```
//! Each row is either *held* (w = 0, its x is solved for) or *at a bound* (its x is given). Block principal pivoting: solve for the held
//! rows (the active set), let all rows on the wrong side change sides at once, and when that does not reduce their number, only the last of
//! them: Murty's rule, which terminates for every positive definite B. A small compliance makes a semidefinite B definite and lets
//! dependent rows share evenly; refinement removes its effect. Held rows that contradict each other get the least-squares multipliers of
//! least norm. Should the maximum number of pivots be reached all the same (a B that is not positive definite), projected Gauss-Seidel
//! takes over, and the outcome says so.

mod active_set;
mod coulomb;
mod least_squares;
pub(crate) mod lu;
mod pivoting;
mod problem;

pub use coulomb::{Coulomb, CoulombAnswer, Law};
pub use pivoting::{BlockPivoting, Side};
pub(super) use problem::Problem;

use super::{SolveError, WorkBudget};
use least_squares::LeastSquares;
use lu::PrincipalPart;

/// Compliance of held rows; rows and columns come scaled to about one.
const COMPLIANCE: f64 = 1e-10;
/// Violations below this, relative to the terms, are rounding: the row does not change sides.
const ROUNDING: f64 = 1e-11;
/// Sweeps of projected Gauss-Seidel.
const SWEEPS: usize = 300;
/// Estimated time of an elimination (ns), per cube of the number of rows, and of a product with B, per square.
const OF_CUBE: f64 = 0.3;
const OF_SQUARE: f64 = 1.0;
/// Rows up to which the work is not counted: it is less than that of the responses, which are solves of the whole machine.
const UNCHARGED_ROWS: usize = 16;

/// Outcome of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PivotingOutcome {
    /// Whether projected Gauss-Seidel had to take over.
    pub(super) fallback: bool,
    /// Rows at a bound.
    pub(super) at_bound: usize,
    /// Residual of held rows that contradict each other, relative to the terms of q.
    pub(super) contradiction: f64,
}

/// Principal pivoting, with its workspace.
#[derive(Default)]
pub(super) struct Pivoting {
    side: Vec<Side>,
    /// The held part of B.
    held: PrincipalPart,
    /// Least-squares solution for the held rows.
    z: Vec<f64>,
    change: Vec<usize>,
    least_squares: LeastSquares,
    /// Whether held rows depend on each other.
    dependent: bool,
    contradiction: f64,
    /// w of each row that is due to contradictory rows; zero for others.
    pub(super) contradictory_w: Vec<f64>,
}

impl Pivoting {
    /// Solves for `x`; its content is ignored.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where the trial sets take more work than is left.
    pub(super) fn solve(
        &mut self,
        problem: Problem<'_>,
        x: &mut [f64],
        budget: &WorkBudget,
    ) -> Result<PivotingOutcome, SolveError> {
        let size = problem.size;
        self.side.clear();
        self.side.resize(size, Side::Held);
        // A row whose bounds are equal stays at its bound.
        for (side, [lo, hi]) in self.side.iter_mut().zip(problem.bounds) {
            if lo == hi {
                *side = Side::Low;
            }
        }
        let mut pivoting = BlockPivoting::default();
        // Many more trial sets than block pivoting needs, and enough for small problems to terminate by Murty's rule alone.
        for _ in 0..50 + 4 * size + size * size / 8 {
            self.solve_held(problem, x, budget)?;
            self.find_changes(problem, x);
            if !pivoting.choose(&mut self.change) {
                if self.dependent && self.contradiction == 0.0 {
                    self.apply_least_norm(problem, x, budget)?;
                }
                return Ok(self.finish(problem, x, false));
            }
            for &i in &self.change {
                self.side[i] = self.side[i].changed(x[i] < problem.bounds[i][0]);
            }
        }
        if size > UNCHARGED_ROWS {
            budget.charge_strictly(OF_SQUARE * (SWEEPS * size * size) as f64)?;
        }
        self.project(problem, x);
        Ok(self.finish(problem, x, true))
    }

    /// Finds the rows on the wrong side, ascending: held rows beyond their bounds, and rows at a bound whose w has the wrong sign.
    fn find_changes(&mut self, problem: Problem<'_>, x: &[f64]) {
        self.change.clear();
        for i in 0..problem.size {
            let [lo, hi] = problem.bounds[i];
            let wrong = match self.side[i] {
                Side::Held => {
                    let near = ROUNDING * x[i].abs();
                    x[i] < lo - near || x[i] > hi + near
                }
                _ if lo == hi => false,
                side => {
                    let (w, terms) = problem.w(i, x);
                    let w = if side == Side::Low { w } else { -w };
                    w < -ROUNDING * terms
                }
            };
            if wrong {
                self.change.push(i);
            }
        }
    }

    /// Projected Gauss-Seidel: an approximation only, but finite for every B.
    fn project(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        for (x, [lo, hi]) in x.iter_mut().zip(problem.bounds) {
            *x = 0.0f64.clamp(*lo, *hi);
        }
        for _ in 0..SWEEPS {
            for i in 0..problem.size {
                let [lo, hi] = problem.bounds[i];
                let own = problem.row(i)[i];
                if own > COMPLIANCE {
                    let next = (x[i] - problem.w(i, x).0 / own).clamp(lo, hi);
                    // Where a force acts elsewhere the sweeps may diverge.
                    if next.is_finite() && next.abs() < 1.0 / COMPLIANCE {
                        x[i] = next;
                    }
                }
            }
        }
    }

    fn finish(&self, problem: Problem<'_>, x: &mut [f64], fallback: bool) -> PivotingOutcome {
        let mut at_bound = 0;
        for (x, [lo, hi]) in x.iter_mut().zip(problem.bounds) {
            *x = if x.is_finite() { *x } else { 0.0 }.clamp(*lo, *hi);
            at_bound += usize::from(*x <= *lo || *x >= *hi);
        }
        PivotingOutcome {
            fallback,
            at_bound,
            contradiction: self.contradiction,
        }
    }
}
