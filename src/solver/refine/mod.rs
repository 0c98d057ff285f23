//! Refinement: takes away what compliance, repaired pivots and rounding have done to the answer of a factor,
//! against the true equations, and leaves the null part of lambda out.
//!
//! Plain sweeps come first. Where they stall (a pose close to singular), the conjugate residual method with
//! the factor as preconditioner takes over: it copes with singular systems, which conjugate gradient does not.
//! What is still left then is a part of c that no multiplier can meet, because rows contradict each other. It
//! is moved out of c, and the rest is solved afresh: otherwise lambda would grow without bound along the null
//! space in a vain attempt. The result is the least-squares compromise in rows scaled by the diagonal of A.

mod conjugate_residuals;
mod quick;

use super::equations::{RightHandSide, SystemAt};
use super::products::{SquaredNorms, accelerations};
use super::rows::Rows;
use super::system::Solution;

/// Scratch for a right-hand side of A: one number a degree of freedom, one a row.
pub(super) struct Workspace<'a> {
    pub(super) acceleration: &'a mut [f64],
    pub(super) residual: &'a mut [f64],
}

/// A factor that answers, perhaps not quite exactly, for one island at a time.
pub(super) trait Direct {
    /// Fills `lambda` of the constraints of the island.
    fn apply(&mut self, at: &SystemAt<'_>, island: usize, rhs: RightHandSide<'_>, lambda: &mut [f64]);

    /// Whether the rows of this island are all it takes, so that [`Direct::respond`] will do.
    fn is_of_rows(&self, _island: usize) -> bool {
        false
    }

    /// Whether the factor of this island is that of A itself, with all its pivots sound.
    fn is_exact(&self, _island: usize) -> bool {
        false
    }

    /// Fills `lambda` as the very right-hand side of the system asks, if the factorisation has taken that along; once. Whether
    /// it has.
    fn finish(&mut self, _at: &SystemAt<'_>, _island: usize, _lambda: &mut [f64]) -> bool {
        false
    }

    /// Fills `lambda` of the solution of `A lambda = -c`, up to what was lost of the factor.
    fn respond(&mut self, at: &SystemAt<'_>, island: usize, c: &[f64], lambda: &mut [f64]) {
        self.apply(at, island, RightHandSide { force: None, c }, lambda);
    }
}

/// Relative residual that is good enough.
const GOAL: f64 = 1e-13;
/// Relative residual that rounding can explain.
const NOISE: f64 = 64.0 * f64::EPSILON;
/// A sweep that leaves more than this part of the residual has stalled.
const STALLED: f64 = 0.5;
/// Times the part that cannot be met is moved out of c.
const PASSES: usize = 3;

/// What refinement found, over all islands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    pub(super) refinements: usize,
    /// Of an iterative method: the most that any island took.
    pub(super) iterations: usize,
    /// Multipliers at a bound.
    pub(super) at_bound: usize,
    /// Whether the pivots for bounds found no end.
    pub(super) fallback: bool,
    pub(super) residual: f64,
    pub(super) contradiction: f64,
}

impl Outcome {
    /// What was found over the islands of another one, too.
    pub(super) fn add(&mut self, other: &Self) {
        self.refinements += other.refinements;
        self.iterations = self.iterations.max(other.iterations);
        self.at_bound += other.at_bound;
        self.fallback |= other.fallback;
        self.residual = self.residual.max(other.residual);
        self.contradiction = self.contradiction.max(other.contradiction);
    }
}

/// Workspace, one number a row or a degree of freedom each. Most solves need but the first two lists: there is no room for
/// the others before it is needed.
#[derive(Default)]
pub(super) struct Refiner {
    /// `-(J a + c + E lambda)`, or of opposite sign on the quick path.
    residual: Vec<f64>,
    /// `W J^T` times correction.
    motion: Vec<f64>,
    /// c without what cannot be met.
    c: Vec<f64>,
    negative: Vec<f64>,
    correction: Vec<f64>,
    direction: Vec<f64>,
    change: Vec<f64>,
    /// A times correction, and A times direction.
    a_correction: Vec<f64>,
    a_direction: Vec<f64>,
    force: Vec<f64>,
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

    /// Room for corrections.
    fn make_room_to_correct(&mut self) {
        let rows = self.residual.len();
        self.correction.resize(rows, 0.0);
        self.a_correction.resize(rows, 0.0);
    }

    /// Room for everything.
    fn make_room(&mut self) {
        self.make_room_to_correct();
        let (dofs, rows) = (self.motion.len(), self.residual.len());
        self.force.resize(dofs, 0.0);
        self.direction_motion.resize(dofs, 0.0);
        for vector in [
            &mut self.c,
            &mut self.negative,
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
        direct: &mut impl Direct,
        at: &SystemAt<'_>,
        island: usize,
        rhs: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let rows = Rows { at, island };
        if self.quick(direct, &rows, rhs, out, outcome) {
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
                self.answer(direct, &rows, RightHandSide { c: &c, ..rhs }, &mut out.lambda);
                self.c = c;
                accelerations(at, island, rhs.force, Some(&out.lambda), &mut out.acceleration);
            }
            let (mut norm, mut terms) = self.residual_of(&rows, out);
            if !norm.is_finite() {
                // Something that was given is no number.
                outcome.residual = f64::INFINITY;
                return;
            }
            // The recursion of the residual loses touch with the truth: look again after each round.
            for _ in 0..2 {
                let goal = GOAL * terms.equation;
                if norm <= goal {
                    break;
                }
                let before = norm;
                self.refine(direct, &rows, goal, out, &mut outcome.refinements);
                (norm, terms) = self.residual_of(&rows, out);
                if norm > STALLED * before {
                    break;
                }
            }
            if !norm.is_finite() {
                outcome.residual = f64::INFINITY;
                return;
            }
            if norm <= terms.noise() || pass == PASSES {
                outcome.residual = outcome.residual.max(ratio(norm, terms.size()));
                if pass > 0 {
                    // In proportion to what was asked for, with what cannot be met among it.
                    let (open, terms) = Terms::of(rows.negative_residual(rhs.c, out, &mut self.residual));
                    outcome.contradiction = outcome.contradiction.max(ratio(open, terms.equation));
                }
                break;
            }
            self.filter(direct, &rows, &mut outcome.refinements);
            rows.each(|row| self.c[row] += self.residual[row]);
        }
    }

    /// Takes out of the residual what can be met after all: with rows scaled, `n <- n - P A n`. Multiplying by A
    /// first keeps the large multipliers that contradict each other out of the sum.
    fn filter(&mut self, direct: &mut impl Direct, rows: &Rows<'_, '_>, sweeps: &mut usize) {
        let diagonal = rows.at.diagonal;
        rows.each(|row| self.negative[row] = -self.residual[row] / diagonal[row]);
        rows.product(&self.negative, &mut self.motion, &mut self.a_correction);
        direct.respond(rows.at, rows.island, &self.a_correction, &mut self.correction);
        *sweeps += 1;
        rows.each(|row| self.residual[row] -= diagonal[row] * self.correction[row]);
    }

    /// Residual of the equations for `out`; returns its norm and those of its terms, rows scaled.
    fn residual_of(&mut self, rows: &Rows<'_, '_>, out: &Solution) -> (f64, Terms) {
        Terms::of(rows.negative_residual(&self.c, out, &mut self.residual))
    }

    /// Adds corrections to `out` until the residual is below `goal` or stays where it is.
    fn refine(
        &mut self,
        direct: &mut impl Direct,
        rows: &Rows<'_, '_>,
        goal: f64,
        out: &mut Solution,
        sweeps: &mut usize,
    ) {
        let mut norm = rows.norm(&self.residual);
        while !rows.at.cancelled() {
            self.correct(direct, rows);
            *sweeps += 1;
            rows.each(|row| self.change[row] = self.residual[row] - self.a_correction[row]);
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

    /// `correction = P residual`, `a_correction = A correction`, with P the factor's inverse of A.
    fn correct(&mut self, direct: &mut impl Direct, rows: &Rows<'_, '_>) {
        rows.each(|row| self.negative[row] = -self.residual[row]);
        direct.respond(rows.at, rows.island, &self.negative, &mut self.correction);
        rows.product(&self.correction, &mut self.motion, &mut self.a_correction);
    }
}

/// Norms over the rows of an island, rows scaled by the diagonal of A.
struct Terms {
    /// Of the terms of `J a + c + E lambda`.
    equation: f64,
    /// Of the multipliers, as accelerations: where large forces cancel, rounding is in proportion to them.
    load: f64,
}

impl Terms {
    /// The norm of what is missed, and those of its terms.
    fn of(squares: SquaredNorms) -> (f64, Self) {
        let terms = Self {
            equation: squares.terms.sqrt(),
            load: squares.load.sqrt(),
        };
        (squares.residual.sqrt(), terms)
    }

    /// What a residual is in proportion to: at rest accelerations vanish, and loads remain.
    fn size(&self) -> f64 {
        self.equation + self.load
    }

    fn noise(&self) -> f64 {
        NOISE * self.size()
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if part > 0.0 {
        part / whole.max(f64::MIN_POSITIVE)
    } else {
        0.0
    }
}
