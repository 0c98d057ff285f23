//! Iterative refinement against the true equations: removes the errors that compliance, repaired pivots and rounding leave in the answer of
//! a factor, and keeps the null-space component out of lambda.
//!
//! Plain sweeps come first. Where they stall (near a singular configuration), the conjugate residual method with the factor as
//! preconditioner takes over: it copes with singular systems, which conjugate gradients do not. The residual left then is a part of c that
//! no multipliers can meet, because rows contradict each other. It is removed from c, and the rest is solved afresh: otherwise lambda would
//! grow without bound along the null space. The result is the least-squares compromise in rows scaled by the diagonal of A.

mod conjugate_residuals;
mod fast_path;

use super::equations::{RightHandSide, SystemAt};
use super::products::{Norms, accelerations};
use super::rows::Rows;
use super::system::Solution;

/// Scratch for a right-hand side of A: one number per degree of freedom, and one per row.
pub(super) struct Workspace<'a> {
    pub(super) acceleration: &'a mut [f64],
    pub(super) residual: &'a mut [f64],
}

/// A factorisation that solves one island at a time, perhaps not quite exactly.
pub(super) trait DirectSolver {
    /// Solves `A lambda = -c` for the rows of the island, up to the errors of the factor.
    fn solve(&mut self, at: &SystemAt<'_>, island: usize, c: &[f64], lambda: &mut [f64]);

    /// Whether the factor of this island is that of A itself, without a lost pivot.
    fn is_exact(&self, _island: usize) -> bool {
        false
    }

    /// Fills `lambda` for the right-hand side of the system itself, if the factorisation included its forward substitution; works once per
    /// factorisation. Returns whether it did.
    fn finish(&mut self, _at: &SystemAt<'_>, _island: usize, _lambda: &mut [f64]) -> bool {
        false
    }
}

/// Residual at which refinement ends, relative to the terms of the equations ([`Norms::terms`]).
const GOAL: f64 = 1e-13;
/// Residual that rounding can explain, relative to [`Norms::size`]: the terms of the equations, and the multipliers, since forces that
/// nearly cancel leave rounding in proportion to themselves. A larger residual that refinement cannot reduce is a contradiction.
const NOISE: f64 = 64.0 * f64::EPSILON;
/// A sweep that leaves more than this fraction of the residual has stalled.
const STALLED: f64 = 0.5;
/// Maximum number of times that a contradictory part is removed from c.
const PASSES: usize = 3;

/// Outcome of a solve over all islands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    pub(super) refinements: usize,
    /// Iterations of an iterative method, the maximum over the islands.
    pub(super) iterations: usize,
    /// Multipliers at a bound.
    pub(super) at_bound: usize,
    /// Whether principal pivoting for bounds did not terminate, so that its answer is approximate.
    pub(super) fallback: bool,
    pub(super) residual: f64,
    pub(super) contradiction: f64,
}

impl Outcome {
    /// Takes the relative residual of an island into account; one that is not a number counts as infinite, since a maximum would drop it.
    pub(super) fn note_residual(&mut self, relative: f64) {
        let relative = if relative.is_finite() {
            relative
        } else {
            f64::INFINITY
        };
        self.residual = self.residual.max(relative);
    }

    /// Adds the outcome of other islands.
    pub(super) fn add(&mut self, other: &Self) {
        self.refinements += other.refinements;
        self.iterations = self.iterations.max(other.iterations);
        self.at_bound += other.at_bound;
        self.fallback |= other.fallback;
        self.residual = self.residual.max(other.residual);
        self.contradiction = self.contradiction.max(other.contradiction);
    }
}

/// Iterative refinement, with its workspace: vectors of one number per row or per degree of freedom. Most solves need only the first two;
/// the others are allocated when first needed.
#[derive(Default)]
pub(super) struct Refiner {
    /// `r = J a + c + E lambda`.
    residual: Vec<f64>,
    /// `W J^T` times correction.
    motion: Vec<f64>,
    /// c without its contradictory part.
    c: Vec<f64>,
    correction: Vec<f64>,
    direction: Vec<f64>,
    change: Vec<f64>,
    /// A times correction, and A times direction.
    a_correction: Vec<f64>,
    a_direction: Vec<f64>,
    /// `W J^T` times direction.
    direction_motion: Vec<f64>,
}

impl Refiner {
    pub(super) fn resize(&mut self, dofs: usize, rows: usize) {
        self.motion.resize(dofs, 0.0);
        self.residual.resize(rows, 0.0);
    }

    /// Scratch for a factorisation, between solves.
    pub(super) fn workspace(&mut self) -> Workspace<'_> {
        Workspace {
            acceleration: &mut self.motion,
            residual: &mut self.residual,
        }
    }

    /// Allocates the vectors for corrections.
    fn make_room_to_correct(&mut self) {
        let rows = self.residual.len();
        self.correction.resize(rows, 0.0);
        self.a_correction.resize(rows, 0.0);
    }

    /// Allocates all vectors.
    fn make_room(&mut self) {
        self.make_room_to_correct();
        let (dofs, rows) = (self.motion.len(), self.residual.len());
        self.direction_motion.resize(dofs, 0.0);
        for vector in [
            &mut self.c,
            &mut self.direction,
            &mut self.change,
            &mut self.a_direction,
        ] {
            vector.resize(rows, 0.0);
        }
    }

    /// Solves one island.
    pub(super) fn solve(
        &mut self,
        direct: &mut impl DirectSolver,
        at: &SystemAt<'_>,
        island: usize,
        rhs: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let rows = Rows { at, island };
        if self.try_fast_path(direct, &rows, rhs, out, outcome) {
            return;
        }
        self.make_room();
        rows.each(|row| self.c[row] = rhs.c[row]);
        for pass in 0..=PASSES {
            if at.cancelled() {
                return;
            }
            if pass > 0 {
                let c = std::mem::take(&mut self.c);
                self.solve_unrefined(direct, &rows, RightHandSide { c: &c, ..rhs }, &mut out.lambda);
                self.c = c;
                accelerations(at, island, rhs.force, Some(&out.lambda), &mut out.acceleration);
            }
            let mut norms = self.residual_of_rest(&rows, out);
            if !norms.residual.is_finite() {
                // A number in the input is not finite.
                outcome.residual = f64::INFINITY;
                return;
            }
            // The recursively updated residual drifts from the true one: compute it anew after each round.
            for _ in 0..2 {
                let goal = GOAL * norms.terms;
                if norms.residual <= goal {
                    break;
                }
                let before = norms.residual;
                self.refine(direct, &rows, goal, out, &mut outcome.refinements);
                norms = self.residual_of_rest(&rows, out);
                if norms.residual > STALLED * before {
                    break;
                }
            }
            if !norms.residual.is_finite() {
                outcome.residual = f64::INFINITY;
                return;
            }
            if norms.residual <= norms.noise() || pass == PASSES {
                outcome.note_residual(ratio(norms.residual, norms.size()));
                if pass > 0 {
                    // Relative to the original right-hand side, its contradictory part included.
                    let norms = self.true_residual(&rows, rhs.c, out);
                    let open = ratio(norms.residual, norms.terms);
                    outcome.contradiction = outcome.contradiction.max(open);
                }
                break;
            }
            self.remove_solvable_part(direct, &rows, &mut outcome.refinements);
            rows.each(|row| self.c[row] -= self.residual[row]);
        }
    }

    /// Removes the solvable part from the residual r: `n <- n - P A n` with `n = D^-1 r`, D the diagonal of A and P the factor's inverse of A.
    /// With rows scaled by D, `P A` projects onto the range of A (up to the compliance); what it leaves is the null-space part of r, the
    /// contradiction. A is applied before P, because `P r` itself would contain r's null-space part divided by the compliance.
    fn remove_solvable_part(
        &mut self,
        direct: &mut impl DirectSolver,
        rows: &Rows<'_, '_>,
        sweeps: &mut usize,
    ) {
        let diagonal = rows.at.diagonal;
        rows.each(|row| self.change[row] = self.residual[row] / diagonal[row]);
        rows.product(&self.change, &mut self.motion, &mut self.a_correction);
        direct.solve(rows.at, rows.island, &self.a_correction, &mut self.correction);
        *sweeps += 1;
        rows.each(|row| self.residual[row] += diagonal[row] * self.correction[row]);
    }

    /// The same as [`Self::true_residual`], with c without its contradictory part.
    fn residual_of_rest(&mut self, rows: &Rows<'_, '_>, out: &Solution) -> Norms {
        let c = std::mem::take(&mut self.c);
        let found = self.true_residual(rows, &c, out);
        self.c = c;
        found
    }

    /// Adds corrections to `out` until the residual is below `goal`; conjugate residuals take over where plain sweeps stall.
    fn refine(
        &mut self,
        direct: &mut impl DirectSolver,
        rows: &Rows<'_, '_>,
        goal: f64,
        out: &mut Solution,
        sweeps: &mut usize,
    ) {
        let mut norm = rows.norm(&self.residual);
        while !rows.at.cancelled() {
            self.correct(direct, rows);
            *sweeps += 1;
            rows.each(|row| self.change[row] = self.residual[row] + self.a_correction[row]);
            let left = rows.norm(&self.change);
            if left.is_nan() || left > STALLED * norm {
                break;
            }
            rows.each(|row| {
                self.residual[row] = self.change[row];
                out.lambda[row] += self.correction[row];
            });
            rows.each_coordinate(|k| out.acceleration[k] += self.motion[k]);
            norm = left;
            if norm <= goal {
                return;
            }
        }
        self.conjugate_residuals(direct, rows, goal, out, sweeps);
    }

    /// `correction = -P r`, `a_correction = A correction`, with P the factor's inverse of A.
    fn correct(&mut self, direct: &mut impl DirectSolver, rows: &Rows<'_, '_>) {
        direct.solve(rows.at, rows.island, &self.residual, &mut self.correction);
        rows.product(&self.correction, &mut self.motion, &mut self.a_correction);
    }
}

impl Norms {
    /// The scale of a relative residual: at rest accelerations vanish, and loads remain.
    pub(super) fn size(&self) -> f64 {
        self.terms + self.load
    }

    /// Residual that rounding can explain.
    fn noise(&self) -> f64 {
        NOISE * self.size()
    }
}

/// `part / whole`; 0 where `part` is, and NaN where it is.
pub(super) fn ratio(part: f64, whole: f64) -> f64 {
    if part == 0.0 {
        0.0
    } else {
        part / whole.max(f64::MIN_POSITIVE)
    }
}
