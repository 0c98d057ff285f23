//! Forward and back substitution, panel by panel.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::block::{Block, divided, sub_block_product, sub_block_transposed_product};
use super::panels::{MAX_WIDTH, Panel, Panels};
use crate::simd::in_lanes;
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

in_lanes! {
    /// Forward substitution, `x <- D^-1 L^-1 x`, with D on the diagonal of L in the form of [`super::block::stored`].
    pub(super) fn forward(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) = forward_panels
}

in_lanes! {
    /// Back substitution, `x <- L^-T x`.
    pub(super) fn backward(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) = backward_panels
}

/// Calls a kernel with the width and height of a run of panels; widths and small heights are compile-time constants.
macro_rules! shaped {
    ($run:ident, $kernel:ident, $height:ident, $($argument:expr),*) => {
        match ($run[0].width, $run[0].height) {
            (1, 0) => $kernel::<FUSED, 1>($run, 0, $($argument),*),
            (1, 1) => $kernel::<FUSED, 1>($run, 1, $($argument),*),
            (1, 2) => $kernel::<FUSED, 1>($run, 2, $($argument),*),
            (1, 3) => $kernel::<FUSED, 1>($run, 3, $($argument),*),
            (1, $height) => $kernel::<FUSED, 1>($run, $height as usize, $($argument),*),
            (2, $height) => $kernel::<FUSED, 2>($run, $height as usize, $($argument),*),
            (3, $height) => $kernel::<FUSED, 3>($run, $height as usize, $($argument),*),
            (_, $height) => $kernel::<FUSED, MAX_WIDTH>($run, $height as usize, $($argument),*),
        }
    };
}

#[inline(always)]
fn forward_panels<const FUSED: bool>(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) {
    // All unchecked reads and writes below rely on this.
    assert!(values.len() >= panels.blocks && x.len() >= panels.columns());
    for run in panels.runs() {
        shaped!(run, forward_run, height, panels, values, x);
    }
}

#[inline(always)]
fn backward_panels<const FUSED: bool>(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) {
    // As above.
    assert!(values.len() >= panels.blocks && x.len() >= panels.columns());
    for run in panels.runs().rev() {
        shaped!(run, backward_run, height, panels, values, x);
    }
}

#[inline(always)]
fn forward_run<const FUSED: bool, const W: usize>(
    run: &[Panel],
    height: usize,
    panels: &Panels,
    values: &[Block],
    x: &mut [[f64; 2]],
) {
    for panel in run {
        // SAFETY: panels lie within the blocks, and the rows of a panel are columns of the factor.
        let line = |k: usize| unsafe {
            array_at_unchecked::<Block, W>(values, panel.start + k as u32 * panel.width)
        };
        let y = forward_inside::<FUSED, W>(|t| line(t), unsafe { array_at_unchecked_mut(x, panel.first) });
        for k in 0..height {
            let [row] = *unsafe { array_at_unchecked(&panels.below, panel.below + k as u32) };
            let to: &mut [f64; 2] = unsafe { array_at_unchecked_mut(x.as_flattened_mut(), row) };
            for s in 0..W {
                *to = sub_block_product::<FUSED>(*to, &line(W + k)[s], y[s]);
            }
        }
    }
}

/// Forward substitution within the columns of a panel: divides their unknowns by D, and returns them before that division, as the rows
/// below need them.
#[inline(always)]
pub(super) fn forward_inside<'a, const FUSED: bool, const W: usize>(
    line: impl Fn(usize) -> &'a [Block; W],
    own: &mut [[f64; 2]; W],
) -> [[f64; 2]; W] {
    let mut y = *own;
    for t in 1..W {
        for q in 0..t {
            y[t] = sub_block_product::<FUSED>(y[t], &line(t)[q], y[q]);
        }
    }
    for t in 0..W {
        own[t] = divided::<FUSED>(y[t], &line(t)[t]);
    }
    y
}

#[inline(always)]
fn backward_run<const FUSED: bool, const W: usize>(
    run: &[Panel],
    height: usize,
    panels: &Panels,
    values: &[Block],
    x: &mut [[f64; 2]],
) {
    for panel in run.iter().rev() {
        // SAFETY: panels lie within the blocks, and the rows of a panel are columns of the factor.
        let line = |k: usize| unsafe {
            array_at_unchecked::<Block, W>(values, panel.start + k as u32 * panel.width)
        };
        let mut y: [[f64; 2]; W] = *unsafe { array_at_unchecked(x, panel.first) };
        // From the last row up: the first row below is often the column after this one, whose unknown was computed just before. Its product
        // comes last, so that the others need not wait for it.
        for k in (0..height).rev() {
            let [row] = *unsafe { array_at_unchecked(&panels.below, panel.below + k as u32) };
            let from: [f64; 2] = *unsafe { array_at_unchecked(x.as_flattened(), row) };
            for s in 0..W {
                y[s] = sub_block_transposed_product::<FUSED>(y[s], &line(W + k)[s], from);
            }
        }
        for t in (0..W.saturating_sub(1)).rev() {
            for q in t + 1..W {
                y[t] = sub_block_transposed_product::<FUSED>(y[t], &line(q)[t], y[q]);
            }
        }
        *unsafe { array_at_unchecked_mut(x, panel.first) } = y;
    }
}
