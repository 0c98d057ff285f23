//! Block `L D L^T`, panel by panel.
//!
//! ```text
//! D_s = A_ss - sum_q L_sq D_q L_sq^T      r_is = A_is - sum_(q<s) L_iq D_q L_sq^T      L_is = r_is D_s^-1
//! D = [1 0; m 1] diag(a, p) [1 m; 0 1]    r D^-1 r^T = r1 r1^T / a + s s^T / (a² p),   s = a r2 - b r1
//! ```
//! In a strip each column waits for the one before it, so what counts is the way from one pivot to the next: the products that
//! do not need the division are made beside it, and what is kept for [`super::substitute`] comes last. Panels of the same shape
//! come one after the other, and the code knows the small shapes beforehand: unrolled, with nothing to decide.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::lanes::in_lanes;
use super::super::planned::{part, part_mut};
use super::block::{Block, Pivot, Spread, freed, kept, minus, pivot, scaled, spread, whole};
use super::panels::{Panel, Panels, WIDEST};

in_lanes! {
    /// Factors: L below the diagonal, D on it, as [`kept`]. `diagonal` is that of the matrix, two numbers a column, `raw` room for
    /// the rows below the highest panel. False where a pivot has less than a part `least` of its row's diagonal left; there it
    /// stops.
    pub(super) fn factor(
        panels: &Panels,
        diagonal: &[[f64; 2]],
        least: f64,
        raw: &mut [Spread],
        values: &mut [Block],
    ) -> bool = factor_panels
}

#[inline(always)]
fn factor_panels<const FUSED: bool>(
    panels: &Panels,
    diagonal: &[[f64; 2]],
    least: f64,
    raw: &mut [Spread],
    values: &mut [Block],
) -> bool {
    // All that is read and written below relies on this.
    assert!(values.len() >= panels.blocks && diagonal.len() >= panels.columns());
    let mut work = Work {
        panels,
        diagonal,
        least,
        raw,
        values,
    };
    panels.runs().all(|run| match (run[0].width, run[0].height) {
        (1, 0) => work.small::<FUSED, 0>(run),
        (1, 1) => work.small::<FUSED, 1>(run),
        (1, 2) => work.small::<FUSED, 2>(run),
        (1, 3) => work.small::<FUSED, 3>(run),
        (1, _) => work.panels::<FUSED, 1>(run),
        (2, _) => work.panels::<FUSED, 2>(run),
        (3, _) => work.panels::<FUSED, 3>(run),
        _ => work.panels::<FUSED, WIDEST>(run),
    })
}

struct Work<'a> {
    panels: &'a Panels,
    diagonal: &'a [[f64; 2]],
    least: f64,
    raw: &'a mut [Spread],
    values: &'a mut [Block],
}

impl Work<'_> {
    /// Columns with H blocks below.
    #[inline(always)]
    fn small<const FUSED: bool, const H: usize>(&mut self, run: &[Panel]) -> bool {
        let mut sound = true;
        for panel in run {
            // SAFETY: panels and targets lie within the blocks, and columns are counted.
            let [diagonal] = *unsafe { part(self.diagonal, panel.first) };
            let [own] = *unsafe { part(self.values, panel.start) };
            let (pivot, good) = pivot::<FUSED>(own, diagonal, self.least);
            sound &= good;
            let below: [Block; H] = *unsafe { part(self.values, panel.start + 1) };
            let (mut sides, mut lines) = ([[0.0; 4]; H], [[0.0; 4]; H]);
            for k in 0..H {
                sides[k] = freed::<FUSED>(&below[k], &pivot);
                lines[k] = scaled(&sides[k], &pivot);
            }
            let mut next = panel.targets;
            for k in 0..H {
                for i in k..H {
                    let [to] = *unsafe { part(&self.panels.targets, next) };
                    let [to] = unsafe { part_mut(self.values, to) };
                    *to = minus::<FUSED>(*to, &lines[i], &spread(&sides[k]));
                    next += 1;
                }
            }
            *unsafe { part_mut(self.values, panel.start) } = [kept(&pivot)];
            let below: &mut [Block; H] = unsafe { part_mut(self.values, panel.start + 1) };
            for k in 0..H {
                below[k] = whole::<FUSED>(&lines[k], &pivot);
            }
        }
        sound
    }

    /// Panels of W columns.
    #[inline(always)]
    fn panels<const FUSED: bool, const W: usize>(&mut self, run: &[Panel]) -> bool {
        let mut sound = true;
        for panel in run {
            let (start, height) = (panel.start as usize, panel.height as usize);
            let len = W * (W + height);
            let (own, ahead) = self.values[start..].split_at_mut(len);
            let targets = &self.panels.targets[panel.targets as usize..][..height * (height + 1) / 2];
            let diagonal = &self.diagonal[panel.first as usize..][..W];
            let (raw, _) = self.raw.as_chunks_mut::<W>();
            let (pivots, good) = eliminate::<FUSED, W>((diagonal, self.least), &mut raw[..height], own);
            sound &= good;
            // SAFETY: targets lie within the blocks, after the panel.
            unsafe {
                update::<FUSED, W>(
                    &raw[..height],
                    &own[W * W..],
                    targets,
                    ahead,
                    panel.start + len as u32,
                )
            };
            let (lines, _) = own[W * W..].as_chunks_mut::<W>();
            for line in lines {
                for s in 0..W {
                    line[s] = whole::<FUSED>(&line[s], &pivots[s]);
                }
            }
        }
        sound
    }
}

/// Takes the columns of a panel out: L in the triangle, and below it what is to be multiplied by the rows of `below`. Returns
/// the pivots, and whether all are sound.
#[inline(always)]
fn eliminate<const FUSED: bool, const W: usize>(
    (diagonal, least): (&[[f64; 2]], f64),
    below: &mut [[Spread; W]],
    own: &mut [Block],
) -> ([Pivot; W], bool) {
    let (own, _) = own.as_chunks_mut::<W>();
    let (triangle, lines) = own.split_at_mut(W);
    let mut sound = true;
    let mut pivots = [Pivot::default(); W];
    let mut top = [[[[0.0; 4]; 2]; W]; W];
    for (t, line) in triangle.iter_mut().enumerate() {
        for s in 0..=t {
            let mut block = line[s];
            for q in 0..s {
                block = minus::<FUSED>(block, &line[q], &top[s][q]);
            }
            if s < t {
                let freed = freed::<FUSED>(&block, &pivots[s]);
                top[t][s] = spread(&freed);
                line[s] = scaled(&freed, &pivots[s]);
            } else {
                let (pivot, good) = pivot::<FUSED>(block, diagonal[t], least);
                sound &= good;
                pivots[t] = pivot;
                line[t] = kept(&pivot);
            }
        }
        for s in 0..t {
            line[s] = whole::<FUSED>(&line[s], &pivots[s]);
        }
    }
    for (line, below) in lines.iter_mut().zip(below.iter_mut()) {
        for s in 0..W {
            let mut block = line[s];
            for q in 0..s {
                block = minus::<FUSED>(block, &line[q], &top[s][q]);
            }
            let freed = freed::<FUSED>(&block, &pivots[s]);
            below[s] = spread(&freed);
            line[s] = scaled(&freed, &pivots[s]);
        }
    }
    (pivots, sound)
}

/// Subtracts what the columns of a panel do to all pairs of rows below.
///
/// # Safety
/// Targets lie between `base` and the end of what is ahead of it.
#[inline(always)]
unsafe fn update<const FUSED: bool, const W: usize>(
    raw: &[[Spread; W]],
    lines: &[Block],
    targets: &[u32],
    ahead: &mut [Block],
    base: u32,
) {
    let (lines, _) = lines.as_chunks::<W>();
    let mut targets = targets;
    for (k, raw) in raw.iter().enumerate() {
        let (now, rest) = targets.split_at(lines.len() - k);
        targets = rest;
        for (line, &to) in lines[k..].iter().zip(now) {
            // SAFETY: as the caller says.
            let [to] = unsafe { part_mut(ahead, to - base) };
            let mut block = *to;
            for s in 0..W {
                block = minus::<FUSED>(block, &line[s], &raw[s]);
            }
            *to = block;
        }
    }
}
