//! Sinks of the residual: each residual is either stored as it is computed, or accumulated into norms with each row scaled by the diagonal
//! d of A, which makes rows in metres and radians, and of heavy and light bodies, comparable.
//!
//! ```text
//! |x|^2 = sum x^2 / d
//! ```

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has, and places of a plan that fits"
)]

use super::{Products, block, store};
use crate::simd::{Four, array_at_unchecked, array_at_unchecked_mut};

/// Receives the residual of rows.
pub(super) trait Sink: Sized {
    /// Receives the residual of the R rows from `row` on.
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]);

    /// Receives the residual of the four rows from `row` on. A sink that sums accumulates in `sums`, which the caller starts from zero and
    /// passes to [`Sink::add`] at the end.
    ///
    /// # Safety
    /// The arrays of the sink contain these rows, and the processor supports the instructions of `F`.
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, sums: &mut [F; 2]);

    /// Adds the sums accumulated by [`Sink::take_four`].
    fn add(&mut self, sums: [[f64; 4]; 2]);
}

/// Stores the residual.
pub(super) struct Store<'a>(pub(super) &'a mut [f64]);

impl Sink for Store<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]) {
        store(self.0, row, residual);
    }

    #[inline(always)]
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, _sums: &mut [F; 2]) {
        // SAFETY: guaranteed by the caller.
        unsafe { *array_at_unchecked_mut(self.0, row) = residual.to_array() };
    }

    #[inline(always)]
    fn add(&mut self, _sums: [[f64; 4]; 2]) {}
}

/// Accumulates the scaled sums of squares of the residual and of c.
#[derive(Clone, Copy)]
pub(super) struct SumsOfSquares<'a> {
    c: &'a [f64],
    diagonal: &'a [f64],
    /// Four partial sums each.
    residual: [f64; 4],
    of_c: [f64; 4],
}

impl<'a> SumsOfSquares<'a> {
    /// Starts with no rows.
    pub(super) fn new(c: &'a [f64], diagonal: &'a [f64]) -> Self {
        let [residual, of_c] = [[0.0; 4]; 2];
        Self {
            c,
            diagonal,
            residual,
            of_c,
        }
    }

    /// Returns the norms of the residual and of c.
    pub(super) fn norms(self) -> [f64; 2] {
        [self.residual, self.of_c].map(|sums| add_up(sums).sqrt())
    }
}

impl Sink for SumsOfSquares<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]) {
        let (c, d): (&[f64; R], &[f64; R]) = (block(self.c, row), block(self.diagonal, row));
        for r in 0..R {
            // One reciprocal instead of two divisions: division dominates the cost.
            let scale = d[r].recip();
            self.residual[r] += residual[r] * residual[r] * scale;
            self.of_c[r] += c[r] * c[r] * scale;
        }
    }

    #[inline(always)]
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, sums: &mut [F; 2]) {
        // SAFETY: guaranteed by the caller.
        let (one, c, d) = unsafe {
            (
                F::new([1.0; 4]),
                F::new(*array_at_unchecked(self.c, row)),
                F::new(*array_at_unchecked(self.diagonal, row)),
            )
        };
        let scale = one.div(d);
        sums[0] = sums[0].add_product(residual.times(residual), scale);
        sums[1] = sums[1].add_product(c.times(c), scale);
    }

    #[inline(always)]
    fn add(&mut self, [residual, of_c]: [[f64; 4]; 2]) {
        for k in 0..4 {
            self.residual[k] += residual[k];
            self.of_c[k] += of_c[k];
        }
    }
}

impl Products {
    /// Returns the norm of a vector over the rows of an island, each row scaled by the diagonal of A.
    pub(in super::super) fn norm(&self, island: usize, x: &[f64], diagonal: &[f64]) -> f64 {
        let ranges = self.row_ranges(island).iter();
        ranges
            .map(|&(start, end)| square(&x[start..end], &diagonal[start..end]))
            .sum::<f64>()
            .sqrt()
    }
}

/// Returns the sum of `x^2 / d`, accumulated in four partial sums.
fn square(x: &[f64], d: &[f64]) -> f64 {
    let ((x4, x_rest), (d4, d_rest)) = (x.as_chunks::<4>(), d.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (x, d) in x4.iter().zip(d4) {
        for k in 0..4 {
            sums[k] += x[k] * x[k] / d[k];
        }
    }
    add_up(sums) + x_rest.iter().zip(d_rest).map(|(x, d)| x * x / d).sum::<f64>()
}

fn add_up(sums: [f64; 4]) -> f64 {
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}
