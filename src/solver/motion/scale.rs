//! What becomes of what rows miss: it is written down, or measured, rows scaled by the diagonal of A. Metres and radians,
//! heavy and light then count alike.
//!
//! ```text
//! |x|² = sum x² / d
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use crate::simd::Four;
use crate::simd::{part, part_mut};

/// Takes what rows miss, as it is found.
pub(super) trait Taker: Sized {
    /// Takes what R rows miss from here on.
    ///
    /// # Safety
    /// They are there.
    unsafe fn take<const R: usize>(&mut self, row: u32, missed: [f64; R]);

    /// Takes what four rows miss from here on. Sums are gathered in `sums`, which start from zero and are handed over in the end.
    ///
    /// # Safety
    /// They are there, and the processor has these lanes.
    unsafe fn take_four<F: Four>(&mut self, row: u32, missed: F, sums: &mut [F; 2]);

    /// Takes over what was gathered.
    fn add(&mut self, sums: [[f64; 4]; 2]);
}

/// Writes it down.
pub(super) struct Written<'a>(pub(super) &'a mut [f64]);

impl Taker for Written<'_> {
    #[inline(always)]
    unsafe fn take<const R: usize>(&mut self, row: u32, missed: [f64; R]) {
        // SAFETY: as the caller says.
        unsafe { *part_mut(self.0, row) = missed };
    }

    #[inline(always)]
    unsafe fn take_four<F: Four>(&mut self, row: u32, missed: F, _sums: &mut [F; 2]) {
        // SAFETY: as the caller says.
        unsafe { *part_mut(self.0, row) = missed.numbers() };
    }

    #[inline(always)]
    fn add(&mut self, _sums: [[f64; 4]; 2]) {}
}

/// Sums of squares of what is missed, and of c.
#[derive(Clone, Copy)]
pub(super) struct Measured<'a> {
    c: &'a [f64],
    diagonal: &'a [f64],
    /// Side by side.
    missed: [f64; 4],
    known: [f64; 4],
}

impl<'a> Measured<'a> {
    /// Nothing measured so far.
    pub(super) fn new(c: &'a [f64], diagonal: &'a [f64]) -> Self {
        let [missed, known] = [[0.0; 4]; 2];
        Self {
            c,
            diagonal,
            missed,
            known,
        }
    }

    /// Both norms.
    pub(super) fn norms(self) -> [f64; 2] {
        [self.missed, self.known].map(|sums| add_up(sums).sqrt())
    }
}

impl Taker for Measured<'_> {
    #[inline(always)]
    unsafe fn take<const R: usize>(&mut self, row: u32, missed: [f64; R]) {
        // SAFETY: as the caller says.
        let (c, d): (&[f64; R], &[f64; R]) = unsafe { (part(self.c, row), part(self.diagonal, row)) };
        for r in 0..R {
            // A division takes longer than all else.
            let scale = d[r].recip();
            self.missed[r] += missed[r] * missed[r] * scale;
            self.known[r] += c[r] * c[r] * scale;
        }
    }

    #[inline(always)]
    unsafe fn take_four<F: Four>(&mut self, row: u32, missed: F, sums: &mut [F; 2]) {
        // SAFETY: as the caller says.
        let (one, c, d) = unsafe {
            (
                F::new([1.0; 4]),
                F::new(*part(self.c, row)),
                F::new(*part(self.diagonal, row)),
            )
        };
        let scale = one.over(d);
        sums[0] = sums[0].add_product(missed.times(missed), scale);
        sums[1] = sums[1].add_product(c.times(c), scale);
    }

    #[inline(always)]
    fn add(&mut self, [missed, known]: [[f64; 4]; 2]) {
        for k in 0..4 {
            self.missed[k] += missed[k];
            self.known[k] += known[k];
        }
    }
}

/// Sum of `x² / d`, in four sums side by side.
pub(super) fn square(x: &[f64], d: &[f64]) -> f64 {
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
