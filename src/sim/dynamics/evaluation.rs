//! Values of the constraints at a state.

use crate::constraints::{EndPorts, Row};

use super::batch::Rows;

/// C and its time derivatives of the last evaluation, row by row. The Jacobian is stored in the [`Problem`](super::Problem), which the
/// solver reads.
#[derive(Default)]
pub struct Evaluation {
    value: Vec<f64>,
    rate: Vec<f64>,
    time_rate: Vec<f64>,
    gamma: Vec<f64>,
}

/// Dummy output arrays for numbers that a batch writes and the caller does not need.
#[derive(Default)]
pub struct Unused {
    gamma: Vec<f64>,
    jacobian: Vec<f64>,
}

impl Evaluation {
    /// Returns C (m, rad).
    pub fn value(&self) -> &[f64] {
        &self.value
    }

    /// Returns Cdot (m/s, rad/s).
    pub fn rate(&self) -> &[f64] {
        &self.rate
    }

    /// Returns the explicit time derivative C_t, which is Cdot at rest (m/s, rad/s).
    pub fn time_rate(&self) -> &[f64] {
        &self.time_rate
    }

    /// Returns gamma, which is Cddot without accelerations (m/s², rad/s²).
    pub fn gamma(&self) -> &[f64] {
        &self.gamma
    }

    pub(super) fn resize(&mut self, rows: usize) {
        for list in [
            &mut self.value,
            &mut self.rate,
            &mut self.time_rate,
            &mut self.gamma,
        ] {
            list.resize(rows, 0.0);
        }
    }

    /// Stores C, Cdot and C_t of a row; gamma is unchanged.
    pub(super) fn set_rates(&mut self, index: usize, row: &Row, ends: &[EndPorts]) {
        self.value[index] = row.value;
        self.rate[index] = row.rate(ends);
        self.time_rate[index] = row.time_rate;
    }

    /// Stores C, Cdot, C_t and gamma of a row.
    pub(super) fn set(&mut self, index: usize, row: &Row, ends: &[EndPorts]) {
        self.set_rates(index, row, ends);
        self.gamma[index] = row.gamma(ends);
    }

    /// Returns output arrays for batches of which only C, Cdot and C_t are used: gamma, and a Jacobian of length `jacobian`, go to dummy arrays.
    pub(super) fn rates_mut<'a>(&'a mut self, unused: &'a mut Unused, jacobian: usize) -> Rows<'a> {
        unused.gamma.resize(self.gamma.len(), 0.0);
        unused.jacobian.resize(jacobian, 0.0);
        Rows {
            gamma: &mut unused.gamma,
            ..self.rows_mut(&mut unused.jacobian)
        }
    }

    /// Returns the output arrays for batches, with the given Jacobian.
    pub(super) fn rows_mut<'a>(&'a mut self, jacobian: &'a mut [f64]) -> Rows<'a> {
        Rows {
            value: &mut self.value,
            rate: &mut self.rate,
            time_rate: &mut self.time_rate,
            gamma: &mut self.gamma,
            jacobian,
        }
    }
}
