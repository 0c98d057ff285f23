//! Error of sub-steps that carry no estimate of their own: of soft steps, of turns by RATTLE, and of order 2 by samples, where now and then a sub-step is
//! taken again in two halves.
//!
//! ```text
//! error of a sub-step = 4/3 |q_h - q_(h/2 + h/2)|          Richardson's extrapolation
//! ```
//! The energy shows no error of the phase, and in a driven machine the angle of a turn does not either: what a drive turns is where it belongs.

use std::mem;

use crate::math::Vec2;
use crate::scene::Integrator;

use super::super::integrators::{Hold, StepContext, advance, taken_by};
use super::super::nearby::fastest;
use super::super::{Model, SimState};
use super::Stepper;
use super::energy_error::of_low_order;

/// Turn in a sub-step above which the phase error of RATTLE counts (rad).
const TURN: f64 = 0.05;
/// Sub-steps for which a sample counts.
const EVERY: u64 = 16;
/// Richardson's factor for order 2.
const OF_HALVES: f64 = 4.0 / 3.0;

impl Stepper {
    /// Adds the error estimate of a soft step to the missed error. The step is of order one, and the estimate is by how far the mean of the
    /// velocities at both ends would lead elsewhere, `h |v' - v|/2`. With an integrator of order one that is its ordinary error and is not added.
    pub(super) fn note_softness(&self, context: &StepContext<'_>, state: &mut SimState, sub: f64) {
        let model = context.model;
        if of_low_order(model) {
            return;
        }
        let (now, before) = (state.v.iter(), &self.before.v);
        let change: Vec<f64> = now.zip(before).map(|(now, before)| now - before).collect();
        state.control.error_sum += 0.5 * sub * fastest(model, &change, 0..model.bodies.len());
    }

    /// Adds the error that the energy does not show to the missed error, after a sub-step of `sub` seconds in which a part, or the path of its centre, turns
    /// by `a = omega sub`. RATTLE turns what nothing drives by `a - a³/24`, at constant energy. In a driven machine the work of the drive explains what
    /// is wrong, and by impulses the error is another: there it is sampled.
    pub(super) fn note_turn(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) {
        let model = context.model;
        let integrator = taken_by(model, state);
        if integrator == Integrator::Rattle && model.passive {
            state.control.error_sum += self.turned(model, state, sub) * sub / 24.0;
        } else if matches!(integrator, Integrator::Rattle | Integrator::Impulse)
            && self.is_to_be_sampled(context, state)
            && self.turned(model, state, sub) > 0.0
        {
            self.sample_error(context, state, sub);
        }
    }

    /// Largest speed of a part that turns in a sub-step of `sub` seconds, times the square of the angle; 0 where all angles are small (m/s rad²).
    fn turned(&self, model: &Model, state: &SimState, sub: f64) -> f64 {
        let turn = model.fastest_turn(state).map_or(0.0, |(_, rate)| rate * sub);
        let turned = if turn > TURN {
            fastest(model, &state.v, 0..model.bodies.len()) * turn * turn
        } else {
            0.0
        };
        let bodies = model.bodies.iter().filter(|body| body.motion.dim() > 1);
        let ways = bodies.map(|body| {
            let centre = |v: &[f64]| Vec2::new(v[body.offset], v[body.offset + 1]);
            let [before, after] = [&self.before.v, &state.v].map(|v| centre(v));
            let slower = before.length().min(after.length());
            // A centre that reverses its direction does so at nearly no speed, or on a straight line.
            let sine = before.perp_dot(after).abs() / (before.length() * after.length());
            if sine > TURN { slower * sine * sine } else { 0.0 }
        });
        ways.fold(turned, f64::max)
    }

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
        context.dynamics.solver.discard_factor();
    }
}
