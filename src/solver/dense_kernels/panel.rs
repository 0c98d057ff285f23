//! Partial factorisation of a panel of `size` rows, the first `width` of which are its pivots, stored column by column, and triangular solves
//! with it.
//!
//! ```text
//! panel = [L11; L21],   L11 S L11^T = A11,   L21 = A21 L11^-T S,   update = A22 - L21 S L21^T
//! ```
//! S has the sign of each pivot, 1 for rows and -1 for coordinates of kept bodies. Pivots are eliminated in blocks of columns that stay in
//! the second-level cache while [`subtract`] updates all later columns. The diagonal of L11 is stored as its reciprocals.

use super::product::{Columns, DEPTH, Packed, subtract};
use crate::Hardware;
use crate::pin_tree::{add_product, sub_product};

/// Columns factored together.
const TILE: usize = 4;
/// Columns of a block of pivots: a megabyte or two in the largest fronts, which are a few thousand rows high.
const BLOCK: usize = DEPTH;

/// Factors a panel whose pivots have these signs. `judge` is given each pivot and returns the value to use for it, or `None` to give up.
#[inline(always)]
pub(crate) fn factor_panel<const FUSED: bool>(
    hardware: Hardware,
    (size, width): (usize, usize),
    panel: &mut [f64],
    (signs, packed): (&[f64], &mut Packed),
    judge: impl Fn(f64) -> Option<f64>,
) -> Option<()> {
    for start in (0..width).step_by(BLOCK) {
        let end = width.min(start + BLOCK);
        let (done, ahead) = panel[..width * size].split_at_mut(end * size);
        let (block, signs) = (&mut done[start * size..], &signs[start..end]);
        factor_block::<FUSED>(hardware, (size, start), block, (signs, packed), &judge)?;
        let from = Columns {
            numbers: block,
            size,
            signs,
        };
        subtract(hardware, from, end, ahead, (size, end), packed);
    }
    Some(())
}

/// Factors a block of pivot columns of a panel; the first has its diagonal in row `top`.
#[inline(always)]
pub(crate) fn factor_block<const FUSED: bool>(
    hardware: Hardware,
    (size, top): (usize, usize),
    block: &mut [f64],
    (signs, packed): (&[f64], &mut Packed),
    judge: impl Fn(f64) -> Option<f64>,
) -> Option<()> {
    for start in (0..signs.len()).step_by(TILE) {
        let columns = TILE.min(signs.len() - start);
        let (done, rest) = block.split_at_mut(start * size);
        let (tile, row) = (&mut rest[..columns * size], top + start);
        let from = Columns {
            numbers: done,
            size,
            signs: &signs[..start],
        };
        subtract(hardware, from, row, tile, (size, row), packed);
        for k in 0..columns {
            let (before, after) = tile.split_at_mut((k + 1) * size);
            let column = &mut before[k * size..];
            let sign = signs[start + k];
            let inverse = judge(sign * column[row + k])?.sqrt().recip();
            column[row + k] = inverse;
            for below in &mut column[row + k + 1..] {
                *below *= sign * inverse;
            }
            for (ahead, to) in after.chunks_exact_mut(size).enumerate() {
                let at = row + k + 1 + ahead;
                let factor = sign * column[at];
                for (to, from) in to[at..].iter_mut().zip(&column[at..]) {
                    *to = sub_product::<FUSED>(*to, factor, *from);
                }
            }
        }
    }
    Some(())
}

/// Update matrix: `update -= L21 S L21^T`, lower triangle, for a panel and the signs of its pivots.
pub(crate) fn update_rest(
    hardware: Hardware,
    (size, width): (usize, usize),
    (panel, signs): (&[f64], &[f64]),
    update: &mut [f64],
    packed: &mut Packed,
) {
    let blocks = panel.chunks(BLOCK * size).zip(signs.chunks(BLOCK));
    for (numbers, signs) in blocks {
        let from = Columns { numbers, size, signs };
        subtract(hardware, from, width, update, (size - width, 0), packed);
    }
}

/// Forward substitution: `x <- L11^-1 x` for the pivots, then `-L21` times that is added to the rows below.
#[inline(always)]
pub(crate) fn solve_down<const FUSED: bool>((size, width): (usize, usize), panel: &[f64], x: &mut [f64]) {
    for k in 0..width {
        let column = &panel[k * size..(k + 1) * size];
        let (own, rest) = x[..size].split_at_mut(k + 1);
        own[k] *= column[k];
        for (to, l) in rest.iter_mut().zip(&column[k + 1..]) {
            *to = sub_product::<FUSED>(*to, *l, own[k]);
        }
    }
}

/// Back substitution: `x <- L11^-T (S x - L21^T below)` for the pivots.
#[inline(always)]
pub(crate) fn solve_up<const FUSED: bool>(
    (size, width): (usize, usize),
    (panel, signs): (&[f64], &[f64]),
    x: &mut [f64],
) {
    for k in (0..width).rev() {
        let column = &panel[k * size..(k + 1) * size];
        let (own, rest) = x[..size].split_at_mut(k + 1);
        let ((l4, l), (x4, x)) = (column[k + 1..].as_chunks::<4>(), rest.as_chunks::<4>());
        let mut sums = [0.0; 4];
        for (l, x) in l4.iter().zip(x4) {
            for i in 0..4 {
                sums[i] = add_product::<FUSED>(sums[i], l[i], x[i]);
            }
        }
        let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
        for (l, x) in l.iter().zip(x) {
            sum = add_product::<FUSED>(sum, *l, *x);
        }
        own[k] = (signs[k] * own[k] - sum) * column[k];
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Panel and update of a front after its factorisation; every third of its unknowns is a coordinate.
    fn factored((size, width): (usize, usize), hardware: Hardware) -> [Vec<f64>; 2] {
        let signs = signs(size);
        let mut panel: Vec<f64> = (0..width)
            .flat_map(|k| (0..size).map(move |i| a(size, i, k)))
            .collect();
        let mut update: Vec<f64> = (width..size)
            .flat_map(|k| (width..size).map(move |i| a(size, i, k)))
            .collect();
        let mut packed = Packed::default();
        let factor = match hardware.is_fused() {
            true => factor_panel::<true>,
            false => factor_panel::<false>,
        };
        factor(hardware, (size, width), &mut panel, (&signs, &mut packed), Some).unwrap();
        update_rest(
            hardware,
            (size, width),
            (&panel, &signs),
            &mut update,
            &mut packed,
        );
        [panel, update]
    }

    fn signs(size: usize) -> Vec<f64> {
        (0..size).map(|k| if k % 3 == 2 { -1.0 } else { 1.0 }).collect()
    }

    fn a(size: usize, i: usize, k: usize) -> f64 {
        let off = ((i * 7 + k * 13) % 11 + (k * 7 + i * 13) % 11) as f64 / 22.0;
        if i == k { signs(size)[k] * size as f64 } else { off }
    }

    const SIZES: [(usize, usize); 7] = [(1, 1), (5, 2), (9, 3), (13, 13), (30, 9), (47, 21), (150, 131)];

    #[test]
    fn a_front_is_factored_as_the_definition_says() {
        let here = Hardware::here();
        for hardware in [here, here.narrow(), here.portable()] {
            for (size, width) in SIZES {
                let [panel, update] = factored((size, width), hardware);
                let (signs, height) = (signs(size), size - width);
                let l = |i: usize, p: usize| {
                    if i == p {
                        panel[p * size + p].recip()
                    } else {
                        panel[p * size + i]
                    }
                };
                for k in 0..size {
                    for i in k..size {
                        let product: f64 = (0..width.min(k + 1)).map(|p| l(i, p) * signs[p] * l(k, p)).sum();
                        let left = if k < width {
                            0.0
                        } else {
                            update[(k - width) * height + i - width]
                        };
                        assert!(
                            (product + left - a(size, i, k)).abs() < 1e-12 * size as f64,
                            "{size} {width} {i} {k}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn wide_registers_change_no_bit() {
        let here = Hardware::here();
        for (size, width) in SIZES {
            let [wide, narrow] = [here, here.narrow()].map(|it| factored((size, width), it));
            let lower = |[panel, update]: &[Vec<f64>; 2]| {
                let height = size - width;
                let panel = (0..width).flat_map(|k| panel[k * size + k..(k + 1) * size].to_vec());
                let update = (0..height).flat_map(|k| update[k * height + k..(k + 1) * height].to_vec());
                panel.chain(update).map(f64::to_bits).collect::<Vec<u64>>()
            };
            assert_eq!(lower(&wide), lower(&narrow), "{size} {width}");
        }
    }
}
