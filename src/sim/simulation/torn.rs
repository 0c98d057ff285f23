//! Whether a soft step has torn what was closed: where a part is so much lighter than what it is between that no sub-step is short enough for
//! the whip, the machine comes apart, and nothing that follows is of it.

use crate::scene::SubSteps;
use crate::sim::{Cause, Culprit, Stop};

use super::Simulation;

/// Opening of joints, as a share of the size of the machine, from which on they are torn, and up to which they were closed.
const TORN: f64 = 0.1;
const CLOSED: f64 = 1e-3;

impl Simulation {
    /// The stop of the step from `before`, where joints that nothing drives or holds by hand are torn since a soft step, though they were closed
    /// as built.
    pub(super) fn torn(&mut self) -> Option<Stop> {
        // Who asks for equal steps is shown what comes of them, and what touches is held by sets of its own.
        let divides = self.model.settings.sub_steps == SubSteps::Automatic;
        let holds = self.model.passive && self.grab.is_none() && self.model.contact().is_none();
        if self.state.softened == 0 || !divides || !holds {
            return None;
        }
        let size = self.model.size;
        let open = self.drift();
        if open.max_m <= TORN * size
            || self.dynamics.drift(&self.model, &self.model.start).max_m > CLOSED * size
        {
            return None;
        }
        let link = open.worst.and_then(|link| self.model.links.get(link));
        Some(Stop {
            time: self.before.time,
            culprit: link.map_or(Culprit::Machine, |link| Culprit::Item(link.id)),
            with: Vec::new(),
            cause: Cause::LongStep,
            reason: "it comes apart: what is so much lighter than the parts it is between turns faster than any step follows; give the light \
                     part more mass, or halve the step"
                .to_owned(),
            cancelled: false,
        })
    }
}
