//! The accelerations at the end of a sub-step, where something looked at them there: the next one begins with them.

use crate::scene::Settings;
use crate::sim::{Grab, Model, SimState};
use crate::solver::Solution;

use super::{Dynamics, Looked, Power};

/// What was answered, and of what.
#[derive(Default)]
pub(super) struct Answered {
    of: Looked,
    settings: Option<Settings>,
    solution: Solution,
    power: Power,
}

impl Answered {
    /// It is no longer that of a state that was kept.
    pub(super) fn forget(&mut self) {
        self.of.forget();
    }
}

impl Dynamics {
    /// Keeps the accelerations just found of a state, with the power that flows in it; none where the mouse pulls, for that is not of the state, and none of
    /// an iterative method, whose answer depends on where it starts.
    pub(in crate::sim) fn keep_answer(
        &mut self,
        model: &Model,
        state: &SimState,
        grab: Option<&Grab>,
        power: &Power,
    ) {
        let Answered {
            of,
            settings,
            solution,
            power: kept,
        } = &mut self.answered;
        of.forget();
        if grab.is_some() || self.solver.method().iterates() || !model.bounded().is_empty() {
            return;
        }
        of.keep(model, state);
        *settings = Some(model.settings);
        solution.acceleration.clone_from(&self.solution.acceleration);
        solution.lambda.clone_from(&self.solution.lambda);
        *kept = *power;
    }

    /// The same as [`Dynamics::accelerations`] where it was kept of this very state.
    pub(super) fn take_answer(
        &mut self,
        model: &Model,
        (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
        grab: Option<&Grab>,
    ) -> Option<Power> {
        let kept = &mut self.answered;
        let is_known = grab.is_none()
            && kept.of.is_at(model, q, v, time, memory)
            && kept.settings.as_ref() == Some(&model.settings);
        if !is_known {
            return None;
        }
        kept.forget();
        std::mem::swap(&mut self.solution, &mut kept.solution);
        Some(kept.power)
    }
}
