//! Drives that push elsewhere than where they hold (a thruster that keeps a height), and poses in which the push has no effect there.
//!
//! ```text
//! lambda ~ 1/(t* - t)     passed with a force beyond bounds, after which it has the other sign
//! lambda ~ t* - t         a force that is not needed for an instant
//! ```
//! Where its sign changes between two states, that is told by which of `1/lambda` and `lambda` is the mean of both ends in the middle.

use super::super::dynamics::Power;
use super::super::integrators::{StepContext, StepError};
use super::super::{Looked, Model, SimState};
use crate::solver::SolveError;

/// Workspace: multipliers at the start of a sub-step, in its middle and at its end, the state in the middle, and that which the last of them
/// are of.
#[derive(Default)]
pub(super) struct Search {
    lambda: [Vec<f64>; 3],
    between: SimState,
    known: Looked,
}

impl Search {
    /// The first drive (as the error that it has no effect) that passed such a pose between two states; none for methods that stop short of
    /// the answer.
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
        } = self;
        // Most sub-steps begin where the one before has ended.
        let goes_on = known.is_at(model, &before.q, &before.v, before.time, &before.memory);
        known.forget();
        if goes_on {
            std::mem::swap(was, is);
        } else {
            find(context, before, was)?;
        }
        let power = find(context, after, is)?;
        known.keep(model, after);
        context.dynamics.keep_answer(model, after, context.grab, &power);
        // There is room for all from the first sub-step on.
        between.clone_from(after);
        middle.clone_from(is);
        let changes = |was: &[f64], is: &[f64]| rows(model).any(|(_, row)| was[row] * is[row] < 0.0);
        // The model may have been edited since.
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

/// The multipliers of a state, with the power that flows in it; nothing where there are none.
fn find(context: &mut StepContext<'_>, state: &SimState, lambda: &mut Vec<f64>) -> Option<Power> {
    let SimState {
        q, v, time, memory, ..
    } = state;
    let dynamics = &mut *context.dynamics;
    let (model, grab) = (context.model, context.grab);
    let power = dynamics
        .accelerations_by_rows(model, q, v, *time, memory, grab)
        .ok()?;
    lambda.clone_from(&dynamics.solution.lambda);
    Some(power)
}

/// The drives that push elsewhere (dense indices) and are on, with the row of each.
fn rows(model: &Model) -> impl Iterator<Item = (usize, usize)> {
    let on = model.forced().iter();
    on.filter(|&&index| !model.links[index].rows.is_empty())
        .map(|&index| (index, model.links[index].row))
}
