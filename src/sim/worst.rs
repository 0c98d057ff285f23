//! Largest figures of a run, step by step: of the whole run for a report, or of the steps since the last point of a plot.

use super::{Drift, Simulation};

/// The largest of each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// Constraint drift.
    pub drift: Drift,
    /// Energy error of the largest size, with its sign (J).
    pub energy_error: f64,
    /// Residual of the last solve of each step.
    pub residual: f64,
    /// Iterations of that solve.
    pub iterations: usize,
    /// Iterations of the last solve of contacts of each step.
    pub contact_iterations: u32,
    /// Rows of contact inside their bounds after it.
    pub contacts_active: u32,
}

impl Worst {
    /// Takes in the figures of the step just taken.
    pub fn see(&mut self, run: &mut Simulation) {
        let report = run.dynamics.solver.report();
        self.residual = self.residual.max(report.residual);
        self.iterations = self.iterations.max(report.iterations);
        let contact = &run.state().contact;
        self.contact_iterations = self.contact_iterations.max(contact.iterations);
        self.contacts_active = self.contacts_active.max(contact.held);
        let (drift, energy_error) = run.measure();
        self.drift.keep_larger(&drift);
        if energy_error.abs() > self.energy_error.abs() {
            self.energy_error = energy_error;
        }
    }
}
