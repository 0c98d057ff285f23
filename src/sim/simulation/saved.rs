//! A run kept with its scene: what it was is what it goes on from, to the bit.

use crate::scene::Run;
use crate::sim::SimState;
use crate::sim::saved::ENERGY;

use super::Simulation;

impl Simulation {
    /// The run as it stands, to be kept with the scene that it is of. The hand and the record are none of it.
    pub fn to_run(&self) -> Run {
        self.state.to_run(self.energy_start)
    }

    /// Whether a run that was kept is one of this machine.
    pub fn fits(&self, run: &Run) -> bool {
        SimState::of_run(run, &self.model).is_some()
    }

    /// Goes on from a run that was kept. One of another machine, which has other coordinates or rows, leaves this one as built.
    pub(super) fn take_up(&mut self, run: &Run) {
        let Some(state) = SimState::of_run(run, &self.model) else {
            return;
        };
        self.state = state;
        if let [energy] = run.list(ENERGY) {
            self.energy_start = *energy;
        }
        self.built_rate = None;
        self.look();
    }
}
