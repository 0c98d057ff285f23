//! Joints and contacts by an infeasible primal-dual interior point method with a predictor and a corrector (Mehrotra 1992), friction included:
//!
//! ```text
//! w = J a + c + E x = z_lo - z_hi,   g z = sigma m,   g, z > 0        m: mean of all g z
//! g_lo = x - lo,   g_hi = hi - x;   friction: lo = -mu x_n,   hi = mu x_n
//! ```
//! A Newton step is one factorisation of a matrix of the bodies, to which all rows are condensed, with the compliance `D = z_lo/g_lo + z_hi/g_hi`
//! of each row and a proximal term of 1e-11. The multiplier of a normal row pushes along `J_n^T + s J_t^T`, `s = -mu (z_lo/g_lo - z_hi/g_hi) / (D +
//! 1e-11 + E)`. The method looks for no active set, so it matters little whether rows depend on each other or many change over at once. Friction
//! makes the problem non-monotone, so steps may become short; the residual tells whether the problem is solved. All rows are scaled to a unit
//! J W J^T.

mod bounded;

use crate::sim::limits::{Condition, find_active};
use crate::solver::{BodyLu, Coupling, Solution, SolveError, Solver};

use self::bounded::{Bound, Bounded};
use super::figures::EXACT;
use super::problem::ContactProblem;

/// Newton steps at most.
const MOST: usize = 50;
/// Least gap and least z at the start, relative to the largest multiplier or w; the second where steps from the first become short.
const FIRST: [f64; 2] = [1e-2, 1.0];
/// Proximal compliance of all rows about the present multipliers: rows may depend on each other.
const EASE: f64 = 1e-11;
/// Target residual: below `EXACT`, so that the answer stays exact when multipliers are set to their bounds.
const AIM: f64 = 0.1 * EXACT;
/// Length below which a step counts as short; least sigma after a short step; short steps in a row that end the iteration.
const SHORT: f64 = 0.3;
const LEAST_SIGMA: f64 = 0.3;
const MOST_SHORT: usize = 10;

/// Interior point method, and its workspace.
#[derive(Default)]
pub struct InteriorPoint {
    lu: BodyLu,
    active: Vec<bool>,
    /// The rows with bounds.
    bounded: Vec<Bounded>,
    /// Multipliers of the best end so far.
    best: Vec<f64>,
    /// Reference size of the residual.
    size: f64,
    /// Numbers of each row: multiplier, w, residual of the Newton equations, its change of the multiplier, stiffness.
    x: Vec<f64>,
    w: Vec<f64>,
    missed: Vec<f64>,
    change: Vec<f64>,
    stiffness: Vec<f64>,
    couplings: Vec<Coupling>,
}

impl InteriorPoint {
    /// Whether the method applies to a problem: no force acts elsewhere, and no condition but friction of coefficient 0 leaves its multiplier only
    /// one value.
    pub fn takes(problem: &ContactProblem<'_>) -> bool {
        let free = |it: &Condition| match it.friction {
            Some(_) => !it.slides,
            None => it.bounds[0] < it.bounds[1],
        };
        problem.topology.forcing_len() == 0 && problem.conditions.iter().all(free)
    }

    /// Iterates from the multipliers of `out`, and leaves the result there. Returns the number of steps.
    ///
    /// # Errors
    /// As the factorisation's; then `out` holds the best iterate.
    pub fn solve(
        &mut self,
        solver: &Solver,
        problem: &ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<usize, SolveError> {
        let (topology, conditions) = (problem.topology, problem.conditions);
        self.lu.copy_settings_from(solver);
        find_active(topology, problem.system, conditions, &mut self.active);
        self.lu.take(topology, problem.system, &self.active)?;
        let (mut steps, mut least, mut answer) = (0, f64::INFINITY, Ok(()));
        self.best.clear();
        for first in FIRST {
            self.begin(problem, out, first)?;
            answer = self.iterate(&mut steps);
            let left = self.residual();
            self.snap();
            if left < least || self.best.is_empty() {
                least = left;
                self.best.clone_from(&self.x);
            }
            let ends = matches!(answer, Err(SolveError::Cancelled | SolveError::TooLong));
            if least <= AIM || ends {
                break;
            }
        }
        self.lu.write(topology, &self.best, out)?;
        answer.map(|()| steps)
    }

    /// Iterates until the residual is small enough, or steps become short; adds the number of steps to `steps`.
    fn iterate(&mut self, steps: &mut usize) -> Result<(), SolveError> {
        let (mut left, mut short) = (MOST, 0);
        // Written so that NaN ends the loop.
        while self.residual() > AIM && left > 0 && short < MOST_SHORT {
            left -= 1;
            *steps += 1;
            match self.step(short > 0)? {
                step if step < SHORT => short += 1,
                _ => short = 0,
            }
        }
        Ok(())
    }

    fn begin(&mut self, problem: &ContactProblem<'_>, out: &Solution, first: f64) -> Result<(), SolveError> {
        let (topology, lu) = (problem.topology, &mut self.lu);
        self.x.clear();
        self.x.resize(lu.len(), 0.0);
        for constraint in 0..topology.constraints() {
            let Some(first) = lu.row(constraint, 0) else {
                continue;
            };
            for k in 0..topology.constraint_dim(constraint) {
                self.x[first + k] =
                    out.lambda[topology.row_offset(constraint) + k] * lu.scaled_row(first + k).unit;
            }
        }
        lu.residuals(&self.x, &mut self.w)?;
        self.bounded.clear();
        self.size = lu.load().max(problem.least_size).max(f64::MIN_POSITIVE);
        let mut largest = f64::MIN_POSITIVE;
        for it in problem.conditions {
            let Some(row) = lu.row(it.constraint, it.k) else {
                continue;
            };
            self.size = self
                .size
                .max(lu.scaled_row(row).c.abs())
                .max(it.least() * lu.scaled_row(row).unit);
            let normal = |(index, mu): (usize, f64)| {
                let normal = &problem.conditions[index];
                let of = lu.row(normal.constraint, normal.k)?;
                Some((of, mu * lu.scaled_row(row).unit / lu.scaled_row(of).unit))
            };
            let is_idle = lu.scaled_row(row).is_idle || matches!(it.friction, Some((_, 0.0)));
            if is_idle {
                self.x[row] = 0.0;
            }
            largest = largest.max(self.w[row].abs()).max(self.x[row].abs());
            self.bounded.push(Bounded::new(
                (row, is_idle),
                it.friction.and_then(normal),
                it.bounds.map(|at| at * lu.scaled_row(row).unit),
            ));
        }
        for it in &mut self.bounded {
            it.start((&self.x, &self.w), first * largest);
        }
        Ok(())
    }

    /// The largest `|x - clamp(x - w, lo, hi)|`, relative to the reference size; NaN where any is.
    fn residual(&self) -> f64 {
        let mut worst = 0.0_f64;
        for it in self.bounded.iter().filter(|it| !it.is_idle) {
            let miss = it.miss(&self.x, &self.w);
            if miss.is_nan() || miss > worst {
                worst = miss;
            }
        }
        worst / self.size
    }

    /// Takes a step; returns its length as a share of the full Newton step.
    fn step(&mut self, less_far: bool) -> Result<f64, SolveError> {
        self.factor()?;
        for bound in bounds_mut(&mut self.bounded) {
            bound.change = [0.0; 2];
            bound.aim = -bound.gap * bound.z;
        }
        let mean = self.mean(0.0);
        let is_sound = mean.is_finite() && mean > 0.0;
        if !is_sound {
            return Err(SolveError::Numerical { constraint: 0 });
        }
        self.aim()?;
        let step = self.longest();
        let predicted = self.mean(step);
        let sigma = (predicted / mean)
            .powi(3)
            .max(if less_far { LEAST_SIGMA } else { 0.0 });
        for it in bounds_mut(&mut self.bounded) {
            // A correction of more than the mean is clamped: two terms of the expansion do not describe it.
            let second = (it.change[0] * it.change[1]).clamp(-mean, mean);
            it.aim = sigma * mean - it.gap * it.z - second;
        }
        self.aim()?;
        let step = self.longest();
        for it in bounds_mut(&mut self.bounded) {
            it.gap += step * it.change[0];
            it.z += step * it.change[1];
        }
        for (x, change) in self.x.iter_mut().zip(&self.change) {
            *x += step * change;
        }
        self.lu.residuals(&self.x, &mut self.w)?;
        Ok(step)
    }

    /// Factors the matrix for the present gaps.
    fn factor(&mut self) -> Result<(), SolveError> {
        self.couplings.clear();
        self.stiffness.clear();
        self.stiffness
            .extend((0..self.lu.len()).map(|row| (self.lu.scaled_row(row).compliance + EASE).recip()));
        for it in &mut self.bounded {
            let stiffness = &mut self.stiffness[it.row];
            if it.is_idle {
                *stiffness = 0.0;
                continue;
            }
            let [lo, hi] = it.bounds.map(|bound| bound.ratio());
            *stiffness = (lo + hi + self.lu.scaled_row(it.row).compliance + EASE).recip();
            if let Some((normal, mu)) = it.normal {
                self.couplings.push(Coupling {
                    row: normal,
                    other: it.row,
                    share: -mu * (lo - hi) * *stiffness,
                });
            }
        }
        self.lu.factor(&self.stiffness, &self.couplings)
    }

    /// Solves for a step towards the target products: the changes of the multipliers and of all bounds.
    fn aim(&mut self) -> Result<(), SolveError> {
        self.missed.clone_from(&self.w);
        for it in &self.bounded {
            self.missed[it.row] += it.pull(&self.x);
        }
        self.lu.correct(&self.missed, &mut self.change)?;
        for it in &mut self.bounded {
            it.follow(&self.x, &self.change);
        }
        Ok(())
    }

    /// Mean of the products gap times z after a step.
    fn mean(&self, step: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0_u32);
        for bound in bounds(&self.bounded) {
            sum += bound.product(step);
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    /// Longest step that keeps all gaps and z positive.
    fn longest(&self) -> f64 {
        bounds(&self.bounded).fold(1.0, |step, bound| bound.longest(step))
    }

    /// Sets each multiplier to a bound where its gap is less than z, which is |w| at the solution. The response of the joints is left to the caller.
    fn snap(&mut self) {
        // The bounds of friction follow from the final multiplier of its normal, which may come later.
        for with_friction in [false, true] {
            for it in &self.bounded {
                if it.normal.is_some() == with_friction {
                    self.x[it.row] = it.snapped(&self.x);
                }
            }
        }
    }
}

fn bounds(all: &[Bounded]) -> impl Iterator<Item = &Bound> {
    let bounds = all.iter().flat_map(|it| &it.bounds);
    bounds.filter(|it| it.sign != 0.0)
}

fn bounds_mut(all: &mut [Bounded]) -> impl Iterator<Item = &mut Bound> {
    let bounds = all.iter_mut().flat_map(|it| &mut it.bounds);
    bounds.filter(|it| it.sign != 0.0)
}
