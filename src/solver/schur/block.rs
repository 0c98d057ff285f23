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

/// The factor of a symmetric block `[a b; b d]`, as it is put to use: `[1 0; m 1] diag(a, p) [1 m; 0 1]`.
#[derive(Clone, Copy, Default)]
pub(super) struct Pivot {
    a: f64,
    b: f64,
    m: f64,
    /// `1/a`, and `1/(a² p)`.
    inverse: [f64; 2],
}

/// What is kept of a factored block: `[1/a, m, 0, 1/p]`.
pub(super) fn kept(pivot: &Pivot) -> Block {
    let [inverse, rest] = pivot.inverse;
    [inverse, pivot.m, 0.0, rest * (pivot.a * pivot.a)]
}

/// Factors a symmetric block of which the lower triangle counts; false where a row has less than a part `least` left of its
/// diagonal. No inverse is formed: where rows all but depend on each other, it would drown what they have in common.
#[inline(always)]
pub(super) fn pivot<const FUSED: bool>([a, b, _, d]: Block, whole: [f64; 2], least: f64) -> (Pivot, bool) {
    let determinant = sub_product::<FUSED>(a * d, b, b);
    let sound = (a > least * whole[0]) & (determinant > least * whole[1] * a) & (determinant < f64::INFINITY);
    // Two divisions side by side; the next column waits for the second.
    let inverse = [1.0 / a, 1.0 / (a * determinant)];
    let m = b * inverse[0];
    (Pivot { a, b, m, inverse }, sound)
}

/// The pivots of a factored block.
pub(super) fn pivots([a, _, _, p]: &Block) -> [f64; 2] {
    [1.0 / a, 1.0 / p]
}

/// A block below a pivot, the second column freed of the first: `[r1, a r2 - b r1]`. Times `a`, so as not to wait for the
/// division.
#[inline(always)]
pub(super) fn freed<const FUSED: bool>(r: &Block, pivot: &Pivot) -> Block {
    let mut out = *r;
    for k in 0..2 {
        out[k + 2] = sub_product::<FUSED>(pivot.a * r[k + 2], pivot.b, r[k]);
    }
    out
}

/// What such a block is to be multiplied by: `l r^T = r D^-1 r^T`.
#[inline(always)]
pub(super) fn scaled(freed: &Block, pivot: &Pivot) -> Block {
    let [one, two] = pivot.inverse;
    let d = [one, one, two, two];
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = freed[k] * d[k];
    }
    out
}

/// L from that, with the pivot's block as D: `r D^-1`.
#[inline(always)]
pub(super) fn whole<const FUSED: bool>(scaled: &Block, pivot: &Pivot) -> Block {
    let (by, m) = ([1.0, 1.0, pivot.a, pivot.a], [pivot.m, pivot.m, 0.0, 0.0]);
    let mut out = [0.0; 4];
    for k in 0..4 {
        out[k] = scaled[k] * by[k];
    }
    let second = [out[2], out[3], out[2], out[3]];
    for k in 0..4 {
        out[k] = sub_product::<FUSED>(out[k], m[k], second[k]);
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
        assert_eq!(kept(&pivot), [0.25, 0.5, 0.0, 0.5]);
        assert_eq!(pivots(&kept(&pivot)), [4.0, 2.0]);
        // What is below times the inverse: [1 2.5; 2 4] [3 -2; -2 4] / 8
        let freed = freed::<false>(&[1.0, 2.0, 2.5, 4.0], &pivot);
        let scaled = scaled(&freed, &pivot);
        assert_eq!(whole::<false>(&scaled, &pivot), [-0.25, -0.25, 1.0, 1.5]);
        // [1 2.5; 2 4] D^-1 [1 2.5; 2 4]^T
        let product = minus::<false>([0.0; 4], &scaled, &spread(&freed));
        assert_eq!(product, [-2.25, -3.5, -3.5, -5.5]);
    }

    #[test]
    fn a_pivot_that_has_lost_its_digits_is_not_sound() {
        let block = [4.0, 2.0, 2.0, 3.0];
        assert!(!pivot::<false>(block, [4.0, 3.0], 0.7).1);
        assert!(!pivot::<false>([f64::NAN, 2.0, 2.0, 3.0], [4.0, 3.0], 0.0).1);
    }
}
