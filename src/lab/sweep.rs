//! Parameter sweep: a machine run repeatedly with changed parameters of the machine or its solver; a quantity of each run is recorded.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Job, Progress};
use super::scope::{Signal, measure};
use crate::scene::Scene;
use crate::sim::Simulation;
use crate::solver::Hardware;

/// Largest number of intervals kept of a run's curve.
const POINTS: usize = 240;

/// Returns the scene of a run, or the reason why there is none.
pub type SceneOfRun = Box<dyn Fn(usize) -> Result<Scene, String> + Send + Sync>;

/// Definition of a sweep.
pub struct SweepPlan {
    /// The scene of the k-th run.
    pub scene: SceneOfRun,
    /// Number of runs.
    pub runs: usize,
    /// The quantity recorded at each step.
    pub signal: Signal,
    /// Simulated time of a run (s).
    pub duration: f64,
}

/// Result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepRun {
    /// Time (s) and value, every so many steps, including the start and the end.
    pub curve: Vec<[f64; 2]>,
    /// Largest |value| over all steps.
    pub largest: f64,
    /// Value at the end.
    pub last: f64,
    /// Why the run could not begin or ended early.
    pub stopped: Option<String>,
}

/// A sweep under way, or done.
#[derive(Debug)]
pub struct Sweep {
    job: Job<()>,
    runs: Arc<Mutex<Vec<Option<SweepRun>>>>,
}

impl Sweep {
    /// Starts the runs, distributed over all cores.
    pub fn start(plan: SweepPlan) -> Self {
        let runs = Arc::new(Mutex::new(vec![None; plan.runs]));
        let out = runs.clone();
        let job = Job::start("sweep", move |progress| run_all(&plan, progress, &out));
        Self { job, runs }
    }

    /// Whether runs remain.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Share of the runs that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.job.progress()
    }

    /// Passes the runs to `look`, in order; unfinished runs are `None`.
    pub fn with<T>(&self, look: impl FnOnce(&[Option<SweepRun>]) -> T) -> T {
        look(&self.runs.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Computes all runs; each thread takes the next one. The result of a run does not depend on the thread.
fn run_all(plan: &SweepPlan, progress: &Progress, out: &Mutex<Vec<Option<SweepRun>>>) {
    let threads = Hardware::default().threads().clamp(1, plan.runs.max(1));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= plan.runs || progress.is_cancelled() {
                        return;
                    }
                    let run = run_one(plan, k, progress);
                    out.lock().unwrap_or_else(PoisonError::into_inner)[k] = run;
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    progress.tell(done as f64 / plan.runs as f64);
                }
            });
        }
    });
}

/// Computes one run; `None` if cancelled.
pub fn run_one(plan: &SweepPlan, k: usize, progress: &Progress) -> Option<SweepRun> {
    let scene = match (plan.scene)(k) {
        Ok(scene) => scene,
        Err(why) => {
            return Some(SweepRun {
                largest: f64::NAN,
                last: f64::NAN,
                stopped: Some(why),
                ..SweepRun::default()
            });
        }
    };
    let dt = scene.settings.dt;
    let steps = (plan.duration / dt).round().max(1.0) as usize;
    let each = steps.div_ceil(POINTS);
    let mut run = Simulation::on(&scene, Hardware::default().with_threads(1));
    run.set_cancel(progress.flag());
    let signals = std::slice::from_ref(&plan.signal);
    let mut found = SweepRun::default();
    let mut row = Vec::new();
    for step in 0..=steps {
        if progress.is_cancelled() {
            return None;
        }
        if step > 0
            && let Err(stop) = run.step()
        {
            found.stopped = Some(format!("stopped at {} s: {}", stop.time, stop.reason));
            break;
        }
        measure(signals, &mut run, &mut row);
        let value = row[0];
        found.last = value;
        // NaN is kept explicitly, as `max` would drop it.
        if value.abs() > found.largest || value.is_nan() {
            found.largest = value.abs();
        }
        if step % each == 0 || step == steps {
            found.curve.push([run.state().time, value]);
        }
    }
    Some(found)
}

/// The runs as CSV: parameter values, largest and last recorded value, and why a run has none.
pub fn csv(names: &[&str], values: impl Fn(usize) -> Vec<f64>, runs: &[Option<SweepRun>]) -> String {
    let mut text = names
        .iter()
        .map(|it| format!("{},", quoted(it)))
        .collect::<String>();
    text += "largest,last,stopped\n";
    for (k, run) in runs.iter().enumerate() {
        let Some(run) = run else { continue };
        for value in values(k) {
            text += &format!("{value:.16e},");
        }
        let stopped = run.stopped.as_deref().map(quoted).unwrap_or_default();
        text += &format!("{:.16e},{:.16e},{stopped}\n", run.largest, run.last);
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
