//! Running a problem and comparing it with its reference.

use super::{Measure, Problem, Scheme};
use crate::math::worst;
use crate::scene::{Scene, file::FileError};
use crate::sim::Simulation;

/// Results of a run of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Largest error of each quantity over all outputs, in its own unit.
    pub errors: Vec<f64>,
    /// Largest magnitude of each quantity over all outputs, in its own unit.
    pub sizes: Vec<f64>,
    /// Largest energy error over all outputs, relative to the largest kinetic energy, or to 1 J if nothing moves.
    pub energy: f64,
    /// Largest |C| over all outputs (m).
    pub drift: f64,
    /// Number of soft (regularised) steps.
    pub softened: u64,
    /// When and why it stopped, if it did.
    pub stopped: Option<String>,
    /// Time and relative energy error at each output.
    pub energy_history: Vec<[f64; 2]>,
    /// Time and first measured number at each output.
    pub first: Vec<[f64; 2]>,
}

/// Number of outputs at which a run is compared.
pub const OUTPUTS: usize = 100;

/// Output times of a run (s), without the start.
pub fn output_times(seconds: f64, outputs: usize) -> Vec<f64> {
    (1..=outputs)
        .map(|k| seconds * k as f64 / outputs as f64)
        .collect()
}

/// Runs a problem for `seconds` and compares it with its reference. The step is as close to `h` as divides the output interval.
///
/// # Errors
/// When its scene cannot be read.
pub fn run(problem: &Problem, scheme: Scheme, h: f64, seconds: f64) -> Result<Outcome, FileError> {
    let mut scene = problem.scene()?;
    scheme.apply(&mut scene.settings);
    Ok(compare(problem, &scene, h, &output_times(seconds, OUTPUTS)))
}

/// Output interval of runs that determine an order (s): a multiple of every step.
pub const INTERVAL: f64 = 0.02;

/// Runs a problem in steps of `h` for the time over which its errors show their order.
///
/// # Errors
/// When its scene cannot be read.
pub fn run_smooth(problem: &Problem, scheme: Scheme, h: f64) -> Result<Outcome, FileError> {
    let mut scene = problem.scene()?;
    scheme.apply(&mut scene.settings);
    let outputs = (problem.smooth / INTERVAL).round() as usize;
    Ok(compare(
        problem,
        &scene,
        h,
        &output_times(problem.smooth, outputs),
    ))
}

/// Runs a problem's scene with its own settings, and compares at these times, which are equally spaced.
pub fn compare(problem: &Problem, scene: &Scene, h: f64, times: &[f64]) -> Outcome {
    let mut scene = scene.clone();
    let interval = times.first().copied().unwrap_or(h);
    let parts = (interval / h).round().max(1.0);
    scene.settings.dt = interval / parts;
    let exact = (problem.exact)(times);
    let mut run = Simulation::new(&scene);
    let mut outcome = Outcome {
        errors: vec![0.0; problem.quantities.len()],
        sizes: vec![0.0; problem.quantities.len()],
        energy: 0.0,
        drift: run.drift().max_m,
        softened: 0,
        stopped: None,
        energy_history: vec![[0.0, 0.0]],
        first: Vec::new(),
    };
    let mut largest_kinetic: f64 = 0.0;
    let forces = problem
        .quantities
        .iter()
        .any(|it| it.measures.iter().any(Measure::needs_forces));
    'run: for (k, &time) in times.iter().enumerate() {
        for _ in 0..parts as u64 {
            if let Err(stop) = run.step() {
                outcome.stopped = Some(format!("t = {:.3} s: {}", stop.time, stop.reason));
                break 'run;
            }
        }
        largest_kinetic = largest_kinetic.max(run.energy().kinetic);
        outcome.drift = outcome.drift.max(run.drift().max_m);
        outcome.energy_history.push([time, run.ledger_error()]);
        if forces && let Err(stop) = run.evaluate() {
            outcome.stopped = Some(format!("t = {:.3} s: {}", stop.time, stop.reason));
            break;
        }
        let mut row = Vec::new();
        let mut from = 0;
        let figures = outcome.errors.iter_mut().zip(&mut outcome.sizes);
        for ((error, size), quantity) in figures.zip(problem.quantities) {
            row.clear();
            let mut width = 0;
            for measure in quantity.measures {
                measure.read(&scene, &run, &mut row);
                width += measure.width();
            }
            let wanted = &exact[k][from..from + width];
            *size = wanted.iter().map(|x| x * x).sum::<f64>().sqrt().max(*size);
            let off = row
                .iter()
                .zip(wanted)
                .map(|(a, b)| (a - b).powi(2))
                .sum::<f64>()
                .sqrt();
            // NaN is kept, as a comparison would drop it.
            if off.is_nan() || off > *error {
                *error = off;
            }
            if from == 0 {
                outcome.first.push([time, row[0]]);
            }
            from += width;
        }
    }
    outcome.softened = run.state().soft_sub_steps;
    let scale = if largest_kinetic > 1e-12 {
        largest_kinetic
    } else {
        1.0
    };
    for [_, error] in &mut outcome.energy_history {
        *error /= scale;
        outcome.energy = worst(outcome.energy, error.abs());
    }
    outcome
}

impl Outcome {
    /// Largest error of a quantity relative to its magnitude; infinite if the run stopped.
    pub fn worst(&self) -> f64 {
        let shares = self
            .errors
            .iter()
            .zip(&self.sizes)
            .map(|(error, size)| error / size);
        if self.stopped.is_some() {
            f64::INFINITY
        } else {
            shares.fold(0.0, worst)
        }
    }
}

/// Range of relative errors that show the order: above it, the run has left the reference; below it, rounding
/// contributes.
pub const TELLING: (f64, f64) = (1e-10, 0.05);

/// Observed order between the last two of a sequence of (step, relative error), if both errors are in that range.
pub fn observed_order(errors: &[(f64, f64)]) -> Option<f64> {
    let last = &errors[errors.len().checked_sub(2)?..];
    let telling = last
        .iter()
        .all(|(_, error)| TELLING.0 < *error && *error < TELLING.1);
    orders(last).first().copied().filter(|_| telling)
}

/// Observed orders between neighbours of a sequence of (step, error).
pub fn orders(errors: &[(f64, f64)]) -> Vec<f64> {
    errors
        .windows(2)
        .map(|pair| (pair[0].1 / pair[1].1).ln() / (pair[0].0 / pair[1].0).ln())
        .collect()
}
