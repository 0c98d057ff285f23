//! Arithmetic of 2 x 2 blocks. A block is `[a11, a21, a12, a22]`, column by column, and is held in one register of four numbers.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::super::arithmetic::{add_product, sub_product};
use crate::simd::Four;

/// A block, column by column.
pub(super) type Block = [f64; 4];

/// A block r laid out for the product `l r^T`: each number of its first column twice (`[r11, r11, r21, r21]`), then of its second.
pub(super) type Spread = [[f64; 4]; 2];

/// `c - l r^T`, with r in the form of [`Spread`].
#[inline(always)]
pub(super) fn minus<F: Four>(c: F, l: F, r: [F; 2]) -> F {
    let [first, second] = l.halves();
    c.sub_product(first, r[0]).sub_product(second, r[1])
}

/// LDL^T factor of a symmetric block `[a b; b d]`: `[1 0; m 1] diag(a, p) [1 m; 0 1]`.
#[derive(Clone, Copy, Default)]
pub(super) struct Pivot {
    a: f64,
    b: f64,
    m: f64,
    /// `1/a` and `1/(a p)`, the inverse of the determinant.
    inverse: [f64; 2],
}

/// Stored form of a factored diagonal block: `[1/a, m, 0, 1/p]`.
pub(super) fn stored(pivot: &Pivot) -> Block {
    let [inverse, rest] = pivot.inverse;
    [inverse, pivot.m, 0.0, rest * pivot.a]
}

/// Factors a symmetric block, of which only the lower triangle is read. No inverse is formed: where the two rows nearly depend on each
/// other its entries are huge, and their rounding would drown the component that the rows have in common.
#[inline(always)]
pub(super) fn pivot<const FUSED: bool>(
    [a, b, _, d]: Block,
    diagonal_of_a: [f64; 2],
    margins: &mut PivotMargin,
) -> Pivot {
    let determinant = sub_product::<FUSED>(a * d, b, b);
    margins.record::<FUSED>([a, determinant], diagonal_of_a);
    // Two independent divisions; the next column depends on the second.
    let inverse = [1.0 / a, 1.0 / determinant];
    let m = b * inverse[0];
    Pivot { a, b, m, inverse }
}

/// Smallest margins of the pivots of all blocks, by which they exceed the fraction `least` of the diagonal. The margin of the first row is
/// `a - least d_1`. That of the second, `p - least d_2`, is multiplied by `a`, since the determinant `a p` is at hand and p is not.
/// A running minimum takes less time than a comparison of each pivot.
#[derive(Clone, Copy)]
pub(super) struct PivotMargin {
    least: f64,
    margin: [f64; 2],
    /// Sum of 0 times every determinant: not zero where one was not finite.
    nan_probe: f64,
}

impl PivotMargin {
    pub(super) fn new(least: f64) -> Self {
        Self {
            least,
            margin: [f64::INFINITY; 2],
            nan_probe: 0.0,
        }
    }

    #[inline(always)]
    fn record<const FUSED: bool>(&mut self, [a, determinant]: [f64; 2], diagonal_of_a: [f64; 2]) {
        let beyond = [
            sub_product::<FUSED>(a, self.least, diagonal_of_a[0]),
            sub_product::<FUSED>(determinant, self.least * diagonal_of_a[1], a),
        ];
        for k in 0..2 {
            // Same as the processor's `min`: NaN leaves the old minimum.
            self.margin[k] = if beyond[k] < self.margin[k] {
                beyond[k]
            } else {
                self.margin[k]
            };
        }
        self.nan_probe = add_product::<FUSED>(self.nan_probe, determinant, 0.0);
    }

    /// Whether all pivots were finite and above `least` times their diagonal.
    pub(super) fn is_sound(&self) -> bool {
        self.margin[0] > 0.0 && self.margin[1] > 0.0 && self.nan_probe == 0.0
    }
}

/// Returns the two pivots `[a, p]` of a factored block.
pub(super) fn pivots([a, _, _, p]: &Block) -> [f64; 2] {
    [1.0 / a, 1.0 / p]
}

/// A factored diagonal block, laid out for the operations on the blocks below it.
#[derive(Clone, Copy)]
pub(super) struct Scales<F> {
    /// `[1, 1, a, a]` and `[0, 0, b, b]`.
    pub(super) a: F,
    pub(super) b: F,
    /// `[m, m, 0, 0]`.
    pub(super) m: F,
    /// `one`: `1/a` four times; `rest`: `1/(a p)` four times; `d`: `1/a` twice and `1/(a² p)` twice.
    pub(super) one: F,
    pub(super) rest: F,
    pub(super) d: F,
}

impl<F: Four> Scales<F> {
    /// # Safety
    /// As [`Lanes::new`](crate::simd::Lanes::new).
    #[inline(always)]
    pub(super) unsafe fn new(pivot: &Pivot) -> Self {
        let Pivot {
            a,
            b,
            m,
            inverse: [one, rest],
        } = *pivot;
        // SAFETY: as the caller says.
        unsafe {
            Self {
                a: F::new([1.0, 1.0, a, a]),
                b: F::new([0.0, 0.0, b, b]),
                m: F::new([m, m, 0.0, 0.0]),
                one: F::new([one; 4]),
                rest: F::new([rest; 4]),
                d: F::new([one, one, one * rest, one * rest]),
            }
        }
    }
}

impl<F: Four> Scales<F> {
    /// Eliminates the first column of a block below the pivot from the second: `[r1, a r2 - b r1]`. The second column is left
    /// multiplied by `a`, so that it does not depend on the division.
    #[inline(always)]
    pub(super) fn eliminate_first_column(&self, r: F) -> F {
        let [first, _] = r.halves();
        r.times(self.a).sub_product(self.b, first)
    }

    /// Scales such a block r to the l with `l r^T = r D^-1 r^T`.
    #[inline(always)]
    pub(super) fn scaled(&self, r: F) -> F {
        r.times(self.d)
    }

    /// `c - l D^-1 r^T` from such blocks l and r, for the next column, which waits for the result: all products but the last are
    /// computed during the division.
    #[inline(always)]
    pub(super) fn minus(&self, c: F, l: F, r: F) -> F {
        let [rest, product] = self.minus_first(c, l, r);
        rest.sub_product(product, self.rest)
    }

    /// The same before the last product: the sum so far, and the term to be multiplied by `1/(a p)` and subtracted.
    #[inline(always)]
    pub(super) fn minus_first(&self, c: F, l: F, r: F) -> [F; 2] {
        let ([first, second], [by, again]) = (l.halves(), r.spread());
        [
            c.sub_product(first.times(by), self.one),
            second.times(again).times(self.one),
        ]
    }

    /// L from a block returned by [`Scales::scaled`], with the pivot's block as D: `r D^-1`.
    #[inline(always)]
    pub(super) fn block_of_l(&self, scaled: F) -> F {
        let out = scaled.times(self.a);
        let [_, second] = out.halves();
        out.sub_product(self.m, second)
    }
}

/// `D^-1 y`, from the stored form of a factored block.
#[inline(always)]
pub(super) fn divided<const FUSED: bool>(y: [f64; 2], &[inverse, m, _, rest]: &Block) -> [f64; 2] {
    let last = sub_product::<FUSED>(y[1], m, y[0]) * rest;
    [sub_product::<FUSED>(y[0] * inverse, m, last), last]
}

/// `x - l y`.
#[inline(always)]
pub(super) fn sub_block_product<const FUSED: bool>(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
    let mut out = x;
    for k in 0..2 {
        out[k] = sub_product::<FUSED>(sub_product::<FUSED>(x[k], y[0], l[k]), y[1], l[k + 2]);
    }
    out
}

/// `x - l^T y`.
#[inline(always)]
pub(super) fn sub_block_transposed_product<const FUSED: bool>(
    x: [f64; 2],
    l: &Block,
    y: [f64; 2],
) -> [f64; 2] {
    let mut out = x;
    for k in 0..2 {
        out[k] = sub_product::<FUSED>(sub_product::<FUSED>(x[k], l[2 * k], y[0]), l[2 * k + 1], y[1]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: Block = [1.0, 2.0, 3.0, 5.0];

    #[test]
    fn products_are_those_of_matrices() {
        // [1 3; 2 5] [7 -1; 4 2]^T = [4 10; 9 18]
        let r: Block = [7.0, 4.0, -1.0, 2.0];
        assert_eq!(minus([0.0; 4], L, r.spread()), [-4.0, -9.0, -10.0, -18.0]);
        assert_eq!(sub_block_product::<false>([0.0; 2], &L, [1.0, -1.0]), [2.0, 3.0]);
        assert_eq!(
            sub_block_transposed_product::<false>([0.0; 2], &L, [1.0, -1.0]),
            [1.0, 2.0]
        );
    }

    #[test]
    fn a_block_is_its_factor_multiplied_out() {
        let mut margins = PivotMargin::new(0.5);
        let pivot = pivot::<false>([4.0, 2.0, 2.0, 3.0], [4.0, 3.0], &mut margins);
        assert!(margins.is_sound());
        // [4 2; 2 3] = [1 0; 0.5 1] diag(4, 2) [1 0.5; 0 1]
        assert_eq!(stored(&pivot), [0.25, 0.5, 0.0, 0.5]);
        assert_eq!(pivots(&stored(&pivot)), [4.0, 2.0]);
        // The block below times the inverse: [1 2.5; 2 4] [3 -2; -2 4] / 8
        // SAFETY: a plain array runs on any processor.
        let scales: Scales<Block> = unsafe { Scales::new(&pivot) };
        let r = scales.eliminate_first_column([1.0, 2.0, 2.5, 4.0]);
        let scaled = scales.scaled(r);
        assert_eq!(scales.block_of_l(scaled), [-0.25, -0.25, 1.0, 1.5]);
        // [1 2.5; 2 4] D^-1 [1 2.5; 2 4]^T
        let product = minus([0.0; 4], scaled, r.spread());
        assert_eq!(product, [-2.25, -3.5, -3.5, -5.5]);
        assert_eq!(scales.minus([0.0; 4], r, r), product);
    }

    #[test]
    fn a_pivot_that_has_lost_its_digits_is_not_sound() {
        let (good, diagonal) = ([4.0, 2.0, 2.0, 3.0], [4.0, 3.0]);
        let is_sound = |least: f64, blocks: &[Block]| {
            let mut margins = PivotMargin::new(least);
            for &block in blocks {
                pivot::<false>(block, diagonal, &mut margins);
            }
            margins.is_sound()
        };
        assert!(is_sound(0.6, &[good]));
        assert!(!is_sound(0.7, &[good]));
        assert!(!is_sound(0.1, &[good, [4.0, 2.0, 2.0, 1.0], good]));
        assert!(!is_sound(0.1, &[good, [0.1, 0.0, 0.0, 3.0], good]));
        for bad in [f64::NAN, f64::INFINITY] {
            for k in [0, 1, 3] {
                let mut block = good;
                block[k] = bad;
                assert!(!is_sound(0.0, &[good, block, good]), "{block:?}");
            }
        }
    }
}
