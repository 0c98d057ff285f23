//! Whether a soft step has torn what was closed: where a part is so much lighter than what it is between that no sub-step is short enough for
//! the whip, the machine comes apart, and nothing that follows is of it.

use crate::scene::SubSteps;
use crate::sim::trust;
use crate::sim::{Cause, Culprit, Stop};

use super::Simulation;

/// Opening of joints, as a share of the size of the machine, from which on they are torn, and up to which they were closed.
const TORN: f64 = 0.1;
const CLOSED: f64 = 1e-3;

impl Simulation {
    /// The stop of the step from `before`, where it was soft and tore joints that nothing drives or holds by hand.
    pub(super) fn torn(&mut self) -> Option<Stop> {
        let is_soft = self.state.softened > self.before.softened;
        // Who asks for equal steps is shown what comes of them.
        let divides = self.model.settings.sub_steps == SubSteps::Automatic;
        if !is_soft || !divides || !self.model.passive || self.grab.is_some() {
            return None;
        }
        let size = trust::size(&self.model, &self.before);
        let open = self.drift();
        let was = self.dynamics.drift(&self.model, &self.before);
        if open.max_m <= TORN * size || was.max_m > CLOSED * size {
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
