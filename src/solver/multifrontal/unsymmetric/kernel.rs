//! Dense kernels of an unsymmetric front with symmetric pattern, A = L U: the panels of L and of R = U^T have the same layout, each the
//! lower triangle of its front.
//!
//! ```text
//! L11 R11^T = A11,   L21 = A21 R11^-T,   R21 = A12^T L11^-T,   update = A22 - L21 R21^T, its two triangles
//! ```
//! L has a unit diagonal, R the pivots; in place of its ones, L stores the reciprocals of the pivots.

use crate::Hardware;
use crate::multifrontal::product::{Columns, DEPTH, Packed, subtract};
use crate::pin_tree::{add_product, sub_product};

/// Columns factored together.
const TILE: usize = 4;
/// Signs of the products: LU takes all pivots with their own sign.
const PLAIN: [f64; DEPTH] = [1.0; DEPTH];

/// Factors two panels of `size` rows and `width` pivots. `judge` is given the index and value of each pivot and returns the value to use
/// for it, or `None` to give up.
#[inline(always)]
pub(super) fn factor_panels<const FUSED: bool>(
    hardware: Hardware,
    (size, width): (usize, usize),
    [lower, upper]: [&mut [f64]; 2],
    packed: &mut Packed,
    judge: impl Fn(usize, f64) -> Option<f64>,
) -> Option<()> {
    for start in (0..width).step_by(TILE) {
        let columns = TILE.min(width - start);
        let (l_done, l_rest) = lower.split_at_mut(start * size);
        let (r_done, r_rest) = upper.split_at_mut(start * size);
        let (l, r) = (&mut l_rest[..columns * size], &mut r_rest[..columns * size]);
        subtract_both(
            hardware,
            (size, start),
            [l_done, r_done],
            ([&mut *l, &mut *r], (size, start)),
            packed,
        );
        for k in 0..columns {
            let row = start + k;
            let (l_before, l_after) = l.split_at_mut((k + 1) * size);
            let (r_before, r_after) = r.split_at_mut((k + 1) * size);
            let (l_own, r_own) = (&mut l_before[k * size..], &mut r_before[k * size..]);
            let pivot = judge(row, l_own[row])?;
            (l_own[row], r_own[row]) = (pivot.recip(), pivot);
            for below in &mut l_own[row + 1..] {
                *below /= pivot;
            }
            let ahead = l_after.chunks_exact_mut(size).zip(r_after.chunks_exact_mut(size));
            for ((l_to, r_to), at) in ahead.zip(row + 1..) {
                let (l_at, r_at) = (l_own[at], r_own[at]);
                for (to, from) in l_to[at..].iter_mut().zip(&l_own[at..]) {
                    *to = sub_product::<FUSED>(*to, r_at, *from);
                }
                for (to, from) in r_to[at..].iter_mut().zip(&r_own[at..]) {
                    *to = sub_product::<FUSED>(*to, l_at, *from);
                }
            }
        }
    }
    Some(())
}

/// Update matrix: subtracts the products of the pivot columns of two panels from its two triangles.
pub(super) fn update_both(
    hardware: Hardware,
    (size, width): (usize, usize),
    panels: [&[f64]; 2],
    updates: [&mut [f64]; 2],
    packed: &mut Packed,
) {
    subtract_both(
        hardware,
        (size, width),
        panels,
        (updates, (size - width, 0)),
        packed,
    );
}

/// `to -= L R^T` and `to -= R L^T`, lower triangles, from row `row` of L and R on.
fn subtract_both(
    hardware: Hardware,
    (size, row): (usize, usize),
    [lower, upper]: [&[f64]; 2],
    (to, place): ([&mut [f64]; 2], (usize, usize)),
    packed: &mut Packed,
) {
    for (to, [left, right]) in to.into_iter().zip([[lower, upper], [upper, lower]]) {
        let blocks = left.chunks(DEPTH * size).zip(right.chunks(DEPTH * size));
        for (numbers, right) in blocks {
            let from = Columns {
                numbers,
                right,
                size,
                signs: &PLAIN[..numbers.len() / size],
            };
            subtract(hardware, from, row, to, place, packed);
        }
    }
}

/// Forward substitution: `x <- L11^-1 x` for the pivots, then `-L21` times that is added to the rows below.
#[inline(always)]
pub(super) fn solve_down<const FUSED: bool>((size, width): (usize, usize), lower: &[f64], x: &mut [f64]) {
    for k in 0..width {
        let (own, rest) = x[..size].split_at_mut(k + 1);
        for (to, l) in rest.iter_mut().zip(&lower[k * size + k + 1..(k + 1) * size]) {
            *to = sub_product::<FUSED>(*to, *l, own[k]);
        }
    }
}

/// Back substitution: `x <- R11^-T (x - R21^T below)` for the pivots, whose reciprocals are on the diagonal of `lower`.
#[inline(always)]
pub(super) fn solve_up<const FUSED: bool>(
    (size, width): (usize, usize),
    [lower, upper]: [&[f64]; 2],
    x: &mut [f64],
) {
    for k in (0..width).rev() {
        let (own, rest) = x[..size].split_at_mut(k + 1);
        let mut sum = 0.0;
        for (r, x) in upper[k * size + k + 1..(k + 1) * size].iter().zip(rest) {
            sum = add_product::<FUSED>(sum, *r, *x);
        }
        own[k] = (own[k] - sum) * lower[k * size + k];
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn a(size: usize, i: usize, k: usize) -> f64 {
        let off = ((i * 7 + k * 13) % 11) as f64 / 11.0;
        if i == k { size as f64 } else { off }
    }

    #[test]
    fn a_front_is_factored_as_the_definition_says() {
        let here = Hardware::here();
        for hardware in [here, here.narrow(), here.portable()] {
            for (size, width) in [(1, 1), (5, 2), (9, 3), (13, 13), (30, 9), (47, 21), (150, 131)] {
                let height = size - width;
                let place =
                    |from: usize, to: usize| (from..to).flat_map(move |k| (from..size).map(move |i| (i, k)));
                let read = |from: usize, to: usize| -> [Vec<f64>; 2] {
                    [
                        place(from, to).map(|(i, k)| a(size, i, k)).collect(),
                        place(from, to).map(|(i, k)| a(size, k, i)).collect(),
                    ]
                };
                let ([mut l, mut r], [mut low, mut high]) = (read(0, width), read(width, size));
                let mut packed = Packed::default();
                let factor = match hardware.is_fused() {
                    true => factor_panels::<true>,
                    false => factor_panels::<false>,
                };
                factor(
                    hardware,
                    (size, width),
                    [&mut l, &mut r],
                    &mut packed,
                    |_, pivot| Some(pivot),
                )
                .unwrap();
                update_both(
                    hardware,
                    (size, width),
                    [&l, &r],
                    [&mut low, &mut high],
                    &mut packed,
                );
                for k in 0..size {
                    for i in k..size {
                        let l = |i: usize, p: usize| if i == p { 1.0 } else { l[p * size + i] };
                        let r = |i: usize, p: usize| r[p * size + i];
                        let at = |list: &[f64]| match k.checked_sub(width) {
                            None => 0.0,
                            Some(k) => list[k * height + i - width],
                        };
                        let pivots = 0..width.min(k + 1);
                        let below: f64 = pivots.clone().map(|p| l(i, p) * r(k, p)).sum();
                        let above: f64 = pivots.map(|p| l(k, p) * r(i, p)).sum();
                        assert!((below + at(&low) - a(size, i, k)).abs() < 1e-12 * size as f64);
                        assert!((above + at(&high) - a(size, k, i)).abs() < 1e-12 * size as f64);
                    }
                }
            }
        }
    }
}
