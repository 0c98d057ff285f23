//! The worker owns the simulation on a thread of its own: it takes [`Command`]s and publishes
//! [`Snapshot`]s. The window never steps, so a slow solve slows time and not the window.

mod engine;
mod history;
mod pace;
mod pending_state;
pub mod race;
mod recall;
mod run_loop;
mod shared;
mod stopwatch;
mod thread;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::lab::experiment::Experiment;
use crate::lab::scope::Signal;
use crate::lab::xray::Xray;
use crate::scene::{Id, Method, Scene, Settings};
use crate::sim::{Breach, Drift, Freedom, Hand, Input, Model, SavedWatch, SimState, SolveTimes, Stop, Worst};
use crate::solver::Report;

pub use self::engine::Engine;
pub use self::pending_state::PendingState;
pub use self::race::{Contender, RaceOrder, Scheme};
pub use self::thread::Worker;

/// A command to the worker.
#[derive(Clone, Debug)]
pub enum Command {
    /// Load another scene, paused or playing, at its start.
    Load(Box<Scene>, bool),
    /// Apply an input to the run and record it (hand, settings, edits).
    Input(Input),
    /// Start or resume time.
    Play,
    /// Pause time.
    Pause,
    /// One step forward, then pause. While the past is looked at, it moves to the next remembered state instead of computing a step.
    Step,
    /// One step back, then pause, as far as the history reaches.
    StepBack,
    /// Go to the remembered state at this time (s), then pause. Later states are kept until time goes on.
    Scrub(f64),
    /// Go back to the built pose and pause; edits are kept.
    Reset,
    /// While paused: move a point of a part, with its assembly, to the hand (first-order mode).
    Drag(Hand),
    /// Change which runners race, and with which schemes.
    Race(RaceOrder),
    /// Capture the state of the run, from which the run continues: a past state that is looked at becomes the present.
    Capture(PendingState),
    /// Restore a captured state; recorded as [`Input::Adopt`].
    Restore(PendingState),
    /// Send the run so far as an experiment. Changes nothing and does not count as a command.
    ExportExperiment(Sender<Experiment>),
    /// Select the optional contents of snapshots.
    Observe(Observation),
    /// Select the signals recorded at each step; replaces the previous selection.
    Record(Vec<Signal>),
}

/// Optional contents of snapshots, computed only while they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Forces by cause.
    pub xray: bool,
    /// |C| of each constraint.
    pub gaps: bool,
}

/// Mean duration of a step, stage by stage (ns); 0 before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTimes {
    /// Steps measured so far. Where the count is larger than in an earlier snapshot, the steps in between are new.
    pub steps: u64,
    /// Evaluation of forces and constraints.
    pub assemble: f64,
    /// Factorisations.
    pub factor: f64,
    /// Solves with them.
    pub solve: f64,
    /// The rest: the integrator, step control, projection.
    pub integrate: f64,
}

/// One point of the plots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Simulated time (s).
    pub time: f64,
    /// Largest |C| in metres.
    pub drift_m: f64,
    /// Largest |C| in radians.
    pub drift_rad: f64,
    /// Root mean square of C over the rows in metres.
    pub drift_rms: f64,
    /// Mean duration of a solve in the last step: evaluation, factorisation and solve (ns). For the leader of a race as in [`Snapshot::solve`].
    pub solve_ns: u64,
    /// Duration of the whole last step with all its solves (ns). For the leader of a race as in [`Snapshot::solve`].
    pub step_ns: u64,
    /// Energy (J).
    pub energy: f64,
    /// Energy that motors, hand and drag do not account for (J).
    pub energy_error: f64,
    /// Residual of the last solve, relative to the terms of its equations.
    pub residual: f64,
    /// Iterations of the last solve; 0 for a direct method.
    pub iterations: usize,
    /// The method in use.
    pub method: Method,
    /// The largest figures of the steps since the previous sample.
    pub worst: Worst,
    /// Why the run is not to be trusted, as in [`Snapshot::breach`].
    pub breach: Option<Breach>,
}

/// Coordinates of a machine after one step of the simulation, from which paths are drawn.
#[derive(Clone, Debug)]
pub struct StepPose {
    /// The compiled scene.
    pub model: Arc<Model>,
    /// Simulated time (s).
    pub time: f64,
    /// Coordinates, body after body.
    pub q: Vec<f64>,
}

/// The run at one instant. Cheap to clone except for the state.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Number of the [`Command::Load`] that the run belongs to, counted from 1; 0 before the first.
    pub generation: u64,
    /// Number of commands carried out: a command has taken effect once this count has reached its number.
    pub commands: u64,
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// Whether time runs.
    pub playing: bool,
    /// Why time stopped by itself, if it did.
    pub stopped: Option<Stop>,
    /// Constraint drift.
    pub drift: Drift,
    /// Since when drift or energy are not to be trusted; `None` while they are.
    pub breach: Option<Breach>,
    /// The constraint that the velocities as built violate most, with its Cdot (m/s, rad/s); `None` where the run was changed since its start.
    pub built_rate: Option<(Id, f64)>,
    /// Present energy (J).
    pub energy: f64,
    /// Energy at the start of the run (J).
    pub energy_start: f64,
    /// What a saved run keeps of the watch.
    pub watch: SavedWatch,
    /// Energy error: energy less the work booked in the ledger (J).
    pub energy_error: f64,
    /// The solver's report on its last solve.
    pub report: Report,
    /// Mean time of a solve in the latest step during which, and just before which, no other run of a race computed; 0 before the first.
    pub solve: SolveTimes,
    /// Multipliers of the last solve, row by row (N, N m).
    pub lambda: Vec<f64>,
    /// Recent simulated time over requested simulated time: 1 means that the run keeps up.
    pub pace: f64,
    /// Degrees of freedom and redundancies of the current topology; `None` until counted.
    pub freedom: Option<Arc<Freedom>>,
    /// Whether the past state that is looked at belongs to another machine than the present one.
    pub other_machine: bool,
    /// How many steps can be taken back.
    pub history: usize,
    /// Number of remembered steps ahead of the state that is looked at.
    pub ahead: usize,
    /// First and last time that can be scrubbed to (s).
    pub span: [f64; 2],
    /// Mean duration of the steps since the last snapshot.
    pub step_times: StepTimes,
    /// Forces by cause, if observed.
    pub xray: Option<Arc<Xray>>,
    /// |C| of every constraint that holds a position (m, rad), if observed.
    pub gaps: Option<Arc<Vec<(Id, f64)>>>,
}

impl Snapshot {
    /// The settings in effect.
    pub fn settings(&self) -> &Settings {
        &self.model.settings
    }
    /// Whether the run is at its built pose.
    pub fn at_start(&self) -> bool {
        self.state.step == 0
    }
    /// Pose of a part.
    pub fn pose(&self, id: Id) -> Option<crate::math::Pose> {
        self.model.pose(&self.state, id)
    }
    /// Shape coordinate of a part, beyond its pose; `None` where its shape is fixed.
    pub fn form(&self, id: Id) -> Option<f64> {
        self.model.form(&self.state, id)
    }
}
