//! Forward and back substitution with a dense L, stored by columns.

use std::sync::atomic::AtomicBool;

use super::blocking::stopped;

/// Forward substitution, `x <- L^-1 x`, with the leading `x.len()` rows and columns of an L whose columns have length `size`.
pub(super) fn forward(size: usize, l: &[f64], x: &mut [f64], cancel: &AtomicBool) {
    let len = x.len();
    for k in 0..len {
        if stopped(k, cancel) {
            return;
        }
        let column = &l[k * size..][..len];
        let value = x[k] / column[k];
        x[k] = value;
        for (to, l) in x[k + 1..].iter_mut().zip(&column[k + 1..]) {
            *to -= l * value;
        }
    }
}

/// Back substitution, `x <- L^-T x`, with the same part of L as [`forward`].
pub(super) fn backward(size: usize, l: &[f64], x: &mut [f64], cancel: &AtomicBool) {
    let len = x.len();
    for k in (0..len).rev() {
        if stopped(k, cancel) {
            return;
        }
        let column = &l[k * size..][..len];
        x[k] = (x[k] - dot(&column[k + 1..], &x[k + 1..])) / column[k];
    }
}

/// Inner product in four running sums, which the compiler can vectorise.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (x4, y4) = (x.chunks_exact(4), y.chunks_exact(4));
    let rest: f64 = x4
        .remainder()
        .iter()
        .zip(y4.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in x4.zip(y4) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}
