//! The arithmetic of 2 x 2 blocks. A block is `[a11, a21, a12, a22]`, column by column: what is done to it is done in one
//! register of four numbers.

use super::super::arithmetic::sub_product;

/// A block, column by column.
pub(super) type Block = [f64; 4];

/// A block r as `l r^T` takes it: its first column twice over, then its second.
pub(super) type Spread = [[f64; 4]; 2];

/// A block for the right of a product.
#[inline(always)]
pub(super) fn spread(r: &Block) -> Spread {
    [[r[0], r[0], r[1], r[1]], [r[2], r[2], r[3], r[3]]]
}

/// `c - l r^T`.
#[inline(always)]
pub(super) fn minus<const FUSED: bool>(c: Block, l: &Block, r: &Spread) -> Block {
    let (l1, l2) = ([l[0], l[1], l[0], l[1]], [l[2], l[3], l[2], l[3]]);
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = sub_product::<FUSED>(sub_product::<FUSED>(c[k], l1[k], r[0][k]), l2[k], r[1][k]);
    }
    out
}

/// The factor of a symmetric block of which the lower triangle counts, `[1 0; m 1] diag(a, p) [1 m; 0 1]`, as
/// `[1/a, m, 0, 1/p]`; false where a row has less than a part `least` left of its diagonal. No inverse is formed: where rows
/// all but depend on each other, it would drown what they have in common.
#[inline(always)]
pub(super) fn pivot<const FUSED: bool>([a, b, _, d]: Block, whole: [f64; 2], least: f64) -> (Block, bool) {
    let determinant = sub_product::<FUSED>(a * d, b, b);
    let sound = (a > least * whole[0]) & (determinant > least * whole[1] * a) & (determinant < f64::INFINITY);
    // Two divisions side by side.
    let (inverse, rest) = (1.0 / a, a / determinant);
    ([inverse, b * inverse, 0.0, rest], sound)
}

/// The pivots of a factored block.
pub(super) fn pivots([a, _, _, p]: &Block) -> [f64; 2] {
    [1.0 / a, 1.0 / p]
}

/// A block below a pivot: `L D`, with the second column freed of the first.
#[inline(always)]
pub(super) fn raw<const FUSED: bool>(block: &Block, pivot: &Block) -> Block {
    let mut out = *block;
    for k in 0..2 {
        out[k + 2] = sub_product::<FUSED>(block[k + 2], pivot[1], block[k]);
    }
    out
}

/// L from `L D`.
#[inline(always)]
pub(super) fn scaled(raw: &Block, pivot: &Block) -> Block {
    let d = [pivot[0], pivot[0], pivot[3], pivot[3]];
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = raw[k] * d[k];
    }
    out
}

/// `x - l y`.
#[inline(always)]
pub(super) fn less<const FUSED: bool>(x: [f64; 2], l: &Block, y: [f64; 2]) -> [f64; 2] {
    let mut out = x;
    for k in 0..2 {
        out[k] = sub_product::<FUSED>(sub_product::<FUSED>(x[k], l[k], y[0]), l[k + 2], y[1]);
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
        let r = spread(&[7.0, 4.0, -1.0, 2.0]);
        assert_eq!(minus::<false>([0.0; 4], &L, &r), [-4.0, -9.0, -10.0, -18.0]);
        assert_eq!(less::<false>([0.0; 2], &L, [1.0, -1.0]), [2.0, 3.0]);
        assert_eq!(less_transposed::<false>([0.0; 2], &L, [1.0, -1.0]), [1.0, 2.0]);
    }

    #[test]
    fn a_block_is_its_factor_multiplied_out() {
        let (pivot, sound) = pivot::<false>([4.0, 2.0, 2.0, 3.0], [4.0, 3.0], 0.5);
        assert!(sound);
        // [4 2; 2 3] = [1 0; 0.5 1] diag(4, 2) [1 0.5; 0 1]
        assert_eq!(pivot, [0.25, 0.5, 0.0, 0.5]);
        assert_eq!(pivots(&pivot), [4.0, 2.0]);
        // What is below times the upper triangle: [1 2.5; 2 4] = [1 2; 2 3] [1 0.5; 0 1]
        let raw = raw::<false>(&[1.0, 2.0, 2.5, 4.0], &pivot);
        assert_eq!(raw, [1.0, 2.0, 2.0, 3.0]);
        assert_eq!(scaled(&raw, &pivot), [0.25, 0.5, 1.0, 1.5]);
    }

    #[test]
    fn a_pivot_that_has_lost_its_digits_is_not_sound() {
        let block = [4.0, 2.0, 2.0, 3.0];
        assert!(!pivot::<false>(block, [4.0, 3.0], 0.7).1);
        assert!(!pivot::<false>([f64::NAN, 2.0, 2.0, 3.0], [4.0, 3.0], 0.0).1);
    }
}
