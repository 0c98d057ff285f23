//! Rank and null space of a matrix with unit columns.
//!
//! A pivoted Cholesky factorisation of the Gram matrix, cheap because it works in panels, picks columns that are independent beyond doubt.
//! It squares the singular values, so it cannot judge the other columns. These are projected on the orthogonal complement of the first
//! ones, corrected once against the loss by squaring, and their remainders are orthogonalised with pivoting.

use std::sync::atomic::AtomicBool;

use super::elimination::{SparseRow, eliminate};
use super::scaled::counts;
use crate::Hardware;
use crate::cholesky::{backward_all, forward_all, pivoted};
use crate::matmul::{Packed, View, add_matmul};

/// Singular values below this are taken as zero.
const ZERO: f64 = 1e-9;
/// Pivots of the Gram matrix above this are beyond doubt.
const CERTAIN: f64 = 1e-7;
/// Limit of (dependent rows)² x rows, up to which dependent sets are computed: 223 dependent rows of 10 000.
const MAX_NULL_SPACE_WORK: usize = 500_000_000;
/// Least size, relative to the largest weight, of the last weight of a set.
const SOUND: f64 = 1e-6;

/// Rank and null vectors of a matrix.
pub(super) struct NullSpace {
    pub(super) rank: usize,
    /// Distance of the closest singular value from the threshold, as a factor.
    pub(super) margin: f64,
    /// Null vectors: columns, ascending, and weights. The last column of each is in no other.
    pub(super) vectors: Vec<Vec<(usize, f64)>>,
    /// Dependent rows without a null vector in the list, because there are too many or none were asked for.
    pub(super) unlisted: usize,
}

/// Finds the rank of many sparse rows of unit length, and their null vectors if `tell` is set and there are not too many. The remainder of
/// each vector is computed from the rows themselves, and is at most [`ZERO`]. `None` when a number is not finite.
pub(super) fn sparse_null_space(rows: &[SparseRow], columns: usize, tell: bool) -> Option<NullSpace> {
    let found = eliminate(rows.to_vec(), columns);
    let (count, left) = (rows.len(), found.left.len());
    if !tell || left * left * count > MAX_NULL_SPACE_WORK {
        let unlisted = found.size.iter().filter(|&&size| size <= ZERO).count();
        let closest = |margin: f64, &size: &f64| margin.min((size / ZERO).max(ZERO / size));
        return Some(NullSpace {
            rank: count - unlisted,
            margin: found.size.iter().fold(found.least / ZERO, closest),
            vectors: Vec::new(),
            unlisted,
        });
    }
    let combination = |&row: &usize| {
        let mut weights = found.combination(row, count);
        let size = largest(&weights);
        let mut rest = vec![0.0; columns];
        for (weight, row) in weights.iter_mut().zip(rows) {
            *weight /= size;
            if *weight != 0.0 {
                row.iter()
                    .for_each(|&(column, entry)| rest[column as usize] += *weight * entry);
            }
        }
        (rest, weights)
    };
    let judged = judge(found.left.iter().map(combination).collect())?;
    Some(NullSpace {
        rank: count - left + judged.rank,
        margin: judged.margin.min(found.least / ZERO),
        vectors: reduce_to_echelon(count, judged.vanishing),
        unlisted: 0,
    })
}

/// A dense matrix, column by column.
pub(super) struct Columns {
    height: usize,
    numbers: Vec<f64>,
}

impl Columns {
    pub(super) fn zeros(height: usize, count: usize) -> Self {
        Self {
            height,
            numbers: vec![0.0; height * count],
        }
    }

    pub(super) fn column_mut(&mut self, k: usize) -> &mut [f64] {
        &mut self.numbers[k * self.height..][..self.height]
    }

    fn column(&self, k: usize) -> &[f64] {
        &self.numbers[k * self.height..][..self.height]
    }

    /// These columns, in this order.
    fn taken(&self, order: &[usize]) -> Self {
        Self {
            height: self.height,
            numbers: order.iter().flat_map(|&k| self.column(k)).copied().collect(),
        }
    }

    fn view(&self) -> View<'_> {
        View::columns(&self.numbers, self.height)
    }
}

/// Returns sparse rows as the columns of a dense matrix.
pub(super) fn columns(rows: &[SparseRow], len: usize) -> Columns {
    let mut columns = Columns::zeros(len, rows.len());
    for (at, row) in rows.iter().enumerate() {
        let column = columns.column_mut(at);
        row.iter().for_each(|&(k, entry)| column[k as usize] = entry);
    }
    columns
}

/// Columns multiplied at once for a lower triangle.
const BLOCK: usize = 64;

/// The lower triangle of `C^T C`, column by column.
fn gram(columns: &Columns, count: usize, hardware: Hardware, packed: &mut Packed) -> Vec<f64> {
    let mut gram = vec![0.0; count * count];
    for start in (0..count).step_by(BLOCK) {
        let view = columns.view().from(0, start);
        let shape = [count - start, BLOCK.min(count - start), columns.height];
        let to = (&mut gram[start * count + start..], count);
        add_matmul(hardware, packed, shape, to, 1.0, (view.transposed(), view));
    }
    gram
}

/// Finds the null space of `count` columns; `None` when a number is not finite.
pub(super) fn null_space(columns: &Columns, count: usize) -> Option<NullSpace> {
    let (hardware, mut packed) = (Hardware::here(), Packed::default());
    let mut factor = gram(columns, count, hardware, &mut packed);
    let mut order: Vec<usize> = (0..count).collect();
    let processor = (&AtomicBool::new(false), hardware);
    let scratch = (&mut packed, &mut Vec::new());
    let rank = pivoted(count, &mut factor, &mut order, CERTAIN, processor, scratch).ok()?;
    let doubtful = count - rank;
    let height = columns.height;
    let certain = columns.taken(&order[..rank]);
    // The doubtful columns as combinations of the certain ones, and their remainders.
    let mut weights: Vec<f64> = (rank..count)
        .flat_map(|row| (0..rank).map(move |k| (row, k)))
        .map(|(row, k)| factor[k * count + row])
        .collect();
    backward_all(hardware, (count, &factor), (rank, &mut weights));
    let mut left = |weights: &[f64]| {
        let mut left = columns.taken(&order[rank..]);
        let factors = (certain.view(), View::columns(weights, rank));
        let (shape, to) = ([height, doubtful, rank], (&mut *left.numbers, height));
        add_matmul(hardware, &mut packed, shape, to, -1.0, factors);
        left
    };
    let first = left(&weights);
    let mut correction = vec![0.0; rank * doubtful];
    let factors = (certain.view().transposed(), first.view());
    let (shape, to) = ([rank, doubtful, height], (&mut *correction, rank));
    add_matmul(hardware, &mut Packed::default(), shape, to, 1.0, factors);
    forward_all(hardware, (count, &factor), (rank, &mut correction));
    backward_all(hardware, (count, &factor), (rank, &mut correction));
    weights.iter_mut().zip(&correction).for_each(|(to, by)| *to += by);
    let least = rank
        .checked_sub(1)
        .map_or(f64::INFINITY, |last| factor[last * count + last]);
    let combinations = (0..doubtful).map(|k| {
        let mut vector = vec![0.0; count];
        vector[order[rank + k]] = 1.0;
        for i in 0..rank {
            vector[order[i]] = -weights[k * rank + i];
        }
        vector
    });
    let rest = left(&weights);
    let rest = (0..doubtful).map(|k| rest.column(k).to_vec());
    let judged = judge(rest.zip(combinations).collect())?;
    Some(NullSpace {
        rank: rank + judged.rank,
        margin: judged.margin.min(least / ZERO),
        vectors: reduce_to_echelon(count, judged.vanishing),
        unlisted: 0,
    })
}

struct Judged {
    rank: usize,
    margin: f64,
    vanishing: Vec<Vec<f64>>,
}

/// Orthogonalises vectors, the longest first, until only zeros are left. Each vector comes with its combination of columns; the
/// combinations of the zeros are returned.
fn judge(mut rest: Vec<(Vec<f64>, Vec<f64>)>) -> Option<Judged> {
    let length = |vector: &[f64]| vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut lengths: Vec<f64> = rest.iter().map(|(vector, _)| length(vector)).collect();
    let (mut rank, mut margin) = (0, f64::INFINITY);
    while !rest.is_empty() {
        let longest = (0..rest.len()).fold(0, |best, k| if lengths[k] > lengths[best] { k } else { best });
        let found = lengths[longest];
        if !found.is_finite() {
            return None;
        }
        if found <= ZERO {
            margin = margin.min(ZERO / found.max(f64::MIN_POSITIVE));
            break;
        }
        margin = margin.min(found / ZERO);
        rank += 1;
        lengths.swap_remove(longest);
        let (pivot, origin) = rest.swap_remove(longest);
        for (k, (vector, combination)) in rest.iter_mut().enumerate() {
            let dot: f64 = vector.iter().zip(&pivot).map(|(x, y)| x * y).sum();
            let part = dot / (found * found);
            subtract(part, &pivot, vector);
            subtract(part, &origin, combination);
            lengths[k] = length(vector);
        }
    }
    let vanishing = rest.into_iter().map(|(_, combination)| combination).collect();
    Some(Judged {
        rank,
        margin,
        vanishing,
    })
}

/// Reduces null vectors to echelon form: each ends in a column of its own, the one that depends on the columns before it. That is the
/// column a person added last.
fn reduce_to_echelon(count: usize, mut vectors: Vec<Vec<f64>>) -> Vec<Vec<(usize, f64)>> {
    let mut sizes: Vec<f64> = vectors.iter().map(|vector| largest(vector)).collect();
    let mut done = 0;
    for column in (0..count).rev() {
        if done == vectors.len() {
            break;
        }
        let weight = |k: usize| vectors[k][column].abs() / sizes[k];
        let best =
            (done..vectors.len()).fold(done, |best, k| if weight(k) > weight(best) { k } else { best });
        if weight(best) <= SOUND {
            for vector in &mut vectors[done..] {
                vector[column] = 0.0;
            }
            continue;
        }
        vectors.swap(done, best);
        sizes.swap(done, best);
        let pivot = std::mem::take(&mut vectors[done]);
        for (k, vector) in vectors.iter_mut().enumerate() {
            if k != done && vector[column] != 0.0 {
                // The pivot is zero in all later columns already.
                subtract(
                    vector[column] / pivot[column],
                    &pivot[..=column],
                    &mut vector[..=column],
                );
                vector[column] = 0.0;
                sizes[k] = largest(vector);
            }
        }
        vectors[done] = pivot;
        done += 1;
    }
    vectors.truncate(done);
    let sparse = |vector: Vec<f64>| {
        let largest = largest(&vector);
        let kept = |&(_, weight): &(usize, f64)| counts(weight, largest);
        vector.into_iter().enumerate().filter(kept).collect()
    };
    vectors.into_iter().map(sparse).collect()
}

fn subtract(part: f64, from: &[f64], to: &mut [f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to -= part * from;
    }
}

fn largest(vector: &[f64]) -> f64 {
    vector
        .iter()
        .fold(f64::MIN_POSITIVE, |largest, weight| largest.max(weight.abs()))
}
