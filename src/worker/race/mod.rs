//! A race: copies of the running machine, each computed by a numerical scheme of its own on a thread of its own, under the same hand and
//! the same edits at the same simulated time.
//!
//! The run that the window edits leads. It tells the others what is done to it and when (simulated time), and how far it has come;
//! they follow as fast as they can, so a slow one falls behind and does not hold up the leader. A runner with the leader's settings takes
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
pub use self::together::Together;

/// Most runners beside the leader.
pub const MAX_RUNNERS: usize = 3;
/// A runner further behind than this (s) cannot change places with the leader: time would go back for all others.
pub const MAX_LAG: f64 = 0.1;

/// How far a runner is behind (s) that keeps up at this speed: frames are as far apart as ever, and simulated time goes by faster between them.
pub fn lag_in_step(speed: f64) -> f64 {
    MAX_LAG * speed.max(1.0)
}

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
    /// Evaluation, factor and solve, the mean of the solves of the last step (ns).
    pub solve_ns: u64,
    /// The last step whole, with all its solves (ns).
    pub step_ns: u64,
    /// What the solver says of its last solve.
    pub report: Report,
    /// Why it stopped, if it did.
    pub stopped: Option<Stop>,
    /// The largest figures of the steps since it was shown before.
    worst: Worst,
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

impl RunStatus {
    /// A point of the plots.
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
        }
    }
}
