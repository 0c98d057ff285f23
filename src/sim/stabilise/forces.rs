//! Impulses of rows in the projection after impulses.

use crate::sim::Model;

/// Impulses of the rows in a projection, and workspace.
#[derive(Default)]
pub struct Forces {
    /// Impulse of each row in the projection (N s, N m s); empty where nobody asks.
    pub(super) given: Vec<f64>,
    /// Force of each row over the whole step (N, N m).
    pub(super) total: Vec<f64>,
    /// Velocities before they are projected.
    pub(super) begun: Vec<f64>,
    /// J v before the projection within bounds, row by row.
    pub(super) before: Vec<f64>,
}

impl Forces {
    /// Begins to sum the impulses of a projection after impulses, where a model has forces of limited size.
    pub(super) fn begin(&mut self, model: &Model, after_impulses: bool) {
        self.given.clear();
        let is_capped = |&index: &usize| model.links[index].is_capped();
        if after_impulses && (!model.breakable().is_empty() || model.bounded().iter().any(is_capped)) {
            self.given.resize(model.topology.rows(), 0.0);
        }
    }

    /// Stores the velocities before they are projected.
    pub(super) fn keep(&mut self, v: &[f64]) {
        if !self.given.is_empty() {
            self.begun.clear();
            self.begun.extend_from_slice(v);
        }
    }

    /// Sets the impulses to those of a change of positions in `h` seconds.
    pub(super) fn take_pushes(&mut self, pushes: &[f64], h: f64) {
        for (given, push) in self.given.iter_mut().zip(pushes) {
            *given = push / h;
        }
    }

    /// Adds the impulses of a change of velocities.
    pub(super) fn add(&mut self, impulses: &[f64]) {
        for (given, impulse) in self.given.iter_mut().zip(impulses) {
            *given += impulse;
        }
    }

    /// Computes the force of each row over a step of `h` seconds.
    pub(super) fn sum(&mut self, lambda: &[f64], h: f64) {
        self.total.clear();
        let rows = self.given.iter().zip(lambda);
        self.total.extend(rows.map(|(given, lambda)| lambda + given / h));
    }
}
