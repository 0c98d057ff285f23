//! Rank and null space of rows of unit length.
//!
//! Few rows are all orthogonalised, with pivoting. Of many, sparse elimination picks rows that are independent beyond
//! doubt, and only the remainders of the others are orthogonalised.

use super::elimination::{SparseRow, eliminate};
use super::scaled::counts;
use crate::arithmetic::{add_product, sub_product};
use crate::{Hardware, in_lanes};

/// Singular values below this are taken as zero.
const ZERO: f64 = 1e-9;
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

/// Finds the rank of many sparse rows of unit length, and their null vectors if `list_sets` is set and there are not too many. The remainder of
/// each vector is computed from the rows themselves, and is at most [`ZERO`]. `None` when a number is not finite.
pub(super) fn sparse_null_space(rows: &[SparseRow], columns: usize, list_sets: bool) -> Option<NullSpace> {
    let found = eliminate(rows.to_vec(), columns);
    let (count, left) = (rows.len(), found.left.len());
    if !list_sets || left * left * count > MAX_NULL_SPACE_WORK {
        let (rank, margin) = rank_of_rest(&found.rest)?;
        return Some(NullSpace {
            rank: count - left + rank,
            margin: margin.min(found.least / ZERO),
            vectors: Vec::new(),
            unlisted: left - rank,
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
    let (rest, combinations): (Vec<_>, Vec<_>) = found.left.iter().map(combination).unzip();
    let judged = orthogonalise(rest)?;
    let of_rows = |of_left: Vec<f64>| {
        let mut weights = vec![0.0; count];
        for (weight, combination) in of_left.iter().zip(&combinations).filter(|it| *it.0 != 0.0) {
            subtract(-weight, combination, &mut weights);
        }
        weights
    };
    Some(NullSpace {
        rank: count - left + judged.rank,
        margin: judged.margin.min(found.least / ZERO),
        vectors: reduce_to_echelon(count, judged.vanishing.into_iter().map(of_rows).collect()),
        unlisted: 0,
    })
}

/// Rank and margin of the remainders of rows, which have entries in few columns as a rule: those without a pivot. Where there are too many, every
/// remainder with an entry above [`ZERO`] counts, up to the number of columns.
fn rank_of_rest(rest: &[SparseRow]) -> Option<(usize, f64)> {
    let mut columns: Vec<u32> = rest.iter().flatten().map(|&(column, _)| column).collect();
    columns.sort_unstable();
    columns.dedup();
    if rest.len() * columns.len() * columns.len() <= MAX_NULL_SPACE_WORK {
        let dense = |row: &SparseRow| {
            let mut dense = vec![0.0; columns.len()];
            for &(column, entry) in row {
                dense[columns.partition_point(|&it| it < column)] = entry;
            }
            dense
        };
        let found = orthogonalise(rest.iter().map(dense).collect())?;
        return Some((found.rank, found.margin));
    }
    let size = |row: &SparseRow| row.iter().fold(0.0_f64, |most, it| most.max(it.1.abs()));
    let sizes: Vec<f64> = rest.iter().map(size).collect();
    let rank = sizes.iter().filter(|size| **size > ZERO).count();
    let closest = |margin: f64, &size: &f64| margin.min((size / ZERO).max(ZERO / size));
    Some((rank.min(columns.len()), sizes.iter().fold(f64::INFINITY, closest)))
}

/// Finds the rank of rows of unit length, and their null vectors, by orthogonalising all of them. `None` when a number is not finite.
pub(super) fn null_space(rows: &[SparseRow], columns: usize) -> Option<NullSpace> {
    let dense = |row: &SparseRow| {
        let mut dense = vec![0.0; columns];
        row.iter()
            .for_each(|&(column, entry)| dense[column as usize] = entry);
        dense
    };
    let found = orthogonalise(rows.iter().map(dense).collect())?;
    Some(NullSpace {
        rank: found.rank,
        margin: found.margin,
        vectors: reduce_to_echelon(rows.len(), found.vanishing),
        unlisted: 0,
    })
}

/// Result of an orthogonalisation.
struct Orthogonalised {
    rank: usize,
    margin: f64,
    /// Combinations of the given vectors that vanish: weights of all of them.
    vanishing: Vec<Vec<f64>>,
}

/// A vector of which the parts along the pivots found so far have been subtracted.
struct Remainder {
    index: usize,
    vector: Vec<f64>,
    length: f64,
    /// Multiple of each pivot that was subtracted.
    parts: Vec<f64>,
}

/// Orthogonalises vectors (modified Gram-Schmidt), the longest first, until only zeros are left: singular values are not squared as in
/// a Gram matrix, so those of the size of [`ZERO`] are still exact. `None` when a number is not finite.
fn orthogonalise(vectors: Vec<Vec<f64>>) -> Option<Orthogonalised> {
    let (count, hardware) = (vectors.len(), Hardware::here());
    let remainder = |(index, vector): (usize, Vec<f64>)| Remainder {
        index,
        length: vector.iter().map(|x| x * x).sum::<f64>().sqrt(),
        vector,
        parts: Vec::new(),
    };
    let mut rest: Vec<Remainder> = vectors.into_iter().enumerate().map(remainder).collect();
    let (mut pivots, mut margin) = (Vec::<Remainder>::new(), f64::INFINITY);
    while !rest.is_empty() {
        let length = |k: usize| rest[k].length;
        let longest = (0..rest.len()).fold(0, |best, k| if length(k) > length(best) { k } else { best });
        let found = length(longest);
        if !found.is_finite() {
            return None;
        }
        if found <= ZERO {
            margin = margin.min(ZERO / found.max(f64::MIN_POSITIVE));
            break;
        }
        margin = margin.min(found / ZERO);
        let pivot = rest.swap_remove(longest);
        project(hardware, &pivot, &mut rest);
        pivots.push(pivot);
    }
    let combination = |Remainder { index, mut parts, .. }: Remainder| {
        let mut weights = vec![0.0; count];
        weights[index] = 1.0;
        for (k, pivot) in pivots.iter().enumerate().rev() {
            let part = parts[k];
            weights[pivot.index] = -part;
            subtract(part, &pivot.parts, &mut parts);
        }
        weights
    };
    Some(Orthogonalised {
        rank: pivots.len(),
        margin,
        vanishing: rest.into_iter().map(combination).collect(),
    })
}

in_lanes! {
    /// Subtracts from each vector its part along the pivot.
    fn project(pivot: &Remainder, rest: &mut [Remainder]) = project_plain
}

#[inline(always)]
fn project_plain<const FUSED: bool>(pivot: &Remainder, rest: &mut [Remainder]) {
    // Rows are sparse, so most pivots are zero outside a short range.
    let is_set = |x: &f64| *x != 0.0;
    let first = pivot.vector.iter().position(is_set).unwrap_or_default();
    let end = pivot
        .vector
        .iter()
        .rposition(is_set)
        .map_or(first, |last| last + 1);
    let along = &pivot.vector[first..end];
    for it in rest {
        let part = dot::<FUSED>(&it.vector[first..end], along) / (pivot.length * pivot.length);
        it.parts.push(part);
        if part != 0.0 {
            for (to, from) in it.vector[first..end].iter_mut().zip(along) {
                *to = sub_product::<FUSED>(*to, part, *from);
            }
            it.length = dot::<FUSED>(&it.vector, &it.vector).sqrt();
        }
    }
}

/// Inner product in running sums, which the compiler can vectorise.
#[inline(always)]
fn dot<const FUSED: bool>(x: &[f64], y: &[f64]) -> f64 {
    let ((x8, x), (y8, y)) = (x.as_chunks::<8>(), y.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (x, y) in x8.iter().zip(y8) {
        for k in 0..8 {
            sums[k] = add_product::<FUSED>(sums[k], x[k], y[k]);
        }
    }
    let rest = x
        .iter()
        .zip(y)
        .fold(0.0, |sum, (x, y)| add_product::<FUSED>(sum, *x, *y));
    sums.iter().sum::<f64>() + rest
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Nine hundred rows given twice, the second time with a small part in one of three more columns: too many remainders for a list.
    #[test]
    fn many_small_remainders_are_of_no_higher_rank_than_their_columns() {
        let rows: Vec<SparseRow> = (0..900)
            .flat_map(|k| [vec![(3 + k, 1.0)], vec![(k % 3, 1e-8), (3 + k, 1.0)]])
            .collect();
        let found = sparse_null_space(&rows, 903, true).unwrap();
        assert_eq!((found.rank, found.unlisted), (903, 897));
    }
}
