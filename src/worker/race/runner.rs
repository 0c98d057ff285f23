//! A runner's thread: it repeats the leader's inputs and follows the leader's simulated time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::channel::Channel;
use super::turn::StepScheduler;
use super::{RunStatus, Scheme};
use crate::clock;
use crate::sim::{Input, Model, Simulation, SolveTimes, Stop, Worst};

/// How long a runner that has caught up waits for the next snapshot of the leader before it publishes by itself.
const FRAME: Duration = Duration::from_millis(12);
/// Interval at which a runner that is behind publishes its status.
const BEHIND: Duration = Duration::from_millis(50);
/// A remainder of time below this fraction of the step's length counts as zero.
const NOTHING: f64 = 1e-6;
/// Steps that take longer than this do not take turns with other runners.
const SHORT: Duration = Duration::from_millis(5);

/// An order from the leader.
pub(super) enum Order {
    /// Start from this run; with the number of such starts.
    Start(Box<Simulation>, u64),
    /// Use this scheme.
    Change(Box<Scheme>),
    /// The leader received this input at this simulated time (s).
    Input(f64, Arc<Input>),
    /// Look at the time that the leader has reached.
    Wake,
}

/// The thread's state.
pub(super) struct Runner {
    run: Simulation,
    model: Arc<Model>,
    scheme: Scheme,
    /// Inputs of the leader not yet applied to this run, in order.
    inputs: VecDeque<(f64, Arc<Input>)>,
    inbox: Receiver<Order>,
    channel: Arc<Channel>,
    turn: Arc<StepScheduler>,
    stopped: Option<Stop>,
    starts: u64,
    /// When the status was last published, and its simulated time (s).
    published: (Instant, f64),
    /// Whether the status has changed since it was published.
    news: bool,
    /// Number of orders taken.
    taken: u64,
    /// Duration of the last step.
    took: Duration,
    /// Times of its evaluations and solves.
    spent: SolveTimes,
    /// The largest figures of the steps since the status was published at an earlier time.
    worst: Worst,
    /// Whether `worst` has been published: the next step begins new figures.
    worst_told: bool,
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.channel.end();
    }
}

impl Runner {
    pub(super) fn new(
        run: Simulation,
        scheme: Scheme,
        inbox: Receiver<Order>,
        (channel, turn): (Arc<Channel>, Arc<StepScheduler>),
    ) -> Self {
        let model = Arc::new(run.model().clone());
        Self {
            run,
            model,
            scheme,
            inputs: VecDeque::new(),
            inbox,
            channel,
            turn,
            stopped: None,
            starts: 0,
            published: (Instant::now(), f64::NAN),
            news: true,
            taken: 0,
            took: Duration::ZERO,
            spent: SolveTimes::default(),
            worst: Worst::default(),
            worst_told: false,
        }
    }

    pub(super) fn run(mut self) {
        self.begin();
        loop {
            let idle = self.next_step().is_none() && self.inputs.is_empty();
            let wait = match (idle, self.news) {
                (false, _) => Duration::ZERO,
                (true, true) => FRAME,
                (true, false) => Duration::from_secs(3600),
            };
            match self.inbox.recv_timeout(wait) {
                Ok(order) => {
                    if !self.take_all(order) {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) if idle => self.publish(true),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.go_on();
            self.show();
        }
    }

    /// Takes all waiting orders before the next step. False when the runner is to end.
    fn take_all(&mut self, first: Order) -> bool {
        let mut order = first;
        loop {
            self.taken += 1;
            self.news = true;
            match order {
                Order::Start(run, starts) => {
                    self.run = *run;
                    self.starts = starts;
                    if !self.channel.go_on() {
                        return false;
                    }
                    self.begin();
                }
                Order::Change(scheme) => {
                    self.scheme = *scheme;
                    if !self.channel.go_on() {
                        return false;
                    }
                    self.set_scheme();
                    self.stopped = None;
                }
                Order::Input(time, input) => self.inputs.push_back((time, input)),
                Order::Wake => self.channel.has_looked(),
            }
            order = match self.inbox.try_recv() {
                Ok(order) => order,
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            };
        }
    }

    /// Sets up a run that was handed over.
    fn begin(&mut self) {
        self.run.set_clock(clock::nanoseconds);
        self.run.set_cancel(Arc::clone(&self.channel.cancel));
        (self.spent, self.worst) = (SolveTimes::default(), Worst::default());
        self.inputs.clear();
        self.stopped = None;
        self.model = Arc::new(self.run.model().clone());
        self.set_scheme();
        self.news = true;
    }

    fn set_scheme(&mut self) {
        let settings = self.scheme.over(&self.run.model().settings);
        if settings != self.run.model().settings {
            self.run.enact(&Input::Settings(settings));
            self.model = Arc::new(self.run.model().clone());
        }
    }

    /// Length of the step to take next (s); `None` if an input comes first, or the leader has not reached the end of the step.
    fn next_step(&self) -> Option<f64> {
        if self.stopped.is_some() {
            return None;
        }
        let next = self.inputs.front().map(|it| it.0);
        let left = next.unwrap_or_else(|| self.channel.target()) - self.run.state().time;
        let dt = self.run.model().settings.dt;
        if left >= dt * (1.0 - NOTHING) {
            Some(dt)
        } else {
            // Inputs are applied at the same simulated time as in the leader, so the step ends there.
            (next.is_some() && left > dt * NOTHING).then_some(left)
        }
    }

    /// Does the next piece of work: a step or an input.
    fn go_on(&mut self) {
        if let Some(h) = self.next_step() {
            self.step(h);
        } else if let Some((_, input)) = self.inputs.pop_front() {
            self.apply(&input);
        }
    }

    fn apply(&mut self, input: &Input) {
        match input {
            Input::Settings(settings) => self.run.enact(&Input::Settings(self.scheme.over(settings))),
            Input::Scene(scene, poses) => {
                let mut scene = scene.clone();
                scene.settings = self.scheme.over(&scene.settings);
                self.run.enact(&Input::Scene(scene, poses.clone()));
            }
            Input::Hand(_) | Input::Drag(_) | Input::Assemble | Input::Adopt(_) => self.run.enact(input),
        }
        if matches!(input, Input::Scene(..) | Input::Settings(_)) {
            self.model = Arc::new(self.run.model().clone());
        }
        self.news = true;
    }

    fn step(&mut self, h: f64) {
        let began = Instant::now();
        let (run, turn) = (&mut self.run, &self.turn);
        let (stepped, took, spent) = turn.compute(self.took < SHORT, || {
            let began = Instant::now();
            let (stepped, spent) = run.timed_step_by(h);
            (stepped, began.elapsed(), spent)
        });
        self.took = took.min(began.elapsed());
        self.spent = spent;
        if std::mem::take(&mut self.worst_told) {
            self.worst = Worst::default();
        }
        match stepped {
            Ok(()) => self.worst.see(&mut self.run),
            Err(stop) if stop.cancelled => {}
            Err(stop) => self.stopped = Some(stop),
        }
        self.news = true;
    }

    /// Publishes the status at the time of the leader's snapshot, so that equal runs coincide on the screen.
    fn show(&mut self) {
        let (when, of) = self.published;
        let (time, shown) = (self.run.state().time, self.channel.shown());
        let idle = self.next_step().is_none() && self.inputs.is_empty();
        let in_step = idle && self.news && time <= shown && of != time;
        if in_step || (!idle && when.elapsed() >= BEHIND) {
            self.publish(idle);
        }
    }

    fn publish(&mut self, idle: bool) {
        let status = RunStatus {
            solve_ns: self.spent.per_solve().total_ns(),
            step_ns: self.took.as_nanos() as u64,
            worst: self.worst,
            ..self.now_or_between(idle)
        };
        self.published = (Instant::now(), self.run.state().time);
        // A second publication at the same time has the same figures, since plots keep the later of two samples at one time.
        self.worst_told = true;
        self.channel.publish(status);
        self.news = false;
        if idle {
            self.channel.settle(self.taken);
        }
    }

    /// The present status. If the runner's steps end at other times than the leader's: the status after a part of its next step, at the time of the
    /// leader's snapshot, so that the two can be compared. That partial step does not influence later ones.
    fn now_or_between(&mut self, idle: bool) -> RunStatus {
        let ahead = self.channel.shown() - self.run.state().time;
        let dt = self.run.model().settings.dt;
        let (model, stopped, starts) = (&self.model, &self.stopped, self.starts);
        let status = |run: &mut Simulation| status(run, Some(model), stopped.clone(), starts);
        let (run, turn) = (&mut self.run, &self.turn);
        if idle && stopped.is_none() && ahead > dt * NOTHING && ahead < dt {
            let part = turn.compute(self.took < SHORT, || run.look_ahead(ahead, status));
            if let Ok(part) = part {
                return part;
            }
        }
        status(run)
    }
}

/// Status of a run, without the times of its last step.
pub(super) fn status(
    run: &mut Simulation,
    model: Option<&Arc<Model>>,
    stopped: Option<Stop>,
    starts: u64,
) -> RunStatus {
    let report = run.dynamics.solver.report().clone();
    let drift = run.look();
    RunStatus {
        model: model.map_or_else(|| Arc::new(run.model().clone()), Arc::clone),
        state: run.state().clone(),
        drift,
        breach: run.breach().copied(),
        energy: run.energy().total(),
        energy_error: run.energy_error(),
        solve_ns: 0,
        step_ns: 0,
        worst: Worst::default(),
        report,
        stopped,
        starts,
    }
}
