//! A run: a model, its state, the hand, and the record of what was done to it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::math::Pose;
use crate::scene::{Id, Scene, Settings};
use crate::solver::SolveError;

use super::control::Stepper;
use super::integrators::{Moving, StepError};
use super::{Drift, Dynamics, Energy, Grab, Hand, Input, Model, Recorded, SimState, StateHash};

/// What went bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// A part, a constraint or a force.
    Item(Id),
    /// No single one.
    Machine,
}

/// A run that had to stop; the state is the last good one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Simulated time of the last good state (s).
    pub time: f64,
    /// What went bad.
    pub culprit: Culprit,
    /// Why, as the end of a sentence, and what to do.
    pub reason: String,
    /// Whether it was asked for, by cancelling a slow solve, and nothing is wrong.
    pub cancelled: bool,
}

/// A speed nothing reaches in a sane machine (m/s, rad/s).
const ABSURD_SPEED: f64 = 1e7;

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
    /// A run of a scene from its built state, with velocities made legal.
    pub fn new(scene: &Scene) -> Self {
        let model = Model::compile(scene);
        let mut run = Self {
            dynamics: Dynamics::new(model.settings.method),
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
        result.map(|_| ()).map_err(|error| Stop {
            time: self.state.time,
            ..self.explain(&error)
        })
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
        self.weigh_hold();
        self.dynamics.guess.clone_from(&self.state.guess);
        let mut moving = Moving {
            model: &self.model,
            dynamics: &mut self.dynamics,
            grab: self.grab.as_ref(),
        };
        let result = self.stepper.step(&mut moving, &mut self.state, h);
        let stop = match result {
            Err(error) => Some(self.explain_step(&error)),
            Ok(()) => {
                self.state.guess.clone_from(&self.dynamics.guess);
                self.find_absurd()
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
            let stop = self.explain(&error);
            self.state.clone_from(&self.before);
            return Err(stop);
        }
        for body in &self.model.bodies {
            let range = body.offset..body.offset + body.motion.dim();
            if self.state.q[range.clone()] != self.before.q[range.clone()] {
                self.state.v[range].fill(0.0);
            }
        }
        self.rebase_drives(|_| true);
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
        if poses.is_empty() && model == self.model {
            // Names, colours, words: the run goes on to the bit.
            return;
        }
        let at_start = self.state.step == 0;
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
            // A programme that is new or changed goes on from where the machine is, without a jump.
            self.rebase_drives(|link| {
                !earlier
                    .links
                    .iter()
                    .any(|old| old.id == link.id && old.kind == link.kind)
            });
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

    fn rebase_drives(&mut self, which: impl Fn(&super::Link) -> bool) {
        for link in self.model.links.iter().filter(|link| link.drive && which(link)) {
            let ends = self.model.end_ports(&link.ends, &self.state.q, &self.state.v);
            let memory = &mut self.state.memory[link.memory..link.memory + link.memory_len];
            link.kind.rebase(&ends[..link.end_count], self.state.time, memory);
        }
    }

    fn take_hold(&mut self) {
        let held = self
            .hand
            .and_then(|hand| self.model.body(hand.part).map(|body| (hand, body)));
        self.grab = held.map(|(hand, body)| Grab {
            body,
            at: hand.at,
            target: hand.target,
            mass: 0.0,
        });
    }

    /// Finds how heavy the machine is where it is held: that changes as it moves.
    fn weigh_hold(&mut self) {
        if let Some(grab) = &mut self.grab {
            let (model, state) = (&self.model, &self.state);
            let mass = self
                .dynamics
                .exactly(|it| it.effective_mass(model, state, grab.body, grab.at));
            // What cannot be weighed is not pulled; the step that follows says what is wrong.
            grab.mass = mass.unwrap_or_default();
        }
    }

    fn find_absurd(&self) -> Option<Stop> {
        let state = &self.state;
        // Written so that NaN counts.
        let bad = |k: usize| !(state.v[k].abs() < ABSURD_SPEED && state.q[k].is_finite());
        let body = self
            .model
            .bodies
            .iter()
            .find(|body| (body.offset..body.offset + body.motion.dim()).any(bad))?;
        Some(Stop {
            time: self.before.time,
            culprit: Culprit::Item(body.id),
            reason: "it got faster than any machine; a smaller step, softer springs or a longer \
                     feedback time constant may hold it"
                .to_owned(),
            cancelled: false,
        })
    }

    fn explain_step(&self, error: &StepError) -> Stop {
        let (link, reason) = match error {
            StepError::Solve(error) => return self.explain(error),
            StepError::Closure(link) => (
                *link,
                "RATTLE finds no pose that keeps it closed, however short the step: what it holds contradicts \
                 the rest, or the machine passes a singular pose; another integrator with projection goes on",
            ),
        };
        Stop {
            time: self.before.time,
            culprit: link
                .and_then(|index| self.model.links.get(index))
                .map_or(Culprit::Machine, |link| Culprit::Item(link.id)),
            reason: reason.to_owned(),
            cancelled: false,
        }
    }

    fn explain(&self, error: &SolveError) -> Stop {
        use crate::solver::Input as Array;
        let body = |index: usize| self.model.bodies.get(index).map(|it| it.id);
        let link = |index: usize| self.model.links.get(index).map(|it| it.id);
        let culprit = match error {
            SolveError::Mass { body: index } => body(*index),
            SolveError::NonFinite {
                what: Array::Mass | Array::Force,
                index,
            } => body(*index),
            SolveError::NonFinite { index, .. } => link(*index),
            SolveError::Compliance { constraint }
            | SolveError::Numerical { constraint }
            | SolveError::Bounds { constraint }
            | SolveError::NotWorkless { constraint } => link(*constraint),
            _ => None,
        };
        Stop {
            time: self.before.time,
            culprit: culprit.map_or(Culprit::Machine, Culprit::Item),
            reason: error.to_string(),
            cancelled: *error == SolveError::Cancelled,
        }
    }
}
