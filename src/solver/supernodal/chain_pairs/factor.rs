//! Numeric factorisation of two chains.

#![allow(unsafe_code, reason = "places of a plan that fits, and registers of 512 bits")]

use std::arch::x86_64::{
    __m256d, _mm_loadu_pd, _mm_storeu_pd, _mm256_castpd256_pd128, _mm256_extractf128_pd, _mm256_fnmadd_pd,
    _mm256_permute_pd, _mm256_set_m128d, _mm256_setzero_pd, _mm256_storeu_pd, _mm512_castpd512_pd256,
    _mm512_setzero_pd, _mm512_shuffle_f64x2,
};

use super::super::block::{PivotMargin, minus};
use super::super::panels::{Panel, Panels};
use super::pivots::{Corners, PivotMargins, Pivots};
use crate::simd::{Blocks, F64x8};
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

/// Factors pairs of columns with H blocks below each, and substitutes `x` forward.
///
/// # Safety
/// The processor has the target features; panels and targets lie within the values, and panels come in pairs that lie side by side.
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
pub(super) unsafe fn factor<const H: usize>(
    panels: &Panels,
    (diagonal, least): (&[[f64; 2]], f64),
    values: &mut [f64],
    x: &mut [f64],
    run: &[Panel],
) -> PivotMargin {
    let (pairs, alone) = run.as_chunks::<2>();
    debug_assert!(alone.is_empty() && pairs.iter().all(|[one, other]| other.start == one.start + 1));
    let Some([first, last]) = pairs.first().zip(pairs.last()).map(|(first, last)| [first, last]) else {
        return PivotMargin::new(least);
    };
    // SAFETY: as the caller says.
    unsafe {
        let mut seen = PivotMargins::new(least);
        let none = F64x8(_mm512_setzero_pd());
        let UpdateWindow {
            mut blocks,
            mut x_ahead,
        } = UpdateWindow::<H>::read(panels, first, values, x);
        let mut corners = Corners::of(blocks[0][0]);
        for pair in pairs {
            let at = 2 * pair[0].first;
            let pivots = Pivots::new(
                corners,
                array_at_unchecked(diagonal.as_flattened(), at),
                &mut seen,
            );
            let scales = &pivots.scales;
            let (mut sides, mut lines) = ([none; H], [none; H]);
            for k in 0..H {
                let side = if k + 1 < H {
                    blocks[k + 1][0]
                } else {
                    F64x8::read(array_at_unchecked(values, own(pair, H)))
                };
                sides[k] = scales.eliminate_first_column(side);
                lines[k] = scales.scaled(sides[k]);
            }
            let mut next = [[none; H]; H];
            for column in 0..H {
                for row in column..H {
                    let now = if row + 1 < H {
                        blocks[row + 1][column + 1]
                    } else {
                        let [one, other] = targets::<H>(panels, pair, row, column);
                        F64x8::beside(array_at_unchecked(values, one), array_at_unchecked(values, other))
                    };
                    if row == 0 {
                        let [rest, product] = scales.minus_first(now, sides[0], sides[0]);
                        corners = Corners::of(rest).less(Corners::of(product), pivots.rest);
                        continue;
                    }
                    next[row][column] = match column {
                        0 => scales.minus(now, sides[row], sides[0]),
                        _ => minus(now, lines[row], sides[column].spread()),
                    };
                }
            }
            blocks = next;
            pivots.kept.write(array_at_unchecked_mut(values, own(pair, 0)));
            let y = x_ahead[0];
            for k in 0..H {
                let line = scales.block_of_l(lines[k]);
                line.write(array_at_unchecked_mut(values, own(pair, k + 1)));
                let now = if k + 1 < H {
                    x_ahead[k + 1]
                } else {
                    both(x, below(panels, pair, k))
                };
                x_ahead[k] = less(now, line, y);
            }
            let to: &mut [f64; 4] = array_at_unchecked_mut(x, at);
            _mm256_storeu_pd(to.as_mut_ptr(), pivots.divided(y));
        }
        UpdateWindow { blocks, x_ahead }.write(panels, last, &corners, values, x);
        seen.margins()
    }
}

/// Blocks and unknowns that earlier columns have updated and later ones will read, held in registers: rows and columns of both chains
/// from the present column on.
struct UpdateWindow<const H: usize> {
    blocks: [[F64x8; H]; H],
    x_ahead: [__m256d; H],
}

impl<const H: usize> UpdateWindow<H> {
    /// Loads blocks and unknowns before the first pair of columns.
    ///
    /// # Safety
    /// As for [`factor`]; here and below.
    #[inline(always)]
    unsafe fn read(panels: &Panels, first: &[Panel; 2], values: &[f64], x: &[f64]) -> Self {
        // SAFETY: as the caller says.
        unsafe {
            let none = F64x8(_mm512_setzero_pd());
            let mut ahead = Self {
                blocks: [[none; H]; H],
                x_ahead: [_mm256_setzero_pd(); H],
            };
            for row in 0..H {
                ahead.blocks[row][0] = F64x8::read(array_at_unchecked(values, own(first, row)));
                ahead.x_ahead[row] = match row {
                    0 => both(x, [2 * first[0].first, 2 * first[1].first]),
                    _ => both(x, below(panels, first, row - 1)),
                };
                for column in 1..=row {
                    let [one, other] = targets::<H>(panels, first, row - 1, column - 1);
                    ahead.blocks[row][column] =
                        F64x8::beside(array_at_unchecked(values, one), array_at_unchecked(values, other));
                }
            }
            ahead
        }
    }

    /// Stores blocks and unknowns after the last pair of columns; the first block is in `corners`.
    #[inline(always)]
    unsafe fn write(
        &self,
        panels: &Panels,
        last: &[Panel; 2],
        corners: &Corners,
        values: &mut [f64],
        x: &mut [f64],
    ) {
        // SAFETY: as the caller says.
        unsafe {
            for row in 0..H {
                for column in 0..=row {
                    let to = targets::<H>(panels, last, row, column);
                    for k in 0..2 {
                        let to = array_at_unchecked_mut(values, to[k]);
                        match row {
                            0 => corners.write_one(k == 1, to),
                            _ => self.blocks[row][column].write_one(k == 1, to),
                        }
                    }
                }
                let [one, other] = below(panels, last, row);
                let to: &mut [f64; 2] = array_at_unchecked_mut(x, one);
                _mm_storeu_pd(to.as_mut_ptr(), _mm256_castpd256_pd128(self.x_ahead[row]));
                let to: &mut [f64; 2] = array_at_unchecked_mut(x, other);
                _mm_storeu_pd(to.as_mut_ptr(), _mm256_extractf128_pd::<1>(self.x_ahead[row]));
            }
        }
    }
}

/// Index of the first number of the two blocks of a row, those of both columns.
#[inline(always)]
pub(super) fn own(pair: &[Panel; 2], row: usize) -> u32 {
    4 * (pair[0].start + 2 * row as u32)
}

/// Index of the first unknown of the k-th row below each of the two columns.
///
/// # Safety
/// The panels are those of the lists, and have more than `k` rows below; likewise below.
#[inline(always)]
pub(super) unsafe fn below(panels: &Panels, pair: &[Panel; 2], k: usize) -> [u32; 2] {
    // SAFETY: as the caller says.
    let row = |panel: &Panel| unsafe { *array_at_unchecked::<u32, 1>(&panels.below, panel.below + k as u32) };
    let ([one], [other]) = (row(&pair[0]), row(&pair[1]));
    [one, other]
}

/// Index of the first number of the block that each of the two columns updates for a pair of its rows below, `row` and `column`.
#[inline(always)]
unsafe fn targets<const H: usize>(panels: &Panels, pair: &[Panel; 2], row: usize, column: usize) -> [u32; 2] {
    let place = (column * (2 * H - column + 1) / 2 + row - column) as u32;
    // SAFETY: as the caller says.
    let target =
        |panel: &Panel| unsafe { *array_at_unchecked::<u32, 1>(&panels.targets, panel.targets + place) };
    let ([one], [other]) = (target(&pair[0]), target(&pair[1]));
    [one, other]
}

/// Loads two unknowns of each chain.
#[inline(always)]
pub(super) unsafe fn both(x: &[f64], [one, other]: [u32; 2]) -> __m256d {
    // SAFETY: as the caller says.
    unsafe {
        let [one, other]: [&[f64; 2]; 2] = [array_at_unchecked(x, one), array_at_unchecked(x, other)];
        _mm256_set_m128d(_mm_loadu_pd(other.as_ptr()), _mm_loadu_pd(one.as_ptr()))
    }
}

/// `x - l y` for both chains.
#[inline(always)]
unsafe fn less(x: __m256d, l: F64x8, y: __m256d) -> __m256d {
    // SAFETY: as the caller says.
    unsafe {
        let first = _mm512_castpd512_pd256(_mm512_shuffle_f64x2::<0b00_00_10_00>(l.0, l.0));
        let second = _mm512_castpd512_pd256(_mm512_shuffle_f64x2::<0b00_00_11_01>(l.0, l.0));
        let rest = _mm256_fnmadd_pd(_mm256_permute_pd::<0b0000>(y), first, x);
        _mm256_fnmadd_pd(_mm256_permute_pd::<0b1111>(y), second, rest)
    }
}
