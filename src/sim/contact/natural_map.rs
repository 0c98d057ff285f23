//! Complementarity residual of an answer by the natural map (Facchinei and Pang 2003), and the side of each condition in that answer.
//!
//! ```text
//! x - clamp(x - w, lo, hi) = 0,   w = J a + c + E x
//! ```

use crate::sim::limits::{Condition, dot, mobility_in, side_of};
use crate::solver::{Side, Solution};

use super::bodies::force_square;
use super::problem::ContactProblem;

/// `|x - clamp(x - w, lo, hi)|`; NaN where w is, which a clamp would turn into a bound.
pub fn natural_residual(x: f64, w: f64, [lo, hi]: [f64; 2]) -> f64 {
    if w.is_nan() {
        w
    } else {
        (x - (x - w).max(lo).min(hi)).abs()
    }
}

/// The rows that are evaluated, and their multipliers.
#[derive(Default)]
pub struct NaturalMap {
    /// Joint rows, where they are evaluated; they come after the rows with conditions.
    joints: Vec<Condition>,
    /// Multipliers of the answer that was read last.
    x: Vec<f64>,
    /// Whether a row of the system has a condition.
    has_condition: Vec<bool>,
}

impl NaturalMap {
    /// Takes up a problem, with its joint rows where the solution method does not solve them exactly.
    pub fn take(&mut self, problem: &ContactProblem<'_>, with_joints: bool) {
        let topology = problem.topology;
        self.joints.clear();
        if with_joints {
            self.has_condition.clear();
            self.has_condition.resize(topology.rows(), false);
            for it in problem.conditions {
                self.has_condition[topology.row_offset(it.constraint) + it.k] = true;
            }
            for constraint in 0..problem.joints {
                let own = (0..topology.constraint_dim(constraint))
                    .filter(|k| !self.has_condition[topology.row_offset(constraint) + k]);
                self.joints
                    .extend(own.map(|k| Condition::equation(constraint, k)));
            }
        }
    }

    /// Reads the multipliers of an answer.
    pub fn read(&mut self, problem: &ContactProblem<'_>, out: &Solution) {
        let row = |it: &Condition| problem.topology.row_offset(it.constraint) + it.k;
        self.x.clear();
        self.x
            .extend(problem.conditions.iter().map(|it| out.lambda[row(it)]));
        self.x.extend(self.joints.iter().map(|it| out.lambda[row(it)]));
    }

    /// Multipliers of the answer that was read last: those of the conditions come first.
    pub fn x(&self) -> &[f64] {
        &self.x
    }

    /// [lo, hi] of a row, from the multipliers that were read.
    fn bounds(&self, it: &Condition) -> [f64; 2] {
        it.bounds_by(|normal| self.x[normal])
    }

    /// Largest natural-map residual of all rows in the answer that was read: rows scaled to a unit J W J^T, relative to the root of F W F (which no
    /// |J W F| exceeds), the largest |c|, or the largest multiplier that bounds ask for. NaN where the residual of any row is. All rows must be
    /// written as equations.
    pub fn residual(&self, problem: &ContactProblem<'_>, out: &Solution) -> f64 {
        let (topology, system) = (problem.topology, &*problem.system);
        let mut squares = 0.0;
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            squares += force_square(topology, system, body, &system.force[start..start + dim]);
        }
        let least = problem.least_size.max(f64::MIN_POSITIVE);
        let (mut worst, mut size) = (0.0_f64, squares.sqrt().max(least));
        let (of_conditions, of_joints) = self.x.split_at(problem.conditions.len());
        for (rows, x) in [(problem.conditions, of_conditions), (&self.joints, of_joints)] {
            for (it, x) in rows.iter().zip(x) {
                let (miss, given) = self.miss(problem, it, *x, out);
                size = size.max(given);
                if miss.is_nan() || miss > worst {
                    worst = miss;
                }
            }
        }
        worst / size
    }

    /// The rows that were read, each with its multiplier and whether that is inside its bounds.
    pub fn rows<'a>(
        &'a self,
        problem: &'a ContactProblem<'_>,
    ) -> impl Iterator<Item = (&'a Condition, f64, bool)> {
        let rows = problem.conditions.iter().chain(&self.joints).zip(&self.x);
        rows.map(|(it, x)| {
            let [lo, hi] = self.bounds(it);
            (it, *x, lo < *x && *x < hi)
        })
    }

    /// Residual of a row with multiplier `x`, and the larger of |c| and the least multiplier that its bounds ask for, scaled to a unit J W J^T;
    /// zeros for a row that moves nothing.
    fn miss(&self, problem: &ContactProblem<'_>, it: &Condition, x: f64, out: &Solution) -> (f64, f64) {
        let (topology, system) = (problem.topology, &*problem.system);
        let row = topology.row_offset(it.constraint) + it.k;
        let c = system.c[row];
        let (mut w, mut mobility) = (c, 0.0);
        for end in topology.ends(it.constraint) {
            let dim = topology.body_dim(end.body);
            let j = &system.jacobian[end.block + it.k * dim..][..dim];
            let a = &out.acceleration[topology.body_offset(end.body)..][..dim];
            w += dot(j, a);
            mobility += mobility_in(j, &system.mass[topology.mass_offset(end.body)..][..dim * dim]);
        }
        let unit = mobility.sqrt();
        if unit == 0.0 {
            return (0.0, 0.0);
        }
        let w = (w + system.compliance[row] * x) / unit;
        let [lo, hi] = self.bounds(it).map(|bound| bound * unit);
        let x = x * unit;
        (
            natural_residual(x, w, [lo, hi]),
            (c.abs() / unit).max(it.least() * unit),
        )
    }

    /// Finds the side of each of these conditions, the problem's own, from its multiplier: at a bound where only rounding is between. A condition
    /// that slides already keeps its side.
    pub fn find_sides(&self, conditions: &[Condition], sides: &mut Vec<Side>) {
        sides.clear();
        let places = conditions.iter().zip(&self.x);
        sides.extend(places.map(|(it, &x)| {
            if it.slides {
                it.side
            } else {
                side_of(x, self.bounds(it))
            }
        }));
    }
}
