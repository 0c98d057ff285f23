//! A race: copies of the running machine, each computed by a numerical scheme of its own on a thread of its own, under the same hand and
//! the same edits at the same simulated time.
//!
//! The run that the window edits leads. It tells the others what is done to it and when (simulated time), and how far it has come;
//! they follow as fast as they can, so a slow one falls behind and does not hold up the leader. A runner with the leader's settings takes
//! the leader's steps and has its bits.

mod channel;
mod runner;
mod scheme;

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::Sample;
use crate::scene::Method;
use crate::sim::{Breach, Drift, Input, Model, SimState, Simulation, Stop};
use crate::solver::Report;

use self::channel::{Channel, Turn};
use self::runner::{Order, Runner};
pub use self::scheme::{PRESETS, Preset, Scheme};

/// Most runners beside the leader.
pub const MAX_RUNNERS: usize = 3;
/// A runner further behind than this (s) cannot change places with the leader: time would go back for all others.
pub const MAX_LAG: f64 = 0.1;

/// Tells runners apart for as long as the program runs.
pub type RunnerId = u64;

/// A change of the race.
#[derive(Clone, Debug, PartialEq)]
pub enum RaceOrder {
    /// These start from where the leader is; whoever ran before is out.
    Begin(Vec<Scheme>),
    /// One more, from where the leader is.
    Add(Scheme),
    /// A runner goes on by another scheme.
    Change(RunnerId, Scheme),
    /// A runner leaves.
    Remove(RunnerId),
    /// All start again from where the leader is.
    Merge,
    /// A runner and the leader change places; the runner computes by this scheme from then on. The leader's scheme is part of the scene, so whoever asks
    /// for this has given the leader that of the runner before.
    Swap(RunnerId, Scheme),
    /// The leader goes on from the state of a runner, and the race ends; likewise.
    Take(RunnerId),
    /// All leave.
    End,
}

/// Where a runner is.
#[derive(Clone, Debug)]
pub struct RunStatus {
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// How far the constraints are from met.
    pub drift: Drift,
    /// Since when drift or energy are not to be trusted, if they are not.
    pub breach: Option<Breach>,
    /// Energy (J).
    pub energy: f64,
    /// Energy error against the ledger (J).
    pub energy_error: f64,
    /// Evaluation, factor and solve (ns).
    pub solve_ns: u64,
    /// What the solver says of its last solve.
    pub report: Report,
    /// Why it stopped, if it did.
    pub stopped: Option<Stop>,
    /// How often it had been put where the leader was.
    starts: u64,
}

/// A runner as the window sees it.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Which.
    pub id: RunnerId,
    /// Its place in colours and letters, from 1 on; the leader has 0.
    pub slot: usize,
    /// How it computes, or will as soon as the step under way is done.
    pub scheme: Scheme,
    /// Where it is.
    pub status: Arc<RunStatus>,
    /// Its thread has ended without being told to.
    pub lost: bool,
}

/// Where the window looks up how the race stands.
#[derive(Clone, Default)]
pub struct Monitor(Arc<Mutex<Vec<Arc<Channel>>>>);

impl Monitor {
    /// Every runner, in order.
    pub fn contenders(&self) -> Vec<Contender> {
        self.channels().iter().map(|it| it.contender()).collect()
    }

    /// Whether nobody has anything left to do: what is published stays so until the leader moves.
    pub fn is_settled(&self) -> bool {
        self.channels().iter().all(|it| it.is_settled())
    }

    /// Plot points of every runner since the last call, oldest first.
    pub fn take_samples(&self) -> Vec<(RunnerId, Vec<Sample>)> {
        self.channels()
            .iter()
            .map(|it| (it.id, it.take_samples()))
            .collect()
    }

    fn channels(&self) -> Vec<Arc<Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A runner, seen from the leader.
struct Handle {
    orders: Sender<Order>,
    channel: Arc<Channel>,
    /// How often it was put where the leader was.
    starts: u64,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.channel.dismiss();
    }
}

impl Handle {
    /// The [`Monitor`] shows a runner that is gone.
    fn tell(&self, order: Order) {
        self.channel.count_order();
        let _ = self.orders.send(order);
    }

    /// The same, giving up the solve under way, which the order makes pointless.
    fn interrupt(&self, order: Order) {
        self.channel.interrupt();
        self.tell(order);
    }

    fn start(&mut self, leader: &Simulation) {
        self.starts += 1;
        self.channel.set_target(leader.state().time);
        self.interrupt(Order::Start(Box::new(leader.fork()), self.starts));
    }

    fn set_scheme(&self, scheme: Scheme) {
        self.channel.set_scheme(scheme);
        self.interrupt(Order::Change(Box::new(scheme)));
    }

    /// Lets it look what there is to do; once is enough until it has looked.
    fn wake(&self) {
        if self.channel.needs_waking() {
            self.tell(Order::Wake);
        }
    }

    /// The last state published, if the leader can go on from it.
    fn state_for(&self, leader: &Simulation) -> Option<SimState> {
        let status = self.channel.status();
        // One that has yet to be put where the leader was, or to learn of an edit, has nothing to hand over.
        let mut machine = Model::clone(&status.model);
        machine.settings = leader.model().settings;
        (status.starts == self.starts && machine == *leader.model()).then(|| status.state.clone())
    }
}

/// The race of one leader.
#[derive(Default)]
pub(super) struct Race {
    runners: Vec<Handle>,
    monitor: Monitor,
    turn: Arc<Turn>,
    /// The id of the next runner.
    next: RunnerId,
}

impl Race {
    pub(super) fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Carries out an order; returns the state that the leader takes over, where it does.
    pub(super) fn carry_out(&mut self, order: RaceOrder, leader: &Simulation) -> Option<SimState> {
        match order {
            RaceOrder::Begin(schemes) => {
                self.end();
                for scheme in schemes {
                    self.add(scheme, leader);
                }
            }
            RaceOrder::Add(scheme) => self.add(scheme, leader),
            RaceOrder::Change(id, scheme) => {
                if let Some(runner) = self.runner(id) {
                    runner.set_scheme(scheme);
                }
            }
            RaceOrder::Remove(id) => {
                self.runners.retain(|runner| runner.channel.id != id);
                self.show();
            }
            RaceOrder::Merge => self.restart(leader),
            RaceOrder::Swap(id, scheme) => {
                let runner = self.runner(id)?;
                let state = runner.state_for(leader)?;
                if leader.state().time - state.time > MAX_LAG {
                    return None;
                }
                runner.set_scheme(scheme);
                runner.start(leader);
                return Some(state);
            }
            RaceOrder::Take(id) => {
                let state = self.runner(id)?.state_for(leader)?;
                self.end();
                return Some(state);
            }
            RaceOrder::End => self.end(),
        }
        None
    }

    /// Everybody leaves.
    pub(super) fn end(&mut self) {
        self.runners.clear();
        self.show();
    }

    /// All start again from where the leader is.
    pub(super) fn restart(&mut self, leader: &Simulation) {
        for runner in &mut self.runners {
            runner.start(leader);
        }
    }

    /// Something was done to the leader at this simulated time (s).
    pub(super) fn note(&self, time: f64, input: &Input) {
        if self.runners.is_empty() {
            return;
        }
        let input = Arc::new(input.clone());
        for runner in &self.runners {
            runner.tell(Order::Input(time, Arc::clone(&input)));
        }
    }

    /// The leader has come to this simulated time (s).
    pub(super) fn reached(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_target(time);
            runner.wake();
        }
    }

    /// The leader shows where it is at this simulated time (s): the others are to show that of the same time.
    pub(super) fn shown(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_shown(time);
            runner.wake();
        }
    }

    /// Marks the time in which the leader computes.
    pub(super) fn leader_computes(&self, computes: bool) {
        self.turn.leader_computes(computes);
    }

    fn runner(&mut self, id: RunnerId) -> Option<&mut Handle> {
        self.runners.iter_mut().find(|it| it.channel.id == id)
    }

    fn add(&mut self, scheme: Scheme, leader: &Simulation) {
        let taken = |slot: &usize| self.runners.iter().any(|it| it.channel.slot == *slot);
        let Some(slot) = (1..=MAX_RUNNERS).find(|slot| !taken(slot)) else {
            return;
        };
        let (orders, inbox) = channel();
        let mut run = leader.fork();
        let status = runner::status(&mut run, None, None, 0);
        let channel = Arc::new(Channel::new(
            (self.next, slot),
            scheme,
            status,
            leader.state().time,
        ));
        self.next += 1;
        let runner = Runner::new(run, scheme, inbox, (Arc::clone(&channel), Arc::clone(&self.turn)));
        let spawned = std::thread::Builder::new()
            .name("runner".to_owned())
            .spawn(move || runner.run());
        if spawned.is_ok() {
            let handle = Handle {
                orders,
                channel,
                starts: 0,
            };
            // It settles once it has looked.
            handle.wake();
            let at = self.runners.partition_point(|it| it.channel.slot < slot);
            self.runners.insert(at, handle);
            self.show();
        }
    }

    /// The window sees who is in the race.
    fn show(&self) {
        let channels = self.runners.iter().map(|it| Arc::clone(&it.channel)).collect();
        *self.monitor.0.lock().unwrap_or_else(PoisonError::into_inner) = channels;
    }
}

impl RunStatus {
    /// A point of the plots.
    fn sample(&self) -> Sample {
        Sample {
            time: self.state.time,
            drift_m: self.drift.max_m,
            drift_rad: self.drift.max_rad,
            solve_ns: self.solve_ns,
            energy: self.energy,
            energy_error: self.energy_error,
            method: Method::from(self.report.method),
        }
    }
}
