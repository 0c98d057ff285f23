//! Drives that push elsewhere than where they hold (a thruster that keeps a height), and poses in which the push has no effect there.
//!
//! ```text
//! lambda ~ 1/(t* - t)     passed with a force beyond bounds, after which it has the other sign
//! lambda ~ t* - t         a force that is not needed for an instant
//! ```
//! Where its sign changes between two states, that is told by which of `1/lambda` and `lambda` is the mean of both ends in the middle.

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use crate::solver::SolveError;

/// The first drive (as the error that it has no effect) that passed such a pose between two states; none for methods that stop short of the
/// answer.
pub(super) fn passed(
    context: &mut StepContext<'_>,
    before: &SimState,
    after: &SimState,
) -> Option<StepError> {
    let model = context.model;
    if model.forced().is_empty() || context.dynamics.approximates() {
        return None;
    }
    let mut forces = |state: &SimState| {
        let SimState {
            q, v, time, memory, ..
        } = state;
        let solved = context
            .dynamics
            .accelerations_by_rows(model, q, v, *time, memory, context.grab);
        solved.ok().map(|_| context.dynamics.solution.lambda.clone())
    };
    let (was, is) = (forces(before)?, forces(after)?);
    let on = model
        .forced()
        .iter()
        .filter(|&&index| !model.links[index].rows.is_empty());
    let rows = on.map(|&index| (index, model.links[index].row));
    let turned: Vec<_> = rows.filter(|&(_, row)| was[row] * is[row] < 0.0).collect();
    if turned.is_empty() {
        return None;
    }
    let mut between = after.clone();
    let half = |middle: &mut [f64], start: &[f64]| {
        middle
            .iter_mut()
            .zip(start)
            .for_each(|(m, s)| *m = 0.5 * (*m + s));
    };
    half(&mut between.q, &before.q);
    half(&mut between.v, &before.v);
    between.time = 0.5 * (before.time + after.time);
    let middle = forces(&between)?;
    let off_mean = |ends: [f64; 2], middle: f64| {
        (middle - 0.5 * (ends[0] + ends[1])).abs() / (ends[0].abs() + ends[1].abs())
    };
    turned.into_iter().find_map(|(constraint, row)| {
        let [a, m, b] = [was[row], middle[row], is[row]];
        let is_pole = off_mean([1.0 / a, 1.0 / b], 1.0 / m) < off_mean([a, b], m);
        is_pole.then_some(StepError::Solve(SolveError::NoEffect { constraint }))
    })
}
