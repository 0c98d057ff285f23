//! Fast path of refinement: an answer of the factor, its residual, and at most two sweeps of iterative refinement.
//!
//! ```text
//! r = J W f + c     A lambda = -r     a = W (f + J^T lambda)     r = J a + c + E lambda: small enough, or once more
//!
//! accepted |r|            factor of A itself     factor with a compliance
//! at once                 ROUNDING_OF_SOLVE |c|             NOISE |c|
//! later                   GOAL |terms|           min(GOAL |terms|, NOISE (|terms| + |d lambda|))
//! ```
//! The terms are those of `J a + c + E lambda`, d is the diagonal of A, and the norms are of rows scaled by d. A tolerance of the caller
//! replaces these factors where it is larger. At once only |c| is known: the other terms are computed where it does not suffice.

use super::super::equations::RightHandSide;
use super::super::products::{Norms, residual, residual_and_terms, residual_norms};
use super::super::rows::Rows;
use super::super::system::Solution;
use super::{DirectSolver, GOAL, NOISE, Outcome, Refiner, STALLED, ratio};

/// Residual accepted at once, relative to c, where the factor is that of A itself. Larger than [`GOAL`]: the residual is then only rounding,
/// and a sweep costs as much as the solve. A factor with a compliance may leave a residual by contradictory rows, so only [`NOISE`] is
/// accepted. After a sweep [`GOAL`] applies: a sweep costs the same whatever the goal, and usually reaches this one.
const ROUNDING_OF_SOLVE: f64 = 8e-12;
/// Most sweeps; then the general refinement takes over.
const FAST_SWEEPS: usize = 2;

impl Refiner {
    /// Solves with at most [`FAST_SWEEPS`] sweeps. Returns whether they were enough; if not, `out` holds the best answer found.
    pub(super) fn try_fast_path(
        &mut self,
        direct: &mut impl DirectSolver,
        rows: &Rows<'_, '_>,
        rhs: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) -> bool {
        let (at, island) = (rows.at, rows.island);
        if !direct.finish(at, island, &mut out.lambda) {
            self.solve_unrefined(direct, rows, rhs, &mut out.lambda);
        }
        let [residual_norm, c_norm] = residual_norms(at, island, rhs, &out.lambda, &mut out.acceleration);
        // The goal is relative to all terms of the equations, not to c alone. With a factor that is not that of A itself, a residual above
        // rounding may come from rows that contradict each other, so the goal is not above rounding.
        let exact = direct.is_exact(island);
        let is_enough = |norms: &Norms| {
            let goal = GOAL * norms.terms;
            let goal = if exact { goal } else { goal.min(norms.noise()) };
            norms.residual <= goal.max(at.tolerance * norms.terms)
        };
        let mut norms = Norms {
            residual: residual_norm,
            terms: c_norm,
            load: 0.0,
        };
        // A residual that is not finite is never accepted.
        let at_once = if exact { ROUNDING_OF_SOLVE } else { NOISE }.max(at.tolerance);
        let mut good = residual_norm < f64::INFINITY && residual_norm <= at_once * c_norm;
        if !good {
            norms = self.true_residual(rows, rhs.c, out);
            good = is_enough(&norms);
        }
        for _ in 0..FAST_SWEEPS {
            if good {
                break;
            }
            self.make_room_to_correct();
            direct.solve(at, island, &self.residual, &mut self.correction);
            outcome.refinements += 1;
            let more = RightHandSide {
                force: None,
                c: &self.residual,
            };
            // The motion is corrected, not computed again from large forces that nearly cancel.
            residual(
                at,
                island,
                more,
                Some(&self.correction),
                &mut self.motion,
                &mut self.a_correction,
            );
            let left = rows.norm(&self.a_correction);
            if left.is_nan() || left > STALLED * norms.residual {
                break;
            }
            norms.residual = left;
            rows.each(|row| {
                out.lambda[row] += self.correction[row];
                self.residual[row] = self.a_correction[row];
            });
            rows.each_coordinate(|k| out.acceleration[k] += self.motion[k]);
            good = is_enough(&norms);
            // With the factor of A itself, the updated residual differs from the true one by rounding far below the goal. Otherwise the true
            // residual decides.
            if good && !exact {
                norms = self.true_residual(rows, rhs.c, out);
                good = is_enough(&norms);
            }
        }
        if good {
            outcome.note_residual(ratio(norms.residual, norms.size()));
        }
        good
    }

    /// Solves for the multipliers of an island by the factor, without refinement.
    pub(super) fn solve_unrefined(
        &mut self,
        direct: &mut impl DirectSolver,
        rows: &Rows<'_, '_>,
        rhs: RightHandSide<'_>,
        lambda: &mut [f64],
    ) {
        let (at, island) = (rows.at, rows.island);
        residual(at, island, rhs, None, &mut self.motion, &mut self.residual);
        direct.solve(at, island, &self.residual, lambda);
    }

    /// Computes the true residual of the rows; returns its norm and those of the terms of the equations.
    pub(super) fn true_residual(&mut self, rows: &Rows<'_, '_>, c: &[f64], out: &Solution) -> Norms {
        residual_and_terms(rows.at, rows.island, c, out, &mut self.residual)
    }
}
