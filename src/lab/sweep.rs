//! A sweep: a machine run again and again with numbers of it or of its solver changed, and a quantity of each run recorded.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Job, Progress};
use super::scope::{Signal, measure};
use crate::scene::Scene;
use crate::sim::Simulation;
use crate::solver::Hardware;

/// Points that are kept of a run's curve.
const POINTS: usize = 240;

/// Gives the scene of each run, or says why there is none.
pub type SceneOfRun = Box<dyn Fn(usize) -> Result<Scene, String> + Send + Sync>;

/// What is to be run and recorded.
pub struct SweepPlan {
    /// The scene of the k-th run.
    pub scene: SceneOfRun,
    /// How many runs there are.
    pub runs: usize,
    /// What is recorded, at each step.
    pub signal: Signal,
    /// Simulated time of a run (s).
    pub duration: f64,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepRun {
    /// Time (s) and value at equally many steps from one to the next, the start and the end included.
    pub curve: Vec<[f64; 2]>,
    /// Largest |value| over all steps.
    pub largest: f64,
    /// Value at the end.
    pub last: f64,
    /// Why it could not begin or did not come to its end.
    pub stopped: Option<String>,
}

/// A sweep under way, or done.
#[derive(Debug)]
pub struct Sweep {
    job: Job<()>,
    runs: Arc<Mutex<Vec<Option<SweepRun>>>>,
}

impl Sweep {
    /// Starts the runs, shared out to all cores.
    pub fn start(plan: SweepPlan) -> Self {
        let runs = Arc::new(Mutex::new(vec![None; plan.runs]));
        let out = runs.clone();
        let job = Job::start("sweep", move |progress| run_all(&plan, progress, &out));
        Self { job, runs }
    }

    /// Whether runs are left.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// How far it is, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.job.progress()
    }

    /// Looks at the runs, in order; those that are not done yet are missing.
    pub fn with<T>(&self, look: impl FnOnce(&[Option<SweepRun>]) -> T) -> T {
        look(&self.runs.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Each thread takes the next run; what a run comes to does not depend on which one does.
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

/// One run; nothing where it was given up.
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
        // A value that is no number stays one: `max` would drop it.
        if value.abs() > found.largest || value.is_nan() {
            found.largest = value.abs();
        }
        if step % each == 0 || step == steps {
            found.curve.push([run.state().time, value]);
        }
    }
    Some(found)
}

/// The runs as a table: their values, the largest and the last value of what was recorded, and why a run has none.
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
