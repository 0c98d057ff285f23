//! Accelerations and multipliers at a state, and the power of forces and constraints there.

use crate::solver::{SolveError, System};

use super::{Dynamics, Grab, Model, SimState, Work};

impl Dynamics {
    /// Evaluates the system at a state (M, J, F and c), without solving it.
    pub fn linear_system(&mut self, model: &Model, state: &SimState) -> &System {
        self.evaluate(model, &state.q, &state.v, state.time, &state.memory, None);
        self.problem.system()
    }

    /// Fills the system. Returns the power that does not come from potential energy: of dissipation, of the hand, and of drives.
    pub(in crate::sim) fn evaluate(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Work {
        self.evaluate_constraints(model, q, v, time, memory);
        let mut power = self.evaluate_forces(model, q, v, time, grab);
        self.feed_back(model);
        self.push_at_bounds(model, (q, v, time, memory), &mut power);
        power
    }

    /// Computes the accelerations at a state, stored in `solution`; returns the power by the entries of the ledger (W).
    ///
    /// # Errors
    /// Those of the solver: numbers that are not finite, a mass that is not positive, a cancelled solve.
    pub fn accelerations(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Work, SolveError> {
        if let Some(power) = self.sweep(model, q, v, time, memory, grab)? {
            self.spent.assemble_ns += self.assemble_ns;
            self.count_solve();
            return Ok(power);
        }
        if let Some(power) = self.take_cached_solution(model, (q, v, time, memory), grab) {
            return Ok(power);
        }
        self.accelerations_by_rows(model, q, v, time, memory, grab)
    }

    /// [`Dynamics::accelerations`] with all rows evaluated and no sweep, for callers that read the rows afterwards.
    ///
    /// # Errors
    /// As [`Dynamics::accelerations`].
    pub(in crate::sim) fn accelerations_by_rows(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Work, SolveError> {
        let started = self.solver.now();
        let rate = self.evaluate(model, q, v, time, memory, grab);
        self.solve_with_power(model, (q, v), rate, started)
    }

    /// [`Dynamics::accelerations_by_rows`] with a mass and a force, `hold(k)`, added to each coordinate k.
    ///
    /// # Errors
    /// As [`Dynamics::accelerations`].
    pub(in crate::sim) fn accelerations_held(
        &mut self,
        model: &Model,
        (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
        grab: Option<&Grab>,
        hold: impl Fn(usize) -> (f64, f64),
    ) -> Result<Work, SolveError> {
        let started = self.solver.now();
        let rate = self.evaluate(model, q, v, time, memory, grab);
        for (index, body) in model.bodies.iter().enumerate() {
            self.problem
                .add_to_mass(model, index, |k| hold(body.offset + k).0);
        }
        for (k, force) in self.problem.force_mut().iter_mut().enumerate() {
            *force += hold(k).1;
        }
        self.solve_with_power(model, (q, v), rate, started)
    }

    /// Solves the evaluated problem and adds the power of the constraints to `rate`, the power of the forces. `started` is the time at which the
    /// evaluation began, by the clock of the solver.
    fn solve_with_power(
        &mut self,
        model: &Model,
        (q, v): (&[f64], &[f64]),
        mut rate: Work,
        started: u64,
    ) -> Result<Work, SolveError> {
        self.note_evaluation(started);
        if self.solver.method().iterates() {
            self.solution.lambda.clone_from(&self.guess);
            // Rows of contact points come last and have no warm start.
            self.solution.lambda.resize(model.topology.rows(), 0.0);
        }
        self.factor_and_solve(model)?;
        self.keep_guess(model, false);
        self.add_power_of_touching(model, q, v, &mut rate);
        if model.passive {
            // Without drives and forced constraints all rows count as feedback: one flat loop.
            rate.feedback += self.power_of_rows();
            return Ok(rate);
        }
        for (index, link) in model.links.iter().enumerate() {
            let entry = if link.drive {
                &mut rate.drives
            } else {
                &mut rate.feedback
            };
            for row in link.row_range() {
                // The force J^T lambda moves its points at J v = Cdot - C_t; a force that acts elsewhere at K^T v.
                let moved = if link.forced {
                    self.push_rate(model, index, row - link.row, v)
                } else {
                    self.evaluation.rate()[row] - self.evaluation.time_rate()[row]
                };
                *entry += self.solution.lambda[row] * moved;
            }
        }
        Ok(rate)
    }
}
