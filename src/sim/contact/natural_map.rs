//! How far an answer is from the law of its rows, by the natural map (Facchinei and Pang 2003), and where it leaves each.
//!
//! ```text
//! x - clamp(x - w, lo, hi) = 0,   w = J a + c + E x
//! ```

use crate::sim::limits::{Condition, SavedRows};
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{Side, Solution};

use super::bodies::apply_w;
use super::problem::ContactProblem;

/// Rows that are looked at, and their multipliers.
#[derive(Default)]
pub struct NaturalMap {
    /// Those with conditions, then those of joints, where they count.
    conditions: Vec<Condition>,
    rows: SavedRows,
    /// Of the answer that was read last.
    x: Vec<f64>,
    /// Whether a row of the system has a condition.
    has_condition: Vec<bool>,
}

impl NaturalMap {
    /// Takes the rows of a problem, all written as equations: those of joints too, where a way does not solve them exactly.
    pub fn save(&mut self, problem: &ContactProblem<'_>, with_joints: bool) {
        let topology = problem.topology;
        self.conditions.clear();
        self.conditions.extend_from_slice(problem.conditions);
        if with_joints {
            self.has_condition.clear();
            self.has_condition.resize(topology.rows(), false);
            for it in problem.conditions {
                self.has_condition[topology.row_offset(it.constraint) + it.k] = true;
            }
            for constraint in 0..problem.joints {
                let own = (0..topology.constraint_dim(constraint))
                    .filter(|k| !self.has_condition[topology.row_offset(constraint) + k]);
                self.conditions
                    .extend(own.map(|k| Condition::equation(constraint, k)));
            }
        }
        self.rows.save(topology, problem.system, &self.conditions);
    }

    /// Reads the multipliers of an answer.
    pub fn read(&mut self, problem: &ContactProblem<'_>, out: &Solution) {
        let row = |it: &Condition| problem.topology.row_offset(it.constraint) + it.k;
        self.x.clear();
        self.x
            .extend(self.conditions.iter().map(|it| out.lambda[row(it)]));
    }

    /// Multipliers of the answer that was read last: those of the conditions come first.
    pub fn x(&self) -> &[f64] {
        &self.x
    }

    /// [lo, hi] of a row, by the multipliers that were read.
    fn bounds(&self, it: &Condition) -> [f64; 2] {
        it.bounds_by(|normal| self.x[normal])
    }

    /// Largest miss of the natural map of all rows in the answer that was read: rows scaled to a unit J W J^T, relative to the root of F W F,
    /// which no |J W F| exceeds, or the largest |c|. NaN where any miss is.
    pub fn residual(&self, problem: &ContactProblem<'_>, out: &Solution) -> f64 {
        let (topology, system) = (problem.topology, &*problem.system);
        let mut squares = 0.0;
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            let (force, mut v) = (&system.force[start..start + dim], [0.0; MAX_BODY_DIM]);
            apply_w(topology, system, body, force, &mut v);
            squares += force.iter().zip(&v).map(|(f, v)| f * v).sum::<f64>();
        }
        let (mut worst, mut size) = (0.0_f64, squares.sqrt().max(f64::MIN_POSITIVE));
        for (i, it) in self.conditions.iter().enumerate() {
            let unit = self.rows.mobility(i).sqrt();
            if unit == 0.0 {
                continue;
            }
            size = size.max(self.rows.c(i).abs() / unit);
            let (w, _) = self.rows.w_and_terms(topology, it, i, out);
            let x = self.x[i] * unit;
            let w = (w + self.rows.compliance(i) * self.x[i]) / unit;
            let [lo, hi] = self.bounds(it).map(|bound| bound * unit);
            // A clamp would make a bound of NaN.
            let miss = if w.is_nan() {
                w
            } else {
                (x - (x - w).max(lo).min(hi)).abs()
            };
            if miss.is_nan() || miss > worst {
                worst = miss;
            }
        }
        worst / size
    }

    /// Where each of these conditions, the problem's own, is by its multiplier; what slides already stays where it is.
    pub fn find_sides(&self, conditions: &[Condition], sides: &mut Vec<Side>) {
        sides.clear();
        let places = conditions.iter().zip(&self.x);
        sides.extend(places.map(|(it, &x)| match self.bounds(it) {
            _ if it.slides => it.side,
            [lo, _] if x <= lo => Side::Low,
            [_, hi] if x >= hi => Side::High,
            _ => Side::Held,
        }));
    }
}
