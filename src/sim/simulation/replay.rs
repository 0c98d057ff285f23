//! Record of a run: inputs are kept as they come, and can be replayed.

use crate::scene::{Scene, Settings};
use crate::sim::control::Stepper;
use crate::sim::sleep::Sleep;
use crate::sim::trust::Watch;
use crate::sim::{Dynamics, Input, Model, Recorded, SimState, Stop};
use crate::solver::Hardware;

use super::Simulation;

impl Simulation {
    /// Applies an input to the run and records it.
    pub fn apply(&mut self, input: Input) {
        self.carry_out(&input);
        self.note(input);
    }

    /// Applies an input without recording it, where it need not be repeated.
    pub fn enact(&mut self, input: &Input) {
        self.carry_out(input);
    }

    /// Records an input at the present step.
    pub(super) fn note(&mut self, input: Input) {
        let step = self.state.step;
        self.record.push(Recorded { step, input });
    }

    /// Runs a scene with recorded inputs for a number of steps.
    ///
    /// # Errors
    /// When the numbers go bad.
    pub fn replay(scene: &Scene, record: &[Recorded], steps: u64) -> Result<Self, Stop> {
        Self::new(scene).follow(record, steps)
    }

    /// Goes on with recorded inputs until a number of steps have been taken.
    ///
    /// # Errors
    /// When the numbers go bad.
    pub fn follow(mut self, record: &[Recorded], steps: u64) -> Result<Self, Stop> {
        let mut next = record.iter().peekable();
        loop {
            while let Some(recorded) = next.next_if(|it| it.step <= self.state.step) {
                self.apply(recorded.input.clone());
            }
            if self.state.step >= steps {
                return Ok(self);
            }
            self.step()?;
        }
    }

    /// A run that goes on from this very state of a machine, without a hand. Its record begins here, and its energy
    /// is counted from 0.
    pub fn resume(model: Model, state: SimState, hardware: Hardware) -> Self {
        let mut run = Self {
            dynamics: Dynamics::new(model.settings.method),
            stepper: Stepper::default(),
            sleep: Sleep::default(),
            before: SimState::default(),
            hand: None,
            grab: None,
            record: Vec::new(),
            settings_start: model.settings,
            energy_start: 0.0,
            earlier_energy_starts: Vec::new(),
            watch: Watch::default(),
            start_velocity_violation: None,
            start_is_unknown: false,
            saved_energy_mismatch: None,
            model,
            state,
        };
        run.dynamics.solver.set_hardware(hardware);
        run.choose_method();
        run.dynamics.prepare(&run.model);
        run
    }

    /// Another run from this very state, with the same hand and hardware. Its record begins here.
    pub fn fork(&self) -> Self {
        self.fork_from(&self.model, &self.state)
    }

    /// The same from another state of this run, with the machine as it was then.
    pub fn fork_from(&self, model: &Model, state: &SimState) -> Self {
        let hardware = self.dynamics.solver.hardware();
        let mut fork = Self::resume(model.clone(), state.clone(), hardware);
        fork.hand = self.hand;
        fork.attach_grab();
        fork.energy_start = self.energy_start_at(state.step);
        fork.watch = self.watch.clone();
        fork.start_velocity_violation = self.start_velocity_violation;
        fork
    }

    /// Replaces the state by another one of this run and this machine. Nothing is evaluated, recorded or forgotten.
    pub fn stand_at(&mut self, state: &SimState) {
        self.state.clone_from(state);
    }

    /// Shows another state of this run without going on from it: nothing is recorded or forgotten. Energy and
    /// multipliers are those of that state, under the settings of its time, and with the machine of its time where that
    /// was another one.
    pub fn show(&mut self, state: &SimState, machine: Option<&Model>) {
        self.stand_at(state);
        if let Some(machine) = machine {
            self.model.clone_from(machine);
            self.adopt_model();
        }
        self.model.settings = self.settings_recorded(state.step);
        // A state that cannot be evaluated is reported when time goes on.
        let _ = self.evaluate();
    }

    /// Puts back an earlier state of this run, bit for bit; where its machine was another one, that must be shown
    /// (see [`Simulation::show`]). Inputs recorded after it are forgotten, except for the scene, the settings and the hold
    /// of the hand: those stay as they are now, and are recorded from here on. Of the poses at which edits put parts,
    /// those of parts that the restored machine does not have stay.
    pub fn restore(&mut self, state: SimState) {
        let later = self.record.iter().position(|recorded| recorded.step > state.step);
        let forgotten = self.record.split_off(later.unwrap_or(self.record.len()));
        self.state = state;
        self.forget_later_energy_starts();
        self.watch.rewind(self.state.time);
        let (mut scene, mut poses, mut settings, mut hand) = (None, Vec::new(), None, None);
        for recorded in forgotten {
            match recorded.input {
                Input::Scene(edited, put) => {
                    (scene, settings) = (Some(edited), None);
                    let new = put.into_iter().filter(|(id, _)| self.model.body(*id).is_none());
                    poses.extend(new);
                }
                input @ Input::Settings(_) => settings = Some(input),
                input @ Input::Hand(_) => hand = Some(input),
                Input::Drag(_) | Input::Assemble | Input::Adopt(_) => {}
            }
        }
        if scene.is_some() || settings.is_some() {
            // First the settings of this state, so that the energy of their change is booked as it was at first.
            self.model.settings = self.settings_recorded(self.state.step);
        }
        let scene = scene.map(|scene| Input::Scene(scene, poses));
        for input in [scene, settings, hand].into_iter().flatten() {
            self.apply(input);
        }
    }

    /// Makes the energy at the start that which counts for the present step.
    pub(super) fn forget_later_energy_starts(&mut self) {
        let now = self.state.step;
        self.energy_start = self.energy_start_at(now);
        self.earlier_energy_starts.retain(|(step, _)| *step <= now);
    }

    /// Energy at the start of the run as it counts for a state of this step, before the inputs that came after it (J).
    fn energy_start_at(&self, step: u64) -> f64 {
        let mut later = self.earlier_energy_starts.iter().filter(|it| it.0 > step);
        later.next().map_or(self.energy_start, |it| it.1)
    }

    /// The settings in effect at a step, by the record.
    fn settings_recorded(&self, step: u64) -> Settings {
        let settings = |recorded: &Recorded| match &recorded.input {
            Input::Settings(settings) => Some(*settings),
            Input::Scene(scene, _) => Some(scene.settings),
            Input::Hand(_) | Input::Drag(_) | Input::Assemble | Input::Adopt(_) => None,
        };
        self.record
            .iter()
            .rev()
            .filter(|recorded| recorded.step <= step)
            .find_map(settings)
            .unwrap_or(self.settings_start)
    }
}
