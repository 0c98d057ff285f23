//! Complementarity with Coulomb friction in the plane, dense and exact.
//!
//! ```text
//! w = B x + q,   lo <= x <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! friction of a contact: hi = -lo = mu x_n
//! ```
//! First a semi-smooth Newton method over the modes of all rows (Alart and Curnier 1991): each trial set is one LU factorisation, in which
//! the multipliers of sliding rows, `± mu x_n`, are substituted. It ends where the set repeats, and then the answer is exact. Where it
//! cycles, Lemke's method with the lexicographic rule solves the linear complementarity problem of Stewart and Trinkle (1996). It finds a
//! solution whenever `q = J v + b` with `b >= 0` on contacts, because the matrix is copositive (Cottle, Pang and Stone 1992, 4.4.13). At
//! the level of accelerations q may be of another kind, and there may be no solution: small problems that neither method has solved are
//! tried in all modes. Solutions need not be unique; which is found depends on where the search starts.

mod exhaustive;
mod lcp;
mod lemke;
mod newton;
mod scaled;

pub use scaled::Law;

use super::Side;
use exhaustive::Exhaustive;
use lcp::Lcp;
use lemke::Lemke;
use scaled::Scaled;

/// Maximum number of unknowns in Lemke's method, which keeps a dense table of them.
const MAX_UNKNOWNS: usize = 1200;
/// Maximum number of rays from which Lemke's method starts: rounding may lead one astray where many rows depend on each other.
const MAX_RAYS: usize = 6;
/// Maximum number of table entries that all pivots together may change; bounds the time where there is no solution.
const MAX_ENTRIES_CHANGED: usize = 1_000_000_000;

/// Outcome of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CoulombAnswer {
    /// Largest `|x - clamp(x - w, lo, hi)|` over rows scaled to a unit diagonal of B, relative to the largest |q|.
    pub residual: f64,
    /// Newton sets of Newton's method: factorisations.
    pub trials: usize,
    /// Pivots of Lemke's method; 0 where it was not needed.
    pub pivots: usize,
    /// Rows inside their bounds: the size of the active set.
    pub held: usize,
    /// Work: matrix entries processed by factorisations and pivots.
    pub numbers: usize,
}

impl CoulombAnswer {
    /// Whether the answer is exact but for rounding.
    pub fn is_exact(&self) -> bool {
        self.residual <= scaled::EXACT
    }
}

/// Solver of complementarity problems with Coulomb friction, with its workspace.
#[derive(Default)]
pub struct Coulomb {
    scaled: Scaled,
    start: Vec<f64>,
    x: Vec<f64>,
    w: Vec<f64>,
    best: Vec<f64>,
    newton: newton::Newton,
    lcp: Lcp,
    lemke: Lemke,
    exhaustive: Exhaustive,
}

impl Coulomb {
    /// Solves for `x`, one number per row, with a warm start from its content: dependent rows go on to share as they did. `sides` is the
    /// active set to start from, and holds the final one afterwards.
    ///
    /// `b` is symmetric positive semidefinite, row by row.
    ///
    /// # Panics
    /// Where the lengths do not fit.
    pub fn solve(
        &mut self,
        b: &[f64],
        q: &[f64],
        laws: &[Law],
        sides: &mut [Side],
        x: &mut [f64],
    ) -> CoulombAnswer {
        let size = q.len();
        assert!(
            b.len() == size * size && laws.len() == size && sides.len() == size && x.len() == size,
            "a problem of {size} rows has as many of everything"
        );
        let mut answer = CoulombAnswer::default();
        if size == 0 {
            return answer;
        }
        self.scaled.set(b, q, laws);
        self.start.clear();
        let scaled = x.iter().zip(&self.scaled.unit).map(|(x, unit)| x / unit);
        self.start
            .extend(scaled.map(|x| if x.is_finite() { x } else { 0.0 }));
        self.x.clear();
        self.x.resize(size, 0.0);
        self.best.clear();
        for (side, law) in sides.iter_mut().zip(laws) {
            let Law::Bounds([lo, hi]) = law else { continue };
            if (*side == Side::Low && lo.is_infinite()) || (*side == Side::High && hi.is_infinite()) {
                *side = Side::Held;
            }
        }
        answer.residual = f64::INFINITY;
        self.run_newton(sides, &mut answer);
        if !answer.is_exact() {
            self.pivot(sides, &mut answer);
        }
        let slides = laws.iter().any(|law| matches!(law, Law::Sliding { .. }));
        if slides && !answer.is_exact() && self.exhaustive.begin(&self.scaled) {
            self.try_all(sides, &mut answer);
        }
        answer.held = sides.iter().filter(|side| **side == Side::Held).count();
        for ((x, best), unit) in x.iter_mut().zip(&self.best).zip(&self.scaled.unit) {
            *x = best * unit;
        }
        answer
    }

    /// Newton's method from `sides`; keeps its answer if it is the best so far.
    fn run_newton(&mut self, sides: &mut [Side], answer: &mut CoulombAnswer) {
        let trials = self.newton.run(&self.scaled, &self.start, sides, &mut self.x);
        answer.trials += trials;
        answer.numbers += trials * self.x.len().pow(3) / 3;
        self.keep(answer);
    }

    /// Lemke's method, then one Newton step from zero for its sides, by which dependent rows share evenly.
    fn pivot(&mut self, sides: &mut [Side], answer: &mut CoulombAnswer) {
        self.lcp.set(&self.scaled);
        if self.lcp.size() > MAX_UNKNOWNS {
            return;
        }
        let mut left = MAX_ENTRIES_CHANGED / (self.lcp.size() * self.lcp.size()).max(1);
        for ray in 0..MAX_RAYS {
            let (pivots, solved) = self.lemke.solve(&self.lcp, ray, left);
            answer.pivots += pivots;
            answer.numbers += pivots * self.lcp.size().pow(2);
            left = left.saturating_sub(pivots);
            if solved {
                self.lcp.recover(&self.scaled, &self.lemke.z, &mut self.x);
                self.keep(answer);
            }
            if answer.is_exact() {
                break;
            }
        }
        self.find_sides(sides);
        answer.trials += self.newton.solve_trial_set(&self.scaled, sides, &mut self.x);
        self.keep(answer);
        self.find_sides(sides);
    }

    /// Tries all combinations of modes, until one is exact.
    fn try_all(&mut self, sides: &mut [Side], answer: &mut CoulombAnswer) {
        while !answer.is_exact() && self.exhaustive.next(&self.scaled, sides) {
            answer.trials += self.newton.solve_trial_set(&self.scaled, sides, &mut self.x);
            self.keep(answer);
        }
        self.find_sides(sides);
    }

    /// Finds the side of each row by the best multipliers so far.
    fn find_sides(&mut self, sides: &mut [Side]) {
        self.x.clone_from(&self.best);
        self.scaled.find_w(&self.x, &mut self.w);
        for (i, side) in sides.iter_mut().enumerate() {
            *side = self.scaled.side(i, &self.x, &self.w);
        }
    }

    /// Clamps `x` to its bounds, and keeps it where it is the best so far.
    fn keep(&mut self, answer: &mut CoulombAnswer) {
        self.scaled.clamp(&mut self.x);
        self.scaled.find_w(&self.x, &mut self.w);
        let residual = self.scaled.residual(&self.x, &self.w);
        let better = residual < answer.residual || answer.residual.is_nan();
        if better || self.best.len() != self.x.len() {
            answer.residual = residual;
            self.best.clone_from(&self.x);
        }
    }
}
