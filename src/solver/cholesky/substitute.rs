//! Forward and back substitution with a dense L, stored by columns.

use std::sync::atomic::AtomicBool;

use super::blocking::{PANEL, stopped};
use crate::Hardware;
use crate::matmul::{Packed, View, add_matmul};

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

/// Forward substitution in panels, `X <- L^-1 X`, for the columns of X, of `len` numbers each. X may have no columns.
pub(crate) fn forward_all(hardware: Hardware, (size, l): (usize, &[f64]), (len, x): (usize, &mut [f64])) {
    if x.is_empty() {
        return;
    }
    let (mut packed, mut block) = (Packed::default(), Vec::new());
    for start in (0..len).step_by(PANEL) {
        let width = PANEL.min(len - start);
        solve_block(
            forward,
            (size, &l[start * size + start..]),
            (len, x),
            start,
            &mut block,
        );
        let below = len - start - width;
        if below > 0 {
            let left = View::columns(l, size).from(start + width, start);
            let shape = [below, x.len() / len, width];
            let to = (&mut x[start + width..], len);
            add_matmul(
                hardware,
                &mut packed,
                shape,
                to,
                -1.0,
                (left, View::columns(&block, width)),
            );
        }
    }
}

/// Back substitution in panels, `X <- L^-T X`, as [`forward_all`].
pub(crate) fn backward_all(hardware: Hardware, (size, l): (usize, &[f64]), (len, x): (usize, &mut [f64])) {
    if x.is_empty() {
        return;
    }
    let (mut packed, mut block) = (Packed::default(), Vec::new());
    for start in (0..len).step_by(PANEL).rev() {
        let width = PANEL.min(len - start);
        solve_block(
            backward,
            (size, &l[start * size + start..]),
            (len, x),
            start,
            &mut block,
        );
        if start > 0 {
            let left = View::columns(l, size).from(start, 0).transposed();
            let shape = [start, x.len() / len, width];
            add_matmul(
                hardware,
                &mut packed,
                shape,
                (x, len),
                -1.0,
                (left, View::columns(&block, width)),
            );
        }
    }
}

/// Substitutes within the rows of one panel, and copies these rows to `block`.
fn solve_block(
    substitute: fn(usize, &[f64], &mut [f64], &AtomicBool),
    (size, l): (usize, &[f64]),
    (len, x): (usize, &mut [f64]),
    start: usize,
    block: &mut Vec<f64>,
) {
    let width = PANEL.min(len - start);
    block.clear();
    for column in x.chunks_exact_mut(len) {
        let rows = &mut column[start..start + width];
        substitute(size, l, rows, &AtomicBool::new(false));
        block.extend_from_slice(rows);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_come_to_what_one_column_at_a_time_does() {
        let (size, len, columns) = (150, 140, 3);
        let entry = |i: usize, k: usize| match i.cmp(&k) {
            std::cmp::Ordering::Less => f64::NAN,
            std::cmp::Ordering::Equal => 2.0 + (i % 3) as f64,
            std::cmp::Ordering::Greater => ((i * 7 + k * 13) % 11) as f64 / 55.0 - 0.1,
        };
        let l: Vec<f64> = (0..size * size).map(|at| entry(at % size, at / size)).collect();
        let x: Vec<f64> = (0..len * columns).map(|k| ((k * 29) % 17) as f64 - 8.0).collect();
        type All = fn(Hardware, (usize, &[f64]), (usize, &mut [f64]));
        type One = fn(usize, &[f64], &mut [f64], &AtomicBool);
        for (all, one) in [(forward_all as All, forward as One), (backward_all, backward)] {
            let (mut together, mut apart) = (x.clone(), x.clone());
            all(Hardware::here(), (size, &l), (len, &mut together));
            for column in apart.chunks_exact_mut(len) {
                one(size, &l, column, &AtomicBool::new(false));
            }
            let largest = apart.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
            for (a, b) in together.iter().zip(&apart) {
                assert!((a - b).abs() < 1e-12 * largest, "{a} against {b}");
            }
        }
    }

    /// With more rows than a panel has, the update below the first panel would read columns that do not exist.
    #[test]
    fn no_columns_are_substituted_in() {
        let size = PANEL + 3;
        let l: Vec<f64> = (0..size * size)
            .map(|k| if k % (size + 1) == 0 { 2.0 } else { 0.1 })
            .collect();
        type All = fn(Hardware, (usize, &[f64]), (usize, &mut [f64]));
        for solve in [forward_all as All, backward_all] {
            solve(Hardware::here(), (size, &l), (size, &mut []));
        }
    }
}
