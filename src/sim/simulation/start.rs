//! Velocities at the start: those nearest to the velocities as built that all constraints allow.

use std::mem;

use crate::sim::integrators::{StepContext, StepError};
use crate::sim::limits;
use crate::sim::trust::Watch;
use crate::solver::SolveError;

use super::Simulation;

impl Simulation {
    /// Projects the velocities by an impulse, after something was attached in motion, so that no feedback has to make up for it. Returns
    /// the constraint (dense index) that the velocities violated most, with its |Cdot| (m/s, rad/s).
    pub(super) fn project_start_velocities(&mut self) -> Option<(usize, f64)> {
        self.before.clone_from(&self.state);
        self.dynamics.begin_task(&self.model);
        let (model, state) = (&self.model, &mut self.state);
        limits::set_initial_modes(model, state);
        let projected = self.dynamics.exactly(|it| it.project_velocities(model, state));
        let arrived = self.arrive();
        self.dynamics.end_task();
        self.start_is_unknown = matches!(projected, Err(SolveError::TooLong))
            || matches!(arrived, Err(StepError::Solve(SolveError::TooLong)));
        if projected.is_err() || arrived.is_err() || !self.state.v.iter().all(|v| v.is_finite()) {
            // The step that follows says what is wrong; a start cannot.
            self.state.clone_from(&self.before);
        }
        let against = projected.ok().flatten();
        against
            .filter(|(_, rate)| !self.agrees(*rate))
            .or_else(|| self.stopped_at_start())
    }

    /// The unilateral constraint (dense index) that changed the velocities as built most, with the change of its rate
    /// (m/s, rad/s): a rope that was taut already, say.
    fn stopped_at_start(&mut self) -> Option<(usize, f64)> {
        let (model, state, built) = (&self.model, &self.state, &self.before.v);
        if model.bounded().is_empty() || state.v == *built {
            return None;
        }
        let mut rates = [Vec::new(), Vec::new()];
        self.dynamics
            .evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        for (rates, v) in rates.iter_mut().zip([built, &state.v]) {
            self.dynamics.row_rates(model, v, rates);
        }
        let changes = model.bounded().iter().map(|&index| {
            let link = &model.links[index];
            let rows = link.row_range();
            let change = rows.map(|row| (rates[0][row] - rates[1][row]).abs());
            (index, change.fold(0.0, f64::max))
        });
        changes.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// After the first step by impulses, where it was divided: positions at the start are ahead of velocities by half of the first sub-step only, so
    /// the energy at the start, and the watch, count from that.
    pub(super) fn note_first_length(&mut self) {
        let usual = self.model.settings.dt;
        let Some(first) = self.stepper.first_length.filter(|first| *first != usual) else {
            return;
        };
        let mut begun = self.before.clone();
        mem::swap(&mut self.state, &mut begun);
        let before = self.energy_at_one_instant().total();
        self.state.control.length = first;
        let after = self.energy_at_one_instant().total();
        self.watch = Watch::default();
        self.look();
        mem::swap(&mut self.state, &mut begun);
        if after != before {
            self.earlier_energy_starts
                .push((self.state.step, self.energy_start));
            self.energy_start += after - before;
        }
    }

    /// Handles the events of limits and contacts that are due at once: impacts, and the choice of those that hold.
    pub(super) fn arrive(&mut self) -> Result<(), StepError> {
        let (model, state, events) = (&self.model, &mut self.state, &mut self.stepper.events);
        let grab = self.grab.as_ref();
        self.dynamics.exactly(|dynamics| {
            let mut context = StepContext {
                model,
                dynamics,
                grab,
            };
            events.handle_event(&mut context, state, 0)
        })
    }
}
