//! The unknowns of a part, scaled so that the diagonal of A is one, and their way through its fronts.

use super::plan::{Front, Part};
use crate::equations::SystemAt;

/// Unknowns of a part: those of its pivots, and then those of the top that its fronts reach.
pub(super) struct Unknowns {
    /// Rows of the system; what comes behind them are coordinates of kept bodies.
    rows: usize,
    /// What each is multiplied by.
    pub(super) scale: Vec<f64>,
    /// The unknowns; and those of one front.
    x: Vec<f64>,
    local: Vec<f64>,
}

impl Unknowns {
    /// Of a part of a system of so many rows.
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

    /// Finds the scale of each, from the diagonals of A and of M.
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

    /// Forward substitution, front by front; the tail gathers what the top has to add.
    #[inline(always)]
    pub(super) fn down(&mut self, plan: &Part, solve: impl Fn(&Front, &mut [f64])) {
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

    /// Back substitution, the tail being known.
    #[inline(always)]
    pub(super) fn up(&mut self, plan: &Part, solve: impl Fn(&Front, &mut [f64])) {
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

    /// Takes the rows of the part out of what all rows miss, scaled; the tail is nothing yet.
    pub(super) fn take(&mut self, plan: &Part, missed: &[f64]) {
        for k in 0..self.x.len() {
            self.x[k] = if k < plan.pivots && self.is_row(plan, k) {
                -self.scale[k] * missed[plan.rows[k] as usize]
            } else {
                0.0
            };
        }
    }

    /// Adds what the tail has gathered to the part at the top.
    pub(super) fn add_tail(&self, plan: &Part, top: &mut Self) {
        for (&row, x) in plan.tail.iter().zip(&self.x[plan.pivots..]) {
            top.x[row as usize] += x;
        }
    }

    /// Takes the tail from the part at the top, which is solved.
    pub(super) fn take_tail(&mut self, plan: &Part, top: &Self) {
        for (&row, x) in plan.tail.iter().zip(&mut self.x[plan.pivots..]) {
            *x = top.x[row as usize];
        }
    }

    /// Puts the multipliers of the part where they belong.
    pub(super) fn give(&self, plan: &Part, lambda: &mut [f64]) {
        for k in (0..plan.pivots).filter(|&k| self.is_row(plan, k)) {
            lambda[plan.rows[k] as usize] = self.x[k] * self.scale[k];
        }
    }
}
