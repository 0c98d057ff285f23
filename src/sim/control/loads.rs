//! Vibrations under load: whether a sub-step resolves them by explicit stages, or holds them by a step that is implicit in their stiffness.
//!
//! ```text
//! omega sub <= 1        resolved by explicit stages; omega by its bound, or by the fastest mode of the machine as it is joined
//! omega h > HOLD        held by linearly implicit stages, as long as their error is small
//! omega h > 1           by impulses: turning bodies are held, the rest is resolved; where impacts may load a body for one step, only if it is
//!                       loaded at two successive evaluations
//! ```

use crate::scene::{Integrator, SubSteps};
use crate::solver::SolveError;

use super::super::contact::speed;
use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stiffness::{at, for_each_end};
use super::super::{Model, SimState};
use super::fastest_mode::Modes;
use super::verdict::{Fallback, Verdict};
use super::{DEEPEST_FOR_LOAD, LENGTHEN_BELOW, Stepper};

/// Largest angle of the fastest vibration in a sub-step (rad).
const ANGLE: f64 = 1.0;
/// Angle of a vibration in a whole step above which it is held instead of resolved (rad): up to there short sub-steps take no longer, and are of
/// higher order.
pub(super) const HOLD: f64 = 8.0;
/// Maximum number of halvings of a sub-step that holds vibrations: a motion too fast for that is resolved.
const DEEPEST_HELD: u32 = 4;
/// Factor by which the error of a sub-step twice as long is larger, where it holds vibrations.
const GROWTH: f64 = 8.0;
/// Roughness of the accelerations within a sub-step, relative to the largest, up to which they follow a smooth course.
const SMOOTH: f64 = 0.05;
/// Angle of the vibration in a whole step above which constraint forces are checked for strain (rad).
const TAUT: f64 = 4.0;
/// Sub-steps between evaluations of the stiffness while steps are whole, and of the fastest mode by integrators of one solve.
const LOOK: u64 = 4;
/// Sub-steps between evaluations of the fastest mode where the bound is too fast.
const LOOK_CLOSER: u64 = 16;

/// Motion in a sub-step that is rest, relative to the size of the machine.
const STILL: f64 = 1e-6;

/// Whether the integrator can hold vibrations under load.
fn may_hold(context: &StepContext<'_>) -> bool {
    let (model, settings) = (context.model, &context.model.settings);
    let holds = match settings.integrator {
        Integrator::Rk4 => true,
        // Drives that are blocked jam: the parts under their load vibrate ever faster, and a soft step has to take over.
        Integrator::SemiImplicitEuler | Integrator::Rattle => model.passive,
        Integrator::Dopri5 | Integrator::Impulse => false,
    };
    holds && settings.sub_steps == SubSteps::Automatic && !context.dynamics.solver.method().iterates()
}

/// Whether steps are by impulses and may hold turning bodies, for which a single solve is enough.
pub(super) fn holds_turning(context: &StepContext<'_>) -> bool {
    let settings = &context.model.settings;
    settings.integrator == Integrator::Impulse
        && settings.sub_steps == SubSteps::Automatic
        && !context.dynamics.solver.method().iterates()
}

/// Judges a sub-step at a level of halving by the angle of the fastest vibration in it. Returns whether a longer one may do as well.
///
/// # Errors
/// The verdict, where the sub-step does not stand.
fn is_followed(angle: f64, level: u32) -> Result<bool, Verdict> {
    // A vibration that is not resolved at that depth either is judged by its energy.
    if angle.is_nan() || angle > ANGLE && level < DEEPEST_FOR_LOAD {
        let mut halvings = 1;
        while halvings < DEEPEST_FOR_LOAD && angle > ANGLE * f64::from(1u32 << halvings) {
            halvings += 1;
        }
        return Err(Verdict::Halve {
            halvings,
            deepest: DEEPEST_FOR_LOAD,
            otherwise: Fallback::Accept,
        });
    }
    Ok(2.0 * angle <= LENGTHEN_BELOW * ANGLE)
}

/// Whether parts that may touch move by less than [`STILL`] in a sub-step of `sub` seconds. The modes are those of the machine without its contacts: where
/// what it lies on keeps it from vibrating, no sub-step has to follow them, and where it does not, it soon moves by more than that.
fn is_pressed_at_rest(model: &Model, state: &SimState, sub: f64) -> bool {
    model.contact().is_some()
        && model.bodies.iter().all(|body| {
            let v = &state.v[body.offset..];
            speed(v, body.motion.dim(), body.size) * sub <= STILL * body.size
        })
}

impl Stepper {
    /// Whether the next sub-step of `sub` seconds in a step of `h` is to hold the vibrations under load.
    pub(super) fn is_to_hold(&self, context: &StepContext<'_>, (sub, h): (f64, f64)) -> bool {
        self.is_worth_holding(context, self.before.control.load_frequency, (sub, h))
    }

    /// The same for a given angular frequency of the fastest vibration (rad/s).
    fn is_worth_holding(&self, context: &StepContext<'_>, fastest: f64, (sub, h): (f64, f64)) -> bool {
        if holds_turning(context) {
            return !self.hold_failed && fastest * h > ANGLE;
        }
        may_hold(context) && !self.hold_failed && fastest * sub > ANGLE && fastest * h > HOLD
    }

    /// Judges a sub-step of `sub` seconds in a step of `h` by the vibrations under load. Returns whether a longer one may do as well.
    ///
    /// # Errors
    /// The verdict, where the sub-step does not stand.
    pub(super) fn follows_loads(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
    ) -> Result<bool, Verdict> {
        let held = self.integrator.held();
        if holds_turning(context) && is_pressed_at_rest(context.model, state, sub) {
            return Ok(true);
        }
        if held != Hold::Nothing && holds_turning(context) {
            return self.follows_the_rest(context, state, (sub, h));
        }
        let holds = held != Hold::Nothing;
        let control = &state.control;
        let again = holds_turning(context) && control.fastest_mode_share > 0.0;
        let looks = self.before.control.soft || holds || control.level > 0 || again;
        let mut angle = if looks || control.total.is_multiple_of(LOOK) {
            self.look_at_loads(context, state, (sub, h), holds)?
        } else {
            control.load_frequency * sub
        };
        if holds {
            self.restoring.find(context.model, context.dynamics, at(state));
            angle = self.restoring.fastest_away(context.model, &state.q) * sub;
            if angle > ANGLE {
                angle = self.modes_or_bound(context, state)?.away * sub;
            }
        }
        let may_lengthen = is_followed(angle, state.control.level)?;
        let Hold::Loads { error } = held else {
            return Ok(may_lengthen);
        };
        if error.is_nan() || error > 1.0 {
            self.hold_failed |= state.control.level >= DEEPEST_HELD;
            return Err(Verdict::Halve {
                halvings: 1,
                deepest: self.deepest_from_here(context),
                otherwise: Fallback::Accept,
            });
        }
        Ok(may_lengthen && GROWTH * error <= LENGTHEN_BELOW)
    }

    /// The same where a step by impulses holds turning bodies: judged by the other vibrations, and by loads that have grown within the step.
    fn follows_the_rest(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
    ) -> Result<bool, Verdict> {
        let (model, dynamics) = (context.model, &*context.dynamics);
        let Self {
            stiffness, restoring, ..
        } = self;
        stiffness.begin(model);
        restoring.begin(model);
        for_each_end(model, dynamics, at(state), |it| {
            stiffness.add(model, it);
            restoring.add(model, it);
        });
        let control = &mut state.control;
        control.load_frequency = stiffness.bound(model, &state.q);
        control.fastest_mode_share = 0.0;
        let angle = sub
            * self
                .restoring
                .fastest_with_held_turning(model, &state.q, self.integrator.held_turning());
        let looks = angle > ANGLE || control.total.is_multiple_of(LOOK_CLOSER);
        if looks && control.load_frequency * h > TAUT && self.is_strained(context, sub, (h, TAUT)) {
            return Err(Verdict::SOFT);
        }
        is_followed(angle, state.control.level)
    }

    /// Finds and stores the angular frequency of the fastest vibration under load. Returns the angle of that vibration in the sub-step.
    fn look_at_loads(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        holds: bool,
    ) -> Result<f64, Verdict> {
        let model = context.model;
        let bound = self.stiffness.of(model, context.dynamics, at(state));
        let integrator = taken_by(model, state);
        let control = &mut state.control;
        control.load_frequency = bound;
        // Written so that NaN is too fast.
        if bound * sub <= ANGLE || control.level >= DEEPEST_FOR_LOAD {
            control.fastest_mode_share = 0.0;
            return Ok(bound * sub);
        }
        let is_new = control.fastest_mode_share == 0.0 && !self.hold_failed && bound.is_finite();
        if is_new && holds_turning(context) && model.is_unilateral() {
            // An impact loads joints for one step only; a lasting load is still there at the next evaluation.
            control.load_frequency = self.before.control.load_frequency.min(ANGLE / sub);
            control.fastest_mode_share = 1.0;
            return Ok(sub * control.load_frequency);
        }
        // Where accelerations change as fast as in a whip (a light part flung round its dead centre), the modes change as fast.
        let (lasts, look) = match integrator {
            Integrator::Rk4 | Integrator::Dopri5 => (self.integrator.roughness() <= SMOOTH, LOOK_CLOSER),
            // A single solve does not show whether accelerations are smooth: the modes are found anew.
            Integrator::SemiImplicitEuler | Integrator::Rattle => (may_hold(context), LOOK),
            Integrator::Impulse => (false, LOOK),
        };
        let closer = lasts || may_hold(context);
        if !(closer && control.fastest_mode_share > 0.0 && !control.total.is_multiple_of(look)) {
            let whole = sub * f64::from(1u32 << control.level);
            if self.is_strained(context, sub, (whole, TAUT)) {
                return Err(Verdict::SOFT);
            }
            if closer {
                let Modes { back, away } = self.modes_or_bound(context, state)?;
                state.control.fastest_mode_share = (back.max(away) / bound).min(1.0);
            }
        }
        let control = &mut state.control;
        if lasts {
            control.load_frequency = control.fastest_mode_share * bound;
        }
        let load_frequency = control.load_frequency;
        if !holds && self.is_worth_holding(context, load_frequency, (sub, h)) {
            return Err(Verdict::RepeatImplicitly { load_frequency });
        }
        Ok(sub * load_frequency)
    }

    /// Returns the fastest modes at a state; the bound replaces them where they are not found.
    fn modes_or_bound(&mut self, context: &mut StepContext<'_>, state: &SimState) -> Result<Modes, Verdict> {
        match self.fastest_modes(context, state) {
            Ok(modes) => Ok(modes),
            Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => Err(Verdict::fail(error.into())),
            Err(_) => Ok(Modes {
                back: state.control.load_frequency,
                away: state.control.load_frequency,
            }),
        }
    }
}
