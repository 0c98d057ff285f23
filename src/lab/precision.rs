//! Work-precision diagram: drift and energy error against computing time, for every method, integrator and stabilisation
//! over several step lengths, measured on the machine on the canvas.

use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Job, Progress};
use crate::clock;
use crate::scene::{Integrator, Method, Scene, Settings, Stabilisation, SubSteps};
use crate::sim::Simulation;

/// Computing time at which a run is abandoned (ns).
const LONG: u64 = 3_000_000_000;
/// Computing time below which a run is repeated (s), and total number of runs in that case.
const BRIEF: f64 = 0.2;
const REPEATS: usize = 4;
/// Number of step lengths, each half of the one before.
pub const STEP_LENGTHS: u32 = 5;
/// The longest step, as a multiple of the scene's step.
const COARSEST: f64 = 4.0;

/// A combination of method, integrator, stabilisation and step length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Configuration {
    /// Method of the solver.
    pub method: Method,
    /// Integrator.
    pub integrator: Integrator,
    /// Stabilisation against drift.
    pub stabilisation: Stabilisation,
    /// Length of a step (s).
    pub dt: f64,
}

impl Configuration {
    /// All distinct combinations; steps from long to short.
    pub fn all(settings: &Settings) -> Vec<Self> {
        let mut all = Vec::new();
        for method in Method::ALL {
            for integrator in Integrator::ALL {
                // RATTLE leaves no drift to stabilise.
                let ways = match integrator {
                    Integrator::Rattle => &[Stabilisation::None][..],
                    _ => &Stabilisation::ALL,
                };
                for &stabilisation in ways {
                    all.extend((0..STEP_LENGTHS).map(|halved| Self {
                        method,
                        integrator,
                        stabilisation,
                        dt: COARSEST * settings.dt / f64::from(1 << halved),
                    }));
                }
            }
        }
        all
    }

    /// Whether only the step length differs from another combination.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.method, self.integrator, self.stabilisation)
            == (other.method, other.integrator, other.stabilisation)
    }

    /// Its name, without the step length.
    pub fn label(&self) -> String {
        let parts = [
            self.method.label(),
            self.integrator.label(),
            self.stabilisation.label(),
        ];
        match self.integrator {
            Integrator::Rattle => parts[..2].join(", "),
            _ => parts.join(", "),
        }
    }
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrecisionSample {
    /// How the run was computed.
    pub way: Configuration,
    /// Computing time per simulated second (s).
    pub work: f64,
    /// Largest |C| (m, rad).
    pub drift: f64,
    /// Largest |energy error| (J). Energy put in by feedback or projection counts as an error, although the ledger books it.
    pub energy_error: f64,
}

/// A measurement under way, or done.
#[derive(Debug)]
pub struct Precision {
    job: Job<()>,
    found: Arc<Mutex<(Vec<PrecisionSample>, usize)>>,
}

impl Precision {
    /// Starts running a scene for `duration` (s) with every combination.
    pub fn start(scene: Scene, duration: f64) -> Self {
        let found = Arc::new(Mutex::new((Vec::new(), 0)));
        let out = found.clone();
        let job = Job::start("precision", move |progress| {
            measure(&scene, duration, progress, &out);
        });
        Self { job, found }
    }

    /// Whether the measurement is still running.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Share of the measurement that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.job.progress()
    }

    /// The samples so far, and the number of runs that were refused, stopped or took too long.
    pub fn samples(&self) -> (Vec<PrecisionSample>, usize) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn measure(scene: &Scene, duration: f64, progress: &Progress, out: &Mutex<(Vec<PrecisionSample>, usize)>) {
    let ways = Configuration::all(&scene.settings);
    for (index, &way) in ways.iter().enumerate() {
        if progress.is_cancelled() {
            return;
        }
        let sample = repeated(scene, way, duration, progress);
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        match sample {
            Some(sample) => out.0.push(sample),
            None => out.1 += 1,
        }
        progress.tell((index + 1) as f64 / ways.len() as f64);
    }
}

/// A run, repeated if it is brief; the least time counts, since disturbances only add time.
fn repeated(
    scene: &Scene,
    way: Configuration,
    duration: f64,
    progress: &Progress,
) -> Option<PrecisionSample> {
    let mut sample = run(scene, way, duration, progress)?;
    let brief = |it: &PrecisionSample| it.work * duration < BRIEF;
    for _ in 1..REPEATS {
        if !brief(&sample) {
            break;
        }
        let again = run(scene, way, duration, progress)?;
        sample.work = sample.work.min(again.work);
    }
    Some(sample)
}

/// One run with equal steps; `None` if it stops, diverges or takes too long.
pub fn run(scene: &Scene, way: Configuration, duration: f64, progress: &Progress) -> Option<PrecisionSample> {
    let mut scene = scene.clone();
    let settings = &mut scene.settings;
    settings.method = way.method;
    settings.integrator = way.integrator;
    settings.stabilisation = way.stabilisation;
    settings.dt = way.dt;
    settings.sub_steps = SubSteps::Fixed;
    let mut run = Simulation::new(&scene);
    run.set_cancel(progress.flag());
    let steps = (duration / way.dt).round().max(1.0) as u64;
    let (mut drift, mut energy_error, mut spent) = (0.0_f64, 0.0_f64, 0);
    for _ in 0..steps {
        let start = clock::nanoseconds();
        run.step().ok()?;
        spent += clock::nanoseconds() - start;
        let at = run.drift();
        drift = drift.max(at.max_m).max(at.max_rad);
        energy_error = energy_error.max(run.energy_error_of_real_forces().abs());
        if spent > LONG || progress.is_cancelled() {
            return None;
        }
    }
    (drift.is_finite() && energy_error.is_finite()).then(|| PrecisionSample {
        way,
        work: 1e-9 * spent as f64 / run.state().time,
        drift,
        energy_error,
    })
}

/// Pareto front: the runs that no other run beats in both computing time and error, fastest first.
pub fn front(samples: &[PrecisionSample], error: impl Fn(&PrecisionSample) -> f64) -> Vec<PrecisionSample> {
    let mut all = samples.to_vec();
    all.sort_by(|a, b| a.work.total_cmp(&b.work).then(error(a).total_cmp(&error(b))));
    let mut least = f64::INFINITY;
    all.retain(|it| {
        let closer = error(it) < least;
        least = least.min(error(it));
        closer
    });
    all
}

/// The samples as CSV.
pub fn csv(samples: &[PrecisionSample]) -> String {
    let line = |it: &PrecisionSample| {
        let Configuration {
            method,
            integrator,
            stabilisation,
            dt,
        } = it.way;
        format!(
            "{method},{integrator},{stabilisation},{dt},{},{},{}\n",
            it.work, it.drift, it.energy_error
        )
    };
    let head = "method,integrator,stabilisation,dt,work_s_per_s,drift,energy_error_j\n".to_owned();
    std::iter::once(head).chain(samples.iter().map(line)).collect()
}
