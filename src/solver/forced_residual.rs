//! Residual `J a + c + E lambda` of given multipliers, and the acceleration under them, where their force differs from
//! `J^T lambda`.

use crate::equations::{add_j, add_jt, apply_w};
use crate::inverse_mass::InverseMass;
use crate::system::{Solution, System, Topology};

/// Residual and scratch of the last computation.
#[derive(Default)]
pub(crate) struct ForcedResidual {
    force: Vec<f64>,
    /// Residual of each row.
    pub(crate) rows: Vec<f64>,
}

impl ForcedResidual {
    /// Writes the acceleration under the multipliers of `out`, `W (F + K lambda)`.
    pub(crate) fn find_motion(
        &mut self,
        (topology, system, push): (&Topology, &System, &[f64]),
        inverse_mass: &InverseMass,
        out: &mut Solution,
    ) {
        self.force.clone_from(&system.force);
        for constraint in 0..topology.constraints() {
            add_jt(topology, push, constraint, &out.lambda, &mut self.force);
        }
        out.acceleration.resize(topology.dofs(), 0.0);
        for body in 0..topology.bodies() {
            apply_w(
                topology,
                &inverse_mass.blocks,
                body,
                &self.force,
                &mut out.acceleration,
            );
        }
    }

    /// Writes the acceleration under the multipliers of `out`, and computes the residual of each row.
    pub(crate) fn find(
        &mut self,
        (topology, system, push): (&Topology, &System, &[f64]),
        inverse_mass: &InverseMass,
        out: &mut Solution,
    ) {
        self.find_motion((topology, system, push), inverse_mass, out);
        self.rows.clone_from(&system.c);
        for constraint in 0..topology.constraints() {
            let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
            let missed = &mut self.rows[rows];
            if topology.ends(constraint).is_empty() {
                missed.fill(0.0);
                continue;
            }
            add_j(topology, &system.jacobian, constraint, &out.acceleration, missed);
        }
        for (row, missed) in self.rows.iter_mut().enumerate() {
            *missed += system.compliance[row] * out.lambda[row];
        }
    }

    /// Returns the largest absolute residual, each relative to the square root of its diagonal entry of A; NaN where any residual
    /// is.
    pub(crate) fn max_relative_residual(&self, inverse_mass: &InverseMass) -> f64 {
        let rows = self.rows.iter().zip(&inverse_mass.diagonal);
        rows.map(|(missed, own)| missed.abs() / own.sqrt())
            .fold(0.0, |worst, size| {
                // A maximum would drop NaN.
                if size.is_nan() || size > worst {
                    size
                } else {
                    worst
                }
            })
    }
}
