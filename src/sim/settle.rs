//! Pose of least constraint violation: the pose that meets all constraints, or, where they contradict each other, the one that misses
//! them least. It is where the machine would rest if nothing but its joints pulled.
//!
//! ```text
//! minimise  1/2 sum of C_i² / A_ii,   A = J W J^T at the start
//! M dq = J^T lambda,   J dq + mu A_ii lambda = -C          a Levenberg-Marquardt step
//! ```
//! A row weighs as much as the parts it moves, which makes metres and radians comparable. With mu = 0 it is
//! Newton's method; mu grows while steps do not help and vanishes when they do. [`Dynamics::settle`] goes all the
//! way, [`Dynamics::correct_positions`] takes one step or part of it.

use crate::solver::SolveError;

use super::nearby::fastest;
use super::{Dynamics, Link, Model, SimState};

/// Most steps.
const STEPS: usize = 80;
/// |C| below which no further step is taken (m, rad).
const MET: f64 = 1e-13;
/// Decrease of the sum, relative to it, below which the iteration has converged.
const ARRIVED: f64 = 1e-14;
/// Least accepted ratio of the actual to the predicted decrease of the sum.
const KEPT: f64 = 0.5;
/// Predicted decrease, relative to the sum, below which it is rounding.
const NOTHING: f64 = 1e-13;
/// First and largest damping mu.
const DAMPING: (f64, f64) = (1e-6, 1e6);

impl Dynamics {
    /// Moves the pose to the least violation of the rows for which `keep` is true; returns the largest |C| left
    /// among them (m, rad).
    ///
    /// # Errors
    /// As the solver's; the pose is then the best one found.
    pub fn settle(
        &mut self,
        model: &Model,
        state: &mut SimState,
        keep: impl Fn(&Link) -> bool,
    ) -> Result<f64, SolveError> {
        let held: Vec<bool> = model
            .links
            .iter()
            .flat_map(|link| (0..link.rows.len()).map(|k| link.holds_position(k) && keep(link)))
            .collect();
        let evaluate = |it: &mut Self, state: &SimState| {
            it.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        };
        evaluate(self, state);
        let diagonal = self.problem.inverse_effective_mass(model);
        let missed = |it: &Self| -> (f64, f64) {
            let (mut sum, mut most) = (0.0, 0.0f64);
            for (row, _) in held.iter().enumerate().filter(|(_, held)| **held) {
                let c = it.evaluation.value()[row];
                sum += c * c / diagonal[row];
                most = most.max(c.abs());
            }
            (sum, most)
        };
        let (mut sum, mut most) = missed(self);
        let mut mu = 0.0;
        for _ in 0..STEPS {
            if most <= MET {
                break;
            }
            evaluate(self, state);
            self.problem.clear_force();
            self.problem.copy_c(self.evaluation.value());
            for (row, diagonal) in diagonal.iter().enumerate() {
                self.problem.set_compliance(row, mu * diagonal);
            }
            self.problem
                .disable_rows(model, |link, k| link.holds_position(k) && keep(link));
            self.factor(model)?;
            self.solve(model)?;
            let from = state.q.clone();
            for (q, step) in state.q.iter_mut().zip(&self.solution.acceleration) {
                *q += step;
            }
            evaluate(self, state);
            let (now, now_most) = missed(self);
            // Written so that NaN is no success.
            if now < sum {
                let arrived = sum - now <= ARRIVED * sum;
                (sum, most) = (now, now_most);
                mu = if mu > DAMPING.0 { 0.1 * mu } else { 0.0 };
                if arrived {
                    break;
                }
            } else {
                state.q = from;
                mu = (10.0 * mu).max(DAMPING.0);
                if mu > DAMPING.1 {
                    break;
                }
            }
        }
        evaluate(self, state);
        Ok(most)
    }

    /// Moves the pose by `share` of a damped step towards the least violation of the position rows, no part further than `most` (m).
    /// The damping mu begins at `give` and grows until the sum falls as predicted: without it, rows that contradict each other at a
    /// pose close to singular never come to rest. Returns the share of the sum that is left.
    ///
    /// # Errors
    /// As the solver's; the pose is then as it was.
    pub(super) fn correct_positions(
        &mut self,
        model: &Model,
        state: &mut SimState,
        (share, most): (f64, f64),
        give: f64,
    ) -> Result<f64, SolveError> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let weight: Vec<f64> = self
            .problem
            .inverse_effective_mass(model)
            .iter()
            .map(|it| it.recip())
            .collect();
        let held = |row: usize| {
            let link = &model.links[model.topology.constraint_of(row)];
            link.holds_position(row - link.row)
        };
        let rows: Vec<usize> = (0..model.topology.rows()).filter(|&row| held(row)).collect();
        let sum_of = |it: &Self| {
            rows.iter()
                .map(|&row| it.evaluation.value()[row].powi(2) * weight[row])
                .sum::<f64>()
        };
        let (from, before) = (state.q.clone(), sum_of(self));
        let mut mu = give;
        while mu < DAMPING.1 && before > 0.0 {
            self.problem.clear_force();
            for &row in &rows {
                self.problem.set_c(row, self.evaluation.value()[row]);
                self.problem.set_compliance(row, mu / weight[row]);
            }
            self.problem.disable_rows(model, Link::holds_position);
            self.factor(model)?;
            self.solve(model)?;
            let step = &self.solution.acceleration;
            let furthest = fastest(model, step, 0..model.bodies.len());
            let share = if share * furthest > most {
                most / furthest
            } else {
                share
            };
            // J step = -C - E lambda: the remaining C of each row to first order.
            let left = |row: &usize| {
                let give = self.problem.system().compliance[*row] * self.solution.lambda[*row];
                let left = (1.0 - share) * self.evaluation.value()[*row] - share * give;
                left * left * weight[*row]
            };
            let promised = before - rows.iter().map(left).sum::<f64>();
            if promised <= NOTHING * before {
                break;
            }
            for (q, step) in state.q.iter_mut().zip(step) {
                *q += share * step;
            }
            self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
            let now = sum_of(self);
            // Written so that NaN breaks the promise.
            if before - now >= KEPT * promised {
                return Ok(now / before);
            }
            state.q.copy_from_slice(&from);
            self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
            mu *= 10.0;
        }
        Ok(1.0)
    }
}
