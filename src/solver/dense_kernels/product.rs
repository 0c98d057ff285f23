//! Matrix products of columns with themselves, in register blocks (tiles): 8 x 4 with 256-bit registers, 24 x 8 with 512.
//! Every entry is the same sum in the same order, whatever the tile.

use crate::arithmetic::sub_product;
use crate::simd::{F64x8, Lanes, in_all_lanes};

/// Maximum number of columns of L in one product.
pub(crate) const DEPTH: usize = 64;
/// Columns of the widest tile.
const MAX_TILE_COLUMNS: usize = 8;
/// Rows of the smallest tile.
const TILE_ROWS: usize = 8;

/// Packing buffer: the entries of `S L^T` for the columns of a tile, contiguous for each row of L.
pub(crate) struct Packed([f64; MAX_TILE_COLUMNS * DEPTH]);

impl Default for Packed {
    fn default() -> Self {
        Self([0.0; MAX_TILE_COLUMNS * DEPTH])
    }
}

/// Columns L.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    /// L, column by column, each of `size` numbers; at most [`DEPTH`] columns.
    pub(crate) numbers: &'a [f64],
    pub(crate) size: usize,
    /// S, the sign of each column's pivot.
    pub(crate) signs: &'a [f64],
}

in_all_lanes! {
    /// `to -= L S L^T`, lower triangle. Row `at` of L belongs to the diagonal of column 0 of `to`. `place` is the
    /// length of a column of `to` and the index of that diagonal in it.
    pub(crate) fn subtract(
        from: Columns<'_>,
        at: usize,
        to: &mut [f64],
        place: (usize, usize),
        packed: &mut Packed,
    ) = subtract_any
}

#[inline(always)]
fn subtract_any<const LANES: usize>(
    from: Columns<'_>,
    at: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &mut Packed,
) {
    if height == 0 || from.numbers.is_empty() {
        return;
    }
    let wide = if LANES == 8 {
        to.len() / height / MAX_TILE_COLUMNS * MAX_TILE_COLUMNS
    } else {
        0
    };
    let (to, rest) = to.split_at_mut(wide * height);
    for (index, columns) in to.chunks_mut(MAX_TILE_COLUMNS * height).enumerate() {
        let column = index * MAX_TILE_COLUMNS;
        strip::<LANES, 3, MAX_TILE_COLUMNS>(from, at + column, columns, (height, top + column), packed);
    }
    for (index, columns) in rest.chunks_mut(4 * height).enumerate() {
        let column = wide + 4 * index;
        let (at, place) = (at + column, (height, top + column));
        match columns.len() / height {
            4 if LANES == 8 => strip::<LANES, 4, 4>(from, at, columns, place, packed),
            4 => strip::<LANES, 1, 4>(from, at, columns, place, packed),
            3 => strip::<LANES, 1, 3>(from, at, columns, place, packed),
            2 => strip::<LANES, 1, 2>(from, at, columns, place, packed),
            _ => strip::<LANES, 1, 1>(from, at, columns, place, packed),
        }
    }
}

/// `to[r, c] -= sum over p of left[at + r, p] s[p] left[at + c, p]`, for C columns and all rows r >= 0, in tiles of 8 V rows. Row 0 has
/// the index `top` in a column of `to`, which has `height` numbers.
#[inline(always)]
fn strip<const LANES: usize, const V: usize, const C: usize>(
    from: Columns<'_>,
    at: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &mut Packed,
) {
    let (packed, _) = packed.0.as_chunks_mut::<C>();
    let columns = from.numbers.chunks_exact(from.size).zip(from.signs);
    let depth = columns.len();
    for (packed, (column, sign)) in packed.iter_mut().zip(columns) {
        for (packed, from) in packed.iter_mut().zip(&column[at..]) {
            *packed = sign * from;
        }
    }
    let packed = &packed[..depth];
    let rows = height - top;
    let mut row = 0;
    while row + TILE_ROWS * V <= rows {
        tile::<LANES, V, C>(from, at + row, to, (height, top + row), packed, 0);
        row += TILE_ROWS * V;
    }
    while row + TILE_ROWS <= rows {
        tile::<LANES, 1, C>(from, at + row, to, (height, top + row), packed, 0);
        row += TILE_ROWS;
    }
    if row < rows && at + rows >= TILE_ROWS {
        // A tile that repeats `done` rows is faster than the remaining rows one by one.
        let done = TILE_ROWS - (rows - row);
        tile::<LANES, 1, C>(from, at + row - done, to, (height, top + row), packed, done);
        return;
    }
    while row < rows {
        one_row::<LANES, C>(from, at + row, to, (height, top + row), packed);
        row += 1;
    }
}

/// The same for one tile of 8 V rows, from `row` of L on. The first `done` of them are finished already and skipped; `top` is the index in
/// `to` of the first that is not.
#[inline(always)]
fn tile<const LANES: usize, const V: usize, const C: usize>(
    from: Columns<'_>,
    row: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &[[f64; C]],
    done: usize,
) {
    let columns = packed.iter().zip(from.numbers[row..].chunks(from.size));
    let mut sums = [[[0.0; TILE_ROWS]; V]; C];
    if LANES == 8 {
        // SAFETY: eight lanes are asked for only where the processor has them.
        #[allow(unsafe_code, reason = "registers that not every processor has")]
        let eight = |numbers| unsafe { F64x8::new(numbers) };
        let zero = eight([0.0; TILE_ROWS]);
        let mut wide = [[zero; V]; C];
        for (b, a) in columns {
            let Some(a) = a.as_chunks::<TILE_ROWS>().0.first_chunk::<V>() else {
                return;
            };
            let mut rows = [zero; V];
            for v in 0..V {
                rows[v] = eight(a[v]);
            }
            for c in 0..C {
                let b = eight([b[c]; TILE_ROWS]);
                for v in 0..V {
                    wide[c][v] = wide[c][v].sub_product(rows[v], b);
                }
            }
        }
        for c in 0..C {
            for v in 0..V {
                sums[c][v] = wide[c][v].to_array();
            }
        }
    } else {
        for (b, a) in columns {
            let Some(a) = a.as_chunks::<TILE_ROWS>().0.first_chunk::<V>() else {
                return;
            };
            for c in 0..C {
                for v in 0..V {
                    for r in 0..TILE_ROWS {
                        sums[c][v][r] = minus_product::<LANES>(sums[c][v][r], a[v][r], b[c]);
                    }
                }
            }
        }
    }
    for c in 0..C {
        let sums = &sums[c].as_flattened()[done..];
        for (to, sum) in to[c * height + top..][..sums.len()].iter_mut().zip(sums) {
            *to += sum;
        }
    }
}

/// The same for one row.
#[inline(always)]
fn one_row<const LANES: usize, const C: usize>(
    from: Columns<'_>,
    row: usize,
    to: &mut [f64],
    (height, top): (usize, usize),
    packed: &[[f64; C]],
) {
    let mut sums = [0.0; C];
    for (b, a) in packed.iter().zip(from.numbers[row..].iter().step_by(from.size)) {
        for c in 0..C {
            sums[c] = minus_product::<LANES>(sums[c], *a, b[c]);
        }
    }
    for c in 0..C {
        to[c * height + top] += sums[c];
    }
}

/// `sum - a b`, rounded once where multiply-add is fused.
#[inline(always)]
fn minus_product<const LANES: usize>(sum: f64, a: f64, b: f64) -> f64 {
    match LANES {
        1 => sub_product::<false>(sum, a, b),
        _ => sub_product::<true>(sum, a, b),
    }
}
