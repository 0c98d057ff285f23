//! Dense arithmetic of a front: a panel of `size` rows, the first `width` of which are its pivots, column by column.
//!
//! ```text
//! panel = [L11; L21],   L11 S L11^T = A11,   L21 = A21 L11^-T S,   update = A22 - L21 S L21^T
//! ```
//! S has the sign of each pivot, 1 for rows and -1 for coordinates of kept bodies.
//! Pivots go in blocks of columns that stay in the second cache while all columns ahead are updated with them; products are done in
//! tiles of 8 x 4 numbers that stay in registers. On the diagonal of L11 its reciprocals are kept.

use crate::pin_tree::{add_product, sub_product};

/// Columns of a tile.
pub(super) const TILE: usize = 4;
/// Rows of a tile.
const TALL: usize = 8;
/// Columns of a block of pivots: those of the largest fronts, a few thousand rows high, are a megabyte or two.
const BLOCK: usize = 64;

/// Factors a panel whose pivots have these signs. `judge` is told of each pivot and says what to take for it; nothing when it gives up.
#[inline(always)]
pub(super) fn factor_panel<const FUSED: bool>(
    (size, width): (usize, usize),
    panel: &mut [f64],
    (signs, packed): (&[f64], &mut [f64]),
    judge: impl Fn(f64) -> Option<f64>,
) -> Option<()> {
    for start in (0..width).step_by(BLOCK) {
        let end = width.min(start + BLOCK);
        let (done, ahead) = panel[..width * size].split_at_mut(end * size);
        let (block, signs) = (&mut done[start * size..], &signs[start..end]);
        factor_block::<FUSED>((size, start), block, (signs, packed), &judge)?;
        subtract::<FUSED>((block, signs), (size, end), ahead, (size, end), packed);
    }
    Some(())
}

/// Factors columns of a panel from this row on.
#[inline(always)]
fn factor_block<const FUSED: bool>(
    (size, top): (usize, usize),
    block: &mut [f64],
    (signs, packed): (&[f64], &mut [f64]),
    judge: impl Fn(f64) -> Option<f64>,
) -> Option<()> {
    for start in (0..signs.len()).step_by(TILE) {
        let columns = TILE.min(signs.len() - start);
        let (done, rest) = block.split_at_mut(start * size);
        let (tile, row) = (&mut rest[..columns * size], top + start);
        subtract::<FUSED>((done, signs), (size, row), tile, (size, row), packed);
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

/// `update -= L21 S L21^T`, its lower triangle, for a panel and the signs of its pivots.
#[inline(always)]
pub(super) fn update_rest<const FUSED: bool>(
    (size, width): (usize, usize),
    (panel, signs): (&[f64], &[f64]),
    update: &mut [f64],
    packed: &mut [f64],
) {
    let blocks = panel.chunks(BLOCK * size).zip(signs.chunks(BLOCK));
    for block in blocks {
        subtract::<FUSED>(block, (size, width), update, (size - width, 0), packed);
    }
}

/// `to -= L S L^T`, its lower triangle, for columns L of `size` numbers with their signs: column 0 of `to` has the row `at` of L on the
/// diagonal, which lies `top` rows down; a column of `to` has `height` numbers.
#[inline(always)]
fn subtract<const FUSED: bool>(
    (from, signs): (&[f64], &[f64]),
    (size, at): (usize, usize),
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &mut [f64],
) {
    if height == 0 {
        return;
    }
    for (index, columns) in to.chunks_mut(TILE * height).enumerate() {
        let (panel, shape) = ((from, signs), (size, from.len() / size));
        let (at, place) = (at + index * TILE, (height, top + index * TILE));
        match columns.len() / height {
            4 => strip::<FUSED, 4>(panel, shape, at, columns, place, packed),
            3 => strip::<FUSED, 3>(panel, shape, at, columns, place, packed),
            2 => strip::<FUSED, 2>(panel, shape, at, columns, place, packed),
            _ => strip::<FUSED, 1>(panel, shape, at, columns, place, packed),
        }
    }
}

/// `to[r, c] -= sum over p of from[at + r, p] s[p] from[at + c, p]`, for C columns and all rows r >= 0 there are. `from` has
/// `depth` columns of `size`; the first row of `to` that counts is `top`, of `height`.
#[inline(always)]
fn strip<const FUSED: bool, const C: usize>(
    (from, signs): (&[f64], &[f64]),
    (size, depth): (usize, usize),
    at: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &mut [f64],
) {
    if depth == 0 {
        return;
    }
    let packed = &mut packed[..depth * C];
    for ((p, packed), sign) in packed.chunks_exact_mut(C).enumerate().zip(signs) {
        for (packed, from) in packed.iter_mut().zip(&from[p * size + at..][..C]) {
            *packed = sign * from;
        }
    }
    let rows = height - top;
    let mut row = 0;
    while row + TALL <= rows {
        tile::<FUSED, TALL, C>(from, size, at + row, to, (height, top + row), packed);
        row += TALL;
    }
    if row + 4 <= rows {
        tile::<FUSED, 4, C>(from, size, at + row, to, (height, top + row), packed);
        row += 4;
    }
    while row < rows {
        tile::<FUSED, 1, C>(from, size, at + row, to, (height, top + row), packed);
        row += 1;
    }
}

#[inline(always)]
fn tile<const FUSED: bool, const R: usize, const C: usize>(
    from: &[f64],
    size: usize,
    row: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &[f64],
) {
    let mut sums = [[0.0; R]; C];
    let (columns, _) = packed.as_chunks::<C>();
    for (b, a) in columns.iter().zip(from[row..].chunks(size)) {
        let Some(a) = a.first_chunk::<R>() else { return };
        for c in 0..C {
            for r in 0..R {
                sums[c][r] = add_product::<FUSED>(sums[c][r], a[r], b[c]);
            }
        }
    }
    for c in 0..C {
        for (to, sum) in to[c * height + top..][..R].iter_mut().zip(&sums[c]) {
            *to -= sum;
        }
    }
}

/// `x <- L11^-1 x` for the pivots, and `-L21` times that added to what is below them.
#[inline(always)]
pub(super) fn solve_down<const FUSED: bool>((size, width): (usize, usize), panel: &[f64], x: &mut [f64]) {
    for k in 0..width {
        let column = &panel[k * size..(k + 1) * size];
        let (own, rest) = x[..size].split_at_mut(k + 1);
        own[k] *= column[k];
        for (to, l) in rest.iter_mut().zip(&column[k + 1..]) {
            *to = sub_product::<FUSED>(*to, *l, own[k]);
        }
    }
}

/// `x <- L11^-T (S x - L21^T below)` for the pivots.
#[inline(always)]
pub(super) fn solve_up<const FUSED: bool>(
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

    #[test]
    fn a_front_is_factored_as_the_definition_says() {
        for (size, width) in [(1, 1), (5, 2), (13, 13), (30, 9), (47, 21), (150, 131)] {
            // Every third is a coordinate.
            let signs: Vec<f64> = (0..size).map(|k| if k % 3 == 2 { -1.0 } else { 1.0 }).collect();
            let a = |i: usize, k: usize| {
                let off = ((i * 7 + k * 13) % 11 + (k * 7 + i * 13) % 11) as f64 / 22.0;
                if i == k { signs[k] * size as f64 } else { off }
            };
            let height = size - width;
            let mut panel: Vec<f64> = (0..width).flat_map(|k| (0..size).map(move |i| a(i, k))).collect();
            let mut update: Vec<f64> = (width..size)
                .flat_map(|k| (width..size).map(move |i| a(i, k)))
                .collect();
            let mut packed = vec![0.0; TILE * size];
            factor_panel::<false>((size, width), &mut panel, (&signs, &mut packed), Some).unwrap();
            update_rest::<false>((size, width), (&panel, &signs), &mut update, &mut packed);
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
                        (product + left - a(i, k)).abs() < 1e-12 * size as f64,
                        "{size} {width} {i} {k}"
                    );
                }
            }
        }
    }
}
