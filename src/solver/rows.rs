//! The rows of one island as a space of vectors: sums, norms with rows scaled by the diagonal of A, and the
//! product with A.

use super::equations::{Moment, add_j, add_jt, apply_w, row_motion_and_terms};
use super::system::Solution;

/// The rows and coordinates of one island.
pub(super) struct Rows<'a, 'b> {
    pub(super) at: &'a Moment<'b>,
    pub(super) island: usize,
}

impl Rows<'_, '_> {
    pub(super) fn each(&self, mut f: impl FnMut(usize)) {
        for &constraint in &self.at.graph.islands[self.island].constraints {
            (self.at.topology.row_offset(constraint)..self.at.topology.row_offset(constraint + 1))
                .for_each(&mut f);
        }
    }

    /// `a = W (F + J^T lambda)`.
    pub(super) fn motion(&self, force: Option<&[f64]>, lambda: &[f64], sum: &mut [f64], a: &mut [f64]) {
        let at = self.at;
        let island = &at.graph.islands[self.island];
        for &body in &island.bodies {
            let range = at.topology.body_offset(body)..at.topology.body_offset(body + 1);
            match force {
                Some(force) => sum[range.clone()].copy_from_slice(&force[range]),
                None => sum[range].fill(0.0),
            }
        }
        for &constraint in &island.constraints {
            add_jt(at.topology, &at.system.jacobian, constraint, lambda, sum);
        }
        for &body in &island.bodies {
            apply_w(at.topology, at.w, body, sum, a);
        }
    }

    pub(super) fn each_coordinate(&self, mut f: impl FnMut(usize)) {
        for &body in &self.at.graph.islands[self.island].bodies {
            let range = self.at.topology.body_offset(body)..self.at.topology.body_offset(body + 1);
            range.for_each(&mut f);
        }
    }

    pub(super) fn dot(&self, x: &[f64], y: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|row| sum += x[row] * y[row]);
        sum
    }

    pub(super) fn norm(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|row| sum += x[row] * x[row] / self.at.diagonal[row]);
        sum.sqrt()
    }

    /// Norm of multipliers, as accelerations of their rows.
    pub(super) fn load(&self, lambda: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|row| sum += lambda[row] * lambda[row] * self.at.diagonal[row]);
        sum.sqrt()
    }

    /// `a M a`.
    pub(super) fn energy(&self, a: &[f64]) -> f64 {
        let (at, mut sum) = (self.at, 0.0);
        for &body in &at.graph.islands[self.island].bodies {
            let dim = at.topology.body_dim(body);
            let mass = &at.system.mass[at.topology.mass_offset(body)..];
            let a = &a[at.topology.body_offset(body)..][..dim];
            for i in 0..dim {
                for k in 0..dim {
                    sum += a[i] * mass[i * dim + k] * a[k];
                }
            }
        }
        sum
    }

    /// What is missing, `-(J a + c + E lambda)`, for the motion and multipliers in `out`. Returns the norm of the
    /// terms.
    pub(super) fn missing(&self, c: &[f64], out: &Solution, missing: &mut [f64]) -> f64 {
        let (at, mut size) = (self.at, 0.0);
        for &constraint in &at.graph.islands[self.island].constraints {
            for row in 0..at.topology.constraint_dim(constraint) {
                let index = at.topology.row_offset(constraint) + row;
                let (motion, terms) = row_motion_and_terms(at, constraint, row, &out.acceleration);
                let compliant = at.system.compliance[index] * out.lambda[index];
                missing[index] = -(motion + c[index] + compliant);
                let terms = terms + c[index].abs() + compliant.abs();
                size += terms * terms / at.diagonal[index];
            }
        }
        size.sqrt()
    }

    /// `A lambda = J a + E lambda`, `a = W J^T lambda`.
    pub(super) fn product(&self, lambda: &[f64], force: &mut [f64], a: &mut [f64], out: &mut [f64]) {
        self.motion(None, lambda, force, a);
        let at = self.at;
        for &constraint in &at.graph.islands[self.island].constraints {
            let range = at.topology.row_offset(constraint)..at.topology.row_offset(constraint + 1);
            let out = &mut out[range.clone()];
            for (out, row) in out.iter_mut().zip(range) {
                *out = at.system.compliance[row] * lambda[row];
            }
            add_j(at.topology, &at.system.jacobian, constraint, a, out);
        }
    }
}
