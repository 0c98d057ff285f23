//! Error of impulse stepping, and of RATTLE in driven machines, by samples: now and then a sub-step is taken again in two halves.
//!
//! ```text
//! error of a sub-step of order 2 = 4/3 |q_h - q_(h/2 + h/2)|
//! ```
//! The energy shows no error of the phase, and in a driven machine the angle of a turn does not either: what a drive turns is where it belongs.

use std::mem;

use super::super::SimState;
use super::super::integrators::{StepContext, advance};
use super::super::nearby::fastest;
use super::Stepper;

/// Sub-steps for which a sample counts.
const EVERY: u64 = 16;
/// Richardson's factor for order 2.
const OF_HALVES: f64 = 4.0 / 3.0;

impl Stepper {
    /// Adds the error of a sub-step of `sub` seconds that led to `state` to the missed error, times the sub-steps that it stands for, where its turn for a
    /// sample has come. A sub-step whose halves fail is not counted.
    pub(super) fn sample_error(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) {
        if !state.control.total.is_multiple_of(EVERY) {
            return;
        }
        let mut halves = mem::take(&mut self.halves);
        halves.clone_from(&self.before);
        let taken = (0..2).all(|_| {
            let advanced = advance(context, &mut self.integrator, &mut halves, 0.5 * sub);
            advanced.is_ok() && self.project(context, &mut halves, 0.5 * sub).is_ok()
        });
        if taken {
            let model = context.model;
            for (halves, whole) in halves.q.iter_mut().zip(&state.q) {
                *halves -= whole;
            }
            let error = OF_HALVES * fastest(model, &halves.q, 0..model.bodies.len());
            state.control.error_sum += EVERY as f64 * error;
        }
        self.halves = halves;
        context.dynamics.solver.forget_factor();
    }
}
