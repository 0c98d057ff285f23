//! Factorisation in place, in panels of columns: `a = L L^T`, and with diagonal pivoting `P a P^T = L L^T`.

use std::sync::atomic::AtomicBool;

use super::blocking::{CHUNK, PANEL, poll};
use crate::Hardware;
use crate::matmul::{Packed, View, add_matmul};
use crate::report::SolveError;

/// Factors in place, without pivoting. Returns false where a pivot is not above `least`.
pub(super) fn plain(
    size: usize,
    a: &mut [f64],
    least: f64,
    (cancel, hardware): (&AtomicBool, Hardware),
    packed: &mut Packed,
) -> Result<bool, SolveError> {
    for start in (0..size).step_by(PANEL) {
        poll(cancel)?;
        let width = PANEL.min(size - start);
        let (done, rest) = a.split_at_mut(start * size);
        let panel = &mut rest[..width * size];
        if start > 0 {
            let done = View::columns(done, size);
            for row in (start..size).step_by(CHUNK) {
                poll(cancel)?;
                let shape = [CHUNK.min(size - row), width, start];
                let factors = (done.from(row, 0), done.from(start, 0).transposed());
                add_matmul(hardware, packed, shape, (&mut panel[row..], size), -1.0, factors);
            }
        }
        for k in 0..width {
            let (column, rest) = panel[k * size..].split_at_mut(size);
            let pivot = column[start + k];
            if pivot.is_nan() || pivot <= least {
                return Ok(false);
            }
            take_column(column, start + k, pivot);
            for (ahead, to) in rest.chunks_exact_mut(size).enumerate() {
                subtract(column, start + k + 1 + ahead, to);
            }
        }
    }
    Ok(true)
}

/// Scales a column by the root of its pivot, which makes it a column of L.
fn take_column(column: &mut [f64], at: usize, pivot: f64) {
    let root = pivot.sqrt();
    column[at] = root;
    for below in &mut column[at + 1..] {
        *below /= root;
    }
}

/// Subtracts the product of column `from` of L from column `at`.
fn subtract(from: &[f64], at: usize, to: &mut [f64]) {
    let factor = from[at];
    if factor != 0.0 {
        for (to, from) in to[at..].iter_mut().zip(&from[at..]) {
            *to -= factor * from;
        }
    }
}

/// Factors in place with diagonal pivoting, in panels like those of LAPACK's `dpstrf`, as long as a pivot is above `least`. Returns the number
/// of these pivots (the rank). `order` is permuted like the rows; `taken` is scratch.
pub(crate) fn pivoted(
    size: usize,
    a: &mut [f64],
    order: &mut [usize],
    least: f64,
    (cancel, hardware): (&AtomicBool, Hardware),
    (packed, taken): (&mut Packed, &mut Vec<f64>),
) -> Result<usize, SolveError> {
    taken.clear();
    taken.resize(size, 0.0);
    for start in (0..size).step_by(PANEL) {
        let width = PANEL.min(size - start);
        taken[start..].fill(0.0);
        for k in start..start + width {
            poll(cancel)?;
            let left = |i: usize| a[i * size + i] - taken[i];
            let best = (k + 1..size).fold(k, |best, i| if left(i) > left(best) { i } else { best });
            let pivot = left(best);
            if pivot.is_nan() || pivot <= least {
                return Ok(k);
            }
            swap(size, a, k, best);
            order.swap(k, best);
            taken.swap(k, best);
            let (done, column) = a[..(k + 1) * size].split_at_mut(k * size);
            for other in done[start * size..].chunks_exact(size) {
                let factor = other[k];
                for (to, from) in column[k + 1..].iter_mut().zip(&other[k + 1..]) {
                    *to -= factor * from;
                }
            }
            take_column(column, k, pivot);
            for i in k + 1..size {
                taken[i] += column[i] * column[i];
            }
        }
        let next = start + width;
        let (done, rest) = a.split_at_mut(next * size);
        let done = View::columns(&done[start * size..], size);
        for first in (next..size).step_by(CHUNK) {
            poll(cancel)?;
            let count = CHUNK.min(size - first);
            let to = &mut rest[(first - next) * size + first..];
            let factors = (done.from(first, 0), done.from(first, 0).transposed());
            add_matmul(
                hardware,
                packed,
                [size - first, count, width],
                (to, size),
                -1.0,
                factors,
            );
        }
    }
    Ok(size)
}

/// Exchanges two rows and columns of a symmetric matrix stored as its lower triangle.
fn swap(size: usize, a: &mut [f64], low: usize, high: usize) {
    if low == high {
        return;
    }
    for column in 0..low {
        a.swap(column * size + low, column * size + high);
    }
    for between in low + 1..high {
        a.swap(low * size + between, between * size + high);
    }
    for row in high + 1..size {
        a.swap(low * size + row, high * size + row);
    }
    a.swap(low * size + low, high * size + high);
}
