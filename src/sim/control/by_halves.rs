//! Step-size control by halving: a sub-step is the step halved `level` times. Every attempt ends in a [`Verdict`]: the sub-step stands, is repeated
//! another way, is to be shorter, or no shorter one helps.

use crate::scene::{Integrator, SubSteps};
use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use super::acceptance::has_no_effect;
use super::drive_blow_up::deepest_for_whips;
use super::verdict::{Fallback, Verdict};
use super::{
    DEEPEST, DEEPEST_FOR_BURST, DEEPEST_FOR_CLOSURE, DEEPEST_FOR_LOAD, DEEPEST_FOR_POINTS, MOST, PACE, SLACK,
    Stepper, flyby, pace,
};

/// Maximum number of halvings where rows pass from one of their limits beyond the other.
const DEEPEST_FOR_LIMITS: u32 = 6;

impl Stepper {
    pub(super) fn by_halves(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let whole = 1u32 << DEEPEST;
        let mut at = 0;
        if context.model.settings.sub_steps == SubSteps::Fixed {
            state.control.level = 0;
        }
        self.begin();
        let begins = context.model.settings.integrator == Integrator::Impulse && state.control.length == 0.0;
        let mut least = 0;
        while least < DEEPEST_FOR_LOAD && pace(context, h) > PACE.0 * f64::from(1u32 << least) {
            least += 1;
        }
        if context.model.settings.sub_steps == SubSteps::Fixed {
            least = 0;
        }
        while at < whole {
            if state.control.sub_steps >= MOST {
                return Err(StepError::Unresolved);
            }
            state.control.level = state.control.level.max(least);
            let level = state.control.level;
            let size = whole >> level;
            let share = |ticks: u32| f64::from(ticks) / f64::from(whole);
            let sub = h * share(size);
            state.time = start + h * share(at);
            if begins && at == 0 {
                // A run by impulses begins as if a sub-step of the length of its first one had led there.
                state.control.length = sub;
                self.first_length = Some(sub);
            }
            self.before.clone_from(state);
            match self.attempt(context, state, sub, h) {
                Verdict::Accept { may_lengthen } => {
                    at += size;
                    self.note_turn(context, state, sub);
                    self.count(state, sub);
                    if may_lengthen && level > least && at.is_multiple_of(2 * size) {
                        state.control.level -= 1;
                    }
                }
                Verdict::RepeatImplicitly { load_frequency } => {
                    self.refuse(state);
                    state.control.load_frequency = load_frequency;
                }
                Verdict::RepeatExplicitly => {
                    self.refuse(state);
                    self.hold_failed = true;
                }
                Verdict::Halve {
                    halvings, deepest, ..
                } if level < deepest => {
                    self.refuse(state);
                    state.control.level = (level + halvings).min(deepest);
                }
                Verdict::Halve { otherwise, .. } | Verdict::NoShorter(otherwise) => {
                    match otherwise {
                        Fallback::Accept => {
                            at += size;
                            self.count(state, sub);
                            if self.halving_failed && level > least && at.is_multiple_of(2 * size) {
                                state.control.level -= 1;
                            }
                        }
                        // Short sub-steps do not meet constraints that contradict each other any better.
                        Fallback::Soften => {
                            let rest = h * share(whole - at);
                            if !self.pass_instead(context, state, rest, h)? {
                                self.soften(context, state, rest)?;
                            }
                            self.count(state, rest);
                            state.control.level = 0;
                            at = whole;
                        }
                        Fallback::Fail(error) => return Err(error),
                    }
                }
            }
        }
        Ok(())
    }

    /// Integrates a sub-step and judges it.
    fn attempt(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64, h: f64) -> Verdict {
        let settings = &context.model.settings;
        let automatic = settings.sub_steps == SubSteps::Automatic;
        let rattle = settings.integrator == Integrator::Rattle;
        if automatic && self.before.control.soft && self.is_strained(context, sub, (sub, SLACK)) {
            return Verdict::SOFT;
        }
        state.control.soft = false;
        let mut open = 0.0;
        self.energies = None;
        let holds = self.is_to_hold(context, (sub, h));
        self.integrator.hold_loads(holds);
        let advanced = self.events.advance(context, &mut self.integrator, state, sub);
        self.note_driven_against(context);
        if automatic
            && advanced.is_ok()
            && let Some(verdict) = self.misses_events(context, state)
        {
            return verdict;
        }
        if advanced.is_ok() && !holds && settings.integrator == Integrator::Rk4 && self.is_rough(context) {
            self.pass_whole(context, state, sub);
        }
        let burst = match advanced {
            // Bursts are looked for after projection, which takes back the energy that a long step seemed to gain.
            Ok(_) => match self.project_and_separate(context, state, sub) {
                Ok(missed) => {
                    self.note_driven_against(context);
                    if let Some(verdict) = self.passed_indeterminate_place(context, state, sub, automatic) {
                        return verdict;
                    }
                    open = missed;
                    if automatic && self.limits_chatter(context, state) {
                        return Verdict::SOFT;
                    }
                    !rattle && self.bursts(context, state, sub)
                }
                // Separating overlapping parts belongs to a step by impulses: where that fails numerically, the sub-step counts as a burst.
                Err(SolveError::Numerical { .. } | SolveError::NonFinite { .. })
                    if settings.integrator == Integrator::Impulse =>
                {
                    true
                }
                Err(error) => return Verdict::fail(error.into()),
            },
            Err(error @ StepError::Closure(_)) => {
                return self.does_not_close(context, state, automatic, error);
            }
            Err(StepError::Solve(SolveError::Numerical { .. } | SolveError::NonFinite { .. })) if !rattle => {
                true
            }
            Err(error) if has_no_effect(context, &error) => true,
            Err(error) => return Verdict::fail(error),
        };
        let blow_up = (!burst)
            .then(|| self.drives_blow_up(context, state, sub, h))
            .flatten();
        if burst || blow_up.is_some() {
            return Verdict::Halve {
                halvings: 1,
                deepest: if !automatic || self.still_contradictory(state) {
                    0
                } else {
                    self.deepest_for_burst(context, state, blow_up, DEEPEST_FOR_BURST)
                },
                otherwise: Fallback::Soften,
            };
        }
        if rattle && self.overdamped(context, state, sub) {
            return Verdict::Halve {
                halvings: 1,
                deepest: if automatic { DEEPEST_FOR_LOAD } else { 0 },
                otherwise: Fallback::Fail(StepError::Unresolved),
            };
        }
        if rattle && !automatic && self.misses_encounter(context, state, sub) {
            return Verdict::fail(StepError::Unresolved);
        }
        if !automatic {
            // Fixed steps stand without further tests.
            return Verdict::Accept { may_lengthen: true };
        }
        self.judge(context, state, (sub, h), open)
    }

    /// Returns a verdict where events of the sub-step just taken were not solved exactly, or rows pass from one of their limits beyond the other.
    fn misses_events(&self, context: &StepContext<'_>, state: &SimState) -> Option<Verdict> {
        if let Some(deepest) = self.unsettled(context, state) {
            return Some(Verdict::unsettled(deepest));
        }
        let by_impulses = context.model.settings.integrator == Integrator::Impulse;
        (by_impulses && self.integrator.passes_limits()).then_some(Verdict::Halve {
            halvings: 1,
            deepest: DEEPEST_FOR_LIMITS,
            otherwise: Fallback::Accept,
        })
    }

    /// Returns the verdict where RATTLE's Newton iteration does not close the constraints.
    fn does_not_close(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        automatic: bool,
        error: StepError,
    ) -> Verdict {
        Verdict::Halve {
            halvings: 1,
            // Joints that were closed may move too fast for any longer sub-step; joints that were open already, or are driven open, no length
            // closes.
            deepest: if self.still_contradictory(state) {
                0
            } else if !context.model.passive {
                DEEPEST_FOR_LOAD.max(deepest_for_whips(context.model))
            } else if self.began_torn(context) {
                DEEPEST_FOR_LOAD
            } else {
                DEEPEST_FOR_CLOSURE
            },
            // Fixed steps, too, are halved for Newton's iteration alone, which then converges; where it never does, the run stops with the error.
            otherwise: if automatic {
                Fallback::Soften
            } else {
                Fallback::Fail(error)
            },
        }
    }

    /// Returns a verdict where a sub-step of `sub` seconds passed over a place beyond which the motion is undetermined (see `passed_over`).
    fn passed_indeterminate_place(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
        automatic: bool,
    ) -> Option<Verdict> {
        let flew = flyby::is_missed(context.model, (&self.before, state), (sub, 1.0));
        let error = self.passed_over(context, state, flew)?;
        Some(Verdict::Halve {
            halvings: 1,
            deepest: if automatic { DEEPEST_FOR_POINTS } else { 0 },
            otherwise: Fallback::Fail(error),
        })
    }
}
