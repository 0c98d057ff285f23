//! Numeric factorisation, block `L D L^T`, panel by panel.
//!
//! ```text
//! D_j = A_jj - sum_(k<j) L_jk D_k L_jk^T,   R_ij = A_ij - sum_(k<j) L_ik D_k L_jk^T,   L_ij = R_ij D_j^-1
//! D_j = [a b; b d] = [1 0; m 1] diag(a, p) [1 m; 0 1],   m = b/a,   p = d - m b
//! R D^-1 R^T = r1 r1^T/a + t t^T/(a^2 p)         r1, r2 the columns of R,   t = a r2 - b r1   (needs no division)
//! ```
//! In a chain each column waits for the one before it, so the time is that of the critical path from one pivot to the next: products
//! that do not need the division are computed during it, and the numbers stored for [`super::substitute`] come last. Panels of the
//! same shape follow each other, and small shapes are compile-time constants: those kernels are unrolled and have no branches.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::block::{
    Block, Pivot, PivotMargin, Scales, Spread, divided, minus, pivot, pivots, stored, sub_block_product,
};
use super::panels::{MAX_WIDTH, Panel, Panels};
use super::substitute::forward_inside;
use crate::simd::in_lanes;
use crate::simd::{F64x4, Four};
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

in_lanes! {
    /// Factors in place: L below the diagonal, D on it in the form of [`stored`]. `diagonal` has the diagonal of the matrix, two numbers a column, and the fractions of it that separate sound, weak and
    /// lost pivots. The factorisation stops at the end of the run of panels in which a pivot is lost. `raw` is scratch for the rows
    /// below the highest panel. Forward substitution is included: `x` becomes `D^-1 L^-1 x`.
    pub(super) fn factor(
        panels: &Panels,
        diagonal: (&[[f64; 2]], Thresholds),
        raw: &mut [Spread],
        values: &mut [Block],
        x: &mut [[f64; 2]],
    ) -> Pivots = factor_panels
}

/// Thresholds for pivots, as fractions of the diagonal of the matrix.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// A pivot above this is sound.
    pub(super) sound: f64,
    /// A pivot below this is lost.
    pub(super) lost: f64,
}

/// Accuracy of the pivots of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pivots {
    Sound,
    /// No pivot is lost, but some are not sound.
    Weak,
    Lost,
}

#[inline(always)]
fn factor_panels<const FUSED: bool>(
    panels: &Panels,
    (diagonal, Thresholds { sound, lost }): (&[[f64; 2]], Thresholds),
    raw: &mut [Spread],
    values: &mut [Block],
    x: &mut [[f64; 2]],
) -> Pivots {
    let mut found = Pivots::Sound;
    // All unchecked reads and writes below rely on this.
    assert!(values.len() >= panels.blocks && diagonal.len().min(x.len()) >= panels.columns());
    let [values, x] = [values.as_flattened_mut(), x.as_flattened_mut()];
    for run in panels.runs() {
        let work = Work {
            panels,
            diagonal,
            sound,
            raw,
            values,
            x,
        };
        // SAFETY: FUSED code is compiled for, and run on, processors with AVX2 and FMA only.
        let margins = unsafe {
            if FUSED {
                work.run::<true, F64x4>(run)
            } else {
                work.run::<false, Block>(run)
            }
        };
        if !margins.is_sound() {
            found = Pivots::Weak;
            if any_lost(run, diagonal, lost, values) {
                return Pivots::Lost;
            }
        }
    }
    found
}

/// Whether a pivot of these panels is not above the fraction `least` of its diagonal, or not finite.
#[cold]
fn any_lost(run: &[Panel], diagonal: &[[f64; 2]], least: f64, values: &[f64]) -> bool {
    let (values, _) = values.as_chunks::<4>();
    run.iter().any(|panel| {
        let columns = &diagonal[panel.first as usize..][..panel.width as usize];
        (0..).zip(columns).any(|(t, diagonal_of_a)| {
            let found = pivots(&values[(panel.start + t * panel.width + t) as usize]);
            // Negated, so that NaN counts as lost.
            !(0..2).all(|r| found[r] > least * diagonal_of_a[r] && found[r] < f64::INFINITY)
        })
    })
}

/// Arguments of the kernels. Passed by value: only then can the compiler tell that none of these fields alias the arrays written.
struct Work<'a> {
    panels: &'a Panels,
    diagonal: &'a [[f64; 2]],
    sound: f64,
    raw: &'a mut [Spread],
    values: &'a mut [f64],
    x: &'a mut [f64],
}

impl Work<'_> {
    /// Factors a run of panels of the same shape.
    ///
    /// # Safety
    /// The processor supports the lanes of F; here and below.
    #[inline(always)]
    unsafe fn run<const FUSED: bool, F: Four>(self, run: &[Panel]) -> PivotMargin {
        // SAFETY: as the caller says.
        unsafe {
            match (run[0].width, run[0].height) {
                (1, 0) => self.small::<FUSED, F, 0>(run),
                (1, 1) => self.small::<FUSED, F, 1>(run),
                (1, 2) => self.small::<FUSED, F, 2>(run),
                (1, 3) => self.small::<FUSED, F, 3>(run),
                (1, _) => self.panels::<FUSED, F, 1>(run),
                (2, _) => self.panels::<FUSED, F, 2>(run),
                (3, _) => self.panels::<FUSED, F, 3>(run),
                _ => self.panels::<FUSED, F, MAX_WIDTH>(run),
            }
        }
    }

    /// Factors single columns with H blocks below each.
    #[inline(always)]
    unsafe fn small<const FUSED: bool, F: Four, const H: usize>(self, run: &[Panel]) -> PivotMargin {
        let mut margins = PivotMargin::new(self.sound);
        let (values, x) = (self.values, self.x);
        let (targets, below) = (&self.panels.targets[..], &self.panels.below[..]);
        for panel in run {
            let (start, first, step) = (4 * panel.start, 2 * panel.first, 4 * panel.width);
            // SAFETY: panels and targets lie within the blocks, and the columns of panels and their rows below within `diagonal` and `x`.
            unsafe {
                let [diagonal] = *array_at_unchecked(self.diagonal, panel.first);
                let pivot = pivot::<FUSED>(*array_at_unchecked(values, start), diagonal, &mut margins);
                let scales: Scales<F> = Scales::new(&pivot);
                let (mut sides, mut lines) = ([F::new([0.0; 4]); H], [F::new([0.0; 4]); H]);
                for k in 0..H {
                    sides[k] = scales.eliminate_first_column(F::new(*array_at_unchecked(
                        values,
                        start + step * (k as u32 + 1),
                    )));
                    lines[k] = scales.scaled(sides[k]);
                }
                let mut next = panel.targets;
                for k in 0..H {
                    for i in k..H {
                        let [to] = *array_at_unchecked(targets, next);
                        let to: &mut Block = array_at_unchecked_mut(values, to);
                        let now = F::new(*to);
                        let now = match k {
                            0 => scales.minus(now, sides[i], sides[0]),
                            _ => minus(now, lines[i], sides[k].spread()),
                        };
                        *to = now.to_array();
                        next += 1;
                    }
                }
                let kept = stored(&pivot);
                *array_at_unchecked_mut(values, start) = kept;
                let y: [f64; 2] = *array_at_unchecked(x, first);
                for k in 0..H {
                    let line = scales.block_of_l(lines[k]).to_array();
                    *array_at_unchecked_mut(values, start + step * (k as u32 + 1)) = line;
                    let [row] = *array_at_unchecked(below, panel.below + k as u32);
                    let to: &mut [f64; 2] = array_at_unchecked_mut(x, row);
                    *to = sub_block_product::<FUSED>(*to, &line, y);
                }
                *array_at_unchecked_mut(x, first) = divided::<FUSED>(y, &kept);
            }
        }
        margins
    }

    /// Factors panels of W columns.
    #[inline(always)]
    unsafe fn panels<const FUSED: bool, F: Four, const W: usize>(self, run: &[Panel]) -> PivotMargin {
        let mut margins = PivotMargin::new(self.sound);
        for panel in run {
            let (start, height) = (4 * panel.start as usize, panel.height as usize);
            let len = 4 * W * (W + height);
            let (own, ahead) = self.values[start..].split_at_mut(len);
            let (own, _) = own.as_chunks_mut::<4>();
            let targets = &self.panels.targets[panel.targets as usize..][..height * (height + 1) / 2];
            let diagonal = &self.diagonal[panel.first as usize..][..W];
            let (raw, _) = self.raw.as_chunks_mut::<W>();
            let raw = &mut raw[..height];
            // SAFETY: targets lie within the blocks, after the panel; else as the caller says.
            let scales = unsafe { eliminate::<FUSED, F, W>(diagonal, raw, own, &mut margins) };
            let (triangle, lines) = own.split_at_mut(W * W);
            let triangle = &*triangle;
            unsafe { update::<F, W>(raw, lines, targets, ahead, (start + len) as u32) };
            let (lines, _) = lines.as_chunks_mut::<W>();
            let (x, _) = self.x.as_chunks_mut::<2>();
            let y = unsafe {
                forward_inside::<FUSED, W>(
                    |t| array_at_unchecked(triangle, (t * W) as u32),
                    array_at_unchecked_mut(x, panel.first),
                )
            };
            let rows = &self.panels.below[panel.below as usize..][..height];
            for (line, &row) in lines.iter_mut().zip(rows) {
                let to: &mut [f64; 2] = unsafe { array_at_unchecked_mut(self.x, row) };
                for s in 0..W {
                    line[s] = unsafe { scales[s].block_of_l(F::new(line[s])).to_array() };
                    *to = sub_block_product::<FUSED>(*to, &line[s], y[s]);
                }
            }
        }
        margins
    }
}

/// Eliminates the columns of a panel. Writes L to the triangle, and for the rows below it both factors of the update `l r^T`: l in place
/// ([`Scales::scaled`]) and r to `below`. Returns the pivots of the columns.
///
/// # Safety
/// The processor supports the lanes of F.
#[inline(always)]
unsafe fn eliminate<const FUSED: bool, F: Four, const W: usize>(
    diagonal: &[[f64; 2]],
    below: &mut [[Spread; W]],
    own: &mut [Block],
    margins: &mut PivotMargin,
) -> [Scales<F>; W] {
    let (own, _) = own.as_chunks_mut::<W>();
    let (triangle, lines) = own.split_at_mut(W);
    // SAFETY: as the caller says.
    unsafe {
        let none = F::new([0.0; 4]);
        let mut scales = [Scales::new(&Pivot::default()); W];
        let mut top = [[[none; 2]; W]; W];
        for (t, line) in triangle.iter_mut().enumerate() {
            let mut scaled = [none; W];
            for s in 0..=t {
                let mut block = F::new(line[s]);
                for q in 0..s {
                    block = minus(block, scaled[q], top[s][q]);
                }
                if s < t {
                    let r = scales[s].eliminate_first_column(block);
                    top[t][s] = r.spread();
                    scaled[s] = scales[s].scaled(r);
                } else {
                    let pivot = pivot::<FUSED>(block.to_array(), diagonal[t], margins);
                    scales[t] = Scales::new(&pivot);
                    line[t] = stored(&pivot);
                }
            }
            for s in 0..t {
                line[s] = scales[s].block_of_l(scaled[s]).to_array();
            }
        }
        for (line, below) in lines.iter_mut().zip(below.iter_mut()) {
            let mut scaled = [none; W];
            for s in 0..W {
                let mut block = F::new(line[s]);
                for q in 0..s {
                    block = minus(block, scaled[q], top[s][q]);
                }
                let r = scales[s].eliminate_first_column(block);
                let [one, two] = r.spread();
                below[s] = [one.to_array(), two.to_array()];
                scaled[s] = scales[s].scaled(r);
                line[s] = scaled[s].to_array();
            }
        }
        scales
    }
}

/// Subtracts the update `l r^T` of a panel's columns from the blocks of all pairs of rows below.
///
/// # Safety
/// `ahead` begins at index `base` of all values; all targets lie within it. The processor supports the lanes of F.
#[inline(always)]
unsafe fn update<F: Four, const W: usize>(
    raw: &[[Spread; W]],
    lines: &[Block],
    targets: &[u32],
    ahead: &mut [f64],
    base: u32,
) {
    let (lines, _) = lines.as_chunks::<W>();
    let mut targets = targets;
    for (k, raw) in raw.iter().enumerate() {
        let (now, rest) = targets.split_at(lines.len() - k);
        targets = rest;
        for (line, &to) in lines[k..].iter().zip(now) {
            // SAFETY: as the caller says.
            unsafe {
                let to: &mut Block = array_at_unchecked_mut(ahead, to - base);
                let mut block = F::new(*to);
                for s in 0..W {
                    let [one, two] = raw[s];
                    block = minus(block, F::new(line[s]), [F::new(one), F::new(two)]);
                }
                *to = block.to_array();
            }
        }
    }
}
