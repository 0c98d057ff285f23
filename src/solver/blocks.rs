//! Small symmetric blocks stored as packed triangles: LDL^T factorisation and substitution.

use super::system::MAX_BODY_DIM;

/// Numbers in the packed triangle of the largest block.
pub(super) const MAX_TRIANGLE: usize = triangle(MAX_BODY_DIM);

/// Offset of row `n` in a packed triangle; also the length of a triangle of `n` rows.
pub(super) const fn triangle(n: usize) -> usize {
    n * (n + 1) / 2
}

/// Factors the packed triangle `a` as LDL^T in place; false when a pivot is not above its floor.
#[inline(always)]
pub(super) fn factor(dim: usize, a: &mut [f64], floor: impl Fn(usize) -> f64) -> bool {
    for i in 0..dim {
        let row = triangle(i);
        let mut pivot = a[row + i];
        for j in 0..i {
            let other = triangle(j);
            let mut sum = a[row + j];
            for k in 0..j {
                sum -= a[row + k] * a[other + k];
            }
            a[row + j] = sum;
        }
        for j in 0..i {
            // The sums are entries of L D; the diagonal holds the inverse pivots.
            let scaled = a[row + j] * a[triangle(j) + j];
            pivot -= scaled * a[row + j];
            a[row + j] = scaled;
        }
        if pivot.is_nan() || pivot <= floor(i) || pivot.is_infinite() {
            return false;
        }
        a[row + i] = pivot.recip();
    }
    true
}

/// Forward substitution `x <- L^-1 x` for all columns of `x`, which is `dim x columns`.
#[inline(always)]
pub(super) fn solve_lower(dim: usize, l: &[f64], x: &mut [f64], columns: usize) {
    for i in 1..dim {
        for k in 0..i {
            let factor = l[triangle(i) + k];
            for column in 0..columns {
                x[i * columns + column] -= factor * x[k * columns + column];
            }
        }
    }
}

/// Back substitution `x <- L^-T x` for one vector.
#[inline(always)]
pub(super) fn solve_upper(dim: usize, l: &[f64], x: &mut [f64]) {
    for i in (0..dim).rev() {
        for k in i + 1..dim {
            x[i] -= l[triangle(k) + i] * x[k];
        }
    }
}

/// Inverts a symmetric positive definite `dim x dim` block, stored row by row. Returns false when it is not positive definite.
pub(super) fn invert(dim: usize, block: &[f64], inverse: &mut [f64]) -> bool {
    match dim {
        // The usual size as a constant lets the compiler unroll the loops, which saves most of the time.
        3 => invert_of(3, block, inverse),
        _ => invert_of(dim, block, inverse),
    }
}

#[inline(always)]
fn invert_of(dim: usize, block: &[f64], inverse: &mut [f64]) -> bool {
    let (block, inverse) = (&block[..dim * dim], &mut inverse[..dim * dim]);
    // Most masses are diagonal and need no factorisation.
    let apart = |i: usize| (0..i).all(|k| block[i * dim + k] == 0.0);
    if (1..dim).all(apart) {
        inverse[..dim * dim].fill(0.0);
        for i in 0..dim {
            inverse[i * dim + i] = block[i * dim + i].recip();
        }
        return (0..dim).all(|i| block[i * dim + i] > 0.0 && block[i * dim + i].is_finite());
    }
    let mut l = [0.0; MAX_TRIANGLE];
    for i in 0..dim {
        l[triangle(i)..triangle(i) + i + 1].copy_from_slice(&block[i * dim..][..i + 1]);
    }
    if !factor(dim, &mut l, |_| 0.0) {
        return false;
    }
    for column in 0..dim {
        let mut x = [0.0; MAX_BODY_DIM];
        x[column] = 1.0;
        solve_lower(dim, &l, &mut x, 1);
        for i in 0..dim {
            x[i] *= l[triangle(i) + i];
        }
        solve_upper(dim, &l, &mut x);
        for i in column..dim {
            inverse[i * dim + column] = x[i];
            inverse[column * dim + i] = x[i];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn an_inverse_times_its_block_is_one() {
        let block = [4.0, 1.0, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 2.0];
        let mut inverse = [0.0; 9];
        assert!(invert(3, &block, &mut inverse));
        for i in 0..3 {
            for j in 0..3 {
                let sum: f64 = (0..3).map(|k| block[i * 3 + k] * inverse[k * 3 + j]).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn a_diagonal_block_has_the_exact_reciprocals() {
        let mut inverse = [0.0; 4];
        assert!(invert(2, &[3.0, 0.0, 0.0, 7.0], &mut inverse));
        assert_eq!(inverse, [1.0 / 3.0, 0.0, 0.0, 1.0 / 7.0]);
    }

    #[test]
    fn blocks_that_are_not_positive_are_refused() {
        let mut inverse = [0.0; 4];
        for block in [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 2.0, 2.0, 1.0],
            [f64::NAN, 0.0, 0.0, 1.0],
        ] {
            assert!(!invert(2, &block, &mut inverse));
        }
    }
}
