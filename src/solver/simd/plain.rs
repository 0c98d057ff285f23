//! Lanes as plain arrays, for any processor; each operation is rounded by itself.

#![allow(unsafe_code, reason = "others need registers; these need nothing")]

use super::{Four, Lanes};

impl<const N: usize> Lanes<N> for [f64; N] {
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] * other[k])
    }

    #[inline(always)]
    fn sub_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|k| self[k] - a[k] * b[k])
    }

    #[inline(always)]
    unsafe fn new(numbers: [f64; N]) -> Self {
        numbers
    }

    #[inline(always)]
    unsafe fn of_pairs(pairs: [&[f64; 2]; N]) -> [Self; 2] {
        [0, 1].map(|k| pairs.map(|pair| pair[k]))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] + other[k])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] - other[k])
    }

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] / other[k])
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }

    #[inline(always)]
    fn select_positive(self, then: Self, otherwise: Self) -> Self {
        std::array::from_fn(|k| if self[k] > 0.0 { then[k] } else { otherwise[k] })
    }

    #[inline(always)]
    fn to_array(self) -> [f64; N] {
        self
    }

    #[inline(always)]
    fn transpose(all: [Self; 4], to: &mut [[f64; 4]; N]) {
        *to = std::array::from_fn(|k| all.map(|numbers| numbers[k]));
    }
}

impl Four for [f64; 4] {
    #[inline(always)]
    fn halves(self) -> [Self; 2] {
        [0, 2].map(|half| std::array::from_fn(|k| self[half + k % 2]))
    }

    #[inline(always)]
    fn spread(self) -> [Self; 2] {
        [0, 2].map(|half| std::array::from_fn(|k| self[half + k / 2]))
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|k| self[k] + a[k] * b[k])
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        let [a, b, c, d] = self;
        [b, a, d, c]
    }

    #[inline(always)]
    fn rotated(self) -> Self {
        let [a, b, c, d] = self;
        [b, c, d, a]
    }

    #[inline(always)]
    fn sums(of: [Self; 4]) -> Self {
        of.map(|[a, b, c, d]| (a + b) + (c + d))
    }
}
