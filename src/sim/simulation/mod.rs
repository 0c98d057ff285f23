//! A run: a model, its state, the hand, and the record of the inputs.

mod inputs;
mod pressed;
mod readings;
mod replay;
mod saved;
mod shares;
mod start;
mod torn;
mod unfollowed;

pub use self::shares::{ForceCause, Shares};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::scene::{Scene, Settings};
use crate::solver::{Clock, Hardware};

use super::control::Stepper;
use super::integrators::{StepContext, StepError};
use super::sleep::Sleep;
use super::stop::{self, Stop};
use super::trust::Watch;
use super::{Dynamics, Grab, Hand, Model, Recorded, SimState, SolveTimes, StateHash, Work};

/// A running machine.
pub struct Simulation {
    pub(super) model: Model,
    pub(super) state: SimState,
    /// The workspaces and the solver.
    pub dynamics: Dynamics,
    stepper: Stepper,
    sleep: Sleep,
    before: SimState,
    hand: Option<Hand>,
    grab: Option<Grab>,
    /// Inputs since the start of the run. Never cut, or the run could not be repeated; each movement of the hand adds some
    /// hundred bytes, and the next start empties it.
    pub(super) record: Vec<Recorded>,
    /// The settings at the start of the run.
    pub(super) settings_start: Settings,
    /// Energy at the start, with positions and velocities of one instant (J).
    energy_start: f64,
    /// Values of `energy_start` before each input that changed it, with the step of that input.
    earlier_energy_starts: Vec<(u64, f64)>,
    pub(super) watch: Watch,
    /// Constraint (dense index) with the largest |Cdot| of the velocities as built, before their projection, and that (m/s, rad/s).
    start_velocity_violation: Option<(usize, f64)>,
    /// Whether the velocities at the start could not be made legal for the work that it takes.
    start_is_unknown: bool,
    /// Difference between the energy saved with a run and the energy of its state (J), where they do not fit.
    saved_energy_mismatch: Option<f64>,
}

impl Simulation {
    /// A run of a scene from its built state, with velocities projected on the constraints, or from a saved state in the scene;
    /// on all hardware of this machine.
    pub fn new(scene: &Scene) -> Self {
        Self::on(scene, Hardware::here())
    }

    /// The same, on no more than the given hardware.
    pub fn on(scene: &Scene, hardware: Hardware) -> Self {
        let model = Model::compile(scene);
        let mut dynamics = Dynamics::new(model.settings.method);
        dynamics.solver.set_hardware(hardware);
        let mut run = Self {
            dynamics,
            model,
            state: SimState::default(),
            stepper: Stepper::default(),
            sleep: Sleep::default(),
            before: SimState::default(),
            hand: None,
            grab: None,
            record: Vec::new(),
            settings_start: scene.settings,
            energy_start: 0.0,
            earlier_energy_starts: Vec::new(),
            watch: Watch::default(),
            start_velocity_violation: None,
            start_is_unknown: false,
            saved_energy_mismatch: None,
        };
        run.reset();
        if let Some(saved) = &scene.run {
            run.take_up(saved);
        }
        run
    }

    /// Sets the flag that cancels a long solve when raised.
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.dynamics.solver.set_cancel(flag);
    }

    /// Gives the solver a clock to time itself by.
    pub fn set_clock(&mut self, clock: Clock) {
        self.dynamics.solver.set_clock(clock);
    }

    /// The compiled scene.
    pub fn model(&self) -> &Model {
        &self.model
    }
    /// The state now.
    pub fn state(&self) -> &SimState {
        &self.state
    }
    /// The hash of the state now.
    pub fn hash(&self) -> StateHash {
        StateHash::of(&self.state)
    }
    /// The inputs to this run since its start.
    pub fn record(&self) -> &[Recorded] {
        &self.record
    }
    /// The hand, where it holds a part.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// Returns to the built state and begins a new record.
    pub fn reset(&mut self) {
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.state.clone_from(&self.model.start);
        self.record.clear();
        self.settings_start = self.model.settings;
        self.hand = None;
        self.grab = None;
        self.saved_energy_mismatch = None;
        self.start_velocity_violation = self.project_start_velocities();
        // Energy that impacts took while the velocities were made legal is no work of the run.
        self.state.work = Work::default();
        self.energy_start = self.energy_at_one_instant().total();
        self.earlier_energy_starts.clear();
        self.watch = Watch::default();
        self.look();
    }

    /// Returns to the start of another model.
    pub fn begin(&mut self, model: &Model) {
        self.model.clone_from(model);
        self.reset();
    }

    /// Prepares the workspaces for a model that replaced another.
    pub(super) fn adopt_model(&mut self) {
        // It names a constraint of the model before.
        self.start_velocity_violation = None;
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.attach_grab();
    }

    fn choose_method(&mut self) {
        let settings = &self.model.settings;
        self.dynamics.solver.set_method(settings.method.into());
        self.dynamics.solver.set_iteration_limits(settings.effort.into());
    }

    /// Takes one step of the scene's length.
    ///
    /// # Errors
    /// When the numbers go bad; the state is then that before the step, and the item at fault is named.
    pub fn step(&mut self) -> Result<(), Stop> {
        self.step_by(self.model.settings.dt)
    }

    /// The same as [`Simulation::step_by`], with the time and work of the step's evaluations and solves.
    pub fn timed_step_by(&mut self, h: f64) -> (Result<(), Stop>, SolveTimes) {
        self.dynamics.take_times();
        let stepped = self.step_by(h);
        (stepped, self.dynamics.take_times())
    }

    /// Takes one step of `h` seconds.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_by(&mut self, h: f64) -> Result<(), Stop> {
        // A saved run may stand at a state from which no step can begin.
        if let Some(body) = stop::absurd(&self.model, &self.state) {
            return Err(stop::diagnose(&self.model, &self.state, Ok(body)));
        }
        self.dynamics.begin_task(&self.model);
        let stepped = self.step_within_allowance(h);
        self.dynamics.end_task();
        stepped
    }

    fn step_within_allowance(&mut self, h: f64) -> Result<(), Stop> {
        self.before.clone_from(&self.state);
        self.update_grab_mass(h);
        self.dynamics.guess.clone_from(&self.state.warm_start);
        let mut context = StepContext {
            model: &self.model,
            dynamics: &mut self.dynamics,
            grab: self.grab.as_ref(),
        };
        let states = (&mut self.before, &mut self.state);
        let result = self.sleep.step(&mut context, &mut self.stepper, states, h);
        let stop = match result {
            Err(error) => Some(self.explain(&error)),
            Ok(()) => {
                self.sleep
                    .settle(&self.model, &mut self.state, self.grab.as_ref(), h);
                let gone = stop::vanished(&self.model, &self.before, &self.state)
                    .or_else(|| stop::lost(&self.model, &self.before, &self.state));
                let absurd = || {
                    stop::absurd(&self.model, &self.state)
                        .map(|body| stop::diagnose(&self.model, &self.before, Ok(body)))
                };
                gone.or_else(absurd)
                    .or_else(|| self.torn(h))
                    .or_else(|| self.unfollowed())
                    .or_else(|| self.whipped(h))
                    .or_else(|| self.pressed())
            }
        };
        match stop {
            Some(stop) => {
                self.state.clone_from(&self.before);
                self.sleep.take_back(&mut self.state);
                Err(stop)
            }
            None => {
                self.note_first_length();
                Ok(())
            }
        }
    }

    /// Takes a step of `h` seconds, calls `look` on the result, and goes back: nothing that comes later depends on it.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn look_ahead<T>(&mut self, h: f64, look: impl FnOnce(&mut Self) -> T) -> Result<T, Stop> {
        let here = self.state.clone();
        let seen = self.step_by(h).map(|()| look(self));
        self.state = here;
        self.forget_later_energy_starts();
        seen
    }

    /// Computes the effective mass of the machine at the held point, which changes as it moves.
    fn update_grab_mass(&mut self, h: f64) {
        if let Some(grab) = &mut self.grab {
            let state = &self.state;
            let model = self.stepper.scaled.of(&self.model, &self.dynamics, state);
            let mass = self
                .dynamics
                .exactly(|it| it.effective_mass(model, state, grab.body, grab.at));
            // Without an effective mass the hand does not pull; the step that follows says what is wrong.
            grab.set_mass(mass.unwrap_or_default(), &model.settings.grip, h);
        }
    }

    /// Stop of the last step, begun in `before`, for this error.
    fn explain(&self, error: &StepError) -> Stop {
        let whole = (&self.model, &self.before);
        let (model, before) = self.sleep.failed_at(&self.before).unwrap_or(whole);
        stop::diagnose(model, before, Err(error))
    }
}
