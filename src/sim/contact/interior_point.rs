//! Joints and contacts by an infeasible primal-dual interior point method with a predictor and a corrector (Mehrotra 1992), friction included:
//!
//! ```text
//! w = J a + c + E x = z_lo - z_hi,   g z = sigma m,   g, z > 0        m: mean of all g z
//! g_lo = x - lo,   g_hi = hi - x;   friction: lo = -mu x_n,   hi = mu x_n
//! ```
//! A Newton step is one factorisation of a matrix of the bodies, to which all rows are condensed, with the compliance `D = z_lo/g_lo + z_hi/g_hi`
//! of each row and a proximal term of 1e-11. The multiplier of a normal row pushes along `J_n^T + s J_t^T`, `s = -mu (z_lo/g_lo - z_hi/g_hi) / (D +
//! 1e-11 + E)`. The method looks for no active set, so it matters little whether rows depend on each other or many change over at once. Friction
//! makes the problem non-monotone, so steps may become short; the residual tells whether the problem is solved. Gaps, z, bounds and x are those of
//! rows scaled to a unit J W J^T.

use crate::sim::limits::{Condition, SavedRows, find_active};
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{BodyLu, Solution, SolveError, Solver};

use super::bodies::apply_w;
use super::figures::EXACT;
use super::natural_map::NaturalMap;
use super::problem::ContactProblem;

/// Newton steps at most.
const MOST: usize = 50;
/// Least gap and least z at the start, relative to the largest multiplier or w.
const FIRST: f64 = 1e-2;
/// Proximal compliance of all rows about the present multipliers, relative to their own J W J^T: rows may depend on each other.
const EASE: f64 = 1e-11;
/// Share of the distance to the nearest bound that a step goes.
const SHARE: f64 = 0.995;
/// Target residual: below `EXACT`, so that the answer stays exact when multipliers are set to their bounds.
const AIM: f64 = 0.1 * EXACT;
/// Length below which a step counts as short; least sigma after a short step; short steps in a row that end the iteration.
const SHORT: f64 = 0.3;
const LEAST_SIGMA: f64 = 0.3;
const MOST_SHORT: usize = 10;

/// A bound of a row: its gap, its multiplier z, and the change of both in a step.
#[derive(Clone, Copy, Default)]
struct Bound {
    /// 1 for the lower bound, -1 for the upper, 0 where there is none.
    sign: f64,
    /// The bound times its sign, where it is constant.
    at: f64,
    gap: f64,
    z: f64,
    change: [f64; 2],
    /// Target of the product gap times z, less its present value.
    aim: f64,
}

impl Bound {
    fn ratio(&self) -> f64 {
        if self.sign == 0.0 { 0.0 } else { self.z / self.gap }
    }

    fn product(&self, step: f64) -> f64 {
        (self.gap + step * self.change[0]) * (self.z + step * self.change[1])
    }
}

/// Interior point method, and its workspace.
#[derive(Default)]
pub struct InteriorPoint {
    rows: SavedRows,
    /// Root of J W J^T of each condition, and its multiplier times that root.
    unit: Vec<f64>,
    x: Vec<f64>,
    bounds: Vec<[Bound; 2]>,
    /// s of each friction condition.
    slope: Vec<f64>,
    lu: BodyLu,
    push: Vec<f64>,
    force: Vec<f64>,
    active: Vec<bool>,
    next: Solution,
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

    /// Iterates from `out`, whose accelerations and multipliers must belong together, and leaves the result there, read by `map`. Returns the
    /// number of steps.
    ///
    /// # Errors
    /// As the factorisation's; then `out` holds the last iterate.
    pub fn solve(
        &mut self,
        solver: &Solver,
        problem: &mut ContactProblem<'_>,
        map: &mut NaturalMap,
        out: &mut Solution,
    ) -> Result<usize, SolveError> {
        self.begin(solver, problem, out);
        let (mut steps, mut short) = (0, 0);
        let answer = loop {
            self.restore(problem);
            map.read(problem, out);
            // Written so that NaN ends the loop.
            let goes_on = map.residual(problem, out) > AIM;
            if !goes_on || steps == MOST || short == MOST_SHORT {
                break Ok(steps);
            }
            steps += 1;
            match self.step(problem, short > 0, out) {
                Ok(step) if step < SHORT => short += 1,
                Ok(_) => short = 0,
                Err(error) => break Err(error),
            }
        };
        self.restore(problem);
        self.snap(problem, out);
        answer
    }

    /// Restores the rows of the system.
    fn restore(&self, problem: &mut ContactProblem<'_>) {
        let (topology, system) = (problem.topology, &mut *problem.system);
        for (i, it) in problem.conditions.iter().enumerate() {
            self.rows.write_equation(topology, system, it, i, 0.0);
        }
    }

    /// Sets each multiplier to a bound where its gap is less than z, which is |w| at the solution. The response of the joints is left to the caller.
    fn snap(&mut self, problem: &ContactProblem<'_>, out: &mut Solution) {
        let (topology, conditions) = (problem.topology, problem.conditions);
        self.force.clear();
        self.force.resize(topology.dofs(), 0.0);
        // The bounds of friction follow from the final multiplier of its normal, which may come later.
        for with_friction in [false, true] {
            for (i, it) in conditions.iter().enumerate() {
                if it.friction.is_some() != with_friction {
                    continue;
                }
                let row = |it: &Condition| topology.row_offset(it.constraint) + it.k;
                let [lo, hi] = it.bounds_by(|normal| out.lambda[row(&conditions[normal])]);
                let [below, above] = self.bounds[i].map(|it| it.sign != 0.0 && it.gap < it.z);
                let x = &mut out.lambda[row(it)];
                let next = match (below, above) {
                    (true, _) => lo,
                    (_, true) => hi,
                    _ => x.max(lo).min(hi),
                };
                self.rows.add_force(topology, &mut self.force, it, i, next - *x);
                *x = next;
            }
        }
        for body in 0..topology.bodies() {
            let own = topology.body_offset(body)..topology.body_offset(body + 1);
            let mut moved = [0.0; MAX_BODY_DIM];
            apply_w(
                topology,
                problem.system,
                body,
                &self.force[own.clone()],
                &mut moved,
            );
            let to = out.acceleration[own].iter_mut();
            to.zip(moved).for_each(|(to, moved)| *to += moved);
        }
    }

    fn begin(&mut self, solver: &Solver, problem: &ContactProblem<'_>, out: &Solution) {
        let (topology, conditions) = (problem.topology, problem.conditions);
        self.rows.save(topology, problem.system, conditions);
        self.lu.work_as(solver);
        find_active(topology, problem.system, conditions, &mut self.active);
        self.unit.clear();
        self.x.clear();
        self.bounds.clear();
        self.slope.clear();
        self.slope.resize(conditions.len(), 0.0);
        let mut largest = f64::MIN_POSITIVE;
        for (i, it) in conditions.iter().enumerate() {
            let mobility = self.rows.mobility(i);
            let unit = if mobility > 0.0 { mobility.sqrt() } else { 1.0 };
            let x = out.lambda[topology.row_offset(it.constraint) + it.k];
            let (w, _) = self.rows.w_and_terms(topology, it, i, out);
            let w = (w + self.rows.compliance(i) * x) / unit;
            self.unit.push(unit);
            self.x.push(x * unit);
            largest = largest.max(w.abs()).max((x * unit).abs());
            let [lo, hi] = it.bounds;
            let is_idle = self.is_idle(it, i);
            let bound = |sign: f64, at: f64| match it.friction {
                _ if is_idle => Bound::default(),
                Some(_) => Bound {
                    sign,
                    z: sign * w,
                    ..Bound::default()
                },
                None if at.is_finite() => Bound {
                    sign,
                    at: sign * at * unit,
                    z: sign * w,
                    ..Bound::default()
                },
                None => Bound::default(),
            };
            self.bounds.push([bound(1.0, lo), bound(-1.0, hi)]);
        }
        for (i, it) in conditions.iter().enumerate() {
            let most = self.most(it, i);
            for bound in &mut self.bounds[i] {
                bound.gap = (bound.sign * self.x[i] + most - bound.at).max(FIRST * largest);
                bound.z = bound.z.max(FIRST * largest);
            }
        }
    }

    /// Whether a condition exerts no force: friction of coefficient 0, or a row that moves nothing.
    fn is_idle(&self, it: &Condition, i: usize) -> bool {
        self.rows.mobility(i) == 0.0 || matches!(it.friction, Some((_, 0.0)))
    }

    /// Largest friction under the present multiplier of the normal, scaled; 0 for other conditions.
    fn most(&self, it: &Condition, i: usize) -> f64 {
        it.friction.map_or(0.0, |(normal, mu)| {
            mu * self.x[normal] * self.unit[i] / self.unit[normal]
        })
    }

    /// Takes a step from `out`; returns its length as a share of the full Newton step.
    fn step(
        &mut self,
        problem: &mut ContactProblem<'_>,
        less_far: bool,
        out: &mut Solution,
    ) -> Result<f64, SolveError> {
        self.factor(problem)?;
        for it in self.bounds.iter_mut().flatten() {
            it.change = [0.0; 2];
            it.aim = -it.gap * it.z;
        }
        let mean = self.mean(0.0);
        let is_sound = mean.is_finite() && mean > 0.0;
        if !is_sound {
            return Err(SolveError::Numerical { constraint: 0 });
        }
        self.aim(problem, out)?;
        let step = self.longest();
        let predicted = self.mean(step);
        let sigma = (predicted / mean)
            .powi(3)
            .max(if less_far { LEAST_SIGMA } else { 0.0 });
        for it in self.bounds.iter_mut().flatten() {
            // A correction of more than the mean is clamped: two terms of the expansion do not describe it.
            let second = (it.change[0] * it.change[1]).clamp(-mean, mean);
            it.aim = sigma * mean - it.gap * it.z - second;
        }
        self.aim(problem, out)?;
        let step = self.longest();
        for it in self.bounds.iter_mut().flatten().filter(|it| it.sign != 0.0) {
            it.gap += step * it.change[0];
            it.z += step * it.change[1];
        }
        for (to, next) in [
            (&mut out.acceleration, &self.next.acceleration),
            (&mut out.lambda, &self.next.lambda),
        ] {
            to.iter_mut()
                .zip(next)
                .for_each(|(to, next)| *to += step * (next - *to));
        }
        let topology = problem.topology;
        for ((x, unit), it) in self.x.iter_mut().zip(&self.unit).zip(problem.conditions) {
            *x = unit * out.lambda[topology.row_offset(it.constraint) + it.k];
        }
        Ok(step)
    }

    fn all(&self) -> impl Iterator<Item = &Bound> {
        self.bounds.iter().flatten().filter(|it| it.sign != 0.0)
    }

    /// Mean of the products gap times z after a step.
    fn mean(&self, step: f64) -> f64 {
        let count = self.all().count().max(1) as f64;
        self.all().map(|it| it.product(step)).sum::<f64>() / count
    }

    /// Factors the matrix for the present gaps.
    fn factor(&mut self, problem: &mut ContactProblem<'_>) -> Result<(), SolveError> {
        let (topology, system) = (problem.topology, &mut *problem.system);
        for (i, it) in problem.conditions.iter().enumerate() {
            let [lo, hi] = self.bounds[i].map(|bound| bound.ratio());
            if self.is_idle(it, i) {
                self.rows.write_identity(topology, system, it, 0.0);
                continue;
            }
            self.rows.write_equation(topology, system, it, i, lo + hi + EASE);
            if let Some((_, mu)) = it.friction {
                let own = self.rows.compliance(i) / self.rows.mobility(i);
                self.slope[i] = -mu * (lo - hi) / (lo + hi + EASE + own);
            }
        }
        self.push.clone_from(&system.jacobian);
        for (i, it) in problem.conditions.iter().enumerate() {
            let Some((normal, _)) = it.friction else { continue };
            let (normal, mut j) = (&problem.conditions[normal], self.rows.j(i).iter());
            for end in topology.ends(normal.constraint) {
                let dim = topology.body_dim(end.body);
                let to = &mut self.push[end.block + normal.k * dim..][..dim];
                to.iter_mut()
                    .zip(&mut j)
                    .for_each(|(to, j)| *to += self.slope[i] * j);
            }
        }
        self.lu.factor(topology, system, (&self.push, &self.active))
    }

    /// Solves for a step from `out` towards the target products, into `next` and the changes of all bounds.
    fn aim(&mut self, problem: &mut ContactProblem<'_>, out: &Solution) -> Result<(), SolveError> {
        let (topology, system) = (problem.topology, &mut *problem.system);
        let row = |it: &Condition| topology.row_offset(it.constraint) + it.k;
        for (i, it) in problem.conditions.iter().enumerate() {
            if self.is_idle(it, i) {
                continue;
            }
            let pull = |b: &Bound| match b.sign {
                0.0 => 0.0,
                sign => sign * (2.0 * b.z + (b.aim + b.z * b.at) / b.gap),
            };
            let pull = self.bounds[i].iter().map(pull).sum::<f64>() + EASE * self.x[i];
            system.c[row(it)] = self.rows.c(i) - self.unit[i] * pull;
        }
        // Adds (sign 1) or removes (sign -1) the part of friction that follows the normal force.
        let rest = |lambda: &mut [f64], sign: f64| {
            for (i, it) in problem.conditions.iter().enumerate() {
                if let Some((normal, _)) = it.friction {
                    lambda[row(it)] += sign * self.slope[i] * lambda[row(&problem.conditions[normal])];
                }
            }
        };
        self.next.lambda.clone_from(&out.lambda);
        rest(&mut self.next.lambda, -1.0);
        self.lu.correct(topology, system, &self.push, &mut self.next)?;
        rest(&mut self.next.lambda, 1.0);
        for (i, it) in problem.conditions.iter().enumerate() {
            let x = self.unit[i] * self.next.lambda[row(it)];
            let most = it.friction.map_or(0.0, |(normal, mu)| {
                mu * self.unit[i] * self.next.lambda[row(&problem.conditions[normal])]
            });
            for b in self.bounds[i].iter_mut().filter(|it| it.sign != 0.0) {
                let change = b.sign * x + most - b.at - b.gap;
                b.change = [change, (b.aim - b.z * change) / b.gap];
            }
        }
        Ok(())
    }

    /// Longest step that keeps all gaps and z positive.
    fn longest(&self) -> f64 {
        let ways = self
            .all()
            .flat_map(|it| [(it.gap, it.change[0]), (it.z, it.change[1])]);
        let ends = ways.filter(|(_, change)| *change < 0.0);
        ends.map(|(at, change)| -SHARE * at / change).fold(1.0, f64::min)
    }
}
