//! Semi-implicit Euler, order 1:
//!
//! ```text
//! v <- v + h a(q, v, t),   q <- q + h v
//! ```
//! Under projection the velocity loses half of its component across the old constraints before the pose moves on; its component across the new
//! constraints then has the same size and the opposite sign. With feedback, nonholonomic rows are met in the middle of the step.

use crate::scene::Stabilisation;
use crate::sim::stabilise::{Projector, has_nonholonomic};
use crate::solver::SolveError;

use super::{SimState, StepContext};

pub fn advance(
    context: &mut StepContext<'_>,
    projector: &mut Projector,
    state: &mut SimState,
    h: f64,
) -> Result<(), SolveError> {
    let SimState {
        q, v, time, memory, ..
    } = &*state;
    let power = context
        .dynamics
        .accelerations(context.model, q, v, *time, memory, context.grab)?;
    let a = &context.dynamics.solution.acceleration;
    for (v, a) in state.v.iter_mut().zip(a) {
        *v += h * a;
    }
    match context.model.settings.stabilisation {
        Stabilisation::Projection => {
            projector.book_kick(context.dynamics, context.model, state, h);
            projector.remove_half_across(context.dynamics, context.model, state)?;
        }
        Stabilisation::Baumgarte if has_nonholonomic(context.model) => {
            projector.centre_rates(context.dynamics, context.model, state, h)?;
        }
        Stabilisation::Baumgarte | Stabilisation::None => {}
    }
    for (q, v) in state.q.iter_mut().zip(&state.v) {
        *q += h * v;
    }
    state.work.add(&power, h);
    state.time += h;
    Ok(())
}
