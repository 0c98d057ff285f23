//! Unknowns of a part, scaled to a unit diagonal of A, and forward and back substitution through its fronts.

use super::plan::{Front, Part};
use crate::equations::SystemAt;

/// Unknowns of a part: its pivots, then the tail, the unknowns of the top that occur in its fronts.
pub(super) struct Unknowns {
    /// Number of rows of the system; numbers beyond it in `Part::rows` are coordinates of kept bodies.
    rows: usize,
    /// Scale factor of each unknown.
    pub(super) scale: Vec<f64>,
    /// Values of the unknowns; and scratch for those of one front.
    x: Vec<f64>,
    local: Vec<f64>,
}

impl Unknowns {
    /// Allocates the unknowns of a part; the system has `rows` rows.
    pub(super) fn new(plan: &Part, rows: usize) -> Self {
        let largest = plan.fronts.iter().map(|front| front.size).max();
        Self {
            rows,
            scale: vec![0.0; plan.rows.len()],
            x: vec![0.0; plan.rows.len()],
            local: vec![0.0; largest.unwrap_or_default()],
        }
    }

    /// Whether an unknown is the multiplier of a row, not a coordinate of a kept body.
    #[inline(always)]
    pub(super) fn is_row(&self, plan: &Part, unknown: usize) -> bool {
        (plan.rows[unknown] as usize) < self.rows
    }

    /// Computes the scale factors, `1/sqrt(diagonal)`, from the diagonals of A and M.
    #[inline(always)]
    pub(super) fn find_scale(&mut self, plan: &Part, at: &SystemAt<'_>) {
        for (scale, &row) in self.scale.iter_mut().zip(&plan.rows) {
            let diagonal = match (row as usize).checked_sub(self.rows) {
                None => at.diagonal[row as usize],
                Some(place) => at.system.mass[place],
            };
            *scale = diagonal.sqrt().recip();
        }
    }

    /// Forward substitution, front by front; contributions to unknowns of the top accumulate in the tail.
    #[inline(always)]
    pub(super) fn forward_substitute(&mut self, plan: &Part, solve: impl Fn(&Front, &mut [f64])) {
        for front in &plan.fronts {
            let (size, width) = (front.size, front.width);
            let below = &plan.below[front.below..][..size - width];
            self.local[..width].copy_from_slice(&self.x[front.first..front.first + width]);
            self.local[width..size].fill(0.0);
            solve(front, &mut self.local);
            self.x[front.first..front.first + width].copy_from_slice(&self.local[..width]);
            for (&row, add) in below.iter().zip(&self.local[width..size]) {
                self.x[row as usize] += add;
            }
        }
    }

    /// Back substitution; the tail must hold the solution of the top.
    #[inline(always)]
    pub(super) fn back_substitute(&mut self, plan: &Part, solve: impl Fn(&Front, &mut [f64])) {
        for front in plan.fronts.iter().rev() {
            let (size, width) = (front.size, front.width);
            let below = &plan.below[front.below..][..size - width];
            self.local[..width].copy_from_slice(&self.x[front.first..front.first + width]);
            for (to, &row) in self.local[width..size].iter_mut().zip(below) {
                *to = self.x[row as usize];
            }
            solve(front, &mut self.local);
            self.x[front.first..front.first + width].copy_from_slice(&self.local[..width]);
        }
    }

    /// Sets the right-hand side: the negative residuals of the rows of the part, scaled; zero for kept coordinates and the tail.
    pub(super) fn set_right_hand_side(&mut self, plan: &Part, residual: &[f64]) {
        for k in 0..self.x.len() {
            self.x[k] = if k < plan.pivots && self.is_row(plan, k) {
                -self.scale[k] * residual[plan.rows[k] as usize]
            } else {
                0.0
            };
        }
    }

    /// Adds the tail to the unknowns of the top.
    pub(super) fn add_tail(&self, plan: &Part, top: &mut Self) {
        for (&row, x) in plan.tail.iter().zip(&self.x[plan.pivots..]) {
            top.x[row as usize] += x;
        }
    }

    /// Copies the tail from the top, which must be solved.
    pub(super) fn take_tail(&mut self, plan: &Part, top: &Self) {
        for (&row, x) in plan.tail.iter().zip(&mut self.x[plan.pivots..]) {
            *x = top.x[row as usize];
        }
    }

    /// Writes the multipliers of the part, without scale, to `lambda`.
    pub(super) fn write_multipliers(&self, plan: &Part, lambda: &mut [f64]) {
        for k in (0..plan.pivots).filter(|&k| self.is_row(plan, k)) {
            lambda[plan.rows[k] as usize] = self.x[k] * self.scale[k];
        }
    }
}
