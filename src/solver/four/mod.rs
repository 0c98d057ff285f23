//! Four numbers in one register, where the compiler does not find out by itself that lanes pay: when the numbers come from
//! different places.

#![allow(
    unsafe_code,
    reason = "not every processor has these registers; `Four::new` says so"
)]

/// Four numbers.
pub(crate) trait Four: Copy {
    /// These numbers.
    ///
    /// # Safety
    /// The processor has the instructions these lanes are made for. Whoever has one of them may go on from there.
    unsafe fn new(numbers: [f64; 4]) -> Self;

    /// The first numbers of these pairs, and the second ones.
    ///
    /// # Safety
    /// As [`Four::new`].
    unsafe fn of_pairs(pairs: [&[f64; 2]; 4]) -> [Self; 2];

    /// `self + a b`.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// `self - a b`.
    fn sub_product(self, a: Self, b: Self) -> Self;

    /// Of numbers `[a, b, c, d]`: `[a, b, a, b]` and `[c, d, c, d]`.
    fn halves(self) -> [Self; 2];

    /// Of numbers `[a, b, c, d]`: `[a, a, b, b]` and `[c, c, d, d]`.
    fn spread(self) -> [Self; 2];

    /// Of numbers `[a, b, c, d]`: `[b, a, d, c]`.
    fn swapped(self) -> Self;

    /// `self + other`.
    fn plus(self, other: Self) -> Self;

    /// `self - other`.
    fn minus(self, other: Self) -> Self;

    /// `self * other`.
    fn times(self, other: Self) -> Self;

    /// `self / other`.
    fn over(self, other: Self) -> Self;

    /// Square roots.
    fn root(self) -> Self;

    /// `then` where this is positive, else the other.
    fn where_positive(self, then: Self, otherwise: Self) -> Self;

    /// The first numbers of all four, their second ones, and so on.
    fn transposed(all: [Self; 4]) -> [Self; 4];

    /// The sum of each of four.
    fn sums(of: [Self; 4]) -> Self;

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
    unsafe fn of_pairs(pairs: [&[f64; 2]; 4]) -> [Self; 2] {
        [0, 1].map(|k| pairs.map(|pair| pair[k]))
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|k| self[k] + a[k] * b[k])
    }

    #[inline(always)]
    fn sub_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|k| self[k] - a[k] * b[k])
    }

    #[inline(always)]
    fn halves(self) -> [Self; 2] {
        let [a, b, c, d] = self;
        [[a, b, a, b], [c, d, c, d]]
    }

    #[inline(always)]
    fn spread(self) -> [Self; 2] {
        let [a, b, c, d] = self;
        [[a, a, b, b], [c, c, d, d]]
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        let [a, b, c, d] = self;
        [b, a, d, c]
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
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] * other[k])
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        std::array::from_fn(|k| self[k] / other[k])
    }

    #[inline(always)]
    fn root(self) -> Self {
        self.map(f64::sqrt)
    }

    #[inline(always)]
    fn where_positive(self, then: Self, otherwise: Self) -> Self {
        std::array::from_fn(|k| if self[k] > 0.0 { then[k] } else { otherwise[k] })
    }

    #[inline(always)]
    fn transposed(all: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|k| all.map(|four| four[k]))
    }

    #[inline(always)]
    fn sums(of: [Self; 4]) -> Self {
        of.map(|[a, b, c, d]| (a + b) + (c + d))
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self
    }
}

#[cfg(target_arch = "x86_64")]
mod fused;

/// With AVX2 and fused multiply-add.
#[cfg(target_arch = "x86_64")]
pub(crate) use fused::Fused;
/// There is no such thing elsewhere, and nothing asks for it.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) type Fused = [f64; 4];

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is asked of lanes, in one list of numbers.
    ///
    /// # Safety
    /// As [`Four::new`].
    unsafe fn all<F: Four>() -> Vec<f64> {
        let a = [1.5, -2.0, 0.0, 0.1];
        let b = [0.7, 3.0, -0.0, f64::NAN];
        let pairs = [&[1.0, 2.0], &[3.0, 4.0], &[5.0, 6.0], &[7.0, 8.0]];
        // SAFETY: as the caller says.
        let (a, b, [first, second]) = unsafe { (F::new(a), F::new(b), F::of_pairs(pairs)) };
        let transposed = F::transposed([a, b, first, second]);
        let results = [
            a.plus(b),
            a.minus(b),
            a.times(b),
            a.over(b),
            first.root(),
            a.where_positive(first, second),
            b.where_positive(first, second),
            first,
            second,
            F::sums([a, first, second, a]),
            first.swapped(),
        ];
        let halves = [a.halves(), b.spread()].into_iter().flatten();
        let results = results.into_iter().chain(transposed).chain(halves);
        results.flat_map(F::numbers).collect()
    }

    #[test]
    fn registers_do_what_four_numbers_do() {
        // SAFETY: these need nothing.
        let plain = unsafe { all::<[f64; 4]>() };
        assert_eq!(plain[36..39], [-0.4, 16.0, 20.0]);
        assert_eq!(plain[20..28], [1.0, 4.0, 6.0, 7.0, 1.0, 3.0, 6.0, 8.0]);
        assert_eq!(plain[40..44], [3.0, 1.0, 7.0, 5.0]);
        assert_eq!(plain[44..47], [1.5, 0.7, 1.0]);
        if crate::solver::Hardware::here().is_fused() {
            // SAFETY: the processor was asked.
            let fused = unsafe { all::<Fused>() };
            let bits = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
            assert!(
                plain.iter().map(bits).eq(fused.iter().map(bits)),
                "{plain:?} {fused:?}"
            );
        }
    }
}
