//! The engine that carries out commands and steps, without a thread of its own.

mod telling;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::history::{History, Moment, Present};
use super::race::{Monitor, Race, RaceOrder};
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

    /// Another scene takes the place of this one.
    fn load(&mut self, scene: Scene, playing: bool) {
        self.race.end();
        self.run = run_of(&scene, (self.clock, &self.cancel));
        self.latest = scene;
        self.began = self.latest.clone();
        self.generation += 1;
        (self.solve, self.step_ns) = (Spent::default(), 0);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.fresh = false;
        self.history.clear();
        self.stopped = None;
        self.playing = playing;
        self.recorder.set(Vec::new());
        self.rebuilt();
    }

    /// The run starts again from the scene as it is built.
    fn reset(&mut self) {
        self.playing = false;
        self.stopped = None;
        // Not of the machine of the past that may be looked at.
        self.run.begin(&self.present);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.began.clone_from(&self.latest);
        self.fresh = false;
        self.history.clear();
        self.rebuilt();
        self.race.restart(&self.run);
        self.recorder.restart(&mut self.run);
    }

    /// Does something to the run.
    fn take_input(&mut self, input: Input) {
        self.resume();
        let patched = matches!(input, Input::Scene(..));
        let settings = matches!(input, Input::Settings(_));
        if patched || settings {
            (self.solve, self.step_ns) = (Spent::default(), 0);
        }
        let adopted = matches!(input, Input::Adopt(_));
        if !adopted {
            self.race.note(self.run.state().time, &input);
        }
        match &input {
            Input::Scene(scene, _) => self.latest.clone_from(scene),
            Input::Settings(settings) => self.latest.settings = *settings,
            _ => {}
        }
        self.run.apply(input);
        if adopted {
            // The others have states of their own: they begin again from here.
            self.race.restart(&self.run);
            // What cannot be evaluated is told when time goes on.
            let _ = self.run.evaluate();
        }
        if patched {
            self.stopped = None;
            // New names and colours change nothing.
            if *self.model != *self.run.model() {
                self.rebuilt();
            }
        } else if settings {
            // What was wrong may have been put right.
            self.stopped = None;
            self.take_model();
        }
        self.recorder.note(&mut self.run);
    }

    /// Who joins or changes places does so in the present; the others can leave or change while the past is looked at.
    fn take_race_order(&mut self, order: RaceOrder) {
        if !matches!(
            order,
            RaceOrder::Change(..) | RaceOrder::Remove(_) | RaceOrder::End
        ) {
            self.resume();
        }
        if let Some(state) = self.race.carry_out(order, &self.run) {
            let driving = self.model.driving(self.run.state());
            self.history.push(self.run.state(), &self.model);
            self.history.end_before(state.time);
            self.run.apply(Input::Adopt(Box::new(state)));
            self.stopped = None;
            self.recount(driving);
            // Forces and residual are those of the new state; what cannot be evaluated is told when time goes on.
            let _ = self.run.evaluate();
        }
    }

    /// Shows a state of the past and the machine it is of, if there is one. The start is always that of the document,
    /// for there the document is what one takes hold of.
    fn look(&mut self, at: impl for<'a> FnOnce(&'a mut History, Present<'_>) -> Option<&'a Moment>) -> bool {
        let Some(moment) = at(&mut self.history, (self.run.state(), &self.model)) else {
            return false;
        };
        self.fresh = moment.state.step == 0 && !same_but_for_settings(&moment.model, &self.present);
        let (state, model) = if self.fresh {
            (&self.present.start, &self.present)
        } else {
            (&moment.state, &moment.model)
        };
        let another = !Arc::ptr_eq(model, &self.model);
        let driving = self.model.driving(self.run.state());
        self.run.show(state, another.then_some(&**model));
        if another {
            self.model = Arc::clone(model);
            self.freedom = None;
            self.topology += 1;
        } else {
            self.recount(driving);
        }
        self.stopped = None;
        true
    }

    /// Time stands at another pose: what depends on what there is found out anew, and what is known until then is shown as that of another.
    fn stand(&mut self) {
        self.playing = false;
        self.topology += 1;
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

    /// What was looked at is the present from here on; the document stays what it is.
    fn resume(&mut self) {
        let rewound = self.history.ahead() > 0;
        if !self.history.resume() {
            return;
        }
        if std::mem::take(&mut self.fresh) {
            self.run.begin(&self.present);
            (self.worst, self.unseen) = (Worst::default(), false);
            self.began.clone_from(&self.latest);
            self.rebuilt();
        } else {
            self.run.restore(self.run.state().clone());
            if *self.model != *self.run.model() {
                self.rebuilt();
            }
        }
        if rewound {
            self.race.restart(&self.run);
        }
    }

    fn take_model(&mut self) {
        self.model = Arc::new(self.run.model().clone());
        self.present = Arc::clone(&self.model);
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

fn same_but_for_settings(a: &Arc<Model>, b: &Arc<Model>) -> bool {
    if Arc::ptr_eq(a, b) {
        return true;
    }
    let mut a = Model::clone(a);
    a.settings = b.settings;
    a == **b
}

#[cfg(test)]
#[path = "engine_tests.rs"]
mod tests;
