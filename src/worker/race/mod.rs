//! A race: copies of the running machine, each computed in its own way on a thread of its own, under the same hand and the same
//! edits at the same simulated time.
//!
//! The run that the window edits leads. It tells the others what is done to it and when (simulated time), and how far it has come;
//! they follow as fast as they can, so a slow one falls behind and holds up nobody. A runner with the leader's settings takes the leader's
//! steps and has its bits.

mod runner;
mod way;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::Sample;
use crate::scene::Method;
use crate::sim::{Breach, Drift, Input, Model, SimState, Simulation, Stop};
use crate::solver::Report;

use self::runner::{Order, Runner};
pub use self::way::{READY, Ready, Way};

/// Most runners beside the leader.
pub const MOST: usize = 3;

/// A change of the race.
#[derive(Clone, Debug, PartialEq)]
pub enum RaceOrder {
    /// These ways start from where the leader is; whoever ran before is out.
    Begin(Vec<Way>),
    /// One more, from where the leader is.
    Add(Way),
    /// A runner goes on in another way.
    Change(usize, Way),
    /// A runner leaves.
    Remove(usize),
    /// All start again from where the leader is.
    Merge,
    /// A runner and the leader change places: state and way. The leader's settings are part of the scene, so whoever asks for this sets them
    /// to the runner's way as well.
    Swap(usize),
    /// All leave.
    End,
}

/// Where a runner is. Cheap to clone but for the state.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How it computes.
    pub way: Way,
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// How far the constraints are from met.
    pub drift: Drift,
    /// Since when drift or energy are not to be trusted, if they are not.
    pub breach: Option<Breach>,
    /// Energy error against the ledger (J).
    pub energy_error: f64,
    /// Evaluation, factor and solve (ns).
    pub solve_ns: u64,
    /// What the solver says of its last solve.
    pub report: Report,
    /// Why it stopped, if it did.
    pub stopped: Option<Stop>,
    /// Simulated time by which it is behind what it was told of the leader (s).
    pub behind: f64,
}

/// What a runner's thread and the window share.
struct Lane {
    standing: Mutex<Option<Arc<Standing>>>,
    samples: Mutex<Vec<Sample>>,
    /// Interrupts a slow solve.
    cancel: Arc<AtomicBool>,
    /// Orders given, and those that the published standing is the outcome of.
    given: AtomicU64,
    carried_out: AtomicU64,
}

/// Where the window looks up how the race stands.
#[derive(Clone, Default)]
pub struct Board(Arc<Mutex<Vec<Arc<Lane>>>>);

impl Board {
    /// Where every runner is, in order; one that has only just begun is missing.
    pub fn standings(&self) -> Vec<Arc<Standing>> {
        let lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.iter().filter_map(|lane| lane.standing()).collect()
    }

    /// Whether nobody has anything left to do: what is published stays so until the leader moves.
    pub fn is_settled(&self) -> bool {
        let lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let settled = |lane: &Arc<Lane>| {
            lane.standing().is_some()
                && lane.carried_out.load(Ordering::Acquire) == lane.given.load(Ordering::Acquire)
        };
        lanes.iter().all(settled)
    }

    /// Plot points of every runner since the last call, oldest first.
    pub fn take_samples(&self) -> Vec<Vec<Sample>> {
        let lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.iter().map(|lane| lane.take_samples()).collect()
    }
}

impl Lane {
    fn standing(&self) -> Option<Arc<Standing>> {
        self.standing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
    fn take_samples(&self) -> Vec<Sample> {
        std::mem::take(&mut *self.samples.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Lets one runner compute at a time, and none begin a step while the leader computes: on a machine with few cores times would
/// be those of the crowd.
#[derive(Default)]
struct Turn {
    leader_computes: AtomicBool,
    runner: Mutex<()>,
}

/// A runner, seen from the leader.
struct Handle {
    orders: Sender<Order>,
    lane: Arc<Lane>,
    way: Way,
}

impl Drop for Handle {
    fn drop(&mut self) {
        // Its thread ends as soon as nobody can order it about.
        self.lane.cancel.store(true, Ordering::Relaxed);
    }
}

/// The race of one leader.
#[derive(Default)]
pub(super) struct Race {
    runners: Vec<Handle>,
    board: Board,
    turn: Arc<Turn>,
}

impl Race {
    pub(super) fn board(&self) -> Board {
        self.board.clone()
    }

    /// Carries out an order. A swap returns the state that the leader takes over.
    pub(super) fn carry_out(&mut self, order: RaceOrder, leader: &Simulation) -> Option<SimState> {
        match order {
            RaceOrder::Begin(ways) => {
                self.end();
                for way in ways {
                    self.add(way, leader);
                }
            }
            RaceOrder::Add(way) => self.add(way, leader),
            RaceOrder::Change(k, way) => {
                if let Some(runner) = self.runners.get_mut(k) {
                    runner.way = way;
                    runner.tell(Order::Change(way));
                }
            }
            RaceOrder::Remove(k) if k < self.runners.len() => {
                self.runners.remove(k);
                self.show();
            }
            RaceOrder::Remove(_) => {}
            RaceOrder::Merge => self.restart(leader),
            RaceOrder::Swap(k) => return self.swap(k, leader),
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
    pub(super) fn restart(&self, leader: &Simulation) {
        for runner in &self.runners {
            runner.begin(leader);
        }
    }

    /// Something was done to the leader at this simulated time (s).
    pub(super) fn note(&self, time: f64, input: &Input) {
        for runner in &self.runners {
            let input = match input {
                Input::Settings(settings) => Input::Settings(runner.way.over(settings)),
                Input::Scene(scene, poses) => {
                    let mut scene = scene.clone();
                    scene.settings = runner.way.over(&scene.settings);
                    Input::Scene(scene, poses.clone())
                }
                Input::Hand(_) | Input::Drag(_) | Input::Adopt(_) => input.clone(),
            };
            runner.tell(Order::Input(time, input));
        }
    }

    /// The leader has come to this simulated time (s).
    pub(super) fn reached(&self, time: f64) {
        for runner in &self.runners {
            runner.tell(Order::Until(time));
        }
    }

    /// Marks the time in which the leader computes.
    pub(super) fn leader_computes(&self, computes: bool) {
        self.turn.leader_computes.store(computes, Ordering::Release);
    }

    fn add(&mut self, way: Way, leader: &Simulation) {
        if self.runners.len() == MOST {
            return;
        }
        let lane = Arc::new(Lane {
            standing: Mutex::new(None),
            samples: Mutex::new(Vec::new()),
            cancel: Arc::new(AtomicBool::new(false)),
            given: AtomicU64::new(0),
            carried_out: AtomicU64::new(0),
        });
        let (orders, inbox) = channel();
        let runner = Runner::new(
            leader.fork(),
            way,
            inbox,
            (Arc::clone(&lane), Arc::clone(&self.turn)),
        );
        let spawned = std::thread::Builder::new()
            .name("runner".to_owned())
            .spawn(move || runner.run());
        if spawned.is_ok() {
            self.runners.push(Handle { orders, lane, way });
            self.show();
        }
    }

    fn swap(&mut self, k: usize, leader: &Simulation) -> Option<SimState> {
        let runner = self.runners.get_mut(k)?;
        let standing = runner.lane.standing()?;
        // A runner that has yet to learn of an edit has nothing to hand over.
        let mut machine = Model::clone(&standing.model);
        machine.settings = leader.model().settings;
        if machine != *leader.model() {
            return None;
        }
        runner.way = Way::of(&leader.model().settings);
        runner.tell(Order::Change(runner.way));
        runner.begin(leader);
        Some(standing.state.clone())
    }

    /// The window sees who is in the race.
    fn show(&self) {
        let lanes = self.runners.iter().map(|it| Arc::clone(&it.lane)).collect();
        *self.board.0.lock().unwrap_or_else(PoisonError::into_inner) = lanes;
    }
}

impl Handle {
    /// A runner that is gone shows by its standing.
    fn tell(&self, order: Order) {
        self.lane.given.fetch_add(1, Ordering::AcqRel);
        let _ = self.orders.send(order);
    }

    fn begin(&self, leader: &Simulation) {
        self.tell(Order::Begin(Box::new(leader.fork())));
    }
}

/// A point of the plots.
fn sample(standing: &Standing, energy: f64) -> Sample {
    Sample {
        time: standing.state.time,
        drift_m: standing.drift.max_m,
        drift_rad: standing.drift.max_rad,
        solve_ns: standing.solve_ns,
        energy,
        energy_error: standing.energy_error,
        method: Method::from(standing.report.method),
    }
}
