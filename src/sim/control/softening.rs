//! The step taken where no sub-step stands: a [soft (regularised) step](super::super::soft), or a step by impulses where parts may touch.

use std::mem;

use crate::scene::{Integrator, SubSteps};

use super::super::integrators::{StepContext, StepError};
use super::super::{SimState, soft, vibration};
use super::Stepper;
use super::energy_error::of_low_order;

/// Angle of a vibration (rad), or decay exponent, of a force in a soft step up to which the step is stable.
const STABLE: f64 = 2.0;
/// Energy that points of contact may seem to add: (fraction of the kinetic energy, J/kg).
const OF_CONTACT: (f64, f64) = (0.05, 5e-3);
/// Maximum number of parts into which a soft step is divided because forces respond too fast.
const MOST_PARTS: f64 = 1024.0;
/// The same because the energy of a step by impulses is not balanced.
const FINEST: f64 = 256.0;
/// Ratio of the remaining time to the length of a part up to which the part takes all of it, so that no tiny part is left.
const NEARLY: f64 = 1.001;

/// Result of a step by impulses that keeps parts apart.
#[derive(Clone, Copy, PartialEq)]
enum KeptApart {
    Yes,
    /// Parts were kept apart, but the step gained more energy than an exact sub-step may, or contacts were not solved exactly.
    Loosely,
    /// The energy of the step burst.
    Bursts,
    No,
}

impl KeptApart {
    /// Whether a shorter step may do better.
    fn is_to_be_shorter(self) -> bool {
        matches!(self, Self::Loosely | Self::Bursts)
    }
}

/// Whether points of contact may influence the motion from a state on. Events find points as they come; in steps by impulses each pair that is near
/// has rows.
pub(super) fn may_touch(context: &StepContext<'_>, state: &SimState) -> bool {
    let by_events = context.model.settings.integrator != Integrator::Impulse;
    context.model.contact().is_some() && (by_events || !state.contact_pairs.is_empty())
}

impl Stepper {
    /// Takes a soft step of `sub` seconds from the start of the sub-step. It is divided into parts where forces respond too fast, since it treats
    /// them explicitly, and where a whole step by impulses bursts or gains energy.
    ///
    /// # Errors
    /// Where that does not help either. On error the state may be anything.
    pub(super) fn soften(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<(), StepError> {
        let taut = mem::take(&mut self.hold_in_soft_step);
        let longest = sub / f64::from(self.parts_for_forces(context, sub)?);
        let divides = context.model.settings.divides() && !of_low_order(context.model);
        let shortest = if divides {
            longest.min(sub / FINEST)
        } else {
            longest
        };
        let (mut part, mut remaining) = (longest, sub);
        while remaining > 0.0 {
            let length = if remaining < NEARLY * part {
                remaining
            } else {
                part
            };
            let result = self.keep_apart(context, state, length);
            if divides && length > NEARLY * shortest && result.is_to_be_shorter() {
                part = 0.5 * length;
                continue;
            }
            if result == KeptApart::No || result == KeptApart::Bursts {
                self.go_back(state);
                self.take_regularised_step(context, state, taut, length)?;
            }
            self.note_softness(context, state, length);
            // The multipliers of an exact solve here are no warm start for anything.
            context.dynamics.guess.clear();
            state.control.soft = true;
            part = longest.min(2.0 * part);
            remaining = if length < remaining {
                remaining - length
            } else {
                0.0
            };
            if remaining > 0.0 {
                state.time = self.before.time + length;
                self.before.clone_from(state);
            }
        }
        state.soft_sub_steps += 1;
        Ok(())
    }

    /// Returns the number of parts in which a soft step of `sub` seconds resolves the forces.
    fn parts_for_forces(&self, context: &StepContext<'_>, sub: f64) -> Result<u32, StepError> {
        let fastest = vibration::fastest(context.model, &self.before);
        let angle = fastest.map_or(0.0, |(_, rate)| rate * sub);
        if angle <= STABLE {
            return Ok(1);
        }
        let divides = context.model.settings.sub_steps == SubSteps::Automatic;
        match divides && angle <= MOST_PARTS {
            true => Ok((angle.ceil() as u32).max(1)),
            false => Err(StepError::Unresolved),
        }
    }

    /// Takes a step by impulses that keeps touching parts apart and separates overlapping ones without giving them speed. Returns `No` where nothing
    /// is near anything, and where drives tear joints that way as well; `Bursts` where joints at a singular pose add energy that way. All joints
    /// give instead then.
    fn keep_apart(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> KeptApart {
        self.go_back(state);
        if !may_touch(context, state)
            || self.integrator.by_impulses(context, state, sub).is_err()
            || self.drives_tear(context, state)
        {
            KeptApart::No
        } else if self.bursts_by_impulses(context, state, sub) {
            KeptApart::Bursts
        } else if self.creates(context, state, sub)
            || state.control.unsolved_contacts > self.before.control.unsolved_contacts
        {
            KeptApart::Loosely
        } else {
            KeptApart::Yes
        }
    }

    /// Whether a step by impulses bursts: points of contact seem to have added energy, or joints have added more than a correction of drift
    /// accounts for; and that is at least half of the gain in kinetic energy.
    fn bursts_by_impulses(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
        self.energies = None;
        let [(was, _), (is, _)] = self.energies(context, state);
        let half = 0.5 * (is.kinetic - was.kinetic).max(0.0);
        // Contacts add no energy, unless the solve has failed.
        let from_contact = state.work.dissipation - self.before.work.dissipation;
        let little = OF_CONTACT.0 * was.kinetic + OF_CONTACT.1 * context.model.mass();
        let given = state.work.feedback - self.before.work.feedback;
        // Written so that NaN is a burst.
        let is_answer = from_contact <= half.max(little);
        if !is_answer || given <= half {
            return !is_answer;
        }
        let fed = state.energy_burst;
        let bursts = self.bursts(context, state, sub);
        state.energy_burst = fed;
        bursts
    }

    /// Restores the state from the start of the sub-step, except for the account of energy that the feedback has added.
    fn go_back(&self, state: &mut SimState) {
        let fed = state.energy_burst;
        state.clone_from(&self.before);
        state.energy_burst = fed;
    }

    /// Takes the soft step in which all joints give.
    fn take_regularised_step(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        taut: bool,
        sub: f64,
    ) -> Result<(), StepError> {
        // Without constraints there is nothing to soften: it is forces that no sub-step resolves.
        if context.model.links.is_empty() {
            return Err(StepError::Unresolved);
        }
        let (limited, contacts) = self.integrator.limits_and_contacts();
        let with = (taut.then_some(&self.stiffness), limited, contacts);
        soft::step(context.model, context.dynamics, state, context.grab, with, sub)?;
        self.integrator.part(context, state, sub)?;
        self.passed_over(context, state, false).map_or(Ok(()), Err)
    }
}
