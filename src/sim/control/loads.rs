//! Whether a sub-step follows what vibrates under load, or is to hold it.
//!
//! ```text
//! omega sub <= 1        followed by explicit stages, by the bound of omega, or by the fastest mode of the machine as it is joined
//! omega h > HOLD        held by linearly implicit stages, as long as their error is small
//! omega h > 1           by impulses: what turns is held, the rest followed; at two looks running where a blow may load it for one step
//! ```

use crate::scene::{Integrator, SubSteps};
use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stiffness::{at, for_each_end};
use super::fastest_mode::Modes;
use super::verdict::{Otherwise, Verdict};
use super::{CALM, DEEPEST_FOR_LOAD, Stepper};

/// Largest angle of the fastest vibration in a sub-step (rad).
const ANGLE: f64 = 1.0;
/// Angle of a vibration in a whole step from which it is held in place of being followed (rad): up to there short sub-steps take no longer, and are
/// of higher order.
pub(super) const HOLD: f64 = 8.0;
/// Levels of halving at which what is under load is held at most: what moves too fast for that is followed.
const DEEPEST_HELD: u32 = 4;
/// What a sub-step twice as long does to its error where it holds what is under load.
const GROWTH: f64 = 8.0;
/// Differences of the accelerations within a sub-step, against the largest, up to which they are a smooth course.
const SMOOTH: f64 = 0.05;
/// Angle of the vibration in a whole step from which strain counts (rad).
const TAUT: f64 = 4.0;
/// Sub-steps between looks at the stiffness while steps are whole, and at the fastest mode where the bound is too fast.
const LOOK: u64 = 4;
const LOOK_CLOSER: u64 = 16;

/// Whether what vibrates under load can be held.
fn may_hold(context: &StepContext<'_>) -> bool {
    let (model, settings) = (context.model, &context.model.settings);
    let holds = match settings.integrator {
        Integrator::Rk4 => true,
        // Drives that nothing follows jam: what they load vibrates ever faster, which is for a soft step.
        Integrator::SemiImplicitEuler | Integrator::Rattle => model.passive,
        Integrator::Dopri5 | Integrator::Impulse => false,
    };
    holds && settings.sub_steps == SubSteps::Automatic && !context.dynamics.solver.method().iterates()
}

/// Whether steps are by impulses, which can hold what turns under load: that is one solve as any other.
pub(super) fn holds_turning(context: &StepContext<'_>) -> bool {
    let settings = &context.model.settings;
    settings.integrator == Integrator::Impulse
        && settings.sub_steps == SubSteps::Automatic
        && !context.dynamics.solver.method().iterates()
}

/// Judges a sub-step at a level of halving by the angle of the fastest vibration in it: whether a longer one may do as well.
///
/// # Errors
/// What is to be done where it does not stand.
fn is_followed(angle: f64, level: u32) -> Result<bool, Verdict> {
    // What is not resolved at that depth either is judged by its energy.
    if angle.is_nan() || angle > ANGLE && level < DEEPEST_FOR_LOAD {
        let mut halvings = 1;
        while halvings < DEEPEST_FOR_LOAD && angle > ANGLE * f64::from(1u32 << halvings) {
            halvings += 1;
        }
        return Err(Verdict::Shorter {
            halvings,
            deepest: DEEPEST_FOR_LOAD,
            otherwise: Otherwise::Accept,
        });
    }
    Ok(2.0 * angle <= CALM * ANGLE)
}

impl Stepper {
    /// Whether the next sub-step of `sub` seconds in a step of `h` is to hold what vibrates under load.
    pub(super) fn is_to_hold(&self, context: &StepContext<'_>, (sub, h): (f64, f64)) -> bool {
        self.is_worth_holding(context, self.before.control.stiffness, (sub, h))
    }

    /// The same of what vibrates as fast (rad/s).
    fn is_worth_holding(&self, context: &StepContext<'_>, fastest: f64, (sub, h): (f64, f64)) -> bool {
        if holds_turning(context) {
            return !self.unheld && fastest * h > ANGLE;
        }
        may_hold(context) && !self.unheld && fastest * sub > ANGLE && fastest * h > HOLD
    }

    /// Judges a sub-step of `sub` seconds in a step of `h` by what vibrates under load: whether a longer one may do as well.
    ///
    /// # Errors
    /// What is to be done where it does not stand.
    pub(super) fn follows_loads(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
    ) -> Result<bool, Verdict> {
        let held = self.work.held();
        if held != Hold::Nothing && holds_turning(context) {
            return self.follows_the_rest(context, state, (sub, h));
        }
        let holds = held != Hold::Nothing;
        let control = &state.control;
        let again = holds_turning(context) && control.eased > 0.0;
        let looks = self.before.control.soft || holds || control.level > 0 || again;
        let mut angle = if looks || control.total.is_multiple_of(LOOK) {
            self.look_at_loads(context, state, (sub, h), holds)?
        } else {
            control.stiffness * sub
        };
        if holds {
            self.restoring.find(context.model, context.dynamics, at(state));
            angle = self.restoring.fastest_away(context.model, &state.q) * sub;
            if angle > ANGLE {
                angle = self.modes_or_bound(context, state)?.away * sub;
            }
        }
        let calm = is_followed(angle, state.control.level)?;
        let Hold::Loads { error } = held else {
            return Ok(calm);
        };
        let most = context.model.extent(state).min(1.0);
        if error.is_nan() || error > most {
            self.unheld |= state.control.level >= DEEPEST_HELD;
            return Err(Verdict::Shorter {
                halvings: 1,
                deepest: self.deepest_from_here(context),
                otherwise: Otherwise::Accept,
            });
        }
        Ok(calm && GROWTH * error <= CALM * most)
    }

    /// The same where a step by impulses holds what turns: judged by what else vibrates, and by loads that have grown within it.
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
        control.stiffness = stiffness.bound(model, &state.q);
        control.eased = 0.0;
        let angle = sub
            * self
                .restoring
                .fastest_but(model, &state.q, self.work.held_turning());
        let looks = angle > ANGLE || control.total.is_multiple_of(LOOK_CLOSER);
        if looks && control.stiffness * h > TAUT && self.is_taut(context, sub, (h, TAUT)) {
            return Err(Verdict::SOFT);
        }
        is_followed(angle, state.control.level)
    }

    /// Finds how fast what is under load vibrates, and notes it. Returns the angle by which it does in the sub-step.
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
        control.stiffness = bound;
        // Written so that NaN is too fast.
        if bound * sub <= ANGLE || control.level >= DEEPEST_FOR_LOAD {
            control.eased = 0.0;
            return Ok(bound * sub);
        }
        let is_new = control.eased == 0.0 && !self.unheld && bound.is_finite();
        if is_new && holds_turning(context) && model.is_unilateral() {
            // A blow is over within its step: what lasts is under load at the next look, too.
            control.stiffness = self.before.control.stiffness.min(ANGLE / sub);
            control.eased = 1.0;
            return Ok(sub * control.stiffness);
        }
        // Where accelerations change as they do in a whip, the modes are others at once.
        let (lasts, look) = match integrator {
            Integrator::Rk4 | Integrator::Dopri5 => (self.work.roughness() <= SMOOTH, LOOK_CLOSER),
            // One solve tells of no course: the modes are looked for anew.
            Integrator::SemiImplicitEuler | Integrator::Rattle => (may_hold(context), LOOK),
            Integrator::Impulse => (false, LOOK),
        };
        let closer = lasts || may_hold(context);
        if !(closer && control.eased > 0.0 && !control.total.is_multiple_of(look)) {
            let whole = sub * f64::from(1u32 << control.level);
            if self.is_taut(context, sub, (whole, TAUT)) {
                return Err(Verdict::SOFT);
            }
            if closer {
                let Modes { back, away } = self.modes_or_bound(context, state)?;
                state.control.eased = (back.max(away) / bound).min(1.0);
            }
        }
        let control = &mut state.control;
        if lasts {
            control.stiffness = control.eased * bound;
        }
        let stiffness = control.stiffness;
        if !holds && self.is_worth_holding(context, stiffness, (sub, h)) {
            return Err(Verdict::Hold { stiffness });
        }
        Ok(sub * stiffness)
    }

    /// The fastest modes at a state; what is not found counts by its bound.
    fn modes_or_bound(&mut self, context: &mut StepContext<'_>, state: &SimState) -> Result<Modes, Verdict> {
        match self.fastest_modes(context, state) {
            Ok(modes) => Ok(modes),
            Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => Err(Verdict::fail(error.into())),
            Err(_) => Ok(Modes {
                back: state.control.stiffness,
                away: state.control.stiffness,
            }),
        }
    }
}
