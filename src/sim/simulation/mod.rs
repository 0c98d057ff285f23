//! A run: a model, its state, the hand, and the record of what was done to it.

mod inputs;
mod replay;
mod shares;

pub use self::shares::{ForceCause, Shares};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::scene::{Id, Integrator, Scene, Settings};
use crate::solver::{Clock, Hardware, SolveError};

use super::contact::Near;
use super::control::Stepper;
use super::integrators::{StepContext, StepError};
use super::limits;
use super::sleep::Sleep;
use super::stop::{self, Stop};
use super::trust::{Breach, Seen, Watch};
use super::{Drift, Dynamics, Energy, Grab, Hand, Model, Recorded, SimState, Spent, StateHash, Work};

/// |Cdot| of the velocities as built that is rounding of a file, against the fastest of them and 1 m/s.
const AGREES: f64 = 1e-6;

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
}

impl Simulation {
    /// A run of a scene from its built state, with velocities projected on the constraints, with all that this machine has.
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
        };
        run.reset();
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

    /// Energy now.
    pub fn energy(&self) -> Energy {
        Energy::of(&self.model, &self.state)
    }
    /// Energy at the start of the run (J).
    pub fn energy_start(&self) -> f64 {
        self.energy_start
    }
    /// Energy with places and velocities of one instant: steps by impulses leave places half a step ahead.
    pub(super) fn energy_at_one_instant(&self) -> Energy {
        let h = match self.state.step {
            0 => self.model.settings.dt,
            _ => self.state.control.shortest,
        };
        Energy::at_one_instant(&self.model, &self.state, h)
    }
    /// Energy at one instant, less that at the start and the work done since (J): what integration got wrong.
    pub fn energy_error(&self) -> f64 {
        self.error_of(self.energy_at_one_instant())
    }

    /// Energy at one instant, less that at the start and the work of real forces (J): what integration, feedback and projection gained or lost
    /// together, however well each of them is booked.
    pub fn energy_strayed(&self) -> f64 {
        self.energy_at_one_instant().total() - self.energy_start - self.state.work.real()
    }

    /// The [energy error](Self::energy_error), given the energy now.
    fn error_of(&self, energy: Energy) -> f64 {
        energy.total() - self.energy_start - self.state.work.total()
    }

    /// How far the constraints are from met now.
    pub fn drift(&mut self) -> Drift {
        self.dynamics.drift(&self.model, &self.state)
    }

    /// How deep parts that collide overlap now, at most (m); 0 where none do. It is measured on where they are, whatever put them there.
    pub fn overlap(&self) -> f64 {
        let Some(colliders) = self.model.contact() else {
            return 0.0;
        };
        Near::default().deepest((&self.model, colliders), &self.state)
    }

    /// The largest |C| of every constraint that holds a position now (m, rad), without those that are driven there.
    pub fn gaps(&mut self) -> Vec<(Id, f64)> {
        self.dynamics.gaps(&self.model, &self.state)
    }

    /// Shows the state now to the watch; returns how far the constraints are from met. Nothing moves, and nothing in the run depends
    /// on how often it is asked.
    pub fn look(&mut self) -> Drift {
        self.measure().0
    }

    /// The same; returns the [energy error](Simulation::energy_error) as well.
    pub fn measure(&mut self) -> (Drift, f64) {
        let loose = self.dynamics.approximates();
        let (drift, energy) = (self.drift(), self.energy_at_one_instant());
        self.watch.look(&Seen {
            model: &self.model,
            state: &self.state,
            drift,
            energy,
            rates: [
                self.dynamics.evaluation.rate(),
                self.dynamics.evaluation.time_rate(),
            ],
            loose,
        });
        (drift, self.error_of(energy))
    }

    /// Since when this run is not to be trusted, by what was [looked](Simulation::look) at.
    pub fn breach(&self) -> Option<&Breach> {
        self.watch.breach()
    }

    /// Accelerations and multipliers at the state now, left in the `solution` of `dynamics`. Nothing moves.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn evaluate(&mut self) -> Result<(), Stop> {
        self.dynamics.guess.clone_from(&self.state.guess);
        let SimState {
            q, v, time, memory, ..
        } = &self.state;
        let model = self.stepper.events.with_contacts(&self.model, &self.state);
        let result = self
            .dynamics
            .accelerations(model, q, v, *time, memory, self.grab.as_ref());
        self.dynamics.solution.lambda.truncate(self.model.topology.rows());
        result
            .map(|_| ())
            .map_err(|error| stop::diagnose(&self.model, &self.state, Err(&error.into())))
    }

    /// The multipliers and accelerations that belong to the state now, left in the `solution` of `dynamics`: exact ones, but where the
    /// step that led here was taken softly, or where there are none, those that this step used. Parts that touch push each other as
    /// they did in that step, on average. Nothing moves.
    pub fn read_multipliers(&mut self) {
        if self.state.control.soft {
            return;
        }
        let used = self.dynamics.solution.lambda.clone();
        let acts_on_velocities = self.model.settings.integrator == Integrator::Impulse;
        let read = if self.state.contacts.is_empty() || !acts_on_velocities {
            self.evaluate().is_ok()
        } else {
            self.evaluate_with_contacts().is_ok()
        };
        if !read {
            self.dynamics.solution.lambda = used;
        }
    }

    /// As [`Simulation::evaluate`], with the mean contact forces of the last step as they were: contact is solved for in steps alone.
    fn evaluate_with_contacts(&mut self) -> Result<(), SolveError> {
        let (model, state) = (&self.model, &self.state);
        let SimState {
            q, v, time, memory, ..
        } = state;
        let (dynamics, grab) = (&mut self.dynamics, self.grab.as_ref());
        dynamics.evaluate(model, q, v, *time, memory, grab);
        model.add_contact_forces(state, dynamics.problem.force_mut());
        if dynamics.solver.method().iterates() {
            dynamics.solution.lambda.clone_from(&state.guess);
        }
        dynamics.answer(model)
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
                gone.or_else(|| {
                    stop::absurd(&self.model, &self.state)
                        .map(|body| stop::diagnose(&self.model, &self.before, Ok(body)))
                })
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

    /// The constraint that the velocities as built disagree with most, with its Cdot (m/s, rad/s): the run starts with the nearest
    /// velocities that all constraints allow. Nothing where they agree to what is written in files.
    pub fn built_rate(&self) -> Option<(Id, f64)> {
        let (link, rate) = self.built_rate?;
        let fastest = self
            .model
            .start
            .v
            .iter()
            .fold(1.0_f64, |most, v| most.max(v.abs()));
        // Written so that NaN is said.
        let agrees = rate <= AGREES * fastest;
        let item = self.model.links.get(link)?.id;
        (!agrees).then_some((item, rate))
    }

    /// An impulse after something was attached in motion, so that no feedback has to make up for it. Returns the constraint that
    /// the velocities disagreed with most.
    fn project_start_velocities(&mut self) -> Option<(usize, f64)> {
        self.before.clone_from(&self.state);
        let (model, state) = (&self.model, &mut self.state);
        limits::review(model, state);
        let projected = self.dynamics.exactly(|it| it.project_velocities(model, state));
        let arrived = self.arrive();
        if projected.is_err() || arrived.is_err() || !self.state.v.iter().all(|v| v.is_finite()) {
            // The step that follows says what is wrong; a start is not the place.
            self.state.clone_from(&self.before);
        }
        projected.ok().flatten()
    }

    /// Settles what is due at once of rows with limits: hits, and what holds.
    fn arrive(&mut self) -> Result<(), StepError> {
        let (model, state, events) = (&self.model, &mut self.state, &mut self.stepper.events);
        let grab = self.grab.as_ref();
        self.dynamics.exactly(|dynamics| {
            let mut context = StepContext {
                model,
                dynamics,
                grab,
            };
            events.arrive(&mut context, state)
        })
    }

    /// Finds how heavy the machine is where it is held: that changes as it moves.
    fn update_grab_mass(&mut self, h: f64) {
        if let Some(grab) = &mut self.grab {
            let (model, state) = (&self.model, &self.state);
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
