//! Distance of a pose from singularity: singular values of J with coordinates scaled by the masses and rows scaled to unit length.
//!
//! ```text
//! A = J W J^T,   B = D^-1/2 A D^-1/2   D the diagonal of A       sigma_k = sqrt(k-th eigenvalue of B), from 0 to sqrt(rows)
//! ```
//! For two rods that meet at an angle theta in a particle, the least is `sqrt(1 - |cos theta|)`. Eigenvalues are found by cyclic Jacobi rotations
//! (Golub and Van Loan, Matrix Computations, 8.5), which find small ones to the rounding error of the largest.

use super::coordinates::Coordinates;
use crate::sim::{Dynamics, Model, SimState};

/// Number of rows up to which all singular values are computed, as the work grows with its cube. Above it: [`super::least_singular`].
pub(super) const LARGEST: usize = 60;
/// Largest number of Jacobi sweeps; a few suffice.
const SWEEPS: usize = 30;
/// A singular value below this counts as zero.
const NOTHING: f64 = 1e-7;

/// Singular values of the rows of a machine in a state, ascending. `None` if there are no rows or too many.
pub fn singular_values(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Option<Vec<f64>> {
    let topology = &model.topology;
    if !(1..=LARGEST).contains(&topology.rows()) {
        return None;
    }
    let system = dynamics.linear_system(model, state);
    let j = Coordinates::jacobian(topology, system).dense();
    let w = Coordinates::inverse_mass(topology, system);
    // J W, row by row.
    let mut jw = vec![vec![0.0; topology.dofs()]; j.len()];
    for (row, out) in j.iter().zip(&mut jw) {
        for &(k, l, x) in &w.entries {
            out[l] += row[k] * x;
        }
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let diagonal: Vec<f64> = jw.iter().zip(&j).map(|(a, b)| dot(a, b).sqrt()).collect();
    let entry = |r: usize, c: usize| {
        let size = diagonal[r] * diagonal[c];
        if size > 0.0 {
            dot(&jw[r], &j[c]) / size
        } else {
            0.0
        }
    };
    let mut b: Vec<Vec<f64>> = (0..j.len())
        .map(|r| (0..j.len()).map(|c| entry(r, c)).collect())
        .collect();
    let mut values: Vec<f64> = eigenvalues(&mut b).iter().map(|x| x.max(0.0).sqrt()).collect();
    values.sort_by(f64::total_cmp);
    Some(values)
}

/// Number of singular values that vanish in all given states: the number of rows that are dependent everywhere.
pub(super) fn dependent(all: &[Vec<f64>]) -> usize {
    let nothing = |values: &Vec<f64>| values.iter().take_while(|x| **x < NOTHING).count();
    all.iter().map(nothing).min().unwrap_or(0)
}

/// The least singular value at each of several states, without those that vanish at all of them because of dependent rows.
pub fn least_along(all: &[Vec<f64>]) -> Vec<f64> {
    let dependent = dependent(all);
    all.iter()
        .map(|values| values.get(dependent).copied().unwrap_or(0.0))
        .collect()
}

/// Eigenvalues of a symmetric matrix, unordered.
pub(super) fn eigenvalues(a: &mut [Vec<f64>]) -> Vec<f64> {
    let n = a.len();
    for _ in 0..SWEEPS {
        let off: f64 = (0..n).map(|i| a[i][..i].iter().map(|x| x * x).sum::<f64>()).sum();
        if off < f64::EPSILON * f64::EPSILON {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(a, p, q);
            }
        }
    }
    (0..n).map(|i| a[i][i]).collect()
}

/// Jacobi rotation of rows and columns p and q that makes their off-diagonal entry zero.
fn rotate(a: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        let (x, y) = (row[p], row[q]);
        (row[p], row[q]) = (c * x - s * y, s * x + c * y);
    }
    for k in 0..a.len() {
        let (x, y) = (a[p][k], a[q][k]);
        (a[p][k], a[q][k]) = (c * x - s * y, s * x + c * y);
    }
}
