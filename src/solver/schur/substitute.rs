//! What is solved with a factor: forward through the panels, and back.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::sub_product;
use super::super::lanes::in_lanes;
use super::super::planned::{part, part_mut};
use super::block::{Block, less, less_transposed};
use super::panels::{Panel, Panels, WIDEST};

in_lanes! {
    /// `x <- L^-T D^-1 L^-1 x`, with D on the diagonal of L, as [`super::block::kept`].
    pub(super) fn substitute(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) = substitute_panels
}

/// Calls a kernel with width and height of a run of panels, small heights as constants.
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
            (_, $height) => $kernel::<FUSED, WIDEST>($run, $height as usize, $($argument),*),
        }
    };
}

#[inline(always)]
fn substitute_panels<const FUSED: bool>(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) {
    // All that is read and written below relies on this.
    assert!(values.len() >= panels.blocks && x.len() >= panels.columns());
    for run in panels.runs() {
        shaped!(run, forward, height, panels, values, x);
    }
    for run in panels.runs().rev() {
        shaped!(run, backward, height, panels, values, x);
    }
}

#[inline(always)]
fn forward<const FUSED: bool, const W: usize>(
    run: &[Panel],
    height: usize,
    panels: &Panels,
    values: &[Block],
    x: &mut [[f64; 2]],
) {
    for panel in run {
        // SAFETY: panels lie within the blocks, and their rows are columns.
        let line = |k: usize| unsafe { part::<Block, W>(values, panel.start + (k * W) as u32) };
        let own: &mut [[f64; 2]; W] = unsafe { part_mut(x, panel.first) };
        let mut y = *own;
        for t in 1..W {
            for q in 0..t {
                y[t] = less::<FUSED>(y[t], &line(t)[q], y[q]);
            }
        }
        // D is done with here, beside what waits for y.
        for t in 0..W {
            let [inverse, m, _, rest] = line(t)[t];
            let last = sub_product::<FUSED>(y[t][1], m, y[t][0]) * rest;
            own[t] = [sub_product::<FUSED>(y[t][0] * inverse, m, last), last];
        }
        for k in 0..height {
            let [row] = *unsafe { part(&panels.below, panel.below + k as u32) };
            let [to] = unsafe { part_mut(x, row) };
            for s in 0..W {
                *to = less::<FUSED>(*to, &line(W + k)[s], y[s]);
            }
        }
    }
}

#[inline(always)]
fn backward<const FUSED: bool, const W: usize>(
    run: &[Panel],
    height: usize,
    panels: &Panels,
    values: &[Block],
    x: &mut [[f64; 2]],
) {
    for panel in run.iter().rev() {
        // SAFETY: panels lie within the blocks, and their rows are columns.
        let line = |k: usize| unsafe { part::<Block, W>(values, panel.start + (k * W) as u32) };
        let mut y: [[f64; 2]; W] = *unsafe { part(x, panel.first) };
        // What is known last, the column after this one, comes last.
        for k in (0..height).rev() {
            let [row] = *unsafe { part(&panels.below, panel.below + k as u32) };
            let [from] = *unsafe { part(x, row) };
            for s in 0..W {
                y[s] = less_transposed::<FUSED>(y[s], &line(W + k)[s], from);
            }
        }
        for t in (0..W.saturating_sub(1)).rev() {
            for q in t + 1..W {
                y[t] = less_transposed::<FUSED>(y[t], &line(q)[t], y[q]);
            }
        }
        *unsafe { part_mut(x, panel.first) } = y;
    }
}
