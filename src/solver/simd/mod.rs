//! Explicit SIMD: four or eight numbers in one register, for code that the compiler does not vectorise by itself, because the numbers
//! come from different places.

#![allow(
    unsafe_code,
    reason = "not every processor has these registers; `Lanes::new` says so"
)]

/// N lanes with element-wise operations.
pub trait Lanes<const N: usize>: Copy {
    /// Loads N numbers.
    ///
    /// # Safety
    /// The processor has the instructions that the type is made for. The safe methods rely on it: a value exists only on such a processor.
    unsafe fn new(numbers: [f64; N]) -> Self;

    /// Loads N pairs: the first numbers of all pairs, and the second numbers.
    ///
    /// # Safety
    /// As [`Lanes::new`].
    unsafe fn of_pairs(pairs: [&[f64; 2]; N]) -> [Self; 2];

    /// `self + other`.
    fn plus(self, other: Self) -> Self;

    /// `self - other`.
    fn minus(self, other: Self) -> Self;

    /// `self * other`.
    fn times(self, other: Self) -> Self;

    /// `self - a b`.
    fn sub_product(self, a: Self, b: Self) -> Self;

    /// `self / other`.
    fn div(self, other: Self) -> Self;

    /// Square roots.
    fn sqrt(self) -> Self;

    /// Lane by lane, `then` where `self` is positive, else `otherwise`.
    fn select_positive(self, then: Self, otherwise: Self) -> Self;

    /// Returns the lanes as an array.
    fn to_array(self) -> [f64; N];

    /// Stores the transpose: row k of `to` has lane k of all four.
    fn transpose(all: [Self; 4], to: &mut [[f64; 4]; N]);
}

/// Further operations of four lanes.
pub trait Four: Lanes<4> {
    /// `self + a b`.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// From a block `[a, b, c, d]`: `[a, b, a, b]` and `[c, d, c, d]`.
    fn halves(self) -> [Self; 2];

    /// From a block `[a, b, c, d]`: `[a, a, b, b]` and `[c, c, d, d]`.
    fn spread(self) -> [Self; 2];

    /// From `[a, b, c, d]`: `[b, a, d, c]`.
    fn swapped(self) -> Self;

    /// From `[a, b, c, d]`: `[b, c, d, a]`.
    fn rotated(self) -> Self;

    /// Horizontal sums: lane k is the sum of the lanes of `of[k]`.
    fn sums(of: [Self; 4]) -> Self;
}

mod dispatch;
mod plain;
mod unchecked;

pub use crate::{in_all_lanes, in_lanes};
pub use unchecked::{RequiredLengths, array_at_unchecked, array_at_unchecked_mut};

/// Defines methods that are one instruction on all lanes.
#[cfg(target_arch = "x86_64")]
macro_rules! by_instruction {
    ($($name:ident($this:ident $(, $other:ident)*) = $instruction:ident($($operand:ident),*);)*) => {$(
        #[inline(always)]
        fn $name($this $(, $other: Self)*) -> Self {
            // SAFETY: a value of this type exists only where the processor has the instructions.
            Self(unsafe { $instruction($($operand.0),*) })
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
mod f64x4;
#[cfg(target_arch = "x86_64")]
mod f64x8;

/// Four lanes with AVX2 and fused multiply-add.
#[cfg(target_arch = "x86_64")]
pub use f64x4::F64x4;
/// Eight lanes with AVX-512.
#[cfg(target_arch = "x86_64")]
pub use f64x8::F64x8;
/// Stand-in for processors without these registers, where it is never used.
#[cfg(not(target_arch = "x86_64"))]
pub type F64x4 = [f64; 4];
#[cfg(not(target_arch = "x86_64"))]
pub type F64x8 = [f64; 8];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hardware;

    /// Results of all operations for any number of lanes, in one list.
    ///
    /// # Safety
    /// As [`Lanes::new`].
    unsafe fn any<const N: usize, F: Lanes<N>>() -> Vec<f64> {
        const A: [f64; 4] = [1.5, -2.0, 0.0, 0.1];
        const B: [f64; 4] = [0.7, 3.0, -0.0, f64::NAN];
        const PAIRS: [[f64; 2]; 8] = [
            [1.0, 2.0],
            [3.0, 4.0],
            [5.0, 6.0],
            [7.0, 8.0],
            [9.0, 10.0],
            [0.5, -1.0],
            [0.0, 0.25],
            [12.0, -0.0],
        ];
        // SAFETY: as the caller says.
        let (a, b, [first, second]) = unsafe {
            (
                F::new(std::array::from_fn(|k| A[k % 4] + (k / 4) as f64)),
                F::new(std::array::from_fn(|k| B[k % 4] + (k / 4) as f64)),
                F::of_pairs(std::array::from_fn(|k| &PAIRS[k])),
            )
        };
        let results = [
            a.plus(b),
            a.minus(b),
            a.times(b),
            a.div(b),
            first.sqrt(),
            a.select_positive(first, second),
            b.select_positive(first, second),
            first,
            second,
        ];
        let mut across = [[0.0; 4]; N];
        F::transpose([a, b, first, second], &mut across);
        let results = results.into_iter().flat_map(F::to_array);
        results.chain(across.into_iter().flatten()).collect()
    }

    /// Results of the operations of [`Four`].
    ///
    /// # Safety
    /// As [`Lanes::new`].
    unsafe fn four<F: Four>() -> Vec<f64> {
        // SAFETY: as the caller says.
        let (a, b) = unsafe { (F::new([1.5, -2.0, 0.0, 0.1]), F::new([1.0, 3.0, 5.0, 7.0])) };
        let results = [
            F::sums([a, b, b, a]),
            b.swapped(),
            b.rotated(),
            a.add_product(b, b),
        ];
        let blocks = [a.halves(), b.spread()].into_iter().flatten();
        let results = results.into_iter().chain(blocks);
        results.flat_map(F::to_array).collect()
    }

    fn bits(numbers: &[f64]) -> Vec<u64> {
        let bits = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
        numbers.iter().map(bits).collect()
    }

    #[test]
    fn registers_do_what_numbers_do() {
        // SAFETY: plain arrays run on any processor.
        let (plain, both, others) =
            unsafe { (any::<4, [f64; 4]>(), any::<8, [f64; 8]>(), four::<[f64; 4]>()) };
        assert_eq!(plain[20..28], [1.0, 4.0, 6.0, 7.0, 1.0, 3.0, 6.0, 8.0]);
        assert_eq!(plain[36..40], [1.5, 0.7, 1.0, 2.0]);
        assert_eq!(others[16..20], [1.5, -2.0, 1.5, -2.0]);
        assert_eq!(others[24..28], [1.0, 1.0, 3.0, 3.0]);
        assert_eq!(others[1..4], [16.0, 16.0, others[3]]);
        assert_eq!(others[4..12], [3.0, 1.0, 7.0, 5.0, 3.0, 5.0, 7.0, 1.0]);
        let here = Hardware::here();
        if here.is_fused() {
            // SAFETY: `is_fused` says that the processor has AVX2 and FMA.
            let (lanes, four) = unsafe { (any::<4, F64x4>(), four::<F64x4>()) };
            assert_eq!(bits(&plain), bits(&lanes));
            assert_eq!(bits(&others), bits(&four));
        }
        if here.is_wide() {
            // SAFETY: `is_wide` says that the processor has AVX-512.
            let lanes = unsafe { any::<8, F64x8>() };
            assert_eq!(bits(&both), bits(&lanes));
        }
    }
}
