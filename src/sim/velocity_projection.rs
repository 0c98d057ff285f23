//! Velocity projection: an impulse that makes velocities meet the constraints, computed by the solver that moves the machine:
//!
//! ```text
//! M Δv = J^T lambda,  J (v + Δv) + C_t = 0         (Baraff, section 3: Δv = mj)
//! ```

use crate::solver::SolveError;

use super::{Dynamics, Link, Model, Place, SimState};

/// Unmet fraction of the right-hand side that is more than rounding.
const UNMET: f64 = 1e-6;

impl Dynamics {
    /// Changes the velocities least, in the metric of the mass, so that every row has Cdot = 0. Drives of a
    /// speed are left to their own time constant. Never adds kinetic energy where nothing is
    /// driven: it is a projection. Drives of limited force give way where other rows contradict them. Returns the constraint (dense index) whose |Cdot|
    /// was largest before, with that (m/s, rad/s).
    ///
    /// # Errors
    /// As the solver's.
    pub fn project_velocities(
        &mut self,
        model: &Model,
        state: &mut SimState,
    ) -> Result<Option<(usize, f64)>, SolveError> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let against = self.largest_rate(model, &state.v);
        self.solve_for_rates(model, Link::holds_motion)?;
        if self.leaves_unmet() && model.links.iter().any(Link::is_capped) {
            self.solve_for_rates(model, Link::takes_impulses)?;
        }
        for (v, change) in state.v.iter_mut().zip(&self.solution.acceleration) {
            *v += change;
        }
        Ok(against)
    }

    /// Whether the last solve left part of the right-hand side unmet, since rows contradict each other.
    pub(super) fn leaves_unmet(&self) -> bool {
        self.solver.report().contradiction > UNMET
    }

    /// Solves for the least change of velocities that takes away the rates of these rows.
    fn solve_for_rates(
        &mut self,
        model: &Model,
        rows: impl Fn(&Link, usize) -> bool,
    ) -> Result<(), SolveError> {
        self.problem.clear_force();
        self.problem.copy_c(self.evaluation.rate());
        self.problem.disable_rows(model, rows);
        self.factor(model)?;
        self.solve(model)
    }

    /// Constraint whose |Cdot| was largest at the last evaluation. A drive whose parts are all at rest does not count: it sets them in motion,
    /// and contradicts no velocity that was given.
    fn largest_rate(&self, model: &Model, v: &[f64]) -> Option<(usize, f64)> {
        let is_at_rest = |body: usize| {
            let ends = model.bodies.get(body + 1).map_or(v.len(), |next| next.offset);
            v[model.bodies[body].offset..ends].iter().all(|v| *v == 0.0)
        };
        let sets_off = |link: &Link| link.drive && link.ends.iter().filter_map(Place::body).all(is_at_rest);
        let mut largest: Option<(usize, f64)> = None;
        for (index, link) in model.links.iter().enumerate().filter(|it| !sets_off(it.1)) {
            for k in (0..link.rows.len()).filter(|&k| link.holds_motion(k)) {
                let rate = self.evaluation.rate()[link.row + k].abs();
                if largest.is_none_or(|(_, most)| rate > most) {
                    largest = Some((index, rate));
                }
            }
        }
        largest
    }
}
