//! What is done where no sub-step stands: a [soft step](super::super::soft), or one by impulses where points of contact may have a part in it.

use std::mem;

use crate::scene::{Integrator, SubSteps};

use super::super::integrators::{StepContext, StepError};
use super::super::{SimState, soft, vibration};
use super::Stepper;

/// Angle of a vibration, or a decay, by a force in a soft step up to which that is stable.
const STABLE: f64 = 2.0;
/// Energy that points of contact may seem to give: share of the kinetic energy, and J/kg.
const OF_CONTACT: (f64, f64) = (0.05, 5e-3);
/// Parts of a soft step at most.
const MOST_PARTS: f64 = 1024.0;

/// Whether points of contact may have a part in what a state does next. Events find them as they come; by impulses each pair that is near has
/// rows.
pub(super) fn may_touch(context: &StepContext<'_>, state: &SimState) -> bool {
    let by_events = context.model.settings.integrator != Integrator::Impulse;
    context.model.contact().is_some() && (by_events || !state.rows_of.is_empty())
}

impl Stepper {
    /// Takes a soft step of `sub` seconds from where the sub-step began, in parts where forces answer too fast for a whole one: to them it is explicit.
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
        let parts = self.parts_for_forces(context, sub)?;
        let part = sub / f64::from(parts);
        for index in 0..parts {
            if index > 0 {
                state.time += part;
                self.before.clone_from(state);
            }
            self.soften_once(context, state, taut, part)?;
        }
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

    fn soften_once(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        taut: bool,
        sub: f64,
    ) -> Result<(), StepError> {
        self.go_back(state);
        // What touches keeps apart by impulses, and what overlaps is put apart without speed. Where drives tear joints that way as well, where
        // joints at a singular pose give energy that way, and where nothing is near anything, all joints give.
        let keeps_apart = may_touch(context, state)
            && self.work.by_impulses(context, state, sub).is_ok()
            && !self.drives_tear(context, state)
            && !self.bursts_by_impulses(context, state, sub);
        if !keeps_apart {
            self.go_back(state);
            self.give(context, state, taut, sub)?;
        }
        self.note_softness(context, state, sub);
        // What an exact solve came to here is no guess for anything.
        context.dynamics.guess.clear();
        state.softened += 1;
        state.control.soft = true;
        Ok(())
    }

    /// Whether joints gave more energy by impulses than a correction of drift accounts for, or points of contact gave any, and at least half of what
    /// came to be kinetic.
    fn bursts_by_impulses(&mut self, context: &StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
        self.energies = None;
        let [(was, _), (is, _)] = self.energies(context, state);
        let half = 0.5 * (is.kinetic - was.kinetic).max(0.0);
        // What touches gives no energy, but where its answer is none.
        let from_contact = state.work.dissipation - self.before.work.dissipation;
        let little = OF_CONTACT.0 * was.kinetic + OF_CONTACT.1 * context.model.mass();
        if from_contact > half.max(little) {
            return true;
        }
        let given = state.work.feedback - self.before.work.feedback;
        // Written so that NaN is a burst.
        let is_little = given <= half;
        if is_little {
            return false;
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
