//! A run saved with its scene, which goes on from its state to the bit.

use crate::scene::Run;
use crate::sim::saved::ENERGY;
use crate::sim::trust::explained;
use crate::sim::{Energy, SavedWatch, SimState, Work};

use super::Simulation;

/// Relative difference of energies that is the rounding of another order of summation.
const SAME: f64 = 1e-9;
/// Slack at both ends of the energies as built that different first sub-steps give, as a share of their difference.
const BETWEEN: f64 = 0.5;
/// Largest energy error of a run that began as built (`STRAYED`), and largest entry of its ledger (`BOOKED`), as multiples of the energy of its
/// states plus 1 J/kg.
const STRAYED: f64 = 1e3;
const BOOKED: f64 = 1e9;

impl Simulation {
    /// The run as it stands, to be saved with its scene. The hand and the record are not part of it.
    pub fn to_run(&self) -> Run {
        self.state
            .to_run(self.energy_start, &self.saved_watch(), &self.model)
    }

    /// What a saved run keeps of the watch over this one.
    pub fn saved_watch(&self) -> SavedWatch {
        self.watch.saved()
    }

    /// Whether a saved run is one of this machine.
    pub fn fits(&self, run: &Run) -> bool {
        SimState::of_run(run, &self.model).is_some()
    }

    /// Goes on from a saved run. One of another machine, which has other coordinates or rows, leaves this run as built.
    pub(super) fn take_up(&mut self, run: &Run) {
        let Some(state) = SimState::of_run(run, &self.model) else {
            return;
        };
        let built = Energy::at_one_instant(&self.model, &self.state);
        // By impulses, positions as built are ahead by half of the first sub-step, which may have been of any length.
        let mut shortest = std::mem::take(&mut self.state);
        shortest.control.length = f64::MIN_POSITIVE;
        let built = [built, Energy::at_one_instant(&self.model, &shortest)];
        self.state = state;
        self.start_velocity_violation = None;
        self.count_energy_from(run, built);
        if self.saved_energy_mismatch.is_none() {
            let largest = BOOKED * self.largest_energy(built[0]);
            self.watch.resume(run, &self.model, (&self.state.work, largest));
        }
        self.look();
    }

    /// The energy as built, or now, whichever is larger, by its terms, plus 1 J/kg (J).
    fn largest_energy(&self, built: Energy) -> f64 {
        let largest = [built, self.energy_at_one_instant()].map(|it| it.kinetic + it.potential.abs());
        largest[0].max(largest[1]) + self.model.mass()
    }

    /// Takes the energy at the start from a saved run, where it fits the state and the ledger, or equals the energy as built and the run
    /// strayed from that by no more than `STRAYED`; else energy and ledger begin anew.
    fn count_energy_from(&mut self, run: &Run, [built, shortest]: [Energy; 2]) {
        let as_built = [
            self.energy_start,
            self.energy_start + shortest.total() - built.total(),
        ];
        self.energy_start = match run.list(ENERGY) {
            [energy] => *energy,
            _ => f64::NAN,
        };
        let missed = self.ledger_error();
        let now = self.energy_at_one_instant();
        let largest = self.largest_energy(built);
        let entries = self.state.work.entries();
        let booked = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let (least, highest) = (as_built[0].min(as_built[1]), as_built[0].max(as_built[1]));
        let slack = SAME * least.abs().max(highest.abs()) + BETWEEN * (highest - least);
        let is_built = (least - slack..=highest + slack).contains(&self.energy_start);
        let most = match is_built {
            true => STRAYED * largest,
            false => explained(&self.model, [built, now], &self.state.work),
        };
        // Written so that NaN does not fit. Beside ledger entries that are too large, the work of a step is rounding.
        if missed.abs() <= most && booked <= BOOKED * largest {
            return;
        }
        self.saved_energy_mismatch = Some(missed);
        self.state.work = Work::default();
        self.energy_start = now.total();
    }

    /// Difference between the energy and ledger saved with a run and the energy of its state (J), where they do not fit and both
    /// begin anew; NaN where no energy was saved.
    pub fn kept_miss(&self) -> Option<f64> {
        self.saved_energy_mismatch
    }
}
