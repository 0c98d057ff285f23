//! The largest figures of the steps since they were last told, for plots that tell of some steps only.

use crate::sim::{Drift, Simulation};

/// The largest of each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// Largest |C| in metres.
    pub drift_m: f64,
    /// Largest |C| in radians.
    pub drift_rad: f64,
    /// Root mean square of C over the rows in metres.
    pub drift_rms: f64,
    /// Energy error of the largest size, with its sign (J).
    pub energy_error: f64,
    /// Residual of the last solve of a step.
    pub residual: f64,
    /// Iterations of that solve.
    pub iterations: usize,
}

impl Worst {
    /// Takes the figures of a step that was just taken.
    pub(super) fn see(&mut self, run: &mut Simulation) {
        let report = run.dynamics.solver.report();
        self.residual = self.residual.max(report.residual);
        self.iterations = self.iterations.max(report.iterations);
        let (drift, energy_error): (Drift, f64) = run.measure();
        self.drift_m = self.drift_m.max(drift.max_m);
        self.drift_rad = self.drift_rad.max(drift.max_rad);
        self.drift_rms = self.drift_rms.max(drift.rms_m);
        if energy_error.abs() > self.energy_error.abs() {
            self.energy_error = energy_error;
        }
    }
}
