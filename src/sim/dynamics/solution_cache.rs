//! Cache of the accelerations at the end of a sub-step, if they were computed there: the next sub-step begins at the same state.

use crate::scene::Settings;
use crate::sim::{Grab, Model, SimState};
use crate::solver::Solution;

use super::{Dynamics, EvaluatedState, Work};

/// A solution with its power, and the state and settings for which it is valid.
#[derive(Default)]
pub(super) struct SolutionCache {
    of: EvaluatedState,
    settings: Option<Settings>,
    solution: Solution,
    power: Work,
}

impl SolutionCache {
    /// Invalidates the cache.
    pub(super) fn forget(&mut self) {
        self.of.invalidate();
    }
}

impl Dynamics {
    /// Stores the accelerations just computed for a state, with their power. Stores nothing while the mouse pulls, which is not part of the state,
    /// for an iterative method, whose answer depends on its starting value, and for machines with limits.
    pub(in crate::sim) fn cache_solution(
        &mut self,
        model: &Model,
        state: &SimState,
        grab: Option<&Grab>,
        power: &Work,
    ) {
        let SolutionCache {
            of,
            settings,
            solution,
            power: kept,
        } = &mut self.solution_cache;
        of.invalidate();
        if grab.is_some() || self.solver.method().iterates() || !model.bounded().is_empty() {
            return;
        }
        of.keep(model, state);
        *settings = Some(model.settings);
        solution.acceleration.clone_from(&self.solution.acceleration);
        solution.lambda.clone_from(&self.solution.lambda);
        *kept = *power;
    }

    /// Returns the result of [`Dynamics::accelerations`] from the cache, if it was stored for exactly this state; it can be taken once.
    pub(super) fn take_cached_solution(
        &mut self,
        model: &Model,
        (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
        grab: Option<&Grab>,
    ) -> Option<Work> {
        let kept = &mut self.solution_cache;
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
