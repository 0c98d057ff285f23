//! What the constraints come to at a state.

use crate::constraints::{EndPorts, Row};

use super::batch::Rows;

/// C and its time derivatives, row by row, of the last evaluation. The Jacobian goes to the
/// [`Problem`](super::Problem), which the solver reads.
#[derive(Default)]
pub struct Evaluation {
    value: Vec<f64>,
    rate: Vec<f64>,
    time_rate: Vec<f64>,
    gamma: Vec<f64>,
}

/// What a batch writes beside the numbers that are asked for.
#[derive(Default)]
pub struct Unused {
    gamma: Vec<f64>,
    jacobian: Vec<f64>,
}

impl Evaluation {
    /// C (m, rad).
    pub fn value(&self) -> &[f64] {
        &self.value
    }

    /// Cdot (per s).
    pub fn rate(&self) -> &[f64] {
        &self.rate
    }

    /// The explicit time rate C_t: Cdot at rest (per s).
    pub fn time_rate(&self) -> &[f64] {
        &self.time_rate
    }

    /// gamma: Cddot without accelerations (per s²).
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

    /// C, Cdot and C_t of a row; its gamma stays as it was.
    pub(super) fn set_rates(&mut self, index: usize, row: &Row, ends: &[EndPorts]) {
        self.value[index] = row.value;
        self.rate[index] = row.rate(ends);
        self.time_rate[index] = row.time_rate;
    }

    /// All of a row.
    pub(super) fn set(&mut self, index: usize, row: &Row, ends: &[EndPorts]) {
        self.set_rates(index, row, ends);
        self.gamma[index] = row.gamma(ends);
    }

    /// Where batches write C and its rates alone: a Jacobian as long as `jacobian`, and gamma, go where nobody reads them.
    pub(super) fn rates_mut<'a>(&'a mut self, unused: &'a mut Unused, jacobian: usize) -> Rows<'a> {
        unused.gamma.resize(self.gamma.len(), 0.0);
        unused.jacobian.resize(jacobian, 0.0);
        Rows {
            gamma: &mut unused.gamma,
            ..self.rows_mut(&mut unused.jacobian)
        }
    }

    /// Where batches write, beside the Jacobian.
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
