//! Four lanes with AVX2 and fused multiply-add.

#![allow(
    unsafe_code,
    reason = "not every processor has these registers; `Lanes::new` says so"
)]

use super::{Four, Lanes};
use std::arch::x86_64::{
    __m256d, _CMP_GT_OQ, _mm_loadu_pd, _mm256_add_pd, _mm256_blend_pd, _mm256_blendv_pd, _mm256_cmp_pd,
    _mm256_div_pd, _mm256_fmadd_pd, _mm256_fnmadd_pd, _mm256_hadd_pd, _mm256_mul_pd, _mm256_permute_pd,
    _mm256_permute2f128_pd, _mm256_permute4x64_pd, _mm256_set_m128d, _mm256_set_pd, _mm256_setzero_pd,
    _mm256_sqrt_pd, _mm256_storeu_pd, _mm256_sub_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
};

/// Four numbers in a 256-bit register.
#[derive(Clone, Copy)]
pub struct F64x4(__m256d);

impl Lanes<4> for F64x4 {
    by_instruction! {
        times(self, other) = _mm256_mul_pd(self, other);
        sub_product(self, a, b) = _mm256_fnmadd_pd(a, b, self);
        plus(self, other) = _mm256_add_pd(self, other);
        minus(self, other) = _mm256_sub_pd(self, other);
        div(self, other) = _mm256_div_pd(self, other);
        sqrt(self) = _mm256_sqrt_pd(self);
    }

    #[inline(always)]
    unsafe fn new(numbers: [f64; 4]) -> Self {
        let [a, b, c, d] = numbers;
        // SAFETY: as the caller says.
        Self(unsafe { _mm256_set_pd(d, c, b, a) })
    }

    #[inline(always)]
    unsafe fn of_pairs(pairs: [&[f64; 2]; 4]) -> [Self; 2] {
        // SAFETY: as the caller says.
        unsafe {
            let [a, b, c, d] = pairs.map(|pair| _mm_loadu_pd(pair.as_ptr()));
            let (even, odd) = (_mm256_set_m128d(c, a), _mm256_set_m128d(d, b));
            [
                Self(_mm256_unpacklo_pd(even, odd)),
                Self(_mm256_unpackhi_pd(even, odd)),
            ]
        }
    }

    #[inline(always)]
    fn select_positive(self, then: Self, otherwise: Self) -> Self {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe {
            let positive = _mm256_cmp_pd::<_CMP_GT_OQ>(self.0, _mm256_setzero_pd());
            Self(_mm256_blendv_pd(otherwise.0, then.0, positive))
        }
    }

    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        let mut numbers = [0.0; 4];
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) };
        numbers
    }

    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4], to: &mut [[f64; 4]; 4]) {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe {
            let (ab, cd) = (_mm256_unpacklo_pd(a.0, b.0), _mm256_unpacklo_pd(c.0, d.0));
            let (ab_odd, cd_odd) = (_mm256_unpackhi_pd(a.0, b.0), _mm256_unpackhi_pd(c.0, d.0));
            let [first, second, third, fourth] = to;
            _mm256_storeu_pd(first.as_mut_ptr(), _mm256_permute2f128_pd::<0x20>(ab, cd));
            _mm256_storeu_pd(
                second.as_mut_ptr(),
                _mm256_permute2f128_pd::<0x20>(ab_odd, cd_odd),
            );
            _mm256_storeu_pd(third.as_mut_ptr(), _mm256_permute2f128_pd::<0x31>(ab, cd));
            _mm256_storeu_pd(
                fourth.as_mut_ptr(),
                _mm256_permute2f128_pd::<0x31>(ab_odd, cd_odd),
            );
        }
    }
}

impl Four for F64x4 {
    #[inline(always)]
    fn halves(self) -> [Self; 2] {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe {
            [
                Self(_mm256_permute2f128_pd::<0x00>(self.0, self.0)),
                Self(_mm256_permute2f128_pd::<0x11>(self.0, self.0)),
            ]
        }
    }

    #[inline(always)]
    fn spread(self) -> [Self; 2] {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe {
            [
                Self(_mm256_permute4x64_pd::<0b01_01_00_00>(self.0)),
                Self(_mm256_permute4x64_pd::<0b11_11_10_10>(self.0)),
            ]
        }
    }

    by_instruction! {
        add_product(self, a, b) = _mm256_fmadd_pd(a, b, self);
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        Self(unsafe { _mm256_permute_pd::<0b0101>(self.0) })
    }

    #[inline(always)]
    fn rotated(self) -> Self {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        Self(unsafe { _mm256_permute4x64_pd::<0b00_11_10_01>(self.0) })
    }

    #[inline(always)]
    fn sums([a, b, c, d]: [Self; 4]) -> Self {
        // SAFETY: a value of this type exists only where the processor has the instructions.
        unsafe {
            // ab = a01 b01 a23 b23 and cd = c01 d01 c23 d23; crossed = a23 b23 c01 d01, straight = a01 b01 c23 d23.
            let (ab, cd) = (_mm256_hadd_pd(a.0, b.0), _mm256_hadd_pd(c.0, d.0));
            let crossed = _mm256_permute2f128_pd::<0x21>(ab, cd);
            let straight = _mm256_blend_pd::<0b1100>(ab, cd);
            Self(_mm256_add_pd(crossed, straight))
        }
    }
}
