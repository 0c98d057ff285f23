//! The arithmetic of 2 x 2 blocks. A block is `[a11, a21, a12, a22]`, column by column: what is done to it is done in one
//! register of four numbers.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has; `Lanes::new` says so"
)]

use super::super::arithmetic::{add_product, sub_product};
use crate::simd::{Blocks, Four};

/// A block, column by column.
pub(super) type Block = [f64; 4];

/// A block r as `l r^T` takes it: its first column twice over, then its second.
pub(super) type Spread = [[f64; 4]; 2];

/// `c - l r^T`, with r spread.
#[inline(always)]
pub(super) fn minus<F: Blocks>(c: F, l: F, r: [F; 2]) -> F {
    let [first, second] = l.halves();
    c.sub_product(first, r[0]).sub_product(second, r[1])
}

/// The factor of a symmetric block `[a b; b d]`, as it is put to use: `[1 0; m 1] diag(a, p) [1 m; 0 1]`.
#[derive(Clone, Copy, Default)]
pub(super) struct Pivot {
    a: f64,
    b: f64,
    m: f64,
    /// `1/a`, and `1/(a p)`, that of the determinant.
    inverse: [f64; 2],
}

/// What is kept of a factored block: `[1/a, m, 0, 1/p]`.
pub(super) fn kept(pivot: &Pivot) -> Block {
    let [inverse, rest] = pivot.inverse;
    [inverse, pivot.m, 0.0, rest * pivot.a]
}

/// Factors a symmetric block of which the lower triangle counts. No inverse is formed: where rows all but depend on each other,
/// it would drown what they have in common.
#[inline(always)]
pub(super) fn pivot<const FUSED: bool>([a, b, _, d]: Block, whole: [f64; 2], left: &mut Left) -> Pivot {
    let determinant = sub_product::<FUSED>(a * d, b, b);
    left.see::<FUSED>([a, determinant], whole);
    // Two divisions side by side; the next column waits for the second.
    let inverse = [1.0 / a, 1.0 / determinant];
    let m = b * inverse[0];
    Pivot { a, b, m, inverse }
}

/// What is left of rows where they are pivots, beyond a part `least` of their diagonal: the smallest of both that was seen.
/// Comparing each would take longer.
#[derive(Clone, Copy)]
pub(super) struct Left {
    least: f64,
    beyond: [f64; 2],
    /// Nothing times all determinants, or times all of both: not zero where one was not finite.
    nothing: f64,
}

impl Left {
    pub(super) fn new(least: f64) -> Self {
        Self::found(least, [f64::INFINITY; 2], 0.0)
    }

    #[inline(always)]
    fn see<const FUSED: bool>(&mut self, [a, determinant]: [f64; 2], whole: [f64; 2]) {
        let beyond = [
            sub_product::<FUSED>(a, self.least, whole[0]),
            sub_product::<FUSED>(determinant, self.least * whole[1], a),
        ];
        for k in 0..2 {
            // As the processor has it: the other where one is no number.
            self.beyond[k] = if beyond[k] < self.beyond[k] {
                beyond[k]
            } else {
                self.beyond[k]
            };
        }
        self.nothing = add_product::<FUSED>(self.nothing, determinant, 0.0);
    }

    /// What was found elsewhere: the smallest beyond `least` times the diagonal, and nothing times all that was seen.
    pub(super) fn found(least: f64, beyond: [f64; 2], nothing: f64) -> Self {
        Self {
            least,
            beyond,
            nothing,
        }
    }

    /// Whether all had more than that left.
    pub(super) fn is_sound(&self) -> bool {
        self.beyond[0] > 0.0 && self.beyond[1] > 0.0 && self.nothing == 0.0
    }
}

/// The pivots of a factored block.
pub(super) fn pivots([a, _, _, p]: &Block) -> [f64; 2] {
    [1.0 / a, 1.0 / p]
}

/// A pivot as blocks are worked on with it.
#[derive(Clone, Copy)]
pub(super) struct Scales<F> {
    /// `[1, 1, a, a]` and `[0, 0, b, b]`.
    pub(super) a: F,
    pub(super) b: F,
    /// `[m, m, 0, 0]`.
    pub(super) m: F,
    /// `1/a` and `1/(a p)` four times, and `1/a` and `1/(a² p)` twice each.
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

impl<F: Blocks> Scales<F> {
    /// A block below a pivot, the second column freed of the first: `[r1, a r2 - b r1]`. Times `a`, so as not to wait for the
    /// division.
    #[inline(always)]
    pub(super) fn freed(&self, r: F) -> F {
        let [first, _] = r.halves();
        r.times(self.a).sub_product(self.b, first)
    }

    /// What such a block is to be multiplied by: `l r^T = r D^-1 r^T`.
    #[inline(always)]
    pub(super) fn scaled(&self, freed: F) -> F {
        freed.times(self.d)
    }

    /// `c - l D^-1 r^T` from such blocks, for the column that waits for it: all but the last product is made beside the
    /// division.
    #[inline(always)]
    pub(super) fn minus(&self, c: F, l: F, r: F) -> F {
        let [rest, product] = self.minus_first(c, l, r);
        rest.sub_product(product, self.rest)
    }

    /// What that is before the last product, and what is to be multiplied by `1/(a p)`.
    #[inline(always)]
    pub(super) fn minus_first(&self, c: F, l: F, r: F) -> [F; 2] {
        let ([first, second], [by, again]) = (l.halves(), r.spread());
        [
            c.sub_product(first.times(by), self.one),
            second.times(again).times(self.one),
        ]
    }

    /// L from that, with the pivot's block as D: `r D^-1`.
    #[inline(always)]
    pub(super) fn whole(&self, scaled: F) -> F {
        let out = scaled.times(self.a);
        let [_, second] = out.halves();
        out.sub_product(self.m, second)
    }
}

/// `D^-1 y`, from what is kept of a factored block.
#[inline(always)]
pub(super) fn divided<const FUSED: bool>(y: [f64; 2], &[inverse, m, _, rest]: &Block) -> [f64; 2] {
    let last = sub_product::<FUSED>(y[1], m, y[0]) * rest;
    [sub_product::<FUSED>(y[0] * inverse, m, last), last]
}

/// `x - l y`.
#[inline(always)]
pub(super) fn less<const FUSED: bool>(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
    let mut out = x;
    for k in 0..2 {
        out[k] = sub_product::<FUSED>(sub_product::<FUSED>(x[k], y[0], l[k]), y[1], l[k + 2]);
    }
    out
}

/// `x - l^T y`.
#[inline(always)]
pub(super) fn less_transposed<const FUSED: bool>(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
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
        assert_eq!(less::<false>([0.0; 2], &L, [1.0, -1.0]), [2.0, 3.0]);
        assert_eq!(less_transposed::<false>([0.0; 2], &L, [1.0, -1.0]), [1.0, 2.0]);
    }

    #[test]
    fn a_block_is_its_factor_multiplied_out() {
        let mut left = Left::new(0.5);
        let pivot = pivot::<false>([4.0, 2.0, 2.0, 3.0], [4.0, 3.0], &mut left);
        assert!(left.is_sound());
        // [4 2; 2 3] = [1 0; 0.5 1] diag(4, 2) [1 0.5; 0 1]
        assert_eq!(kept(&pivot), [0.25, 0.5, 0.0, 0.5]);
        assert_eq!(pivots(&kept(&pivot)), [4.0, 2.0]);
        // What is below times the inverse: [1 2.5; 2 4] [3 -2; -2 4] / 8
        // SAFETY: four numbers need nothing.
        let scales: Scales<Block> = unsafe { Scales::new(&pivot) };
        let freed = scales.freed([1.0, 2.0, 2.5, 4.0]);
        let scaled = scales.scaled(freed);
        assert_eq!(scales.whole(scaled), [-0.25, -0.25, 1.0, 1.5]);
        // [1 2.5; 2 4] D^-1 [1 2.5; 2 4]^T
        let product = minus([0.0; 4], scaled, freed.spread());
        assert_eq!(product, [-2.25, -3.5, -3.5, -5.5]);
        assert_eq!(scales.minus([0.0; 4], freed, freed), product);
    }

    #[test]
    fn a_pivot_that_has_lost_its_digits_is_not_sound() {
        let (good, diagonal) = ([4.0, 2.0, 2.0, 3.0], [4.0, 3.0]);
        let is_sound = |least: f64, blocks: &[Block]| {
            let mut left = Left::new(least);
            for &block in blocks {
                pivot::<false>(block, diagonal, &mut left);
            }
            left.is_sound()
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
