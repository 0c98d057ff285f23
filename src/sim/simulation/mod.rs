//! A run: a model, its state, the hand, and the record of what was done to it.

mod inputs;
mod pressed;
mod readings;
mod replay;
mod saved;
mod shares;
mod start;
mod torn;

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
use super::{Dynamics, Grab, Hand, Model, Recorded, SimState, Spent, StateHash, Work};

/// Work of a step (ns on a machine of today) beyond which it stops: of any machine, and for each of its coordinates.
const MOST_WORK: (u64, u64) = (6_000_000_000, 3_000_000);

fn most_work(model: &Model) -> u64 {
    MOST_WORK.0 + MOST_WORK.1 * model.topology.dofs() as u64
}

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
    /// From the start of the run on, else it could not be repeated; so it is not cut. It grows with what a person does, by some
    /// hundred bytes a movement of the hand, and is empty again at the next start.
    pub(super) record: Vec<Recorded>,
    /// The settings it started with.
    pub(super) settings_start: Settings,
    /// At one instant (J).
    energy_start: f64,
    pub(super) watch: Watch,
    /// Constraint (dense index) and largest |Cdot| of the velocities as built, before they were made legal.
    built_rate: Option<(usize, f64)>,
    /// By how much the energy kept with a run does not fit its state (J).
    kept_miss: Option<f64>,
}

impl Simulation {
    /// A run of a scene from its built state, with velocities projected on the constraints, or from where a run of it stands that was kept
    /// with it; with all that this machine has.
    pub fn new(scene: &Scene) -> Self {
        Self::on(scene, Hardware::here())
    }

    /// The same, putting no more of the processor to use than is said.
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
            watch: Watch::default(),
            built_rate: None,
            kept_miss: None,
        };
        run.reset();
        if let Some(saved) = &scene.run {
            run.take_up(saved);
        }
        run
    }

    /// Lets a long solve be cancelled by raising the flag.
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.dynamics.solver.set_cancel(flag);
    }

    /// Gives the solver a clock to take its times by.
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
    /// What was done to this run since its start.
    pub fn record(&self) -> &[Recorded] {
        &self.record
    }
    /// What the hand holds.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// Back to the built state; the record starts anew.
    pub fn reset(&mut self) {
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.state.clone_from(&self.model.start);
        self.record.clear();
        self.settings_start = self.model.settings;
        self.hand = None;
        self.grab = None;
        self.kept_miss = None;
        self.built_rate = self.project_start_velocities();
        // What velocities lost before they were legal, by hits say, is no work of the run.
        self.state.work = Work::default();
        self.energy_start = self.energy_at_one_instant().total();
        self.watch = Watch::default();
        self.look();
    }

    /// From the start of another machine.
    pub fn begin(&mut self, model: &Model) {
        self.model.clone_from(model);
        self.reset();
    }

    /// Makes ready for a model that has come in the place of another.
    pub(super) fn adopt_model(&mut self) {
        // It spoke of the constraints before.
        self.built_rate = None;
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.attach_grab();
    }

    fn choose_method(&mut self) {
        let settings = &self.model.settings;
        self.dynamics.solver.set_method(settings.method.into());
        self.dynamics.solver.set_effort(settings.effort.into());
    }

    /// One step of the scene's length.
    ///
    /// # Errors
    /// When the numbers go bad; the state is then the one before the step, and the item at fault is named.
    pub fn step(&mut self) -> Result<(), Stop> {
        self.step_by(self.model.settings.dt)
    }

    /// The same as [`Simulation::step_by`], with what the evaluations and solves of the step took.
    pub fn timed_step_by(&mut self, h: f64) -> (Result<(), Stop>, Spent) {
        self.dynamics.take_spent();
        let stepped = self.step_by(h);
        (stepped, self.dynamics.take_spent())
    }

    /// One step of a given length (s).
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_by(&mut self, h: f64) -> Result<(), Stop> {
        // A run that was kept may stand where no step leads on from.
        if let Some(body) = stop::absurd(&self.model, &self.state) {
            return Err(stop::diagnose(&self.model, &self.state, Ok(body)));
        }
        let most = most_work(&self.model);
        self.dynamics.solver.allowance().begin(Some(most));
        let stepped = self.step_within_allowance(h);
        self.dynamics.solver.allowance().begin(None);
        stepped
    }

    fn step_within_allowance(&mut self, h: f64) -> Result<(), Stop> {
        self.before.clone_from(&self.state);
        self.update_grab_mass(h);
        self.dynamics.guess.clone_from(&self.state.guess);
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
                    .or_else(|| self.pressed())
            }
        };
        match stop {
            Some(stop) => {
                self.state.clone_from(&self.before);
                self.sleep.take_back(&mut self.state);
                Err(stop)
            }
            None => Ok(()),
        }
    }

    /// Takes a step of `h` seconds, lets `look` see what it came to, and goes back: nothing that comes later depends on it.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn look_ahead<T>(&mut self, h: f64, look: impl FnOnce(&mut Self) -> T) -> Result<T, Stop> {
        let here = self.state.clone();
        let seen = self.step_by(h).map(|()| look(self));
        self.state = here;
        seen
    }

    /// Finds how heavy the machine is where it is held: that changes as it moves.
    fn update_grab_mass(&mut self, h: f64) {
        if let Some(grab) = &mut self.grab {
            let state = &self.state;
            let model = self.stepper.scaled.of(&self.model, &self.dynamics, state);
            let mass = self
                .dynamics
                .exactly(|it| it.effective_mass(model, state, grab.body, grab.at));
            // What cannot be weighed is not pulled; the step that follows says what is wrong.
            grab.set_mass(mass.unwrap_or_default(), &model.settings.grip, h);
        }
    }

    /// Why the last step, begun in `before`, went bad.
    fn explain(&self, error: &StepError) -> Stop {
        let whole = (&self.model, &self.before);
        let (model, before) = self.sleep.failed_at(&self.before).unwrap_or(whole);
        stop::diagnose(model, before, Err(error))
    }
}
