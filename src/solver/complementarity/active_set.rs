//! Solution for the rows inside their bounds: `B_hh x_h = -(q_h + B_hn x_n)`, also where rows depend on each other or contradict each
//! other.

use super::{
    COMPLIANCE, OF_CUBE, OF_SQUARE, Pivoting, Problem, ROUNDING, Side, SolveError, UNCHARGED_ROWS, WorkBudget,
};

/// Residual of held rows, relative to the terms of q, above which they contradict each other.
const CONTRADICTION: f64 = 1e-8;
/// A pivot below this shows that held rows depend on each other.
const DEPENDENT: f64 = 1e-6;
/// Rounding in w, relative to its terms.
const NOISE: f64 = 64.0 * f64::EPSILON;
/// Maximum number of refinement steps that remove the effect of the compliance.
const REFINEMENTS: usize = 8;

/// Residual of the held rows.
struct Residual {
    /// Largest residual of a row.
    most: f64,
    /// Largest sum of the terms of a row.
    terms: f64,
    /// Residual that rounding explains, for the size of the multipliers.
    noise: f64,
}

impl Pivoting {
    /// Solves `B_hh x_h = -(q_h + B_hn x_n)` for the held rows h; the others are at their bounds.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where that takes more work than is left.
    pub(super) fn solve_held(
        &mut self,
        problem: Problem<'_>,
        x: &mut [f64],
        budget: &WorkBudget,
    ) -> Result<(), SolveError> {
        self.held.set.clear();
        for i in 0..problem.size {
            let [lo, hi] = problem.bounds[i];
            match self.side[i] {
                Side::Held => {
                    self.held.set.push(i);
                    x[i] = 0.0;
                }
                Side::Low => x[i] = lo,
                Side::High => x[i] = hi,
            }
        }
        let count = self.held.set.len();
        if problem.size > UNCHARGED_ROWS {
            let (cube, square) = (count.pow(3), (1 + REFINEMENTS) * count * problem.size);
            budget.charge_strictly(OF_CUBE * cube as f64 + OF_SQUARE * square as f64)?;
        }
        self.held.factor(|i| {
            let row = problem.row(i);
            move |j| if i == j { row[j] + COMPLIANCE } else { row[j] }
        });
        self.dependent = self.held.smallest_pivot() < DEPENDENT;
        let size = self.find_residual(problem, x).terms.max(f64::MIN_POSITIVE);
        self.held.add_solution(x);
        // The refinement removes the residual that the compliance left. The residual is compared with the terms of q and not with those of
        // B x: where rows contradict each other, the multipliers and the terms of B x are so large that any residual is small beside them.
        let mut residual = self.find_residual(problem, x);
        for _ in 0..REFINEMENTS {
            if residual.most <= ROUNDING * size + residual.noise {
                break;
            }
            let before = residual.most;
            self.held.add_solution(x);
            residual = self.find_residual(problem, x);
            if residual.most > 0.5 * before {
                break;
            }
        }
        self.contradiction = 0.0;
        self.contradictory_w.clear();
        self.contradictory_w.resize(problem.size, 0.0);
        if residual.most > CONTRADICTION * size + residual.noise {
            self.find_least(problem, x, budget)?;
            self.exchange(x);
            self.contradiction = self.find_residual(problem, x).most / size;
            for (&i, y) in self.held.set.iter().zip(&self.held.y) {
                self.contradictory_w[i] = -y;
            }
        }
        Ok(())
    }

    /// Fills `y` with the negative residuals of the held rows.
    fn find_residual(&mut self, problem: Problem<'_>, x: &[f64]) -> Residual {
        let (mut most, mut terms) = (0.0f64, 0.0f64);
        self.held.y.clear();
        for &i in &self.held.set {
            let (w, size) = problem.w(i, x);
            self.held.y.push(-w);
            most = most.max(w.abs());
            terms = terms.max(size);
        }
        Residual {
            most,
            terms,
            noise: NOISE * terms,
        }
    }

    /// Gives dependent held rows the multipliers of least norm, unless these are beyond their bounds or increase the residual. The
    /// compliance shares evenly too, but magnifies rounding.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where that takes more work than is left.
    pub(super) fn apply_least_norm(
        &mut self,
        problem: Problem<'_>,
        x: &mut [f64],
        budget: &WorkBudget,
    ) -> Result<(), SolveError> {
        let before = self.find_residual(problem, x);
        self.find_least(problem, x, budget)?;
        let within = |(&i, z): (&usize, &f64)| problem.bounds[i][0] <= *z && *z <= problem.bounds[i][1];
        if !self.held.set.iter().zip(&self.z).all(within) {
            return Ok(());
        }
        self.exchange(x);
        let after = self.find_residual(problem, x);
        if after.most > before.most + after.noise {
            self.exchange(x);
        }
        Ok(())
    }

    /// Exchanges x of the held rows with `z`.
    fn exchange(&mut self, x: &mut [f64]) {
        for (&i, z) in self.held.set.iter().zip(&mut self.z) {
            std::mem::swap(&mut x[i], z);
        }
    }

    /// Fills `z` with the least-squares solution of least norm for the held rows, all others fixed.
    fn find_least(&mut self, problem: Problem<'_>, x: &[f64], budget: &WorkBudget) -> Result<(), SolveError> {
        self.held.y.clear();
        for &i in &self.held.set {
            let given = problem.q[i]
                + (0..problem.size)
                    .filter(|&k| self.side[k] != Side::Held)
                    .map(|k| problem.row(i)[k] * x[k])
                    .sum::<f64>();
            self.held.y.push(-given);
        }
        let entry = |i: usize, k: usize| problem.row(self.held.set[i])[self.held.set[k]];
        let budget = (problem.size > UNCHARGED_ROWS).then_some(budget);
        self.least_squares
            .solve((self.held.set.len(), budget), entry, &self.held.y, &mut self.z)
    }
}
