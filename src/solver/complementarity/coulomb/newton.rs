//! Semi-smooth Newton method over modes. With the natural map `x = clamp(x - w, lo, hi)` of rows scaled to a unit diagonal, a Newton step
//! solves for the rows inside their bounds, and the next modes are those of `x - w`.

use super::super::lu::PrincipalPart;
use super::super::{BlockPivoting, Side};
use super::scaled::{Law, Scaled};

/// Compliance of held rows, applied to the change from the multipliers they start from: dependent rows keep the distribution of their load,
/// and distribute it evenly where they start from zero. Refinement removes its effect on the residual.
const COMPLIANCE: f64 = 1e-10;
/// Maximum number of refinement steps, and the residual at which they end.
const REFINEMENTS: usize = 6;
const ROUNDING: f64 = 1e-14;
/// Violations below this, relative to the largest multiplier, are rounding: the row does not change sides.
const NOISE: f64 = 1e-12;
/// Maximum number of trial sets: a constant, plus a number per row where all bounds are constant, for there Murty's rule terminates.
const MAX_TRIAL_SETS: (usize, usize) = (40, 4);

/// Newton's method over modes, with its workspace.
#[derive(Default)]
pub(super) struct Newton {
    held: PrincipalPart,
    w: Vec<f64>,
    wrong: Vec<usize>,
    next: Vec<Side>,
}

impl Newton {
    /// Newton's method from `sides` and the multipliers `start`; returns the number of trial sets. Whether it converged must be judged by
    /// the residual of `x`.
    pub(super) fn run(
        &mut self,
        problem: &Scaled,
        start: &[f64],
        sides: &mut [Side],
        x: &mut [f64],
    ) -> usize {
        let coupled = problem.tangents.iter().any(|it| it[0].is_some());
        let most = if coupled {
            MAX_TRIAL_SETS.0
        } else {
            MAX_TRIAL_SETS.0 + MAX_TRIAL_SETS.1 * problem.size
        };
        let mut pivoting = BlockPivoting::default();
        for trial in 1..=most {
            self.solve(problem, Some(start), sides, x);
            self.find_wrong(problem, sides, x);
            if !pivoting.choose(&mut self.wrong) {
                return trial;
            }
            for &i in &self.wrong {
                sides[i] = self.next[i];
            }
        }
        most
    }

    /// Solves one trial set from zero: dependent rows share evenly. Returns the number of trial sets, 1.
    pub(super) fn solve_trial_set(&mut self, problem: &Scaled, sides: &[Side], x: &mut [f64]) -> usize {
        self.solve(problem, None, sides, x);
        1
    }

    /// Solves one trial set: `w = 0` for the held rows, the multipliers of sliding rows substituted, bounds for the others. Held rows start
    /// from the multipliers `start`, or from zero.
    fn solve(&mut self, problem: &Scaled, start: Option<&[f64]>, sides: &[Side], x: &mut [f64]) {
        self.held.set.clear();
        for i in 0..problem.size {
            let closed = match problem.laws[i] {
                Law::Bounds([lo, hi]) => {
                    x[i] = match sides[i] {
                        Side::Held if lo < hi => 0.0,
                        Side::Held | Side::Low => lo,
                        Side::High => hi,
                    };
                    lo < hi
                }
                Law::Friction { normal, coefficient } => {
                    x[i] = 0.0;
                    coefficient > 0.0 && sides[normal] == Side::Held
                }
                Law::Sliding { .. } => {
                    x[i] = 0.0;
                    false
                }
            };
            if closed && sides[i] == Side::Held {
                x[i] = start.map_or(0.0, |start| start[i]);
                self.held.set.push(i);
            }
        }
        slide(problem, sides, x);
        for round in 0..=REFINEMENTS {
            let mut most = 0.0_f64;
            self.held.y.clear();
            for &i in &self.held.set {
                let pushed: f64 = problem.row(i).iter().zip(&*x).map(|(b, x)| b * x).sum();
                let w = problem.q[i] + pushed;
                most = most.max(w.abs());
                self.held.y.push(-w);
            }
            if most <= ROUNDING {
                break;
            }
            if round == 0 {
                self.held.factor(|i| held_row(problem, sides, i));
            }
            self.held.add_solution(x);
            slide(problem, sides, x);
        }
    }

    /// Finds the rows on the wrong side, ascending, and the next side of every row.
    fn find_wrong(&mut self, problem: &Scaled, sides: &[Side], x: &[f64]) {
        problem.find_w(x, &mut self.w);
        let noise = NOISE * x.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        self.wrong.clear();
        self.next.clear();
        for i in 0..problem.size {
            let aim = x[i] - self.w[i];
            let [lo, hi] = match problem.laws[i] {
                Law::Bounds(bounds) => bounds,
                Law::Friction { normal, coefficient } => {
                    let closes = (x[normal] - self.w[normal]).max(0.0);
                    [-coefficient * closes, coefficient * closes]
                }
                Law::Sliding { normal, share } => [share * (x[normal] - self.w[normal]).max(0.0); 2],
            };
            let now = sides[i];
            // To change sides, a row must be on the wrong side by more than rounding.
            let (low, high) = match now {
                Side::Held => (aim < lo - noise, aim > hi + noise),
                Side::Low => (aim <= lo + noise, aim > hi + noise),
                Side::High => (aim < lo - noise, aim >= hi - noise),
            };
            let next = match (low, high) {
                (true, true) => now,
                (true, false) => Side::Low,
                (false, true) => Side::High,
                (false, false) => Side::Held,
            };
            self.next.push(next);
            if next != now && !(lo == hi && is_free_of_choice(problem, i, sides)) {
                self.wrong.push(i);
            }
        }
    }
}

/// Row of the matrix of the held rows, with the multipliers of sliding rows substituted.
fn held_row(problem: &Scaled, sides: &[Side], i: usize) -> impl Fn(usize) -> f64 {
    let row = problem.row(i);
    move |j| {
        let tangents = problem.tangents[j].iter().flatten();
        let follows = tangents.filter_map(|&t| Some(sliding(problem, sides, t)? * row[t]));
        let compliance = if i == j { COMPLIANCE } else { 0.0 };
        row[j] + follows.sum::<f64>() + compliance
    }
}

/// Whether the multiplier of a row with equal bounds does not depend on its side: the bounds are constant, or its contact is open and stays
/// so.
fn is_free_of_choice(problem: &Scaled, i: usize, sides: &[Side]) -> bool {
    match problem.laws[i] {
        Law::Bounds(_) | Law::Sliding { .. } => true,
        Law::Friction { normal, coefficient } => coefficient == 0.0 || sides[normal] != Side::Held,
    }
}

/// Multiplier of a sliding friction row for a unit multiplier of its normal; `None` where it sticks.
fn sliding(problem: &Scaled, sides: &[Side], tangent: usize) -> Option<f64> {
    match (problem.laws[tangent], sides[tangent]) {
        (Law::Friction { coefficient, .. }, Side::Low) => Some(-coefficient),
        (Law::Friction { coefficient, .. }, Side::High) => Some(coefficient),
        (Law::Sliding { share, .. }, _) => Some(share),
        _ => None,
    }
}

/// Sets the multipliers of sliding friction rows.
fn slide(problem: &Scaled, sides: &[Side], x: &mut [f64]) {
    for normal in 0..problem.size {
        for &tangent in problem.tangents[normal].iter().flatten() {
            if sides[normal] == Side::Held
                && let Some(share) = sliding(problem, sides, tangent)
            {
                x[tangent] = share * x[normal];
            }
        }
    }
}
