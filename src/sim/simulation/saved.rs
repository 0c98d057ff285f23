//! A run kept with its scene: what it was is what it goes on from, to the bit.

use crate::scene::Run;
use crate::sim::saved::ENERGY;
use crate::sim::trust::explained;
use crate::sim::{Energy, SimState, Work};

use super::Simulation;

/// Share of an energy that is the rounding of another way to sum it.
const SAME: f64 = 1e-9;
/// How many times the energy of its states, with a joule for each kilogram, a run may have strayed from what is built, and its ledger booked.
const STRAYED: f64 = 1e3;
const BOOKED: f64 = 1e9;

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
        let built = Energy::at_one_instant(&self.model, &self.state);
        self.state = state;
        self.built_rate = None;
        self.count_energy_from(run, built);
        self.look();
    }

    /// Takes the energy that a run began with from the list of it, where that fits the state and the ledger, or is that of what is built, from
    /// which the run strayed; else energy and ledger begin anew.
    fn count_energy_from(&mut self, run: &Run, built: Energy) {
        let as_built = self.energy_start;
        self.energy_start = match run.list(ENERGY) {
            [energy] => *energy,
            _ => f64::NAN,
        };
        let missed = self.energy_error();
        let now = self.energy_at_one_instant();
        let largest = [built, now].map(|it| it.kinetic + it.potential.abs());
        let largest = largest[0].max(largest[1]) + self.model.mass();
        let entries = self.state.work.entries();
        let booked = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let is_built = (self.energy_start - as_built).abs() <= SAME * as_built.abs();
        let most = match is_built {
            true => STRAYED * largest,
            false => explained(&self.model, [built, now], &self.state.work),
        };
        // Written so that NaN does not fit. Beside entries that are too large, what a step does is rounding.
        if missed.abs() <= most && booked <= BOOKED * largest {
            return;
        }
        self.kept_miss = Some(missed);
        self.state.work = Work::default();
        self.energy_start = now.total();
    }

    /// By how much the energy and the ledger that were kept with a run miss the energy of its state (J), where they do not fit it and both
    /// begin anew; no number where there was no energy with it.
    pub fn kept_miss(&self) -> Option<f64> {
        self.kept_miss
    }
}
