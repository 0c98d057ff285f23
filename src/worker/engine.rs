//! The engine: carries out commands and takes steps, without a thread of its own.

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
use crate::sim::{Freedom, Input, Model, Simulation, SolveTimes, Stop, Worst};
use crate::solver::Clock;

/// Carries out commands and steps; used on the worker's thread, and directly by tests.
pub struct Engine {
    pub(super) run: Simulation,
    /// Clock by which the solver measures its times, and the flag that makes it give up.
    clock: Clock,
    cancel: Arc<AtomicBool>,
    pub(super) model: Arc<Model>,
    /// The machine of the present; differs from `model` only while the past is looked at.
    present: Arc<Model>,
    /// Whether the start of the present machine is looked at, in place of a remembered start that edits have replaced.
    fresh: bool,
    /// Whether the machine that is looked at differs from that of the present.
    other: bool,
    history: History,
    pub(super) playing: bool,
    stopped: Option<Stop>,
    generation: u64,
    commands: u64,
    pub(super) freedom: Option<Arc<Freedom>>,
    /// Generation counter of changes after which degrees of freedom must be counted again.
    pub(super) topology: u64,
    /// Value of `topology` for which `freedom` was counted.
    pub(super) counted: u64,
    pub(super) pace: f64,
    race: Race,
    recorder: Recorder,
    observation: Observation,
    camera: Camera,
    stopwatch: Stopwatch,
    /// Times of a solve, and of a step (ns), measured while no other run of a race computes.
    solve: SolveTimes,
    step_ns: u64,
    /// The largest figures of the steps since the last snapshot, without the last step while `unseen` is set: a snapshot measures that step itself.
    worst: Worst,
    unseen: bool,
    /// The scene at the start of the run, and the present scene.
    began: Scene,
    latest: Scene,
}

impl Engine {
    /// An engine on an empty scene.
    pub fn new() -> Self {
        Self::timed_by(clock::nanoseconds, Arc::default())
    }

    /// The same with a clock by which the solver measures its times (ns) and a flag that, once raised, makes the solver give up.
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
            solve: SolveTimes::default(),
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
    /// Handle through which the standing of a race with the run is read.
    pub fn race(&self) -> Monitor {
        self.race.monitor()
    }
    /// Handle through which the recorded signals are read.
    pub fn scopes(&self) -> scope::Monitor {
        self.recorder.monitor()
    }
    /// Whether time runs.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Carries out one command.
    pub fn carry_out(&mut self, command: Command) {
        if let Command::ExportExperiment(reply) = command {
            // The receiver may be gone.
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
            // Handled above.
            Command::ExportExperiment(_) => {}
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

    /// Whether degrees of freedom have to be counted.
    pub(super) fn is_uncounted(&self) -> bool {
        self.freedom.is_none() || self.counted != self.topology
    }

    /// Requests a new count of degrees of freedom if the number of driving constraints has changed: a joint that closes during a run holds from then on.
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

    /// Takes one step; pauses when the step fails. False if no step was taken.
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

    // A cancelled step is not a failure of the machine.
    fn note(&mut self, stop: Stop) {
        if !stop.cancelled {
            self.playing = false;
            self.stopped = Some(stop);
        }
    }
}

/// A run with a clock for the solver's times and a flag that makes the solver give up.
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
