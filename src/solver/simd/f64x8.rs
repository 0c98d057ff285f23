//! Eight lanes with AVX-512.

#![allow(
    unsafe_code,
    reason = "not every processor has these registers; `Lanes::new` says so"
)]

use super::Lanes;
use std::arch::x86_64::{
    __m512d, _CMP_GT_OQ, _mm_loadu_pd, _mm512_add_pd, _mm512_castpd128_pd512, _mm512_cmp_pd_mask,
    _mm512_div_pd, _mm512_fnmadd_pd, _mm512_insertf64x2, _mm512_mask_blend_pd, _mm512_mul_pd,
    _mm512_permutex2var_pd, _mm512_setr_epi64, _mm512_setr_pd, _mm512_setzero_pd, _mm512_shuffle_f64x2,
    _mm512_sqrt_pd, _mm512_storeu_pd, _mm512_sub_pd, _mm512_unpackhi_pd, _mm512_unpacklo_pd,
};

/// Eight numbers in a 512-bit register.
#[derive(Clone, Copy)]
pub struct F64x8(pub(crate) __m512d);

impl Lanes<8> for F64x8 {
    by_instruction! {
        times(self, other) = _mm512_mul_pd(self, other);
        sub_product(self, a, b) = _mm512_fnmadd_pd(a, b, self);
        plus(self, other) = _mm512_add_pd(self, other);
        minus(self, other) = _mm512_sub_pd(self, other);
        div(self, other) = _mm512_div_pd(self, other);
        sqrt(self) = _mm512_sqrt_pd(self);
    }

    #[inline(always)]
    unsafe fn new([a, b, c, d, e, f, g, h]: [f64; 8]) -> Self {
        // SAFETY: as the caller says.
        Self(unsafe { _mm512_setr_pd(a, b, c, d, e, f, g, h) })
    }

    #[inline(always)]
    unsafe fn of_pairs(pairs: [&[f64; 2]; 8]) -> [Self; 2] {
        // SAFETY: as the caller says.
        unsafe {
            let every_second = |first: usize| {
                let pair = |k: usize| _mm_loadu_pd(pairs[first + 2 * k].as_ptr());
                let two = _mm512_insertf64x2::<1>(_mm512_castpd128_pd512(pair(0)), pair(1));
                _mm512_insertf64x2::<3>(_mm512_insertf64x2::<2>(two, pair(2)), pair(3))
            };
            let (even, odd) = (every_second(0), every_second(1));
            [
                Self(_mm512_unpacklo_pd(even, odd)),
                Self(_mm512_unpackhi_pd(even, odd)),
            ]
        }
    }

    #[inline(always)]
    fn select_positive(self, then: Self, otherwise: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let positive = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(self.0, _mm512_setzero_pd());
            Self(_mm512_mask_blend_pd(positive, otherwise.0, then.0))
        }
    }

    #[inline(always)]
    fn to_array(self) -> [f64; 8] {
        let mut numbers = [0.0; 8];
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe { _mm512_storeu_pd(numbers.as_mut_ptr(), self.0) };
        numbers
    }

    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4], to: &mut [[f64; 4]; 8]) {
        // SAFETY: as above.
        unsafe {
            // From ab = a0 b0 a2 b2 a4 b4 a6 b6 and cd likewise: a0 b0 c0 d0 a2 b2 c2 d2, and a4 b4 c4 d4 a6 b6 c6 d6; from the odd lanes
            // (`unpackhi`) the same of 1, 3, 5 and 7.
            let quarters = |ab: __m512d, cd: __m512d| {
                let (low, high) = (
                    _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                    _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15),
                );
                [
                    _mm512_permutex2var_pd(ab, low, cd),
                    _mm512_permutex2var_pd(ab, high, cd),
                ]
            };
            let [zero_two, four_six] = quarters(_mm512_unpacklo_pd(a.0, b.0), _mm512_unpacklo_pd(c.0, d.0));
            let [one_three, five_seven] =
                quarters(_mm512_unpackhi_pd(a.0, b.0), _mm512_unpackhi_pd(c.0, d.0));
            let (to, _) = to.as_flattened_mut().as_chunks_mut::<8>();
            let rows = [
                _mm512_shuffle_f64x2::<0b01_00_01_00>(zero_two, one_three),
                _mm512_shuffle_f64x2::<0b11_10_11_10>(zero_two, one_three),
                _mm512_shuffle_f64x2::<0b01_00_01_00>(four_six, five_seven),
                _mm512_shuffle_f64x2::<0b11_10_11_10>(four_six, five_seven),
            ];
            for k in 0..4 {
                _mm512_storeu_pd(to[k].as_mut_ptr(), rows[k]);
            }
        }
    }
}
