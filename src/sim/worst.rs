//! The largest figures of a run, step by step: what a report tells of the whole, or a plot of the steps since its last point.

use super::{Drift, Simulation};

/// The largest of each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// How far the constraints were from met.
    pub drift: Drift,
    /// Energy error of the largest size, with its sign (J).
    pub energy_error: f64,
    /// Residual of the last solve of a step.
    pub residual: f64,
    /// Iterations of that solve.
    pub iterations: usize,
}

impl Worst {
    /// Takes in the figures of a step that was just taken.
    pub fn see(&mut self, run: &mut Simulation) {
        let report = run.dynamics.solver.report();
        self.residual = self.residual.max(report.residual);
        self.iterations = self.iterations.max(report.iterations);
        let (drift, energy_error) = run.measure();
        self.drift.keep_larger(&drift);
        if energy_error.abs() > self.energy_error.abs() {
            self.energy_error = energy_error;
        }
    }
}
