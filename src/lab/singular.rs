//! How near a pose is to a singular one: singular values of J in coordinates scaled by the masses and rows scaled to length one.
//!
//! ```text
//! A = J W J^T,   B = D^-1/2 A D^-1/2   D the diagonal of A       sigma_k = sqrt(k-th eigenvalue of B), from 0 to sqrt(rows)
//! ```
//! Of two rods that meet at an angle theta in a particle the least is `sqrt(1 - |cos theta|)`. Eigenvalues by cyclic Jacobi rotations
//! (Golub and Van Loan, Matrix Computations, 8.5), which finds small ones to the rounding of the large.

use super::coordinates::Coordinates;
use crate::sim::{Dynamics, Model, SimState};

/// Rows up to which all are worked out: the work grows with their cube. Of more, the least are ([`super::least_singular`]).
pub(super) const LARGEST: usize = 60;
/// Sweeps of rotations at most; a few do.
const SWEEPS: usize = 30;
/// Singular values below this count as nothing.
const NOTHING: f64 = 1e-7;

/// Singular values of the rows of a machine in a state, ascending. Nothing where there are no rows or too many.
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

/// How many values are nothing at all of several states: those of rows that depend on others everywhere.
pub(super) fn dependent(all: &[Vec<f64>]) -> usize {
    let nothing = |values: &Vec<f64>| values.iter().take_while(|x| **x < NOTHING).count();
    all.iter().map(nothing).min().unwrap_or(0)
}

/// The least singular value at each of several states, of those that are not nothing at all of them: dependent rows add nothing.
pub fn least_along(all: &[Vec<f64>]) -> Vec<f64> {
    let dependent = dependent(all);
    all.iter()
        .map(|values| values.get(dependent).copied().unwrap_or(0.0))
        .collect()
}

/// Of a symmetric matrix, in no order.
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

/// Rotates rows and columns p and q so that their entry becomes nothing.
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
