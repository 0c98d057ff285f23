//! Rank and null space of a matrix with unit columns.
//!
//! A Cholesky factor of the Gram matrix with pivoting, cheap because it works in panels, picks columns that
//! are independent beyond doubt. It squares the singular values, so it cannot judge the others; these are
//! projected on the complement of the first, corrected once so that squaring does no harm, and what is left of
//! them is orthogonalised with pivoting.

use std::sync::atomic::AtomicBool;

use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{Accum, Mat, MatMut, MatRef, Par};

use super::scaled::counts;
use crate::cholesky::pivoted;

/// Singular values below this are taken as zero.
const ZERO: f64 = 1e-9;
/// Pivots of the Gram matrix above this are beyond doubt.
const CERTAIN: f64 = 1e-7;
/// A weight that may serve as the last one of its set, against the largest.
const SOUND: f64 = 1e-6;

/// What was found.
pub(super) struct NullSpace {
    pub(super) rank: usize,
    /// How many times the closest singular value is away from the threshold.
    pub(super) margin: f64,
    /// Combinations of columns that vanish: columns, ascending, and weights. The last column of each is in no
    /// other.
    pub(super) vectors: Vec<Vec<(usize, f64)>>,
}

/// Finds the null space of `columns`; nothing when the numbers do not allow it.
pub(super) fn null_space(columns: MatRef<'_, f64>) -> Option<NullSpace> {
    let count = columns.ncols();
    let mut gram = vec![0.0; count * count];
    triangular::matmul(
        MatMut::from_column_major_slice_mut(&mut gram, count, count),
        BlockStructure::TriangularLower,
        Accum::Replace,
        columns.transpose(),
        BlockStructure::Rectangular,
        columns,
        BlockStructure::Rectangular,
        1.0,
        Par::Seq,
    );
    let mut order: Vec<usize> = (0..count).collect();
    let rank = pivoted(count, &mut gram, &mut order, CERTAIN, &AtomicBool::new(false)).ok()?;
    let doubtful = count - rank;
    let factor = MatRef::from_column_major_slice(&gram, count, count);
    let l = factor.submatrix(0, 0, rank, rank);
    let certain = Mat::from_fn(columns.nrows(), rank, |i, k| columns[(i, order[k])]);
    // The doubtful columns as combinations of the certain ones, and what is left of them.
    let mut weights = factor.submatrix(rank, 0, doubtful, rank).transpose().to_owned();
    solve_upper_triangular_in_place(l.transpose(), weights.as_mut(), Par::Seq);
    let left = |weights: &Mat<f64>| {
        let mut left = Mat::from_fn(columns.nrows(), doubtful, |i, k| columns[(i, order[rank + k])]);
        matmul(
            left.as_mut(),
            Accum::Add,
            certain.as_ref(),
            weights.as_ref(),
            -1.0,
            Par::Seq,
        );
        left
    };
    let mut correction = Mat::zeros(rank, doubtful);
    let first = left(&weights);
    matmul(
        correction.as_mut(),
        Accum::Replace,
        certain.transpose(),
        first.as_ref(),
        1.0,
        Par::Seq,
    );
    solve_lower_triangular_in_place(l, correction.as_mut(), Par::Seq);
    solve_upper_triangular_in_place(l.transpose(), correction.as_mut(), Par::Seq);
    weights += correction;
    let least = rank
        .checked_sub(1)
        .map_or(f64::INFINITY, |last| factor[(last, last)]);
    let combinations = (0..doubtful).map(|k| {
        let mut vector = vec![0.0; count];
        vector[order[rank + k]] = 1.0;
        for i in 0..rank {
            vector[order[i]] = -weights[(i, k)];
        }
        vector
    });
    let rest = left(&weights);
    let rest = (0..doubtful).map(|k| rest.col(k).iter().copied().collect());
    let judged = judge(rest.zip(combinations).collect())?;
    Some(NullSpace {
        rank: rank + judged.rank,
        margin: judged.margin.min(least / ZERO),
        vectors: tell_apart(count, judged.vanishing),
    })
}

struct Judged {
    rank: usize,
    margin: f64,
    vanishing: Vec<Vec<f64>>,
}

/// Orthogonalises vectors, the longest first, until only zeroes are left. Each comes with the combination of
/// columns that it is; those of the zeroes are handed back.
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

/// Combines null vectors so that each ends in a column of its own: the one that the columns before it make
/// superfluous. That is the column a person added last.
fn tell_apart(count: usize, mut vectors: Vec<Vec<f64>>) -> Vec<Vec<(usize, f64)>> {
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
