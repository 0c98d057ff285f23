//! Semi-implicit Euler, order 1:
//!
//! ```text
//! v <- v + h a(q, v, t),   q <- q + h v
//! ```

use crate::solver::SolveError;

use super::{Moving, SimState, book};

pub fn advance(moving: &mut Moving<'_>, state: &mut SimState, h: f64) -> Result<(), SolveError> {
    let SimState {
        q, v, time, memory, ..
    } = &*state;
    let power = moving
        .dynamics
        .accelerations(moving.model, q, v, *time, memory, moving.grab)?;
    let a = &moving.dynamics.solution.acceleration;
    for k in 0..state.q.len() {
        state.v[k] += h * a[k];
        state.q[k] += h * state.v[k];
    }
    book(&mut state.work, &power, h);
    state.time += h;
    Ok(())
}
