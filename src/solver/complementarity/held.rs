//! The rows inside their bounds: `B_hh x_h = -(q_h + B_hn x_n)`, also where rows depend on each other or contradict each other.

use super::lu::{factor, substitute};
use super::{COMPLIANCE, Pivoting, Problem, ROUNDING, Side};

/// What held rows miss, relative to the terms of q, beyond which they contradict each other.
const CONTRADICTION: f64 = 1e-8;
/// A pivot below this says that held rows depend on each other.
const DEPENDENT: f64 = 1e-6;
/// What rounding may leave of the terms of w.
const NOISE: f64 = 64.0 * f64::EPSILON;
/// Sweeps that take the compliance away.
const REFINEMENTS: usize = 8;

/// What held rows miss.
struct Missing {
    /// The most that any misses.
    most: f64,
    /// What of that is no more than rounding, for the size of the multipliers.
    noise: f64,
}

impl Pivoting {
    /// `B_hh x_h = -(q_h + B_hn x_n)` for the held rows h, bounds for the others.
    pub(super) fn solve_held(&mut self, problem: Problem<'_>, x: &mut [f64]) {
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
        self.dependent = (0..count).any(|k| self.lu[k * count + k].abs() < DEPENDENT);
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
        self.find_least(problem, x);
        for (&i, z) in self.held.iter().zip(&self.z) {
            x[i] = *z;
        }
    }

    /// Held rows that depend on each other: the least of all multipliers that will do, unless they are beyond their bounds. The
    /// compliance shares evenly too, but for what it makes of rounding.
    pub(super) fn share_evenly(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        let before = self.find_missing(problem, x);
        self.find_least(problem, x);
        let within = |(&i, z): (&usize, &f64)| problem.bounds[i][0] <= *z && *z <= problem.bounds[i][1];
        if !self.held.iter().zip(&self.z).all(within) {
            return;
        }
        self.exchange(x);
        let after = self.find_missing(problem, x);
        if after.most > before.most + after.noise {
            self.exchange(x);
        }
    }

    /// Exchanges x of the held rows with `z`.
    fn exchange(&mut self, x: &mut [f64]) {
        for (&i, z) in self.held.iter().zip(&mut self.z) {
            std::mem::swap(&mut x[i], z);
        }
    }

    /// Fills `z` with the least x of the held rows that misses least, the others as they are.
    fn find_least(&mut self, problem: Problem<'_>, x: &[f64]) {
        self.y.clear();
        for &i in &self.held {
            let given = problem.q[i]
                + (0..problem.size)
                    .filter(|&k| self.side[k] != Side::Held)
                    .map(|k| problem.row(i)[k] * x[k])
                    .sum::<f64>();
            self.y.push(-given);
        }
        let entry = |i: usize, k: usize| problem.row(self.held[i])[self.held[k]];
        self.least_squares
            .solve(self.held.len(), entry, &self.y, &mut self.z);
    }
}
