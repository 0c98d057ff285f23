//! The engine that carries out commands and steps, without a thread of its own.

mod changes;
mod looking;
mod telling;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::history::History;
use super::race::{Monitor, Race};
use super::recall::recall;
use super::stopwatch::Stopwatch;
use super::{Command, Observation};
use crate::clock;
use crate::lab::experiment::Experiment;
use crate::lab::scope::{self, Recorder};
use crate::lab::xray::Camera;
use crate::scene::Scene;
use crate::sim::{Freedom, Input, Model, Simulation, Spent, Stop, Worst};
use crate::solver::Clock;

/// Carries out commands and steps; used on the worker's thread, and directly by tests.
pub struct Engine {
    pub(super) run: Simulation,
    /// What the solver takes its times by, and what makes it give up.
    clock: Clock,
    cancel: Arc<AtomicBool>,
    pub(super) model: Arc<Model>,
    /// The machine of the present: another than `model` only while the past is looked at.
    present: Arc<Model>,
    /// Whether what is looked at is the start of the present machine, in the place of a start that edits have replaced.
    fresh: bool,
    /// Whether the machine that is looked at is another one than that of the present.
    other: bool,
    history: History,
    pub(super) playing: bool,
    stopped: Option<Stop>,
    generation: u64,
    commands: u64,
    pub(super) freedom: Option<Arc<Freedom>>,
    /// Counts changes after which freedoms must be counted anew.
    pub(super) topology: u64,
    /// What that was of the freedoms that are known.
    pub(super) counted: u64,
    pub(super) pace: f64,
    race: Race,
    recorder: Recorder,
    observation: Observation,
    camera: Camera,
    stopwatch: Stopwatch,
    /// What a solve, and a step (ns), take where no other run of a race computes beside them.
    solve: Spent,
    step_ns: u64,
    /// The largest figures of the steps since the last snapshot, but for the last step while that is unseen: a snapshot of it measures by itself.
    worst: Worst,
    unseen: bool,
    /// The scene that the run began with, and as it is now.
    began: Scene,
    latest: Scene,
}

impl Engine {
    /// An engine on an empty scene.
    pub fn new() -> Self {
        Self::timed_by(clock::nanoseconds, Arc::default())
    }

    /// The same, whose solver takes its times by this clock (ns) and gives up what it is at once the flag is raised.
    pub fn timed_by(clock: Clock, cancel: Arc<AtomicBool>) -> Self {
        let run = run_of(&Scene::default(), (clock, &cancel));
        let model = Arc::new(run.model().clone());
        Self {
            present: Arc::clone(&model),
            model,
            fresh: false,
            other: false,
            run,
            clock,
            cancel,
            history: History::default(),
            playing: false,
            stopped: None,
            generation: 0,
            commands: 0,
            freedom: None,
            topology: 0,
            counted: 0,
            pace: 1.0,
            race: Race::default(),
            recorder: Recorder::default(),
            observation: Observation::default(),
            camera: Camera::default(),
            stopwatch: Stopwatch::default(),
            solve: Spent::default(),
            step_ns: 0,
            worst: Worst::default(),
            unseen: false,
            began: Scene::default(),
            latest: Scene::default(),
        }
    }

    /// The run.
    pub fn run(&self) -> &Simulation {
        &self.run
    }
    /// Where it can be looked up how a race with the run stands.
    pub fn race(&self) -> Monitor {
        self.race.monitor()
    }
    /// Where what is recorded can be looked up.
    pub fn scopes(&self) -> scope::Monitor {
        self.recorder.monitor()
    }
    /// Whether time runs.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Carries out one command.
    pub fn carry_out(&mut self, command: Command) {
        if let Command::Tell(reply) = command {
            // Whoever asked may have given up.
            let _ = reply.send(Experiment::of(&self.run, self.began.clone()));
            return;
        }
        self.commands += 1;
        match command {
            Command::Capture(place) => {
                self.resume();
                place.fill(self.run.state());
            }
            Command::Restore(kept) => {
                if let Some(state) = kept.state() {
                    self.take_input(Input::Adopt(Box::new(state.clone())));
                }
            }
            Command::Load(scene, playing) => self.load(*scene, playing),
            Command::Input(input) => self.take_input(input),
            Command::Play => {
                self.resume();
                self.playing = true;
                self.stopped = None;
            }
            Command::Pause => self.stand(),
            Command::Step => {
                if !self.look(|history, present| history.look(present, 1)) {
                    self.advance();
                }
                self.stand();
            }
            Command::StepBack => {
                self.look(|history, present| history.look(present, -1));
                self.stand();
            }
            Command::Scrub(time) => {
                self.look(|history, present| history.look_for(present, time));
                self.stand();
            }
            Command::Reset => self.reset(),
            Command::Drag(hand) => {
                if !self.playing {
                    self.resume();
                    self.race.note(self.run.state().time, &Input::Drag(hand));
                    if let Err(stop) = self.run.drag(hand) {
                        self.note(stop);
                    }
                    self.recorder.note(&mut self.run);
                }
            }
            Command::Race(order) => self.take_race_order(order),
            // Answered before.
            Command::Tell(_) => {}
            Command::Observe(observation) => self.observation = observation,
            Command::Record(signals) => {
                if self.recorder.set(signals) {
                    recall(&self.recorder, &self.history, &self.run);
                }
                if self.history.ahead() == 0 {
                    self.recorder.note(&mut self.run);
                }
            }
        }
    }

    /// Whether freedoms are to be counted.
    pub(super) fn is_uncounted(&self) -> bool {
        self.freedom.is_none() || self.counted != self.topology
    }

    /// A joint that has closed is a joint from then on: where fewer or more constraints drive than did, freedoms are
    /// counted anew.
    fn recount(&mut self, driving: usize) {
        if self.model.driving(self.run.state()) != driving {
            self.freedom = None;
            self.topology += 1;
        }
    }

    fn take_model(&mut self) {
        self.model = Arc::new(self.run.model().clone());
        self.present = Arc::clone(&self.model);
        self.other = false;
    }

    fn rebuilt(&mut self) {
        self.take_model();
        self.freedom = None;
        self.topology += 1;
    }

    /// One step; stops by itself when the numbers go bad. False when no step was taken.
    pub fn advance(&mut self) -> bool {
        self.resume();
        if std::mem::take(&mut self.unseen) {
            self.worst.see(&mut self.run);
        }
        self.history.push(self.run.state(), &self.model);
        let driving = self.model.driving(self.run.state());
        let began = clock::nanoseconds();
        let dt = self.run.model().settings.dt;
        let ((stepped, spent), alone) = self.race.lead(|| self.run.timed_step_by(dt));
        let took = clock::nanoseconds().saturating_sub(began);
        self.stopwatch.add(took, spent);
        if alone {
            (self.solve, self.step_ns) = (spent.per_solve(), took);
        }
        match stepped {
            Ok(()) => {
                self.unseen = true;
                self.race.reached(self.run.state().time);
                self.recorder.note(&mut self.run);
                self.stopped = None;
                self.recount(driving);
                true
            }
            Err(stop) => {
                self.history.take_back();
                self.note(stop);
                false
            }
        }
    }

    // A cancelled step is no trouble of the machine's.
    fn note(&mut self, stop: Stop) {
        if !stop.cancelled {
            self.playing = false;
            self.stopped = Some(stop);
        }
    }
}

/// A run whose solver takes its times and can be made to give up.
fn run_of(scene: &Scene, (clock, cancel): (Clock, &Arc<AtomicBool>)) -> Simulation {
    let mut run = Simulation::new(scene);
    run.set_clock(clock);
    run.set_cancel(Arc::clone(cancel));
    run
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
#[path = "engine_tests.rs"]
mod tests;
