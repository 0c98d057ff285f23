//! The dense method: `A = J W J^T + E` as one matrix, taken apart by its eigenvectors, so that redundant rows
//! get multipliers of minimum norm.

use faer::{Mat, Side};

use super::equations::{add_j, add_jt, apply_w, diagonal, inverse_masses};
use super::report::SolveError;
use super::system::{Solution, System, Topology};

/// Eigenvalues of the row-scaled A below this are taken as zero.
const NULL: f64 = 1e-13;

#[derive(Default)]
pub(super) struct Dense {
    w: Vec<f64>,
    scale: Vec<f64>,
    vectors: Option<Mat<f64>>,
    inverse: Vec<f64>,
    pub(super) deficit: usize,
}

impl Dense {
    pub(super) fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        inverse_masses(topology, system, &mut self.w)?;
        diagonal(topology, system, &self.w, &mut self.scale);
        for scale in &mut self.scale {
            *scale = scale.sqrt().recip();
        }
        let n = topology.rows();
        let mut a = Mat::<f64>::zeros(n, n);
        let mut unit = vec![0.0; n];
        let mut force = vec![0.0; topology.dofs()];
        let mut acceleration = vec![0.0; topology.dofs()];
        for constraint in 0..topology.constraints() {
            for row in topology.row_offset(constraint)..topology.row_offset(constraint + 1) {
                unit[row] = self.scale[row];
                force.fill(0.0);
                acceleration.fill(0.0);
                add_jt(topology, &system.jacobian, constraint, &unit, &mut force);
                for end in topology.ends(constraint) {
                    apply_w(topology, &self.w, end.body, &force, &mut acceleration);
                }
                unit[row] = 0.0;
                for other in 0..topology.constraints() {
                    let mut out = [0.0; 3];
                    let start = topology.row_offset(other);
                    let rows = topology.constraint_dim(other);
                    add_j(topology, &system.jacobian, other, &acceleration, &mut out[..rows]);
                    for k in 0..rows {
                        a[(start + k, row)] = out[k] * self.scale[start + k];
                    }
                }
                a[(row, row)] += system.compliance[row] * self.scale[row] * self.scale[row];
            }
        }
        self.inverse.clear();
        self.vectors = None;
        self.deficit = 0;
        if n == 0 {
            return Ok(());
        }
        let eigen = a
            .self_adjoint_eigen(Side::Lower)
            .map_err(|_| SolveError::Numerical { constraint: 0 })?;
        for i in 0..n {
            let value = eigen.S().column_vector()[i];
            self.deficit += usize::from(value <= NULL);
            self.inverse.push(if value > NULL { value.recip() } else { 0.0 });
        }
        self.vectors = Some(eigen.U().to_owned());
        Ok(())
    }

    pub(super) fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let n = topology.rows();
        for body in 0..topology.bodies() {
            apply_w(topology, &self.w, body, &system.force, &mut out.acceleration);
        }
        let mut b = vec![0.0; n];
        for constraint in 0..topology.constraints() {
            let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
            add_j(
                topology,
                &system.jacobian,
                constraint,
                &out.acceleration,
                &mut b[rows.clone()],
            );
            for row in rows {
                b[row] = -(b[row] + system.c[row]) * self.scale[row];
            }
        }
        out.lambda.fill(0.0);
        for (k, vector) in self
            .vectors
            .iter()
            .flat_map(|vectors| vectors.col_iter())
            .enumerate()
        {
            let weight = (0..n).map(|i| vector[i] * b[i]).sum::<f64>() * self.inverse[k];
            for i in 0..n {
                out.lambda[i] += weight * vector[i] * self.scale[i];
            }
        }
        let mut force = system.force.clone();
        for constraint in 0..topology.constraints() {
            add_jt(topology, &system.jacobian, constraint, &out.lambda, &mut force);
        }
        for body in 0..topology.bodies() {
            apply_w(topology, &self.w, body, &force, &mut out.acceleration);
        }
        Ok(())
    }
}
