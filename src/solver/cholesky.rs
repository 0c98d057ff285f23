//! Cholesky factors of a dense positive semidefinite matrix with unit diagonal: the plain one for full rank,
//! and one with pivoting that finds the rank and answers with the least-squares solution of least norm.
//! Both work in panels, so that a raised flag stops them within milliseconds at any size.

use std::sync::atomic::{AtomicBool, Ordering};

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use super::report::SolveError;

/// Columns of a panel.
const PANEL: usize = 64;
/// Rows (or columns) multiplied between two looks at the flag.
const CHUNK: usize = 256;

/// Smallest pivot to be trusted without pivoting. Without it the last pivot of a singular matrix is rounding
/// times the condition of the rows before it, which close to a singular pose is far from small.
const TRUSTED: f64 = 1e-6;

/// With pivoting, pivots below this are rounding: the matrix has lost rank.
fn threshold(size: usize) -> f64 {
    8.0 * f64::EPSILON * (size as f64).sqrt().max(8.0)
}

/// A factor, `a = L L^T` or, pivoted and of lower rank, `P a P^T = L L^T` with `G = L^T L` factored as well.
#[derive(Default)]
pub(super) struct Factor {
    size: usize,
    rank: usize,
    /// Column by column.
    l: Vec<f64>,
    /// Which row came to each place; empty when nothing was moved.
    order: Vec<usize>,
    /// Factor of `L^T L`, for lower rank.
    gram: Vec<f64>,
    x: Vec<f64>,
}

impl Factor {
    /// Rank found.
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// Whether a pivot was too small to be trusted.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.order.is_empty()
    }

    /// Factors the `size x size` matrix whose lower triangle `fill` adds up, column by column, in
    /// zeroes.
    pub(super) fn factor(
        &mut self,
        size: usize,
        fill: impl Fn(&mut [f64]),
        cancel: &AtomicBool,
    ) -> Result<(), SolveError> {
        self.size = size;
        self.rank = size;
        self.order.clear();
        self.gram.clear();
        zeroes(size * size, &mut self.l, cancel)?;
        fill(&mut self.l);
        if plain(size, &mut self.l, TRUSTED, cancel)? {
            return Ok(());
        }
        zeroes(size * size, &mut self.l, cancel)?;
        fill(&mut self.l);
        self.order.extend(0..size);
        self.rank = pivoted(size, &mut self.l, &mut self.order, threshold(size), cancel)?;
        self.form_gram(cancel)?;
        if plain(self.rank, &mut self.gram, 0.0, cancel)? {
            Ok(())
        } else {
            Err(SolveError::Numerical { constraint: 0 })
        }
    }

    fn form_gram(&mut self, cancel: &AtomicBool) -> Result<(), SolveError> {
        let (size, rank) = (self.size, self.rank);
        for column in 0..rank {
            self.l[column * size..column * size + column].fill(0.0);
        }
        zeroes(rank * rank, &mut self.gram, cancel)?;
        let l = MatRef::from_column_major_slice(&self.l[..size * rank], size, rank);
        for start in (0..rank).step_by(PANEL) {
            let width = PANEL.min(rank - start);
            let panel = &mut self.gram[start * rank..(start + width) * rank];
            let mut panel = MatMut::from_column_major_slice_mut(panel, rank, width);
            for row in (start..rank).step_by(CHUNK) {
                poll(cancel)?;
                let height = CHUNK.min(rank - row);
                // Rows above `start` of these columns are zero.
                let left = l.submatrix(start, row, size - start, height).transpose();
                let right = l.submatrix(start, start, size - start, width);
                let to = panel.as_mut().submatrix_mut(row, 0, height, width);
                matmul(to, Accum::Replace, left, right, 1.0, Par::Seq);
            }
        }
        Ok(())
    }

    /// Replaces `b` by the solution, or by the least-squares solution of least norm; by anything once the flag
    /// is up.
    pub(super) fn solve(&mut self, b: &mut [f64], cancel: &AtomicBool) {
        let (size, rank) = (self.size, self.rank);
        if self.order.is_empty() {
            forward(size, &self.l, b, cancel);
            backward(size, &self.l, b, cancel);
            return;
        }
        self.x.clear();
        self.x.extend((0..rank).map(|k| {
            let column = &self.l[k * size..][..size];
            (k..size).map(|i| column[i] * b[self.order[i]]).sum::<f64>()
        }));
        for _ in 0..2 {
            forward(rank, &self.gram, &mut self.x, cancel);
            backward(rank, &self.gram, &mut self.x, cancel);
        }
        b.fill(0.0);
        for k in 0..rank {
            if stopped(k, cancel) {
                return;
            }
            let column = &self.l[k * size..][..size];
            for i in k..size {
                b[self.order[i]] += column[i] * self.x[k];
            }
        }
    }
}

/// Makes `list` that many zeroes. For a large matrix even this takes a while.
fn zeroes(len: usize, list: &mut Vec<f64>, cancel: &AtomicBool) -> Result<(), SolveError> {
    list.clear();
    list.reserve(len);
    while list.len() < len {
        poll(cancel)?;
        list.resize(len.min(list.len() + (1 << 20)), 0.0);
    }
    Ok(())
}

fn poll(cancel: &AtomicBool) -> Result<(), SolveError> {
    if cancel.load(Ordering::Relaxed) {
        Err(SolveError::Cancelled)
    } else {
        Ok(())
    }
}

/// A look at the flag, now and then.
fn stopped(k: usize, cancel: &AtomicBool) -> bool {
    k.is_multiple_of(CHUNK) && cancel.load(Ordering::Relaxed)
}

/// Factors in place; false when a pivot is not above `least`.
fn plain(size: usize, a: &mut [f64], least: f64, cancel: &AtomicBool) -> Result<bool, SolveError> {
    for start in (0..size).step_by(PANEL) {
        poll(cancel)?;
        let width = PANEL.min(size - start);
        let (done, rest) = a.split_at_mut(start * size);
        let panel = &mut rest[..width * size];
        if start > 0 {
            let done = MatRef::from_column_major_slice(done, size, start);
            let mut panel = MatMut::from_column_major_slice_mut(panel, size, width);
            let right = done.submatrix(start, 0, width, start).transpose();
            for row in (start..size).step_by(CHUNK) {
                poll(cancel)?;
                let height = CHUNK.min(size - row);
                let to = panel.as_mut().submatrix_mut(row, 0, height, width);
                matmul(
                    to,
                    Accum::Add,
                    done.submatrix(row, 0, height, start),
                    right,
                    -1.0,
                    Par::Seq,
                );
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

/// Scales a column to that of L.
fn take_column(column: &mut [f64], at: usize, pivot: f64) {
    let root = pivot.sqrt();
    column[at] = root;
    for below in &mut column[at + 1..] {
        *below /= root;
    }
}

/// Subtracts what column `from` of L adds to column `at`.
fn subtract(from: &[f64], at: usize, to: &mut [f64]) {
    let factor = from[at];
    if factor != 0.0 {
        for (to, from) in to[at..].iter_mut().zip(&from[at..]) {
            *to -= factor * from;
        }
    }
}

/// Factors in place with diagonal pivoting, in the panels of LAPACK's `dpstrf`, as long as a pivot is above
/// `least`; returns how many were. `order` is permuted like the rows.
pub(super) fn pivoted(
    size: usize,
    a: &mut [f64],
    order: &mut [usize],
    least: f64,
    cancel: &AtomicBool,
) -> Result<usize, SolveError> {
    let mut taken = vec![0.0; size];
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
        let done = MatRef::from_column_major_slice(&done[start * size..], size, width);
        for first in (next..size).step_by(CHUNK) {
            poll(cancel)?;
            let count = CHUNK.min(size - first);
            let columns = &mut rest[(first - next) * size..][..count * size];
            let mut columns = MatMut::from_column_major_slice_mut(columns, size, count);
            let to = columns.as_mut().submatrix_mut(first, 0, size - first, count);
            let left = done.submatrix(first, 0, size - first, width);
            let right = done.submatrix(first, 0, count, width).transpose();
            matmul(to, Accum::Add, left, right, -1.0, Par::Seq);
        }
    }
    Ok(size)
}

/// Exchanges two rows and columns of a matrix of which the lower triangle is kept.
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

/// `x <- L^-1 x`, with the first rows of an L whose columns have length `size`.
fn forward(size: usize, l: &[f64], x: &mut [f64], cancel: &AtomicBool) {
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

/// `x <- L^-T x`, likewise.
fn backward(size: usize, l: &[f64], x: &mut [f64], cancel: &AtomicBool) {
    let len = x.len();
    for k in (0..len).rev() {
        if stopped(k, cancel) {
            return;
        }
        let column = &l[k * size..][..len];
        x[k] = (x[k] - dot(&column[k + 1..], &x[k + 1..])) / column[k];
    }
}

/// Inner product in four running sums, which a compiler can keep side by side.
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
