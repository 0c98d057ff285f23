//! What is done where no sub-step stands: a [soft step](super::super::soft), or one by impulses where points of contact may have a part in it.

use std::mem;

use crate::scene::{Integrator, SubSteps};

use super::super::integrators::{StepContext, StepError};
use super::super::{SimState, soft, vibration};
use super::Stepper;
use super::energy_error::of_low_order;

/// Angle of a vibration, or a decay, by a force in a soft step up to which that is stable.
const STABLE: f64 = 2.0;
/// Energy that points of contact may seem to give: share of the kinetic energy, and J/kg.
const OF_CONTACT: (f64, f64) = (0.05, 5e-3);
/// Parts of a soft step at most, for forces and for energy.
const MOST_PARTS: f64 = 1024.0;
const FINEST: f64 = 256.0;
/// Share of a part of which no splinter is left.
const NEARLY: f64 = 1.001;

/// Whether parts were kept apart by impulses.
#[derive(Clone, Copy, PartialEq)]
enum KeptApart {
    Yes,
    /// They were, but more energy came of it than may of an exact sub-step, or contacts were not solved exactly.
    Loosely,
    /// It burst.
    Bursts,
    No,
}

impl KeptApart {
    /// Whether a shorter step may do better.
    fn is_to_be_shorter(self) -> bool {
        matches!(self, Self::Loosely | Self::Bursts)
    }
}

/// Whether points of contact may have a part in what a state does next. Events find them as they come; by impulses each pair that is near has
/// rows.
pub(super) fn may_touch(context: &StepContext<'_>, state: &SimState) -> bool {
    let by_events = context.model.settings.integrator != Integrator::Impulse;
    context.model.contact().is_some() && (by_events || !state.rows_of.is_empty())
}

impl Stepper {
    /// Takes a soft step of `sub` seconds from where the sub-step began, in parts where forces answer too fast for a whole one: to them it is explicit; and where
    /// a whole one by impulses bursts, or energy comes of it.
    ///
    /// # Errors
    /// Where that does not help either. The state may then be anything.
    pub(super) fn soften(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<(), StepError> {
        let taut = mem::take(&mut self.taut);
        let longest = sub / f64::from(self.parts_for_forces(context, sub)?);
        let divides = context.model.settings.divides() && !of_low_order(context.model);
        let shortest = if divides {
            longest.min(sub / FINEST)
        } else {
            longest
        };
        let (mut part, mut left) = (longest, sub);
        while left > 0.0 {
            let length = if left < NEARLY * part { left } else { part };
            let result = self.keep_apart(context, state, length);
            if divides && length > NEARLY * shortest && result.is_to_be_shorter() {
                part = 0.5 * length;
                continue;
            }
            if result == KeptApart::No || result == KeptApart::Bursts {
                self.go_back(state);
                self.give(context, state, taut, length)?;
            }
            self.note_softness(context, state, length);
            // What an exact solve came to here is no guess for anything.
            context.dynamics.guess.clear();
            state.control.soft = true;
            part = longest.min(2.0 * part);
            left = if length < left { left - length } else { 0.0 };
            if left > 0.0 {
                state.time = self.before.time + length;
                self.before.clone_from(state);
            }
        }
        state.softened += 1;
        Ok(())
    }

    /// In how many parts a soft step of `sub` seconds follows the forces.
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

    /// What touches keeps apart by impulses, and what overlaps is put apart without speed: but where drives tear joints that way as well, where
    /// joints at a singular pose give energy that way, and where nothing is near anything.
    fn keep_apart(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> KeptApart {
        self.go_back(state);
        if !may_touch(context, state)
            || self.work.by_impulses(context, state, sub).is_err()
            || self.drives_tear(context, state)
        {
            KeptApart::No
        } else if self.bursts_by_impulses(context, state, sub) {
            KeptApart::Bursts
        } else if self.creates(context, state, sub) || state.control.unsettled > self.before.control.unsettled
        {
            KeptApart::Loosely
        } else {
            KeptApart::Yes
        }
    }

    /// Whether joints gave more energy by impulses than a correction of drift accounts for, or points of contact gave any, and at least half of what
    /// came to be kinetic.
    fn bursts_by_impulses(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
        self.energies = None;
        let [(was, _), (is, _)] = self.energies(context, state);
        let half = 0.5 * (is.kinetic - was.kinetic).max(0.0);
        // What touches gives no energy, but where its answer is none.
        let from_contact = state.work.dissipation - self.before.work.dissipation;
        let little = OF_CONTACT.0 * was.kinetic + OF_CONTACT.1 * context.model.mass();
        let given = state.work.feedback - self.before.work.feedback;
        // Written so that NaN is a burst.
        let is_answer = from_contact <= half.max(little);
        if !is_answer || given <= half {
            return !is_answer;
        }
        let fed = state.fed;
        let bursts = self.bursts(context, state, sub);
        state.fed = fed;
        bursts
    }

    /// To where the sub-step began, but for what the feedback is held to have added.
    fn go_back(&self, state: &mut SimState) {
        let fed = state.fed;
        state.clone_from(&self.before);
        state.fed = fed;
    }

    /// Lets all joints give.
    fn give(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        taut: bool,
        sub: f64,
    ) -> Result<(), StepError> {
        // Nothing to soften: it is the forces that are not followed.
        if context.model.links.is_empty() {
            return Err(StepError::Unresolved);
        }
        let with = (taut.then_some(&self.stiffness), self.work.contacts_mut());
        soft::step(context.model, context.dynamics, state, context.grab, with, sub)?;
        self.work.part(context, state, sub)?;
        self.passed_over(context, state, false).map_or(Ok(()), Err)
    }
}
