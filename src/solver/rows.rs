//! Vector operations on the rows of one island: sums, norms with rows scaled by the diagonal of A, and the product with A.

use super::equations::{RightHandSide, SystemAt};
use super::products::{Norms, residual, residual_and_terms};
use super::system::Solution;

/// Rows and coordinates of one island.
pub(super) struct Rows<'a, 'b> {
    pub(super) at: &'a SystemAt<'b>,
    pub(super) island: usize,
}

impl Rows<'_, '_> {
    pub(super) fn each(&self, mut f: impl FnMut(usize)) {
        for &(start, end) in self.at.products.row_ranges(self.island) {
            (start..end).for_each(&mut f);
        }
    }

    pub(super) fn each_coordinate(&self, mut f: impl FnMut(usize)) {
        for &(start, end) in self.at.products.coordinate_ranges(self.island) {
            (start..end).for_each(&mut f);
        }
    }

    pub(super) fn dot(&self, x: &[f64], y: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|row| sum += x[row] * y[row]);
        sum
    }

    pub(super) fn norm(&self, x: &[f64]) -> f64 {
        self.at.products.norm(self.island, x, self.at.diagonal)
    }

    /// Norm of multipliers weighted by the diagonal of A: the norm of the accelerations `D lambda`.
    pub(super) fn multiplier_norm(&self, lambda: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|row| sum += lambda[row] * lambda[row] * self.at.diagonal[row]);
        sum.sqrt()
    }

    /// Returns `a^T M a`.
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

    /// Writes the negative residual, `-(J a + c + E lambda)`, for the accelerations and multipliers in `out`, and returns its
    /// norms.
    pub(super) fn negative_residual(&self, c: &[f64], out: &Solution, into: &mut [f64]) -> Norms {
        let norms = residual_and_terms(self.at, self.island, c, out, into);
        self.each(|row| into[row] = -into[row]);
        norms
    }

    /// Computes `A lambda = J a + E lambda` with `a = W J^T lambda`.
    pub(super) fn product(&self, lambda: &[f64], a: &mut [f64], out: &mut [f64]) {
        let rhs = RightHandSide {
            force: None,
            c: &self.at.products.zero_rows,
        };
        residual(self.at, self.island, rhs, Some(lambda), a, out);
    }
}

/// The part of a residual that a multiplier within bounds leaves unmet: at a bound, none as long as the row is pushed against it.
pub(super) fn residual_within_bounds(residual: f64, lambda: f64, [lo, hi]: [f64; 2]) -> f64 {
    let mut left = residual;
    if lambda <= lo {
        left = left.min(0.0);
    }
    if lambda >= hi {
        left = left.max(0.0);
    }
    left
}
