//! Factorisation in place, in panels of columns: `a = L L^T`, and with diagonal pivoting `P a P^T = L L^T`.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::Hardware;
use crate::dense_kernels::{Columns, DEPTH, Packed, factor_block, subtract};
use crate::in_lanes;
use crate::report::SolveError;

/// Columns updated between two polls of the flag.
const CHUNK: usize = 256;
/// Signs of the pivots.
const PLUS: [f64; DEPTH] = [1.0; DEPTH];

/// Returns an error once the cancel flag is raised.
pub(super) fn poll(cancel: &AtomicBool) -> Result<(), SolveError> {
    if cancel.load(Ordering::Relaxed) {
        Err(SolveError::Cancelled)
    } else {
        Ok(())
    }
}

/// `to -= L S L^T`, lower triangle, with the rows of L from `at` on; `to` begins with the column of row `at`.
pub(super) fn subtract_columns(
    from: Columns<'_>,
    at: usize,
    to: &mut [f64],
    (cancel, hardware): (&AtomicBool, Hardware),
    packed: &mut Packed,
) -> Result<(), SolveError> {
    if to.is_empty() {
        return Ok(());
    }
    for (index, columns) in to.chunks_mut(CHUNK * from.size).enumerate() {
        poll(cancel)?;
        let row = at + index * CHUNK;
        subtract(hardware, from, row, columns, (from.size, row), packed);
    }
    Ok(())
}

/// Factors in place, without pivoting; the diagonal of L is stored as its reciprocals. Returns false where a pivot is not above `least`.
pub(super) fn plain(
    size: usize,
    a: &mut [f64],
    least: f64,
    processor: (&AtomicBool, Hardware),
    packed: &mut Packed,
) -> Result<bool, SolveError> {
    for start in (0..size).step_by(DEPTH) {
        poll(processor.0)?;
        let end = size.min(start + DEPTH);
        let (done, ahead) = a.split_at_mut(end * size);
        let block = &mut done[start * size..];
        if !factor_columns(processor.1, processor.1, (size, start), block, least, packed) {
            return Ok(false);
        }
        let from = Columns {
            numbers: block,
            size,
            signs: &PLUS[..end - start],
        };
        subtract_columns(from, end, ahead, processor, packed)?;
    }
    Ok(true)
}

in_lanes! {
    /// Factors a block of pivot columns, the first of which has its diagonal in row `top`. Returns false where a pivot is not above `least`.
    fn factor_columns(
        hardware: Hardware,
        place: (usize, usize),
        block: &mut [f64],
        least: f64,
        packed: &mut Packed,
    ) -> bool = factor_columns_plain
}

#[inline(always)]
fn factor_columns_plain<const FUSED: bool>(
    hardware: Hardware,
    (size, top): (usize, usize),
    block: &mut [f64],
    least: f64,
    packed: &mut Packed,
) -> bool {
    let signs = &PLUS[..block.len() / size];
    // Written so that NaN is too small.
    let judge = |pivot: f64| (pivot > least).then_some(pivot);
    factor_block::<FUSED>(hardware, (size, top), block, (signs, packed), judge).is_some()
}

/// Scales a column by the root of its pivot, which makes it a column of L.
fn take_column(column: &mut [f64], at: usize, pivot: f64) {
    let root = pivot.sqrt();
    column[at] = root;
    for below in &mut column[at + 1..] {
        *below /= root;
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
    for start in (0..size).step_by(DEPTH) {
        let width = DEPTH.min(size - start);
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
        let from = Columns {
            numbers: &done[start * size..],
            size,
            signs: &PLUS[..width],
        };
        subtract_columns(from, next, rest, (cancel, hardware), packed)?;
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
