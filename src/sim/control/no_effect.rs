//! Drives that push elsewhere than where they hold (a thruster that keeps a height), and poses in which the push has no effect there.
//!
//! ```text
//! lambda ~ 1/(t* - t)     passed with a force beyond bounds, after which it has the other sign
//! lambda ~ t* - t         a force that is not needed for an instant
//! ```
//! Where its sign changes between two states, that is told by which of `1/lambda` and `lambda` is the mean of both ends in the middle.

use std::mem;

use super::super::integrators::{StepContext, StepError};
use super::super::{Model, SimState};
use crate::solver::{Solution, SolveError};

/// Change of a multiplier, relative to the larger, that is foreseen until it is looked at again, and the steps until then at most. Close to a
/// pole it is looked at in every sub-step: there it changes by `h/(t* - t)`.
const FORESEEN: f64 = 0.25;
const WAIT: f64 = 32.0;

/// Workspace: multipliers when they were looked at last, in the middle of a sub-step and at its end, and the state in the middle.
#[derive(Default)]
pub(super) struct Search {
    lambda: [Vec<f64>; 3],
    between: SimState,
    kept: Solution,
    /// When they were looked at last, and when they are again (s).
    looked: Option<f64>,
    next: f64,
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
        // What was tried and refused, or another run, may have been looked at at a later time.
        self.looked = self.looked.filter(|time| *time <= before.time);
        if self.looked.is_some() && after.time < self.next {
            return None;
        }
        // What comes after goes on from the answer of the sub-step.
        mem::swap(&mut context.dynamics.solution, &mut self.kept);
        let passed = self.look(context, before, after);
        mem::swap(&mut context.dynamics.solution, &mut self.kept);
        passed
    }

    fn look(
        &mut self,
        context: &mut StepContext<'_>,
        before: &SimState,
        after: &SimState,
    ) -> Option<StepError> {
        let model = context.model;
        let Self {
            lambda: [was, middle, is],
            between,
            looked,
            next,
            ..
        } = self;
        find(context, after, is)?;
        let mut since = looked.take().filter(|_| was.len() == is.len());
        // There is room for all from the first time on.
        between.clone_from(after);
        middle.clone_from(is);
        let changes = |was: &[f64], is: &[f64]| rows(model).any(|(_, row)| was[row] * is[row] < 0.0);
        if since.is_none_or(|time| time < before.time && changes(was, is)) {
            find(context, before, was)?;
            since = Some(before.time);
        }
        if changes(was, is) {
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
            let passed = rows(model).find_map(|(constraint, row)| {
                let [a, m, b] = [was[row], middle[row], is[row]];
                let is_pole = a * b < 0.0 && off_mean([1.0 / a, 1.0 / b], 1.0 / m) < off_mean([a, b], m);
                is_pole.then_some(StepError::Solve(SolveError::NoEffect { constraint }))
            });
            if passed.is_some() {
                return passed;
            }
        }
        let change = rows(model).fold(0.0_f64, |most, (_, row)| {
            let size = was[row].abs().max(is[row].abs()).max(f64::MIN_POSITIVE);
            most.max((is[row] - was[row]).abs() / size)
        });
        let time = after.time - since.unwrap_or(before.time);
        *next = after.time + (time * FORESEEN / change).min(WAIT * model.settings.dt);
        *looked = Some(after.time);
        mem::swap(was, is);
        None
    }
}

/// The multipliers of a state; nothing where there are none.
fn find(context: &mut StepContext<'_>, state: &SimState, lambda: &mut Vec<f64>) -> Option<()> {
    let SimState {
        q, v, time, memory, ..
    } = state;
    let dynamics = &mut *context.dynamics;
    let solved = dynamics.accelerations_by_rows(context.model, q, v, *time, memory, context.grab);
    solved.ok()?;
    lambda.clone_from(&dynamics.solution.lambda);
    Some(())
}

/// The drives that push elsewhere (dense indices) and are on, with the row of each.
fn rows(model: &Model) -> impl Iterator<Item = (usize, usize)> {
    let on = model.forced().iter();
    on.filter(|&&index| !model.links[index].rows.is_empty())
        .map(|&index| (index, model.links[index].row))
}
