//! Drives whose force acts elsewhere than at the row they hold (a thruster that holds a height), and poses in which that force has no effect on the
//! row.
//!
//! ```text
//! lambda ~ 1/(t* - t)     passed with an unbounded force, which then has the other sign
//! lambda ~ t* - t         a force that is zero for an instant
//! ```
//! Where the multiplier changes its sign between two states, the two cases are told apart by a state in the middle: either `1/lambda` or `lambda`
//! is close to the mean of its values at both ends.

use super::super::integrators::{StepContext, StepError};
use super::super::{EvaluatedState, Model, SimState, Work};
use crate::solver::SolveError;

/// Workspace: multipliers at the start, in the middle and at the end of a sub-step, the state in the middle, and the state to which the multipliers
/// at the end belong.
#[derive(Default)]
pub(super) struct Search {
    lambda: [Vec<f64>; 3],
    between: SimState,
    known: EvaluatedState,
    /// Generation of the dynamics for which they were found: forces change with the settings.
    generation: u64,
}

impl Search {
    /// Returns the first drive that passed such a pose between two states, as the error that its force has no effect; `None` for iterative methods
    /// that stop short of the answer.
    pub(super) fn passed(
        &mut self,
        context: &mut StepContext<'_>,
        before: &SimState,
        after: &SimState,
    ) -> Option<StepError> {
        let model = context.model;
        if model.forced().is_empty() || context.dynamics.approximates() {
            return None;
        }
        let Self {
            lambda: [was, middle, is],
            between,
            known,
            generation,
        } = self;
        let now = context.dynamics.generation();
        // Most sub-steps begin where the previous one ended.
        let goes_on = std::mem::replace(generation, now) == now
            && known.is_at(model, &before.q, &before.v, before.time, &before.memory);
        known.invalidate();
        if goes_on {
            std::mem::swap(was, is);
        } else {
            find(context, before, was)?;
        }
        let power = find(context, after, is)?;
        known.keep(model, after);
        context
            .dynamics
            .cache_solution(model, after, context.grab, &power);
        // Copied even if not needed, so that all memory is allocated in the first sub-step.
        between.clone_from(after);
        middle.clone_from(is);
        let changes = |was: &[f64], is: &[f64]| rows(model).any(|(_, row)| was[row] * is[row] < 0.0);
        // The model may have been edited in between.
        if goes_on && (was.len() != is.len() || changes(was, is)) {
            find(context, before, was)?;
        }
        if !changes(was, is) {
            return None;
        }
        let half = |middle: &mut [f64], start: &[f64]| {
            let both = middle.iter_mut().zip(start);
            both.for_each(|(m, s)| *m = 0.5 * (*m + s));
        };
        half(&mut between.q, &before.q);
        half(&mut between.v, &before.v);
        between.time = 0.5 * (before.time + after.time);
        find(context, between, middle)?;
        let off_mean = |ends: [f64; 2], middle: f64| {
            (middle - 0.5 * (ends[0] + ends[1])).abs() / (ends[0].abs() + ends[1].abs())
        };
        rows(model).find_map(|(constraint, row)| {
            let [a, m, b] = [was[row], middle[row], is[row]];
            let is_pole = a * b < 0.0 && off_mean([1.0 / a, 1.0 / b], 1.0 / m) < off_mean([a, b], m);
            is_pole.then_some(StepError::Solve(SolveError::NoEffect { constraint }))
        })
    }
}

/// Computes the multipliers of a state, and returns the power that flows in it; `None` where the solve fails.
fn find(context: &mut StepContext<'_>, state: &SimState, lambda: &mut Vec<f64>) -> Option<Work> {
    let SimState {
        q, v, time, memory, ..
    } = state;
    let dynamics = &mut *context.dynamics;
    let (model, grab) = (context.model, context.grab);
    let power = dynamics
        .keeping_guess(|it| it.accelerations_by_rows(model, q, v, *time, memory, grab))
        .ok()?;
    lambda.clone_from(&dynamics.solution.lambda);
    Some(power)
}

/// Returns the drives whose force acts elsewhere (dense indices) and that are on, with the row of each.
fn rows(model: &Model) -> impl Iterator<Item = (usize, usize)> {
    let on = model.forced().iter();
    on.filter(|&&index| !model.links[index].rows.is_empty())
        .map(|&index| (index, model.links[index].row))
}
