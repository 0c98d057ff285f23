//! What becomes of the residual of rows as it is computed: it is stored, or summed up to norms, rows scaled by the diagonal
//! d of A. Metres and radians, heavy and light then count alike.
//!
//! ```text
//! |x|^2 = sum x^2 / d
//! ```

use super::{Products, block, store};
use crate::simd::{Four, array_at_unchecked, array_at_unchecked_mut};

/// Takes the residual of rows.
pub(super) trait Sink: Sized {
    /// Takes the residual of R rows from here on.
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]);

    /// Takes the residual of four rows from here on. Sums are gathered in `sums`, which start from zero and are handed over
    /// in the end.
    ///
    /// # Safety
    /// The rows are there, and the processor has these lanes.
    #[allow(
        unsafe_code,
        reason = "lanes that not every processor has, and places of a plan that fits"
    )]
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, sums: &mut [F; 2]);

    /// Adds the sums gathered.
    fn add(&mut self, sums: [[f64; 4]; 2]);
}

/// Stores it.
pub(super) struct Store<'a>(pub(super) &'a mut [f64]);

impl Sink for Store<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]) {
        store(self.0, row, residual);
    }

    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "lanes that not every processor has, and places of a plan that fits"
    )]
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, _sums: &mut [F; 2]) {
        // SAFETY: as the caller says.
        unsafe { *array_at_unchecked_mut(self.0, row) = residual.to_array() };
    }

    #[inline(always)]
    fn add(&mut self, _sums: [[f64; 4]; 2]) {}
}

/// Sums of squares of the residual, and of c.
#[derive(Clone, Copy)]
pub(super) struct Norms<'a> {
    c: &'a [f64],
    diagonal: &'a [f64],
    /// Side by side.
    residual: [f64; 4],
    of_c: [f64; 4],
}

impl<'a> Norms<'a> {
    /// Of no rows so far.
    pub(super) fn new(c: &'a [f64], diagonal: &'a [f64]) -> Self {
        let [residual, of_c] = [[0.0; 4]; 2];
        Self {
            c,
            diagonal,
            residual,
            of_c,
        }
    }

    /// Both norms.
    pub(super) fn norms(self) -> [f64; 2] {
        [self.residual, self.of_c].map(|sums| add_up(sums).sqrt())
    }
}

impl Sink for Norms<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, row: u32, residual: [f64; R]) {
        let (c, d): (&[f64; R], &[f64; R]) = (block(self.c, row), block(self.diagonal, row));
        for r in 0..R {
            // A division takes longer than all else.
            let scale = d[r].recip();
            self.residual[r] += residual[r] * residual[r] * scale;
            self.of_c[r] += c[r] * c[r] * scale;
        }
    }

    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "lanes that not every processor has, and places of a plan that fits"
    )]
    unsafe fn take_four<F: Four>(&mut self, row: u32, residual: F, sums: &mut [F; 2]) {
        // SAFETY: as the caller says.
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
    /// The norm of a vector of rows of an island, rows scaled by the diagonal of A.
    pub(in super::super) fn norm(&self, island: usize, x: &[f64], diagonal: &[f64]) -> f64 {
        let ranges = self.ranges(island).iter();
        ranges
            .map(|&(start, end)| square(&x[start..end], &diagonal[start..end]))
            .sum::<f64>()
            .sqrt()
    }
}

/// Sum of `x^2 / d`, in four sums side by side.
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
