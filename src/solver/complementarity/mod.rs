//! Mixed complementarity: rows whose multipliers have bounds.
//!
//! ```text
//! w = B x + q,   lo <= x <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! ```
//! Each row is either *held* (w = 0, its x is solved for) or *at a bound* (its x is given). Principal pivoting: solve
//! for the held rows, let the rows that are on the wrong side change over all at once, and when that does not bring
//! their number down, only the last of them: Murty's rule, which finds an end for every positive definite B. A little
//! compliance makes a semidefinite B definite, lets rows that depend on each other share evenly, and is taken away
//! again by refinement. Held rows that contradict each other get the multipliers of least norm among those that miss
//! least. Should the count run out all the same (a B that no force can satisfy), projected
//! Gauss-Seidel takes over and says so.

mod least_squares;
mod lu;
mod problem;

pub(super) use problem::Problem;

use least_squares::LeastSquares;
use lu::{factor, substitute};

/// Compliance of held rows; rows and columns come scaled to about one.
const COMPLIANCE: f64 = 1e-10;
/// Sides closer than this, relative to the terms, are no reason to change over.
const ROUNDING: f64 = 1e-11;
/// What held rows miss, relative to the terms of q, beyond which they contradict each other.
const CONTRADICTION: f64 = 1e-8;
/// What rounding may leave of the terms of w.
const NOISE: f64 = 64.0 * f64::EPSILON;
/// Sweeps that take the compliance away.
const REFINEMENTS: usize = 8;
/// Rounds without progress before only one row changes over at a time.
const PATIENCE: usize = 4;
/// Sweeps of the projected method.
const SWEEPS: usize = 300;

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Held,
    Low,
    High,
}

/// How a problem ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// Whether the projected method had to take over.
    pub(super) fallback: bool,
    /// Rows at a bound.
    pub(super) at_bound: usize,
    /// What held rows miss because they contradict each other, relative to the terms of q.
    pub(super) contradiction: f64,
}

/// Workspace.
#[derive(Default)]
pub(super) struct Pivoting {
    side: Vec<Side>,
    held: Vec<usize>,
    /// Factor of the held part of B.
    lu: Vec<f64>,
    order: Vec<usize>,
    y: Vec<f64>,
    z: Vec<f64>,
    change: Vec<usize>,
    least_squares: LeastSquares,
    contradiction: f64,
    /// w of held rows that contradict each other, one number a row.
    unmet: Vec<f64>,
}

/// What held rows miss.
struct Missing {
    /// The most that any misses.
    most: f64,
    /// What of that is no more than rounding, for the size of the multipliers.
    noise: f64,
}

impl Pivoting {
    /// Solves for `x`. What comes in is not looked at.
    pub(super) fn solve(&mut self, problem: Problem<'_>, x: &mut [f64]) -> Found {
        let size = problem.size;
        self.side.clear();
        self.side.resize(size, Side::Held);
        // A row that may only take one value is there for good.
        for (side, [lo, hi]) in self.side.iter_mut().zip(problem.bounds) {
            if lo == hi {
                *side = Side::Low;
            }
        }
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        // Many more than block pivoting needs, and enough for small problems to end by Murty's rule alone.
        for _ in 0..50 + 4 * size + size * size / 8 {
            self.solve_held(problem, x);
            self.find_changes(problem, x);
            let Some(&last) = self.change.last() else {
                return self.finish(problem, x, false);
            };
            if self.change.len() < fewest {
                fewest = self.change.len();
                patience = PATIENCE;
            } else {
                patience = patience.saturating_sub(1);
            }
            if patience == 0 {
                self.change.clear();
                self.change.push(last);
            }
            for &i in &self.change {
                self.side[i] = match self.side[i] {
                    Side::Held if x[i] < problem.bounds[i][0] => Side::Low,
                    Side::Held => Side::High,
                    Side::Low | Side::High => Side::Held,
                };
            }
        }
        self.project(problem, x);
        self.finish(problem, x, true)
    }

    /// w of each row as far as rows contradict each other.
    pub(super) fn unmet(&self) -> &[f64] {
        &self.unmet
    }

    /// Rows that are on the wrong side, ascending.
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

    /// `B_hh x_h = -(q_h + B_hn x_n)` for the held rows h, bounds for the others.
    fn solve_held(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        self.held.clear();
        for i in 0..problem.size {
            let [lo, hi] = problem.bounds[i];
            match self.side[i] {
                Side::Held => {
                    self.held.push(i);
                    x[i] = 0.0;
                }
                Side::Low => x[i] = lo,
                Side::High => x[i] = hi,
            }
        }
        let count = self.held.len();
        self.lu.clear();
        for &i in &self.held {
            self.lu.extend(self.held.iter().map(|&j| problem.row(i)[j]));
        }
        for k in 0..count {
            self.lu[k * count + k] += COMPLIANCE;
        }
        factor(count, &mut self.lu, &mut self.order);
        self.y.clear();
        let mut size = f64::MIN_POSITIVE;
        for &i in &self.held {
            let (w, terms) = problem.w(i, x);
            self.y.push(-w);
            size = size.max(terms);
        }
        self.add_solution(x);
        // What the compliance left. Against what was given: the terms of B x grow with the multipliers of rows that
        // contradict each other, so that nothing seems to be missing.
        let mut missing = self.find_missing(problem, x);
        for _ in 0..REFINEMENTS {
            if missing.most <= ROUNDING * size + missing.noise {
                break;
            }
            let before = missing.most;
            self.add_solution(x);
            missing = self.find_missing(problem, x);
            if missing.most > 0.5 * before {
                break;
            }
        }
        self.contradiction = 0.0;
        self.unmet.clear();
        self.unmet.resize(problem.size, 0.0);
        if missing.most > CONTRADICTION * size + missing.noise {
            self.settle_contradiction(problem, x);
            self.contradiction = self.find_missing(problem, x).most / size;
            for (&i, y) in self.held.iter().zip(&self.y) {
                self.unmet[i] = -y;
            }
        }
    }

    /// Fills `y` with what the held rows miss.
    fn find_missing(&mut self, problem: Problem<'_>, x: &[f64]) -> Missing {
        let (mut most, mut terms) = (0.0f64, 0.0f64);
        self.y.clear();
        for &i in &self.held {
            let (w, size) = problem.w(i, x);
            self.y.push(-w);
            most = most.max(w.abs());
            terms = terms.max(size);
        }
        Missing {
            most,
            noise: NOISE * terms,
        }
    }

    /// `x_h += B_hh^-1 y`.
    fn add_solution(&mut self, x: &mut [f64]) {
        substitute(self.held.len(), &self.lu, &self.order, &mut self.y, &mut self.z);
        for (&i, y) in self.held.iter().zip(&self.y) {
            x[i] += y;
        }
    }

    /// Held rows that contradict each other: the least multipliers of those that miss least.
    fn settle_contradiction(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        for &i in &self.held {
            x[i] = 0.0;
        }
        self.y.clear();
        self.y.extend(self.held.iter().map(|&i| -problem.w(i, x).0));
        let entry = |i: usize, k: usize| problem.row(self.held[i])[self.held[k]];
        self.least_squares
            .solve(self.held.len(), entry, &self.y, &mut self.z);
        for (&i, z) in self.held.iter().zip(&self.z) {
            x[i] = *z;
        }
    }

    /// Projected Gauss-Seidel: finite whatever B is, and no more than an approximation.
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
                    // Where a force acts elsewhere the sweeps may run away.
                    if next.is_finite() && next.abs() < 1.0 / COMPLIANCE {
                        x[i] = next;
                    }
                }
            }
        }
    }

    fn finish(&self, problem: Problem<'_>, x: &mut [f64], fallback: bool) -> Found {
        let mut at_bound = 0;
        for (x, [lo, hi]) in x.iter_mut().zip(problem.bounds) {
            *x = if x.is_finite() { *x } else { 0.0 }.clamp(*lo, *hi);
            at_bound += usize::from(*x <= *lo || *x >= *hi);
        }
        Found {
            fallback,
            at_bound,
            contradiction: self.contradiction,
        }
    }
}
