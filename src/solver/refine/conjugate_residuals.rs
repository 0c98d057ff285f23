//! Refinement where plain sweeps of iterative refinement stall: the conjugate residual method with the factor as preconditioner, which
//! copes with singular systems.
//!
//! ```text
//! z = -P r     lambda += alpha p, r += alpha A p, z -= alpha P A p     alpha = (z, A z) / (P A p, A p)     p <- z + beta p
//! ```

use super::super::rows::Rows;
use super::super::system::Solution;
use super::{DirectSolver, Refiner};

/// When less than this fraction of the residual can still be met, the rest is a contradiction between rows.
const NULL: f64 = 1e-4;
/// A search direction of multipliers that moves the bodies by less than this fraction of its load, both measured as accelerations, counts
/// as a null vector of J^T: a singular value of J that small is rounding, or will be.
const LOST: f64 = 1e-9;
/// Cap on the steps of the conjugate residual method.
const STEPS: usize = 40;

impl Refiner {
    /// The preconditioned conjugate residual method; `correct` must have been called before.
    pub(super) fn conjugate_residuals(
        &mut self,
        direct: &mut impl DirectSolver,
        rows: &Rows<'_, '_>,
        goal: f64,
        out: &mut Solution,
        sweeps: &mut usize,
    ) {
        rows.each(|row| {
            self.direction[row] = self.correction[row];
            self.a_direction[row] = self.a_correction[row];
        });
        rows.each_coordinate(|k| self.direction_motion[k] = self.motion[k]);
        let mut power = rows.dot(&self.correction, &self.a_correction);
        for _ in 0..STEPS {
            if rows.at.cancelled() {
                return;
            }
            if rows.norm(&self.a_correction) <= NULL * rows.norm(&self.residual) {
                return;
            }
            // Measured by J^T alone: the product with A would be lost in rounding much earlier.
            let pull = rows.energy(&self.direction_motion).sqrt();
            if pull <= LOST * rows.multiplier_norm(&self.direction) {
                return;
            }
            // change = -P A p
            direct.solve(rows.at, rows.island, &self.a_direction, &mut self.change);
            *sweeps += 1;
            let curvature = -rows.dot(&self.change, &self.a_direction);
            if curvature <= 0.0 || !curvature.is_finite() {
                return;
            }
            let step = power / curvature;
            rows.each(|row| {
                out.lambda[row] += step * self.direction[row];
                self.residual[row] += step * self.a_direction[row];
                self.correction[row] += step * self.change[row];
            });
            rows.each_coordinate(|k| out.acceleration[k] += step * self.direction_motion[k]);
            if rows.norm(&self.residual) <= goal {
                return;
            }
            rows.product(&self.correction, &mut self.motion, &mut self.a_correction);
            let next = rows.dot(&self.correction, &self.a_correction);
            let turn = next / power;
            power = next;
            rows.each(|row| {
                self.direction[row] = self.correction[row] + turn * self.direction[row];
                self.a_direction[row] = self.a_correction[row] + turn * self.a_direction[row];
            });
            rows.each_coordinate(|k| {
                self.direction_motion[k] = self.motion[k] + turn * self.direction_motion[k];
            });
        }
    }
}
