//! The arithmetic of 2 x 2 blocks and of panels of them. A block is `[a11, a21, a12, a22]`, column by column: what is
//! done to it is done in one register of four numbers.
//!
//! ```text
//! raw_is = a_is - sum_(q<s) L_iq raw_sq^T     L_is = raw_is D_s^-1     a_ik -= sum_s L_is raw_ks^T
//! ```

use super::super::lanes::in_lanes;
use super::panels::{Panel, Panels, WIDEST};

/// A block, column by column.
pub(super) type Block = [f64; 4];

/// A pivot that has lost more than this part of its row's diagonal is not trusted.
const LOST: f64 = 1e-7;

/// `c - l r^T`.
#[inline(always)]
fn minus(c: Block, l: &Block, r: &Block) -> Block {
    let (l1, l2) = ([l[0], l[1], l[0], l[1]], [l[2], l[3], l[2], l[3]]);
    let (r1, r2) = ([r[0], r[0], r[1], r[1]], [r[2], r[2], r[3], r[3]]);
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = (c[k] - l1[k] * r1[k]) - l2[k] * r2[k];
    }
    out
}

/// `a d` for a symmetric d.
#[inline(always)]
fn times(a: &Block, d: &Block) -> Block {
    let (a1, a2) = ([a[0], a[1], a[0], a[1]], [a[2], a[3], a[2], a[3]]);
    let (d1, d2) = ([d[0], d[0], d[1], d[1]], [d[1], d[1], d[3], d[3]]);
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = a1[k] * d1[k] + a2[k] * d2[k];
    }
    out
}

/// Inverts a symmetric pivot of which the lower triangle counts; false where a row has lost its digits.
#[inline(always)]
fn invert([a, b, _, d]: Block, whole: [f64; 2]) -> (Block, bool) {
    let determinant = a * d - b * b;
    let sound = a > LOST * whole[0] && determinant > LOST * whole[1] * a && determinant < f64::INFINITY;
    let inverse = 1.0 / determinant;
    let off = -b * inverse;
    ([d * inverse, off, off, a * inverse], sound)
}

in_lanes! {
    /// Factors, panel by panel: L below the diagonal, the inverses of D on it. `whole` is the diagonal of the matrix, two
    /// numbers a column, `raw` room for the rows below the highest panel. False where digits were lost.
    pub(super) fn factor(panels: &Panels, whole: &[[f64; 2]], raw: &mut [Block], values: &mut [Block]) -> bool = factor_panels
}

#[inline(always)]
fn factor_panels(panels: &Panels, whole: &[[f64; 2]], raw: &mut [Block], values: &mut [Block]) -> bool {
    let mut sound = true;
    for panel in &panels.panels {
        let len = panel.width * (panel.width + panel.height);
        let (own, ahead) = values[panel.start..].split_at_mut(len);
        let targets = &panels.targets[panel.targets..][..panel.height * (panel.height + 1) / 2];
        let whole = &whole[panel.first..][..panel.width];
        let base = panel.start + len;
        sound &= match panel.width {
            1 => take_panel::<1>(whole, raw, own, ahead, targets, base),
            2 => take_panel::<2>(whole, raw, own, ahead, targets, base),
            3 => take_panel::<3>(whole, raw, own, ahead, targets, base),
            _ => take_panel::<WIDEST>(whole, raw, own, ahead, targets, base),
        };
    }
    sound
}

#[inline(always)]
fn take_panel<const W: usize>(
    whole: &[[f64; 2]],
    raw: &mut [Block],
    own: &mut [Block],
    ahead: &mut [Block],
    targets: &[u32],
    base: usize,
) -> bool {
    let (own, _) = own.as_chunks_mut::<W>();
    let (triangle, lines) = own.split_at_mut(W);
    let (raw, _) = raw.as_chunks_mut::<W>();
    let raw = &mut raw[..lines.len()];
    let mut sound = true;
    let mut top = [[[0.0; 4]; W]; W];
    for (t, line) in triangle.iter_mut().enumerate() {
        for s in 0..t {
            let mut block = line[s];
            for q in 0..s {
                block = minus(block, &line[q], &top[s][q]);
            }
            top[t][s] = block;
            line[s] = times(&block, &top[s][s]);
        }
        let mut block = line[t];
        for q in 0..t {
            block = minus(block, &line[q], &top[t][q]);
        }
        let (inverse, good) = invert(block, whole[t]);
        sound &= good;
        top[t][t] = inverse;
        line[t] = inverse;
    }
    for (line, raw) in lines.iter_mut().zip(raw.iter_mut()) {
        for s in 0..W {
            let mut block = line[s];
            for q in 0..s {
                block = minus(block, &line[q], &top[s][q]);
            }
            raw[s] = block;
            line[s] = times(&block, &top[s][s]);
        }
    }
    let mut targets = targets;
    for (k, raw) in raw.iter().enumerate() {
        let (now, rest) = targets.split_at(lines.len() - k);
        targets = rest;
        for (line, &to) in lines[k..].iter().zip(now) {
            let to = &mut ahead[to as usize - base];
            let mut block = *to;
            for s in 0..W {
                block = minus(block, &line[s], &raw[s]);
            }
            *to = block;
        }
    }
    sound
}

in_lanes! {
    /// `x <- L^-T D^-1 L^-1 x`.
    pub(super) fn substitute(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) = substitute_panels
}

#[inline(always)]
fn substitute_panels(panels: &Panels, values: &[Block], x: &mut [[f64; 2]]) {
    for panel in &panels.panels {
        match panel.width {
            1 => forward::<1>(panels, panel, values, x),
            2 => forward::<2>(panels, panel, values, x),
            3 => forward::<3>(panels, panel, values, x),
            _ => forward::<WIDEST>(panels, panel, values, x),
        }
    }
    for panel in panels.panels.iter().rev() {
        match panel.width {
            1 => backward::<1>(panels, panel, values, x),
            2 => backward::<2>(panels, panel, values, x),
            3 => backward::<3>(panels, panel, values, x),
            _ => backward::<WIDEST>(panels, panel, values, x),
        }
    }
}

/// `x - l y`.
#[inline(always)]
fn less(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
    [x[0] - l[0] * y[0] - l[2] * y[1], x[1] - l[1] * y[0] - l[3] * y[1]]
}

/// `x - l^T y`.
#[inline(always)]
fn less_transposed(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
    [
        x[0] - (l[0] * y[0] + l[1] * y[1]),
        x[1] - (l[2] * y[0] + l[3] * y[1]),
    ]
}

#[inline(always)]
fn forward<const W: usize>(panels: &Panels, panel: &Panel, values: &[Block], x: &mut [[f64; 2]]) {
    let (own, _) = values[panel.start..][..W * (W + panel.height)].as_chunks::<W>();
    let (triangle, lines) = own.split_at(W);
    let below = &panels.below[panel.below..][..panel.height];
    let (done, ahead) = x.split_at_mut(panel.first + W);
    let own = &mut done[panel.first..];
    let mut y = [[0.0; 2]; W];
    for t in 0..W {
        let mut sum = own[t];
        for q in 0..t {
            sum = less(sum, &triangle[t][q], y[q]);
        }
        y[t] = sum;
        own[t] = less_transposed([0.0; 2], &triangle[t][t], [-sum[0], -sum[1]]);
    }
    for (line, &row) in lines.iter().zip(below) {
        let to = &mut ahead[row as usize - panel.first - W];
        let mut sum = *to;
        for s in 0..W {
            sum = less(sum, &line[s], y[s]);
        }
        *to = sum;
    }
}

#[inline(always)]
fn backward<const W: usize>(panels: &Panels, panel: &Panel, values: &[Block], x: &mut [[f64; 2]]) {
    let (own, _) = values[panel.start..][..W * (W + panel.height)].as_chunks::<W>();
    let (triangle, lines) = own.split_at(W);
    let below = &panels.below[panel.below..][..panel.height];
    let (done, ahead) = x.split_at_mut(panel.first + W);
    let own = &mut done[panel.first..];
    let mut y = [[0.0; 2]; W];
    y.copy_from_slice(own);
    for (line, &row) in lines.iter().zip(below) {
        let from = ahead[row as usize - panel.first - W];
        for s in 0..W {
            y[s] = less_transposed(y[s], &line[s], from);
        }
    }
    for t in (0..W).rev() {
        for q in t + 1..W {
            y[t] = less_transposed(y[t], &triangle[q][t], y[q]);
        }
    }
    own.copy_from_slice(&y);
}
