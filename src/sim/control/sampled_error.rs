//! Error of sub-steps of order 2, which carry no estimate of their own, by samples: now and then one is taken again in two halves.
//!
//! ```text
//! error of a sub-step = 4/3 |q_h - q_(h/2 + h/2)|          Richardson's extrapolation
//! ```
//! The energy shows no error of the phase, and in a driven machine the angle of a turn does not either: what a drive turns is where it belongs.

use std::mem;

use crate::scene::Integrator;

use super::super::SimState;
use super::super::integrators::{Hold, StepContext, advance};
use super::super::nearby::fastest;
use super::Stepper;

/// Sub-steps for which a sample counts.
const EVERY: u64 = 16;
/// Richardson's factor for order 2.
const OF_HALVES: f64 = 4.0 / 3.0;

impl Stepper {
    /// Whether it is a sample's turn, and the halves of a sub-step lead to where it leads but for its error: not across events, nor where it holds
    /// vibrations, nor by impulses where forces act for the sub-step alone, from a velocity that is that of its middle.
    pub(super) fn is_to_be_sampled(&self, context: &mut StepContext<'_>, state: &SimState) -> bool {
        if !state.control.total.is_multiple_of(EVERY) {
            return false;
        }
        let model = context.model;
        let explicit = self.integrator.held() == Hold::Nothing && !self.integrator.looks_either_side();
        let impulses = model.settings.integrator == Integrator::Impulse;
        explicit && !model.is_unilateral() && (!impulses || context.dynamics.falls(model, context.grab))
    }

    /// Adds the error of a sub-step of `sub` seconds that led to `state` to the missed error, times the sub-steps that it stands for. A sub-step whose
    /// halves fail is not counted.
    pub(super) fn sample_error(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) {
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
            let apart = fastest(model, &halves.q, 0..model.bodies.len());
            state.control.error_sum += EVERY as f64 * OF_HALVES * apart;
        }
        self.halves = halves;
        context.dynamics.solver.forget_factor();
    }
}
