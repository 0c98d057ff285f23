//! What is done where no sub-step stands: a [soft step](super::super::soft), or one by impulses where points of contact may have a part in it.

use std::mem;

use crate::scene::Integrator;

use super::super::integrators::{StepContext, StepError};
use super::super::{SimState, soft};
use super::{Stepper, passing};

/// Whether points of contact may have a part in what a state does next. Events find them as they come; by impulses each pair that is near has
/// rows.
fn may_touch(context: &StepContext<'_>, state: &SimState) -> bool {
    let by_events = context.model.settings.integrator != Integrator::Impulse;
    context.model.contact().is_some() && (by_events || !state.rows_of.is_empty())
}

impl Stepper {
    /// Takes a soft step of `sub` seconds from where the sub-step began.
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
        self.go_back(state);
        // What touches keeps apart by impulses, and what overlaps is put apart without speed. Where drives tear joints that way as well, and
        // where nothing is near anything, all joints give.
        let keeps_apart = may_touch(context, state)
            && self.work.by_impulses(context, state, sub).is_ok()
            && !self.drives_tear(context, state);
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
        passing::closed_up(context.model, &self.before, state)
            .map_or(Ok(()), |link| Err(StepError::ClosedUp(link)))
    }
}
