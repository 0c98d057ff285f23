//! A runner's thread: it follows what the leader did and how far the leader came.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::{Lane, Standing, Turn, Way, sample};
use crate::clock;
use crate::sim::{Input, Model, Simulation, Stop};

/// How often standings are published while time runs.
const FRAME: Duration = Duration::from_millis(12);
/// Plot points kept for the window to fetch.
const SAMPLES_KEPT: usize = 100_000;
/// A rest of time that is no step: this part of the step's length.
const NOTHING: f64 = 1e-6;
/// How long a step waits for the leader to be done with its own.
const PATIENCE: Duration = Duration::from_millis(5);

/// What the leader orders.
pub(super) enum Order {
    /// From here.
    Begin(Box<Simulation>),
    /// In this way.
    Change(Way),
    /// This was done at this simulated time (s).
    Input(f64, Input),
    /// The leader has come to this simulated time (s).
    Until(f64),
}

/// What is still to be done, in order.
enum Task {
    Input(f64, Input),
    Until(f64),
}

/// The thread's state.
pub(super) struct Runner {
    run: Simulation,
    model: Arc<Model>,
    way: Way,
    tasks: VecDeque<Task>,
    inbox: Receiver<Order>,
    lane: Arc<Lane>,
    turn: Arc<Turn>,
    stopped: Option<Stop>,
    published: Instant,
    /// Something is true that was not published.
    news: bool,
    /// Orders taken.
    taken: u64,
}

impl Runner {
    pub(super) fn new(
        run: Simulation,
        way: Way,
        inbox: Receiver<Order>,
        (lane, turn): (Arc<Lane>, Arc<Turn>),
    ) -> Self {
        let model = Arc::new(run.model().clone());
        let mut runner = Self {
            run,
            model,
            way,
            tasks: VecDeque::new(),
            inbox,
            lane,
            turn,
            stopped: None,
            published: Instant::now(),
            news: true,
            taken: 0,
        };
        runner.begin();
        runner
    }

    pub(super) fn run(mut self) {
        self.publish();
        loop {
            let wait = match (self.tasks.is_empty(), self.news) {
                (false, _) => Duration::ZERO,
                (true, true) => FRAME,
                (true, false) => Duration::from_secs(3600),
            };
            match self.inbox.recv_timeout(wait) {
                Ok(order) => {
                    self.take(order);
                    // All that has come, before the next step.
                    while let Ok(order) = self.inbox.try_recv() {
                        self.take(order);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.go_on();
            let idle = self.tasks.is_empty();
            if self.news && (idle || self.published.elapsed() >= FRAME) {
                self.publish();
            }
        }
    }

    fn take(&mut self, order: Order) {
        self.taken += 1;
        self.news = true;
        match order {
            Order::Begin(run) => {
                self.run = *run;
                self.begin();
            }
            Order::Change(way) => {
                self.way = way;
                self.set_way();
                self.stopped = None;
            }
            Order::Input(time, input) => self.tasks.push_back(Task::Input(time, input)),
            Order::Until(time) => match self.tasks.back_mut() {
                Some(Task::Until(until)) => *until = time,
                _ => self.tasks.push_back(Task::Until(time)),
            },
        }
    }

    /// Makes a run that was handed over its own.
    fn begin(&mut self) {
        self.lane.cancel.store(false, Ordering::Relaxed);
        self.run.set_clock(clock::nanoseconds);
        self.run.set_cancel(Arc::clone(&self.lane.cancel));
        self.tasks.clear();
        self.stopped = None;
        self.set_way();
        self.model = Arc::new(self.run.model().clone());
        self.news = true;
    }

    fn set_way(&mut self) {
        let settings = self.way.over(&self.run.model().settings);
        if settings != self.run.model().settings {
            self.run.apply(Input::Settings(settings));
            self.model = Arc::new(self.run.model().clone());
        }
        self.news = true;
    }

    /// Does the next thing there is to do: a step, or what was done to the leader.
    fn go_on(&mut self) {
        let (time, cut) = match self.tasks.front() {
            Some(&Task::Input(time, _)) => (time, true),
            Some(&Task::Until(time)) => (time, false),
            None => return,
        };
        let left = time - self.run.state().time;
        let dt = self.run.model().settings.dt;
        let stands = self.stopped.is_some();
        if !stands && left >= dt * (1.0 - NOTHING) {
            self.step(dt);
        } else if !stands && cut && left > dt * NOTHING {
            // What is done to the leader is done to this one at the same simulated time.
            self.step(left);
        } else if let Some(Task::Input(_, input)) = self.tasks.pop_front() {
            self.apply(input);
        }
    }

    fn apply(&mut self, input: Input) {
        let whole = matches!(input, Input::Scene(..) | Input::Settings(_));
        if let Input::Drag(hand) = input {
            // What cannot be posed stays as it was.
            let _ = self.run.drag(hand);
        } else {
            self.run.apply(input);
        }
        if whole {
            self.model = Arc::new(self.run.model().clone());
            self.stopped = None;
        }
        self.news = true;
    }

    fn step(&mut self, h: f64) {
        let turn = Arc::clone(&self.turn);
        let _mine = turn.runner.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = Instant::now();
        while turn.leader_computes.load(Ordering::Acquire) && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_micros(20));
        }
        if let Err(stop) = self.run.step_by(h)
            && !stop.cancelled
        {
            self.stopped = Some(stop);
        }
        self.news = true;
    }

    fn publish(&mut self) {
        let solver = self.run.dynamics.solver.report().clone();
        let drift = self.run.look();
        let time = self.run.state().time;
        let until = self.tasks.iter().rev().find_map(|task| match task {
            Task::Until(until) => Some(*until),
            Task::Input(..) => None,
        });
        let standing = Standing {
            way: self.way,
            model: Arc::clone(&self.model),
            state: self.run.state().clone(),
            drift,
            breach: self.run.breach().copied(),
            energy_error: self.run.energy_error(),
            solve_ns: self.run.dynamics.assemble_ns() + solver.factor_ns + solver.solve_ns,
            report: solver,
            stopped: self.stopped.clone(),
            behind: until.map_or(0.0, |until| (until - time).max(0.0)),
        };
        let stepped = standing.solve_ns > 0;
        let point = sample(&standing, self.run.energy().total());
        let mut samples = self.lane.samples.lock().unwrap_or_else(PoisonError::into_inner);
        if stepped && samples.len() < SAMPLES_KEPT {
            samples.push(point);
        }
        drop(samples);
        *self.lane.standing.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(standing));
        if self.tasks.is_empty() {
            self.lane.carried_out.store(self.taken, Ordering::Release);
        }
        self.published = Instant::now();
        self.news = false;
    }
}
