//! A race: copies of the running machine, each computed with a numerical scheme of its own on a thread of its own, under the same hand and
//! the same edits at the same simulated time.
//!
//! The run that the window edits is the leader. It sends the other runs its inputs with their simulated time, and the time that it has reached;
//! they follow as fast as they can, so a slow runner falls behind and does not hold up the leader. A runner with the leader's settings takes
//! the leader's steps and has its bits.

mod channel;
mod leader;
mod monitor;
mod preset;
mod runner;
mod scheme;
mod together;
mod turn;

use std::sync::Arc;

use super::Sample;
use crate::scene::Method;
use crate::sim::{Breach, Drift, Model, SimState, Stop, Worst};
use crate::solver::Report;

pub(super) use self::leader::Race;
pub use self::monitor::Monitor;
pub use self::preset::{PRESETS, Preset};
pub use self::scheme::Scheme;
pub use self::together::SyncedDisplay;

/// Largest number of runners beside the leader.
pub const MAX_RUNNERS: usize = 3;
/// A runner further behind than this (s) cannot change places with the leader, because time would go back for all others.
pub const MAX_LAG: f64 = 0.1;

/// Largest lag (s) of a runner that keeps up, at this speed: the interval between frames is constant, so simulated time per frame grows with speed.
pub fn lag_in_step(speed: f64) -> f64 {
    MAX_LAG * speed.max(1.0)
}

/// Identifies a runner; unique for as long as the program runs.
pub type RunnerId = u64;

/// A change of the race.
#[derive(Clone, Debug, PartialEq)]
pub enum RaceOrder {
    /// Start runners with these schemes from the state of the leader; previous runners leave.
    Begin(Vec<Scheme>),
    /// Add a runner, from the state of the leader.
    Add(Scheme),
    /// A runner goes on with another scheme.
    Change(RunnerId, Scheme),
    /// A runner leaves.
    Remove(RunnerId),
    /// Restart all runners from the state of the leader.
    Merge,
    /// A runner and the leader change places, and the runner computes with this scheme from then on. The leader's scheme is part of the scene, so the
    /// sender of this order has already given the leader the runner's previous scheme.
    Swap(RunnerId, Scheme),
    /// The leader goes on from the state of a runner, and the race ends. The sender has already given the leader the runner's scheme.
    Take(RunnerId),
    /// All leave.
    End,
}

/// Published status of a runner.
#[derive(Clone, Debug)]
pub struct RunStatus {
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// Constraint drift.
    pub drift: Drift,
    /// Since when drift or energy are not to be trusted; `None` while they are.
    pub breach: Option<Breach>,
    /// Energy (J).
    pub energy: f64,
    /// Energy error: energy less the work booked in the ledger (J).
    pub energy_error: f64,
    /// Mean duration of a solve in the last step: evaluation, factorisation and solve (ns).
    pub solve_ns: u64,
    /// Duration of the whole last step with all its solves (ns).
    pub step_ns: u64,
    /// The solver's report on its last solve.
    pub report: Report,
    /// Why the run stopped, if it did.
    pub stopped: Option<Stop>,
    /// The largest figures of the steps since the runner was shown at an earlier time.
    worst: Worst,
    /// How often the run had been started from the state of the leader.
    starts: u64,
}

/// A runner as the window sees it.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Identifier of the runner.
    pub id: RunnerId,
    /// Index of its colour and letter, from 1; the leader has 0.
    pub slot: usize,
    /// Its scheme, in effect at the latest after the step under way.
    pub scheme: Scheme,
    /// Its status.
    pub status: Arc<RunStatus>,
    /// Whether its thread has ended without an order to do so.
    pub lost: bool,
}

impl RunStatus {
    /// The plot point of this status.
    fn sample(&self) -> Sample {
        Sample {
            time: self.state.time,
            drift_m: self.drift.max_m,
            drift_rad: self.drift.max_rad,
            drift_rms: self.drift.rms_m,
            solve_ns: self.solve_ns,
            step_ns: self.step_ns,
            energy: self.energy,
            energy_error: self.energy_error,
            residual: self.report.residual,
            iterations: self.report.iterations,
            method: Method::from(self.report.method),
            worst: self.worst,
            breach: self.breach,
        }
    }
}
