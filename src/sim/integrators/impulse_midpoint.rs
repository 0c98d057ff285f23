//! A step by impulses of an integrator whose velocities are of the same instant as its places: a blow, then the midpoint rule.
//!
//! ```text
//! M v0 = M v + J^T P0,              J v0 = -C_t,  gaps stay open over h        what closes within the step has closed
//! M u  = M v0 + (h/2) F + J^T P,    J u  = -C_t - h gamma/2                    the middle, along the constraints
//! q <- q + h u,                     v <- 2 u - v0
//! ```
//! A blow takes no time and moves nothing, so its work is that at the mean of the velocities before and after it. From v0 to v all that acts does so along
//! the way that is gone: `v^T M v/2 - v0^T M v0/2 = h F.u + 2 P.J u`, whatever touches, slides or sticks the while. So weights neither give nor lose energy. A step
//! with `v' = v + h F + P, q' = q + h v'` has `h F.(v - v')/2` of it where a blow falls into it.

use crate::sim::SimState;

use super::impulse::{Scratch, Span, finish, solve};
use super::{Power, StepContext, StepError, book};

/// Moves `state` on by `h` seconds.
///
/// # Errors
/// As the solver's. On error the state may be anything.
pub fn advance(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    h: f64,
) -> Result<(), StepError> {
    let step = Span {
        closing: h,
        acting: 0.5 * h,
        kick: 0.5 * h,
        holds: false,
    };
    let blow = Span { acting: 0.0, ..step };
    solve(context, scratch, state, blow)?;
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    scratch.book_rows(model, dynamics, &mut state.work, [0.5, 0.5]);
    state.v.copy_from_slice(&dynamics.solution.acceleration);
    let applied = solve(context, scratch, state, step)?;
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    // Twice the impulses, at the rates of the middle.
    scratch.book_rows(model, dynamics, &mut state.work, [0.0, 2.0]);
    if model.contact().is_some() {
        scratch.contacts.book_second_half(&mut state.work);
    }
    let middle = &dynamics.solution.acceleration;
    for ((q, v), middle) in state.q.iter_mut().zip(&mut state.v).zip(middle) {
        *q += h * middle;
        *v = 2.0 * middle - *v;
    }
    scratch.limited.release(model, state);
    book(&mut state.work, &Power { rate: applied }, h);
    finish(context, scratch, state, step);
    Ok(())
}
