//! Dense matrix product, blocked as in K. Goto and R. van de Geijn, *Anatomy of high-performance matrix multiplication* (2008):
//! both factors are packed in strips, and a tile of 8 x 4 sums stays in registers over the whole depth of a block.

use crate::Hardware;
use crate::arithmetic::add_product;
use crate::in_lanes;

/// Rows of a tile.
const TALL: usize = 8;
/// Columns of a tile.
const WIDE: usize = 4;
/// Columns of the left factor (rows of the right one) packed at once: a strip of each fits into the L1 cache.
const DEPTH: usize = 256;
/// Columns of the right factor packed at once: they fit into the L2 cache.
const BREADTH: usize = 64;

/// Strided view of a matrix.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    numbers: &'a [f64],
    /// Strides to the next row and to the next column.
    strides: [usize; 2],
}

impl<'a> View<'a> {
    /// Views a matrix stored column by column, each of `height` numbers.
    pub(crate) fn columns(numbers: &'a [f64], height: usize) -> Self {
        Self {
            numbers,
            strides: [1, height],
        }
    }

    /// Returns the submatrix that starts at this row and column.
    pub(crate) fn from(self, row: usize, column: usize) -> Self {
        let [down, across] = self.strides;
        let start = (row * down + column * across).min(self.numbers.len());
        Self {
            numbers: &self.numbers[start..],
            ..self
        }
    }

    /// Returns the transposed view.
    pub(crate) fn transposed(self) -> Self {
        let [down, across] = self.strides;
        Self {
            strides: [across, down],
            ..self
        }
    }
}

/// Scratch for packed factors, reused between products.
#[derive(Default)]
pub(crate) struct Packed {
    left: Vec<[f64; TALL]>,
    right: Vec<[f64; WIDE]>,
}

/// Computes `to += factor * left * right` for a `rows x columns` matrix stored by columns, `height` numbers apart; `left` has
/// `depth` columns, `right` as many rows.
pub(crate) fn add_matmul(
    hardware: Hardware,
    packed: &mut Packed,
    [rows, columns, depth]: [usize; 3],
    (to, height): (&mut [f64], usize),
    factor: f64,
    (left, right): (View<'_>, View<'_>),
) {
    for middle in (0..depth).step_by(DEPTH) {
        let deep = DEPTH.min(depth - middle);
        for start in (0..columns).step_by(BREADTH) {
            let broad = BREADTH.min(columns - start);
            packed.right.clear();
            for strip in (0..broad).step_by(WIDE) {
                let view = right.from(middle, start + strip).transposed();
                pack(view, WIDE.min(broad - strip), deep, factor, &mut packed.right);
            }
            for row in (0..rows).step_by(TALL) {
                let tall = TALL.min(rows - row);
                packed.left.clear();
                pack(left.from(row, middle), tall, deep, 1.0, &mut packed.left);
                let to = &mut to[start * height + row..];
                strip(hardware, &packed.left, &packed.right, tall, broad, to, height);
            }
        }
    }
}

/// Packs the first `count` rows and `deep` columns of a matrix into a strip, scaled by `factor` and padded with zeros.
fn pack<const N: usize>(from: View<'_>, count: usize, deep: usize, factor: f64, to: &mut Vec<[f64; N]>) {
    let [down, across] = from.strides;
    to.extend((0..deep).map(|p| {
        let column = &from.numbers[p * across..];
        let mut numbers = [0.0; N];
        if let (1, Some(whole)) = (down, column.first_chunk::<N>())
            && count == N
        {
            numbers = *whole;
        } else {
            for (k, number) in numbers[..count].iter_mut().enumerate() {
                *number = column[k * down];
            }
        }
        numbers.map(|number| factor * number)
    }));
}

in_lanes! {
    /// Adds the product of one strip of rows with all packed columns.
    fn strip(
        left: &[[f64; TALL]],
        right: &[[f64; WIDE]],
        tall: usize,
        broad: usize,
        to: &mut [f64],
        height: usize,
    ) = strip_plain
}

#[inline(always)]
fn strip_plain<const FUSED: bool>(
    left: &[[f64; TALL]],
    right: &[[f64; WIDE]],
    tall: usize,
    broad: usize,
    to: &mut [f64],
    height: usize,
) {
    for (tile, right) in right.chunks_exact(left.len()).enumerate() {
        let mut sums = [[0.0; TALL]; WIDE];
        for (a, b) in left.iter().zip(right) {
            for c in 0..WIDE {
                for r in 0..TALL {
                    sums[c][r] = add_product::<FUSED>(sums[c][r], a[r], b[c]);
                }
            }
        }
        let columns = WIDE.min(broad - tile * WIDE);
        for (c, sums) in sums[..columns].iter().enumerate() {
            let to = &mut to[(tile * WIDE + c) * height..];
            if let (TALL, Some(to)) = (tall, to.first_chunk_mut::<TALL>()) {
                for r in 0..TALL {
                    to[r] += sums[r];
                }
            } else {
                for (to, sum) in to[..tall].iter_mut().zip(sums) {
                    *to += sum;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u64) -> Vec<f64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 23) - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn products_are_what_the_definition_says() {
        let mut packed = Packed::default();
        for hardware in [Hardware::here(), Hardware::here().portable()] {
            for [rows, columns, depth] in [[1, 1, 1], [8, 4, 3], [13, 7, 300], [70, 67, 30], [5, 130, 0]] {
                let height = rows + 2;
                let (a, b) = (numbers(rows * depth, 1), numbers(depth * columns, 2));
                let before = numbers(height * columns, 3);
                let right = View::columns(&b, depth);
                // The left factor stored by columns, and stored by rows.
                let by_rows: Vec<f64> = (0..rows * depth)
                    .map(|k| a[k / depth + k % depth * rows])
                    .collect();
                for left in [
                    View::columns(&a, rows),
                    View::columns(&by_rows, depth).transposed(),
                ] {
                    let mut to = before.clone();
                    let size = [rows, columns, depth];
                    add_matmul(
                        hardware,
                        &mut packed,
                        size,
                        (&mut to, height),
                        -2.0,
                        (left, right),
                    );
                    for (at, (to, before)) in to.iter().zip(&before).enumerate() {
                        let (row, column) = (at % height, at / height);
                        let sum: f64 = (0..depth)
                            .map(|p| a[p * rows + row.min(rows - 1)] * b[column * depth + p])
                            .sum();
                        let wanted = if row < rows { before - 2.0 * sum } else { *before };
                        assert!(
                            (to - wanted).abs() < 1e-12,
                            "{size:?} at {row}, {column}: {to}, {wanted}"
                        );
                    }
                }
            }
        }
    }
}
