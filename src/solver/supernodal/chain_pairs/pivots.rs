//! Pivots of two columns at once, one of each chain.

#![allow(unsafe_code, reason = "registers of 512 bits")]

use std::arch::x86_64::{
    __m128d, __m256d, _mm_div_pd, _mm_fnmadd_pd, _mm_mul_pd, _mm_set1_pd, _mm_storeu_pd, _mm256_blend_pd,
    _mm256_fmadd_pd, _mm256_fnmadd_pd, _mm256_loadu_pd, _mm256_min_pd, _mm256_mul_pd, _mm256_permute_pd,
    _mm256_permute4x64_pd, _mm256_set_m128d, _mm256_set1_pd, _mm256_setzero_pd, _mm256_storeu_pd,
    _mm512_castpd128_pd512, _mm512_castpd512_pd128, _mm512_castpd512_pd256, _mm512_mask_mov_pd,
    _mm512_mask_mul_pd, _mm512_mask_permutexvar_pd, _mm512_maskz_mov_pd, _mm512_maskz_permutexvar_pd,
    _mm512_mul_pd, _mm512_permutexvar_pd, _mm512_set1_pd, _mm512_setr_epi64,
};

use super::super::block::{PivotMargin, Scales};
use crate::simd::F64x8;

/// Smallest margins of all pivots seen, as in [`PivotMargin`]: the first rows of both chains, then the second rows.
pub(super) struct PivotMargins {
    least: f64,
    margin: __m256d,
    zero_times_all: __m256d,
}

impl PivotMargins {
    /// # Safety
    /// The processor has 512-bit registers; here and below.
    #[inline(always)]
    pub(super) unsafe fn new(least: f64) -> Self {
        // SAFETY: as the caller says.
        unsafe {
            Self {
                least,
                margin: _mm256_set1_pd(f64::INFINITY),
                zero_times_all: _mm256_setzero_pd(),
            }
        }
    }

    #[inline(always)]
    pub(super) unsafe fn margins(&self) -> PivotMargin {
        let (mut beyond, mut nan_probe) = ([0.0; 4], [0.0; 4]);
        // SAFETY: as the caller says.
        unsafe {
            _mm256_storeu_pd(beyond.as_mut_ptr(), self.margin);
            _mm256_storeu_pd(nan_probe.as_mut_ptr(), self.zero_times_all);
        }
        let beyond = [beyond[0].min(beyond[1]), beyond[2].min(beyond[3])];
        PivotMargin::from_parts(self.least, beyond, nan_probe.iter().sum())
    }
}

/// Two symmetric blocks `[a b; b d]`, as pairs of numbers: so the critical path to the next pivots needs no shuffles across the register.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    a: __m128d,
    b: __m128d,
    d: __m128d,
}

impl Corners {
    #[inline(always)]
    pub(super) unsafe fn of(F64x8(blocks): F64x8) -> Self {
        // SAFETY: as the caller says.
        unsafe {
            let pair = |[one, other]: [i64; 2]| {
                let places = _mm512_setr_epi64(one, other, 0, 0, 0, 0, 0, 0);
                _mm512_castpd512_pd128(_mm512_permutexvar_pd(places, blocks))
            };
            Self {
                a: pair([0, 4]),
                b: pair([1, 5]),
                d: pair([3, 7]),
            }
        }
    }

    /// `self - other * by`.
    #[inline(always)]
    pub(super) unsafe fn less(self, other: Self, by: __m128d) -> Self {
        // SAFETY: as the caller says.
        unsafe {
            Self {
                a: _mm_fnmadd_pd(other.a, by, self.a),
                b: _mm_fnmadd_pd(other.b, by, self.b),
                d: _mm_fnmadd_pd(other.d, by, self.d),
            }
        }
    }

    /// Writes the lower triangle of the first block, or of the second.
    #[inline(always)]
    pub(super) unsafe fn write_one(self, second: bool, block: &mut [f64; 4]) {
        for (place, pair) in [(0, self.a), (1, self.b), (3, self.d)] {
            let mut numbers = [0.0; 2];
            // SAFETY: as the caller says.
            unsafe { _mm_storeu_pd(numbers.as_mut_ptr(), pair) };
            block[place] = numbers[usize::from(second)];
        }
    }
}

/// LDL^T factors of two symmetric blocks, as [`super::super::block::pivot`] computes them.
pub(super) struct Pivots {
    pub(super) scales: Scales<F64x8>,
    /// Stored form of each block: `[1/a, m, 0, 1/p]`.
    pub(super) kept: F64x8,
    /// `1/(a p)` of both blocks.
    pub(super) rest: __m128d,
}

impl Pivots {
    /// Factors two blocks; `diagonal` is the diagonal of the matrix, two numbers a block.
    #[inline(always)]
    pub(super) unsafe fn new(
        Corners { a, b, d }: Corners,
        diagonal: &[f64; 4],
        seen: &mut PivotMargins,
    ) -> Self {
        // Masks of the lanes of the first and of the second column of each block.
        const FIRST: u8 = 0b0011_0011;
        const SECOND: u8 = 0b1100_1100;
        // SAFETY: as the caller says.
        unsafe {
            let determinant = _mm_fnmadd_pd(b, b, _mm_mul_pd(a, d));
            let one = _mm_div_pd(_mm_set1_pd(1.0), a);
            let rest = _mm_div_pd(_mm_set1_pd(1.0), determinant);

            let both = _mm256_set_m128d(determinant, a);
            let least = _mm_set1_pd(seen.least);
            let least = _mm256_set_m128d(_mm_mul_pd(least, a), least);
            let diagonal = _mm256_permute4x64_pd::<0b11_01_10_00>(_mm256_loadu_pd(diagonal.as_ptr()));
            let beyond = _mm256_fnmadd_pd(diagonal, least, both);
            // `min` returns its second operand where one is NaN; `zero_times_all` then shows it.
            seen.margin = _mm256_min_pd(beyond, seen.margin);
            seen.zero_times_all = _mm256_fmadd_pd(both, _mm256_setzero_pd(), seen.zero_times_all);

            let quarters = _mm512_setr_epi64(0, 0, 0, 0, 1, 1, 1, 1);
            let [wide_a, wide_b, one, wide_rest] = [a, b, one, rest].map(|pair| _mm512_castpd128_pd512(pair));
            let one = _mm512_permutexvar_pd(quarters, one);
            let wide_rest = _mm512_permutexvar_pd(quarters, wide_rest);
            let a = _mm512_mask_permutexvar_pd(_mm512_set1_pd(1.0), SECOND, quarters, wide_a);
            let b = _mm512_maskz_permutexvar_pd(SECOND, quarters, wide_b);
            let m = _mm512_mul_pd(_mm512_maskz_permutexvar_pd(FIRST, quarters, wide_b), one);
            let d = _mm512_mask_mul_pd(one, SECOND, one, wide_rest);

            let kept = _mm512_maskz_mov_pd(0b0001_0001, one);
            let kept = _mm512_mask_mov_pd(kept, 0b0010_0010, m);
            let kept = _mm512_mask_mul_pd(kept, 0b1000_1000, wide_rest, a);
            Self {
                scales: Scales {
                    a: F64x8(a),
                    b: F64x8(b),
                    m: F64x8(m),
                    one: F64x8(one),
                    rest: F64x8(wide_rest),
                    d: F64x8(d),
                },
                kept: F64x8(kept),
                rest,
            }
        }
    }

    /// `D^-1 y` for both blocks.
    #[inline(always)]
    pub(super) unsafe fn divided(&self, y: __m256d) -> __m256d {
        // SAFETY: as the caller says.
        unsafe {
            let twice = |[one, other]: [i64; 2]| {
                let places = _mm512_setr_epi64(one, one, other, other, 0, 0, 0, 0);
                _mm512_castpd512_pd256(_mm512_permutexvar_pd(places, self.kept.0))
            };
            let (inverse, m, rest) = (twice([0, 4]), twice([1, 5]), twice([3, 7]));
            let [first, second] = [_mm256_permute_pd::<0b0000>(y), _mm256_permute_pd::<0b1111>(y)];
            let last = _mm256_mul_pd(_mm256_fnmadd_pd(m, first, second), rest);
            let first = _mm256_fnmadd_pd(m, last, _mm256_mul_pd(first, inverse));
            _mm256_blend_pd::<0b1010>(first, last)
        }
    }
}
