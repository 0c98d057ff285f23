//! A run: a model, its state, the hand, and the record of what was done to it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::math::Pose;
use crate::scene::{Id, Scene, Settings};
use crate::solver::Hardware;

use super::control::Stepper;
use super::inherit;
use super::integrators::{Moving, StepError};
use super::stop::{self, Stop};
use super::{Drift, Dynamics, Energy, Grab, Hand, Input, Model, Recorded, SimState, StateHash};

/// A running machine.
pub struct Simulation {
    pub(super) model: Model,
    pub(super) state: SimState,
    /// The workspaces and the solver.
    pub dynamics: Dynamics,
    stepper: Stepper,
    before: SimState,
    hand: Option<Hand>,
    grab: Option<Grab>,
    pub(super) record: Vec<Recorded>,
    /// The settings it started with.
    pub(super) settings_start: Settings,
    energy_start: f64,
}

impl Simulation {
    /// A run of a scene from its built state, with velocities made legal, with all that this machine has.
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
            before: SimState::default(),
            hand: None,
            grab: None,
            record: Vec::new(),
            settings_start: scene.settings,
            energy_start: 0.0,
        };
        run.reset();
        run
    }

    /// Lets a long solve be cancelled by raising the flag.
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.dynamics.solver.set_cancel(flag);
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
        self.make_velocities_legal();
        self.energy_start = self.energy().total();
    }

    /// From the start of another machine.
    pub fn begin(&mut self, model: &Model) {
        self.model.clone_from(model);
        self.reset();
    }

    /// Makes ready for a model that has come in the place of another.
    pub(super) fn take_up_model(&mut self) {
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.take_hold();
    }

    fn choose_method(&mut self) {
        let settings = &self.model.settings;
        self.dynamics.solver.set_method(settings.method);
        self.dynamics.solver.set_effort(settings.effort);
    }

    /// Energy now.
    pub fn energy(&self) -> Energy {
        Energy::of(&self.model, &self.state)
    }
    /// Energy at the start of the run (J).
    pub fn energy_start(&self) -> f64 {
        self.energy_start
    }
    /// Energy now, less that at the start and the work done since (J): what integration got wrong.
    pub fn energy_error(&self) -> f64 {
        self.energy().total() - self.energy_start - self.state.work.total()
    }

    /// How far the constraints are from met now.
    pub fn drift(&mut self) -> Drift {
        self.dynamics.drift(&self.model, &self.state)
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
        let result = self
            .dynamics
            .accelerations(&self.model, q, v, *time, memory, self.grab.as_ref());
        result
            .map(|_| ())
            .map_err(|error| stop::diagnose(&self.model, &self.state, Err(&error.into())))
    }

    /// One step of the scene's length.
    ///
    /// # Errors
    /// When the numbers go bad; the state is then the one before the step, and the item at fault is named.
    pub fn step(&mut self) -> Result<(), Stop> {
        self.step_by(self.model.settings.dt)
    }

    /// One step of a given length (s).
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_by(&mut self, h: f64) -> Result<(), Stop> {
        self.before.clone_from(&self.state);
        self.weigh_hold(h);
        self.dynamics.guess.clone_from(&self.state.guess);
        let mut moving = Moving {
            model: &self.model,
            dynamics: &mut self.dynamics,
            grab: self.grab.as_ref(),
        };
        let result = self.stepper.step(&mut moving, &mut self.state, h);
        let stop = match result {
            Err(error) => Some(self.explain(&error)),
            Ok(()) => {
                self.state.guess.clone_from(&self.dynamics.guess);
                stop::vanished(&self.model, &self.before, &self.state).or_else(|| {
                    stop::absurd(&self.model, &self.state)
                        .map(|body| stop::diagnose(&self.model, &self.before, Ok(body)))
                })
            }
        };
        match stop {
            Some(stop) => {
                self.state.clone_from(&self.before);
                Err(stop)
            }
            None => Ok(()),
        }
    }

    /// Moves the assembly of a part while paused, and records it, so that its point comes to the hand. At the built pose
    /// the caller makes an edit of it; later it poses the run. Velocities of what moved become zero.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn drag(&mut self, hand: Hand) -> Result<(), Stop> {
        self.pose(hand)?;
        self.note(Input::Drag(hand));
        Ok(())
    }

    fn pose(&mut self, hand: Hand) -> Result<(), Stop> {
        let Some(body) = self.model.body(hand.part) else {
            return Ok(());
        };
        self.before.clone_from(&self.state);
        let energy = self.energy().total();
        let (model, state) = (&self.model, &mut self.state);
        let dragged = self
            .dynamics
            .exactly(|it| it.drag(model, state, body, hand.at, hand.target));
        if let Err(error) = dragged {
            let stop = self.explain(&error.into());
            self.state.clone_from(&self.before);
            return Err(stop);
        }
        for body in &self.model.bodies {
            let range = body.offset..body.offset + body.motion.dim();
            if self.state.q[range.clone()] != self.before.q[range.clone()] {
                self.state.v[range].fill(0.0);
            }
        }
        self.model.remember(&mut self.state);
        self.rebase_drives(|_, _| true);
        self.make_velocities_legal();
        self.state.work.hand += self.energy().total() - energy;
        Ok(())
    }

    pub(super) fn carry_out(&mut self, input: &Input) {
        match input {
            Input::Hand(hand) => {
                self.hand = *hand;
                self.take_hold();
            }
            Input::Settings(settings) => {
                let energy = self.energy().total();
                self.model.settings = *settings;
                self.choose_method();
                if !settings.method.iterates() {
                    self.state.guess.clear();
                }
                self.dynamics.prepare(&self.model);
                self.book_edit(energy);
            }
            // What cannot be posed stays as it was.
            Input::Drag(hand) => {
                let _ = self.pose(*hand);
            }
            Input::Scene(scene, poses) => self.patch(scene, poses),
        }
    }

    fn patch(&mut self, scene: &Scene, poses: &[(Id, Pose)]) {
        let energy = self.energy().total();
        let model = Model::compile(scene);
        if poses.is_empty() && model == self.model && self.state.step > 0 {
            // Names, colours, words: the run goes on to the bit.
            return;
        }
        let at_start = self.state.step == 0;
        let before = self.state.clone();
        self.state = if at_start {
            model.start.clone()
        } else {
            model.carry_over(&self.model, &self.state)
        };
        let earlier = std::mem::replace(&mut self.model, model);
        // Before the first step everything is as built.
        for (id, pose) in poses.iter().filter(|_| !at_start) {
            if let Some(index) = self.model.body(*id) {
                let body = &self.model.bodies[index];
                body.motion.write_pose(*pose, &mut self.state.q[body.offset..]);
                // What is put somewhere starts from there as it starts when built.
                let range = body.offset..body.offset + body.motion.dim();
                self.state.v[range.clone()].copy_from_slice(&self.model.start.v[range]);
            }
        }
        if !at_start {
            inherit::motion_of_what_went((&earlier, &before), (&self.model, &mut self.state), poses);
            // A programme that is new or changed goes on from where the machine is, without a jump.
            self.rebase_drives(|model, link| model.unchanged(link, &earlier).is_none());
        }
        self.choose_method();
        self.dynamics.prepare(&self.model);
        self.make_velocities_legal();
        self.book_edit(energy);
        self.take_hold();
    }

    /// What an edit changes the energy by is no error of integration: it is the hand's work, or the start's.
    fn book_edit(&mut self, before: f64) {
        if self.state.step == 0 {
            self.energy_start = self.energy().total();
        } else {
            self.state.work.hand += self.energy().total() - before;
        }
    }

    /// An impulse after something was attached in motion, so that no feedback has to make up for it.
    fn make_velocities_legal(&mut self) {
        self.before.clone_from(&self.state);
        let (model, state) = (&self.model, &mut self.state);
        let legal = self.dynamics.exactly(|it| it.legalise_velocities(model, state));
        if legal.is_err() || !self.state.v.iter().all(|v| v.is_finite()) {
            // The step that follows says what is wrong; a start is not the place.
            self.state.clone_from(&self.before);
        }
    }

    fn rebase_drives(&mut self, which: impl Fn(&Model, &super::Link) -> bool) {
        let model = &self.model;
        for link in &model.links {
            if !link.drives(&self.state) || !which(model, link) {
                continue;
            }
            let ends = model.end_ports(&link.ends, &self.state.q, &self.state.v);
            let memory = &mut self.state.memory[link.memory..link.memory + link.memory_len];
            link.kind
                .rebase(&ends[..link.ends.len()], self.state.time, memory);
        }
    }

    fn take_hold(&mut self) {
        let held = self
            .hand
            .and_then(|hand| self.model.body(hand.part).map(|body| (hand, body)));
        self.grab = held.map(|(hand, body)| Grab::new(body, hand.at, hand.target));
    }

    /// Finds how heavy the machine is where it is held: that changes as it moves.
    fn weigh_hold(&mut self, h: f64) {
        if let Some(grab) = &mut self.grab {
            let (model, state) = (&self.model, &self.state);
            let mass = self
                .dynamics
                .exactly(|it| it.effective_mass(model, state, grab.body, grab.at));
            // What cannot be weighed is not pulled; the step that follows says what is wrong.
            grab.weigh(mass.unwrap_or_default(), &model.settings.grip, h);
        }
    }

    /// Why the last step, begun in `before`, went bad.
    fn explain(&self, error: &StepError) -> Stop {
        stop::diagnose(&self.model, &self.before, Err(error))
    }
}
