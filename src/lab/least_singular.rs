//! Least singular values of a machine with many rows, by inverse subspace iteration on B of [`super::singular`].
//!
//! ```text
//! B = D^-1/2 J W J^T D^-1/2           D the diagonal of J W J^T
//! (B + e)^-1 b = D^1/2 lambda         M a = J^T lambda,   J a + e D lambda = D^1/2 b
//! ```
//! One solve of the sparse method multiplies by the inverse, so a pose costs one factorisation and some solves (Golub and Van Loan, Matrix
//! Computations, 8.2.4). The vectors of one pose are the start of the iteration at the next one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::coordinates::Coordinates;
use super::singular::eigenvalues;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Method, Solution, SolveError, Solver, System};

/// Shift added to B, so that dependent rows can be factored.
const SHIFT: f64 = 1e-10;
/// Number of values sought beside those of dependent rows, and largest number of vectors.
const WANTED: usize = 6;
const MOST: usize = 48;
/// Largest number of iterations, and relative change at which a value has converged.
const ROUNDS: usize = 40;
const SETTLED: f64 = 1e-5;
/// A singular value below this counts as zero.
const NOTHING: f64 = 1e-7;

/// Subspace of the least singular values at the last pose.
pub(super) struct LeastSingular {
    vectors: Vec<Vec<f64>>,
    solver: Solver,
}

/// J, W and D at a pose.
struct Scaled {
    /// Rows of J, each divided by the square root of its D.
    rows: Vec<Vec<(usize, f64)>>,
    /// Rows of W.
    w: Vec<Vec<(usize, f64)>>,
    /// Square roots of D.
    diagonal: Vec<f64>,
}

impl LeastSingular {
    /// An empty subspace; the computation stops once `cancel` is set.
    pub(super) fn new(cancel: Arc<AtomicBool>) -> Self {
        let mut solver = Solver::new(Method::Sparse);
        solver.set_cancel(cancel);
        Self {
            vectors: Vec::new(),
            solver,
        }
    }

    /// The least singular values of the rows in a state, ascending: those of dependent rows and some more. `None` where too many rows
    /// are dependent.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn values(
        &mut self,
        model: &Model,
        state: &SimState,
        dynamics: &mut Dynamics,
    ) -> Result<Option<Vec<f64>>, SolveError> {
        let topology = &model.topology;
        let mut system = dynamics.linear_system(model, state).clone();
        let at = Scaled::new(model, &system);
        system.bounds.clear();
        system.force.fill(0.0);
        for (compliance, root) in system.compliance.iter_mut().zip(&at.diagonal) {
            *compliance = SHIFT * root * root;
        }
        self.solver.factor(topology, &system)?;
        if self.vectors.first().is_none_or(|it| it.len() != at.rows.len()) {
            self.vectors.clear();
            self.widen(at.rows.len(), WANTED);
        }
        loop {
            let values = self.iterate(model, &at, &mut system)?;
            let dependent = values.iter().take_while(|it| **it < NOTHING).count();
            let count = self.vectors.len();
            if dependent + WANTED / 2 <= count || count == at.rows.len() {
                return Ok(Some(values));
            }
            if count >= MOST {
                return Ok(None);
            }
            self.widen(at.rows.len(), (2 * count).min(MOST));
        }
    }

    /// Adds pseudo-random vectors, the same in each run.
    fn widen(&mut self, rows: usize, count: usize) {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        while self.vectors.len() < count.min(rows) {
            let skipped = self.vectors.len();
            let mut next = || {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
            };
            (0..skipped).for_each(|_| _ = next());
            self.vectors.push((0..rows).map(|_| next()).collect());
        }
    }

    /// Inverse iteration until the least values converge; returns the values of all vectors, ascending.
    fn iterate(&mut self, model: &Model, at: &Scaled, system: &mut System) -> Result<Vec<f64>, SolveError> {
        let mut before: Vec<f64> = Vec::new();
        let mut out = Solution::default();
        for _ in 0..ROUNDS {
            for vector in &mut self.vectors {
                for ((c, root), x) in system.c.iter_mut().zip(&at.diagonal).zip(&*vector) {
                    *c = -root * x;
                }
                self.solver.solve(&model.topology, system, &mut out)?;
                for ((x, root), lambda) in vector.iter_mut().zip(&at.diagonal).zip(&out.lambda) {
                    *x = root * lambda;
                }
            }
            orthogonalise(&mut self.vectors);
            let values = at.values(&self.vectors);
            let wanted = values.len().saturating_sub(WANTED / 2).max(1);
            let change = |(new, old): (&f64, &f64)| (new - old).abs() <= SETTLED * new.max(NOTHING / SETTLED);
            let settled = before.len() == values.len() && values.iter().zip(&before).take(wanted).all(change);
            before = values;
            if settled {
                break;
            }
        }
        Ok(before)
    }
}

impl Scaled {
    fn new(model: &Model, system: &System) -> Self {
        let topology = &model.topology;
        let by_row = |of: Coordinates| {
            let mut rows = vec![Vec::new(); of.rows];
            of.entries
                .iter()
                .for_each(|&(row, column, x)| rows[row].push((column, x)));
            rows
        };
        let mut rows = by_row(Coordinates::jacobian(topology, system));
        let w = by_row(Coordinates::inverse_mass(topology, system));
        let mut scratch = vec![0.0; topology.dofs()];
        let mut diagonal = vec![1.0; rows.len()];
        for (row, root) in rows.iter_mut().zip(&mut diagonal) {
            row.iter().for_each(|&(k, x)| scratch[k] = x);
            let along = |&(k, x): &(usize, f64)| x * w[k].iter().map(|&(l, y)| y * scratch[l]).sum::<f64>();
            let size: f64 = row.iter().map(along).sum();
            row.iter().for_each(|&(k, _)| scratch[k] = 0.0);
            // A row that moves nothing (zero diagonal) counts as dependent.
            if size > 0.0 {
                *root = size.sqrt();
                row.iter_mut().for_each(|it| it.1 /= *root);
            }
        }
        Self { rows, w, diagonal }
    }

    /// Singular values of B restricted to the space of these orthonormal vectors (Rayleigh-Ritz), ascending.
    fn values(&self, vectors: &[Vec<f64>]) -> Vec<f64> {
        let coordinates = self.w.len();
        let pushed: Vec<Vec<f64>> = vectors
            .iter()
            .map(|vector| {
                let mut u = vec![0.0; coordinates];
                for (row, x) in self.rows.iter().zip(vector) {
                    row.iter().for_each(|&(k, j)| u[k] += j * x);
                }
                u
            })
            .collect();
        let moved: Vec<Vec<f64>> = pushed
            .iter()
            .map(|u| {
                let along = |row: &Vec<(usize, f64)>| row.iter().map(|&(l, y)| y * u[l]).sum();
                self.w.iter().map(along).collect()
            })
            .collect();
        let mut gram: Vec<Vec<f64>> = pushed
            .iter()
            .map(|u| moved.iter().map(|wu| dot(u, wu)).collect())
            .collect();
        let mut values: Vec<f64> = eigenvalues(&mut gram).iter().map(|x| x.max(0.0).sqrt()).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Orthonormalises vectors by Gram-Schmidt, each twice against those before it.
fn orthogonalise(vectors: &mut [Vec<f64>]) {
    for k in 0..vectors.len() {
        let (before, rest) = vectors.split_at_mut(k);
        let own = &mut rest[0];
        for _ in 0..2 {
            for other in &*before {
                let share = dot(own, other);
                own.iter_mut().zip(other).for_each(|(x, y)| *x -= share * y);
            }
            let size = dot(own, own).sqrt().max(f64::MIN_POSITIVE);
            own.iter_mut().for_each(|x| *x /= size);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::singular::singular_values;
    use super::*;
    use crate::bench::Shape;
    use crate::scene::gallery;

    /// Compared with all eigenvalues, with and without dependent rows.
    #[test]
    fn the_least_values_are_those_of_the_whole_matrix() {
        let mut scenes = vec![Shape::Chain.scene(20), Shape::Truss.scene(12)];
        for id in ["jansen", "four-bar", "parallelogram"] {
            scenes.push(gallery::find(id).unwrap().scene().unwrap());
        }
        for scene in scenes {
            let model = Model::compile(&scene);
            let mut dynamics = Dynamics::new(Method::Sparse);
            dynamics.prepare(&model);
            let Some(all) = singular_values(&model, &model.start, &mut dynamics) else {
                continue;
            };
            let mut least = LeastSingular::new(Arc::default());
            let found = least
                .values(&model, &model.start, &mut dynamics)
                .unwrap()
                .unwrap();
            let certain = found.len() - if found.len() < all.len() { WANTED / 2 } else { 0 };
            for (k, value) in found.iter().take(certain).enumerate() {
                assert!(
                    (value - all[k]).abs() < 1e-6 + 1e-3 * all[k],
                    "{k}: {found:?} {all:?}"
                );
            }
        }
    }
}
