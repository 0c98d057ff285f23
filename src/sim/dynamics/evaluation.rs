//! Values of the constraints at a state.

use crate::constraints::{EndPorts, Row};

use super::batch::Rows;
use super::baumgarte::CLOSING_SPEED;

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

    /// Returns `h gamma/2`: by how much a row's rate in the middle of a step of `h` seconds differs from J v, as J turns with the pose (m/s, rad/s). A body
    /// that turns by radians a step has no well-defined middle of the step.
    pub fn bend(&self, row: usize, h: f64) -> f64 {
        (0.5 * h * self.gamma[row]).clamp(-CLOSING_SPEED, CLOSING_SPEED)
    }

    /// Whether a multiplier of a row with limits stops an approach, at this rate before, that is faster than the row turns in `h` seconds: its work is
    /// then that of an impact, and otherwise that of a joint.
    pub fn is_impact(&self, row: usize, lambda: f64, before: f64, h: f64) -> bool {
        lambda * before < 0.0 && before.abs() > 2.0 * self.bend(row, h).abs()
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
