//! Acceptance test of a sub-step: by the stiffness under load and by the energy error, the change of energy less the work done.
//!
//! ```text
//! omega sub <= 1       and       |dE - dW| <= what the order explains
//! ```

use crate::scene::Integrator;
use crate::solver::SolveError;

use super::super::integrators::{Hold, StepContext, StepError};
use super::super::stabilise::TORN;
use super::super::{Model, SimState};
use super::energy_error::is_taken_by_low_order;
use super::softening::may_touch;
use super::verdict::{Fallback, Verdict};
use super::{DEEPEST, DEEPEST_FOR_LOAD, RETRY, Stepper, closed_lines, deepest};

/// Maximum number of halvings for the sake of energy.
const DEEPEST_FOR_ENERGY: u32 = 6;
/// Level of halving from which the rest of the step is taken by impulses, where parts touch and energy is not balanced.
const DEEPEST_FOR_IMPACTS: u32 = 10;
/// Number of events in the rejected attempts of a step above which no shorter sub-step is tried for the sake of events.
const MOST_REFUSED_EVENTS: usize = 512;
/// Maximum number of halvings where contacts are not solved exactly: shorter sub-steps may meet other contacts.
const DEEPEST_FOR_UNSETTLED: u32 = 4;
/// Maximum number of halvings beyond [`DEEPEST_FOR_ENERGY`] that do not reduce the energy error; used up once per step.
const FUTILE_HALVINGS: u32 = 10;
/// Fraction of the opening rate of the previous attempt above which constraints open as fast as before; a step of order one opens them half as fast
/// where it is half as long.
const SAME_OPENING_RATE: f64 = 0.75;
/// |C| that a projection may leave (m, rad).
pub(super) const OPEN: f64 = 1e-9;
/// Rate of opening above which torn constraints are taken to open further, in a sub-step too short for C to change much (m/s, rad/s).
const TEARING: f64 = 1e-2;

impl Stepper {
    /// Judges a sub-step of `sub` seconds in a step of `h` that has led to `state`; `open` is the |C| that projection left open (m, rad).
    pub(super) fn judge(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        open: f64,
    ) -> Verdict {
        let model = context.model;
        let soft = self.before.control.soft;
        let may_lengthen = match self.follows_loads(context, state, (sub, h)) {
            Ok(may_lengthen) => may_lengthen,
            Err(verdict) => return verdict,
        };
        // A soft step leaves a state with which exact steps may be inconsistent. What an iterative solver leaves open, no shorter step closes.
        let torn = self.is_torn(context, open, sub);
        if context.dynamics.approximates() {
            return Verdict::Accept { may_lengthen };
        }
        if soft && torn {
            return Verdict::SOFT;
        }
        if soft && (!self.touches_by_events(context, state) || self.keeps_energy(context, state, sub)) {
            return Verdict::Accept { may_lengthen };
        }
        // Where the previous step was taken by impulses, so is this one, apart from an occasional attempt without.
        if self.still_contradictory(state) {
            return Verdict::SOFT;
        }
        if self.gains_by_holding(context, state) {
            return Verdict::RepeatExplicitly;
        }
        let imbalance = self.energy(context, state, sub);
        if !imbalance.is_allowed() || torn || open > OPEN {
            // Where parts touch at a pose in which J nearly loses rank, impacts follow each other at any sub-step length, or forces are
            // undetermined: the rest of the step is taken by impulses.
            let impacts = self.touches_by_events(context, state)
                && !imbalance.is_allowed()
                && !is_taken_by_low_order(model, state);
            if !torn && impacts && state.control.level >= self.deepest_for_impacts() {
                return Verdict::SOFT;
            }
            // Implicit stages damp motions such as a fast spin: the rest of the step is explicit.
            let integrator = model.settings.integrator;
            self.hold_failed |= self.integrator.held() != Hold::Nothing && integrator != Integrator::Rk4;
            // Up to the depth for loads any length is tried; a sub-step still shorter may face a contradiction, which no length closes.
            let steady = torn && self.opens_steadily(model, open, sub);
            let hopeless = steady && state.control.level >= DEEPEST_FOR_LOAD;
            return Verdict::Halve {
                halvings: 1,
                deepest: match is_taken_by_low_order(model, state) {
                    _ if torn && hopeless => DEEPEST_FOR_LOAD,
                    _ if torn => self.deepest_from_here(context),
                    true => self.deepest_of_low_order(context, &imbalance, sub),
                    false => match self.better_shorter(&imbalance) {
                        Some(true) => self.deepest_from_here(context),
                        Some(false) => {
                            // Every sub-step that is longer than a whip loses as much energy to it, so a few halvings may fail to help.
                            let patience = if model.is_passive_tree && !self.halving_failed {
                                FUTILE_HALVINGS
                            } else {
                                0
                            };
                            let most = DEEPEST_FOR_ENERGY + patience;
                            self.halving_failed |= state.control.level >= most;
                            most
                        }
                        // Where constraints act, the pose may be one in which nothing can give way, which shorter sub-steps only hide.
                        None if self.halving_failed || !(model.links.is_empty() || model.is_passive_tree) => {
                            DEEPEST_FOR_ENERGY
                        }
                        None if deepest(model) < DEEPEST => deepest(model),
                        None => DEEPEST.min(DEEPEST_FOR_ENERGY.max(state.control.level) + 1),
                    },
                },
                otherwise: if torn
                    || impacts
                    || state.control.level >= DEEPEST_FOR_ENERGY && self.driven_against
                {
                    Fallback::Soften
                } else if deepest(model) < DEEPEST && state.control.level >= deepest(model) {
                    Fallback::Fail(StepError::Unresolved)
                } else {
                    Fallback::Accept
                },
            };
        }
        Verdict::Accept {
            may_lengthen: may_lengthen && imbalance.may_lengthen(),
        }
    }

    /// Whether constraints that needed a soft step a moment ago are taken to contradict each other still; every [`RETRY`] steps they are not.
    pub(super) fn still_contradictory(&self, state: &SimState) -> bool {
        self.before.control.soft && !state.step.is_multiple_of(RETRY)
    }

    /// Whether a sub-step of `sub` seconds has torn the constraints; `open` is how far projection leaves them open (m, rad).
    fn is_torn(&mut self, context: &mut StepContext<'_>, open: f64, sub: f64) -> bool {
        let opens = open > (TEARING * sub).max(OPEN);
        open.is_nan() || open > TORN || opens && self.began_torn(context)
    }

    /// Whether constraints open as fast as in the previous attempt, which was longer. Constraints that contradict each other do, and no sub-step
    /// length closes them; a motion that is too fast for longer sub-steps opens them less in shorter ones. `open` is how far projection leaves them
    /// open (m, rad).
    ///
    /// Constraints that were closed and are not driven do not contradict each other: where a light part is whipped round, the motion may be too
    /// fast for any but the shortest sub-steps.
    pub(super) fn opens_steadily(&mut self, model: &Model, open: f64, sub: f64) -> bool {
        let rate = open / sub;
        let before = self.tearing.replace(rate);
        !model.passive && before.is_some_and(|before| rate > SAME_OPENING_RATE * before)
    }

    /// Whether the constraints were already open at the start of the sub-step: they contradict each other or a joint is open as built, and no
    /// length closes that. Constraints that open within a sub-step may only move too fast for it.
    pub(super) fn began_torn(&mut self, context: &mut StepContext<'_>) -> bool {
        self.began_open(context, TORN)
    }

    /// Notes whether drives demand motions that the constraints prevent, so that the last solve left part of the right-hand side unmet. To be called
    /// before anything else than the sub-step is solved for.
    pub(super) fn note_driven_against(&mut self, context: &StepContext<'_>) {
        self.driven_against = !context.model.passive && context.dynamics.leaves_unmet();
    }

    /// Maximum number of halvings from the state in which the sub-step began.
    pub(super) fn deepest_from_here(&mut self, context: &mut StepContext<'_>) -> u32 {
        if self.driven_against {
            DEEPEST_FOR_ENERGY
        } else if self.began_torn(context) {
            DEEPEST_FOR_LOAD
        } else {
            deepest(context.model)
        }
    }

    /// Maximum number of halvings where energy bursts in the sub-step just taken: as a blow-up by drives allows, or `after_soft` directly after a soft
    /// step, where the constraints contradicted each other.
    pub(super) fn deepest_for_burst(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        blow_up: Option<u32>,
        after_soft: u32,
    ) -> u32 {
        match blow_up {
            Some(deepest) => deepest,
            None if self.before.control.soft => after_soft,
            None if self.touches_by_events(context, state) => self.deepest_for_impacts(),
            None => self.deepest_from_here(context),
        }
    }

    /// Whether the constraints were open by more than `most` (m, rad) at the start of the sub-step.
    pub(super) fn began_open(&mut self, context: &mut StepContext<'_>, most: f64) -> bool {
        let open = if context.model.bounded().is_empty() {
            let projector = &mut self.integrator.projector;
            projector.open(context.dynamics, context.model, &self.before)
        } else {
            // Rows of limits are inequalities: only how far they are violated counts.
            context.dynamics.drift(context.model, &self.before).largest().0
        };
        open.is_nan() || open > most
    }

    /// Whether contact acts on accelerations and parts touched in the sub-step just taken, or touch at its end.
    pub(super) fn touches_by_events(&self, context: &StepContext<'_>, state: &SimState) -> bool {
        context.model.contact().is_some() && (self.events.count() > 0 || !state.closed.is_empty())
    }

    /// Maximum number of halvings where parts touch and the energy bursts or is not balanced.
    pub(super) fn deepest_for_impacts(&self) -> u32 {
        if self.refused_events > MOST_REFUSED_EVENTS {
            0
        } else {
            DEEPEST_FOR_IMPACTS
        }
    }

    /// Maximum number of halvings where an event of the sub-step just taken was not solved exactly; 0 after too many events to follow, `None` where
    /// all events were solved exactly or nothing may touch.
    pub(super) fn unsettled(&self, context: &StepContext<'_>, state: &SimState) -> Option<u32> {
        let by_events = context.model.settings.integrator != Integrator::Impulse;
        let unsettled = state.control.unsolved_contacts > self.before.control.unsolved_contacts;
        let deepest = if self.events.ran_out() || self.refused_events > MOST_REFUSED_EVENTS {
            0
        } else {
            DEEPEST_FOR_UNSETTLED
        };
        (by_events && unsettled && may_touch(context, state)).then_some(deepest)
    }

    /// Whether, in a sub-step that began with torn joints, limits engaged and released without end: no shorter sub-step settles that.
    pub(super) fn limits_chatter(&mut self, context: &mut StepContext<'_>, state: &SimState) -> bool {
        state.control.unsolved_contacts > self.before.control.unsolved_contacts
            && self.began_beyond_limits(context)
    }

    /// Whether the sub-step began with torn joints in a machine with limits; the limits may be what is torn.
    pub(super) fn began_beyond_limits(&mut self, context: &mut StepContext<'_>) -> bool {
        !context.model.bounded().is_empty() && self.began_torn(context)
    }

    /// Returns the error for a sub-step that passed over a place beyond which the motion is undetermined: a line that a constraint measures closed
    /// up, parts flew past each other (`flew`), or a drive passed a pose in which it has no effect.
    pub(super) fn passed_over(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        flew: bool,
    ) -> Option<StepError> {
        match closed_lines::closed_up(context.model, &self.before, state) {
            Some(link) => Some(StepError::ClosedUp(link)),
            None if flew => Some(StepError::Unresolved),
            None => self.no_effect.passed(context, &self.before, state),
        }
    }
}

/// Whether the push of a sliding contact has no effect, because the other constraints of the active set already hold what it would hold. A step by
/// impulses settles that.
pub(super) fn has_no_effect(context: &StepContext<'_>, error: &StepError) -> bool {
    let joints = context.model.links.len();
    matches!(error, StepError::Solve(SolveError::NoEffect { constraint }) if *constraint >= joints)
}
