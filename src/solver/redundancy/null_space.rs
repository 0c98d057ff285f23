//! Rank and null space of a matrix with unit columns, by QR with column pivoting.

use faer::Mat;
use faer::linalg::solvers::ColPivQr;

use super::scaled::counts;

/// Singular values below this are taken as zero.
const ZERO: f64 = 1e-9;
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

/// Finds the null space of `columns`; nothing when a number is not finite.
pub(super) fn null_space(columns: Mat<f64>) -> Option<NullSpace> {
    let count = columns.ncols();
    if count == 0 {
        return Some(NullSpace {
            rank: 0,
            margin: f64::INFINITY,
            vectors: Vec::new(),
        });
    }
    let qr = ColPivQr::new(columns.as_ref());
    let r = qr.thin_R();
    let (order, _) = qr.P().arrays();
    let pivots: Vec<f64> = (0..r.nrows().min(count)).map(|k| r[(k, k)].abs()).collect();
    if pivots.iter().any(|pivot| !pivot.is_finite()) {
        return None;
    }
    let rank = pivots.iter().take_while(|&&pivot| pivot > ZERO).count();
    let least = rank
        .checked_sub(1)
        .map_or(f64::INFINITY, |last| pivots[last] / ZERO);
    let margin = pivots
        .get(rank)
        .map_or(least, |&pivot| least.min(ZERO / pivot.max(f64::MIN_POSITIVE)));
    let mut vectors = Vec::with_capacity(count - rank);
    for dependent in rank..count {
        // R11 x = -r, by back-substitution; together with the dependent column itself this vanishes.
        let mut vector = vec![0.0; count];
        vector[order[dependent]] = 1.0;
        let mut x: Vec<f64> = (0..rank).map(|k| -r[(k, dependent)]).collect();
        for k in (0..rank).rev() {
            x[k] /= r[(k, k)];
            let column = r.col(k);
            for i in 0..k {
                x[i] -= column[i] * x[k];
            }
            vector[order[k]] = x[k];
        }
        vectors.push(vector);
    }
    Some(NullSpace {
        rank,
        margin,
        vectors: tell_apart(count, vectors),
    })
}

/// Combines null vectors so that each ends in a column of its own: the one that the columns before it make
/// superfluous. That is the column a person added last.
fn tell_apart(count: usize, mut vectors: Vec<Vec<f64>>) -> Vec<Vec<(usize, f64)>> {
    let mut done = 0;
    for column in (0..count).rev() {
        if done == vectors.len() {
            break;
        }
        let weight = |vector: &Vec<f64>| vector[column].abs() / largest(vector);
        let best = (done..vectors.len()).fold(done, |best, other| {
            if weight(&vectors[other]) > weight(&vectors[best]) {
                other
            } else {
                best
            }
        });
        if weight(&vectors[best]) <= SOUND {
            for vector in &mut vectors[done..] {
                vector[column] = 0.0;
            }
            continue;
        }
        vectors.swap(done, best);
        let pivot = std::mem::take(&mut vectors[done]);
        for (index, vector) in vectors.iter_mut().enumerate() {
            if index != done && vector[column] != 0.0 {
                let factor = vector[column] / pivot[column];
                for (to, from) in vector.iter_mut().zip(&pivot) {
                    *to -= factor * from;
                }
                vector[column] = 0.0;
            }
        }
        vectors[done] = pivot;
        done += 1;
    }
    vectors.truncate(done);
    let sparse = |vector: Vec<f64>| {
        let largest = largest(&vector);
        vector
            .into_iter()
            .enumerate()
            .filter(|&(_, weight)| counts(weight, largest))
            .collect()
    };
    vectors.into_iter().map(sparse).collect()
}

fn largest(vector: &[f64]) -> f64 {
    vector
        .iter()
        .fold(f64::MIN_POSITIVE, |largest, weight| largest.max(weight.abs()))
}
