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
use crate::sim::{Breach, Drift, Freedom, Hand, Input, Model, SimState, Spent, Stop, Worst};
use crate::solver::Report;

pub use self::engine::Engine;
pub use self::pending_state::PendingState;
pub use self::race::{Contender, RaceOrder, Scheme};
pub use self::thread::Worker;

/// What the worker is asked to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// Take another scene, paused or playing, at its start.
    Load(Box<Scene>, bool),
    /// Do something to the run, recorded (hand, settings, edits).
    Input(Input),
    /// Let time run.
    Play,
    /// Stop time.
    Pause,
    /// One step forward, pausing; through what is remembered where time was taken back.
    Step,
    /// One step back, pausing, as far as memory goes.
    StepBack,
    /// To the remembered state at this time (s), pausing. What lies ahead of it is kept until time goes on.
    Scrub(f64),
    /// Back to the built pose, pausing; edits are kept.
    Reset,
    /// While paused: bring a point of a part to the hand with its assembly (first-order mode).
    Drag(Hand),
    /// Who races, and how.
    Race(RaceOrder),
    /// Capture the state of the run, from which it is to go on: what is looked at is the present from then on.
    Capture(PendingState),
    /// Restore a state that was captured; recorded as [`Input::Adopt`].
    Restore(PendingState),
    /// Tell the run so far. It changes nothing and is not counted.
    Tell(Sender<Experiment>),
    /// What snapshots show beyond what they always do.
    Observe(Observation),
    /// What is recorded at each step, in the place of what was.
    Record(Vec<Signal>),
}

/// What is worked out for each snapshot only where somebody looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Forces by what they are due to.
    pub xray: bool,
    /// How far each constraint is from met.
    pub gaps: bool,
}

/// What steps took in the mean, stage by stage (ns); nothing where none was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTimes {
    /// Steps that were measured so far: those of which nothing was told yet are new.
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
    /// Evaluation, factor and solve, the mean of the solves of the last step (ns); of the leader of a race as in [`Snapshot::solve`].
    pub solve_ns: u64,
    /// The last step whole, with all its solves (ns); of the leader of a race likewise.
    pub step_ns: u64,
    /// Energy (J).
    pub energy: f64,
    /// Energy that neither motors nor hand nor drag account for (J).
    pub energy_error: f64,
    /// What the last solve left of its equations, relative to their terms.
    pub residual: f64,
    /// Iterations of the last solve; 0 for a direct method.
    pub iterations: usize,
    /// The method in use.
    pub method: Method,
    /// The largest figures of the steps since the sample before.
    pub worst: Worst,
}

/// Where a machine was after one of the simulation's steps: what paths are drawn from.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The compiled scene.
    pub model: Arc<Model>,
    /// Simulated time (s).
    pub time: f64,
    /// Coordinates, body after body.
    pub q: Vec<f64>,
}

/// What is true of the run at one instant. Cheap to clone but for the state.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Which [`Command::Load`] it belongs to, counted from 1; 0 before the first.
    pub generation: u64,
    /// How many commands have been carried out: what was sent is in effect once this has passed it.
    pub commands: u64,
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// Whether time runs.
    pub playing: bool,
    /// Why time stopped by itself, if it did.
    pub stopped: Option<Stop>,
    /// How far the constraints are from met.
    pub drift: Drift,
    /// Since when drift or energy are not to be trusted, if they are not.
    pub breach: Option<Breach>,
    /// At the start of a run: the constraint that velocities as built disagree with, and by how much (m/s, rad/s).
    pub built_rate: Option<(Id, f64)>,
    /// Energy now (J).
    pub energy: f64,
    /// Energy that the run began with (J).
    pub energy_start: f64,
    /// Energy error against the ledger (J).
    pub energy_error: f64,
    /// What the solver says of its last solve.
    pub report: Report,
    /// The mean of a solve in the latest step that no other run of a race computed beside or just before; 0 before the first.
    pub solve: Spent,
    /// Multipliers of the last solve, row by row (N, N m).
    pub lambda: Vec<f64>,
    /// Simulated seconds per second of the last while, over what was asked: 1 keeps up.
    pub pace: f64,
    /// Freedoms and redundancies of the current topology; none until counted.
    pub freedom: Option<Arc<Freedom>>,
    /// Whether the machine of a past that is looked at was another one than that of the present.
    pub other_machine: bool,
    /// How many steps can be taken back.
    pub history: usize,
    /// How many remembered steps lie ahead, after time was taken back.
    pub ahead: usize,
    /// First and last time that can be gone to (s).
    pub span: [f64; 2],
    /// What the steps since the last snapshot took.
    pub step_times: StepTimes,
    /// Forces by what they are due to, where that is asked for.
    pub xray: Option<Arc<Xray>>,
    /// |C| of every constraint that holds a position (m, rad), where that is asked for.
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
    /// Where a part is.
    pub fn pose(&self, id: Id) -> Option<crate::math::Pose> {
        self.model.pose(&self.state, id)
    }
    /// What form a part has taken; nothing where it keeps its form.
    pub fn form(&self, id: Id) -> Option<f64> {
        self.model.form(&self.state, id)
    }
}
