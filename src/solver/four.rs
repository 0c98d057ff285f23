//! Four numbers in one register, where the compiler does not find out by itself that lanes pay: when the numbers come from
//! different places.

#![allow(
    unsafe_code,
    reason = "not every processor has these registers; `Four::new` says so"
)]

/// Four numbers.
pub(super) trait Four: Copy {
    /// These numbers.
    ///
    /// # Safety
    /// The processor has the instructions these lanes are made for. Whoever has one of them may go on from there.
    unsafe fn new(numbers: [f64; 4]) -> Self;

    /// `self + a b`.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// `self * other`.
    fn times(self, other: Self) -> Self;

    /// The numbers.
    fn numbers(self) -> [f64; 4];
}

/// For any processor, each rounded by itself.
impl Four for [f64; 4] {
    #[inline(always)]
    unsafe fn new(numbers: [f64; 4]) -> Self {
        numbers
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|k| self[k] + a[k] * b[k])
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] * other[k])
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self
    }
}

/// With AVX2 and fused multiply-add.
#[cfg(target_arch = "x86_64")]
pub(super) use fused::Fused;
/// There is no such thing elsewhere, and nothing asks for it.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Fused = [f64; 4];

#[cfg(target_arch = "x86_64")]
mod fused {
    #![allow(
        unsafe_code,
        reason = "not every processor has these registers; `Four::new` says so"
    )]

    use super::Four;
    use std::arch::x86_64::{__m256d, _mm256_fmadd_pd, _mm256_mul_pd, _mm256_set_pd, _mm256_storeu_pd};

    #[derive(Clone, Copy)]
    pub(in super::super) struct Fused(__m256d);

    impl Four for Fused {
        #[inline(always)]
        unsafe fn new(numbers: [f64; 4]) -> Self {
            let [a, b, c, d] = numbers;
            // SAFETY: as the caller says.
            Self(unsafe { _mm256_set_pd(d, c, b, a) })
        }

        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            // SAFETY: there are such lanes, so there are the instructions.
            Self(unsafe { _mm256_fmadd_pd(a.0, b.0, self.0) })
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            // SAFETY: there are such lanes, so there are the instructions.
            Self(unsafe { _mm256_mul_pd(self.0, other.0) })
        }

        #[inline(always)]
        fn numbers(self) -> [f64; 4] {
            let mut numbers = [0.0; 4];
            // SAFETY: there are such lanes, so there are the instructions.
            unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) };
            numbers
        }
    }
}
