//! Which constraints say nothing new: the rank of J, and the sets of rows that depend on each other, found
//! from the singular values of the row-scaled `J W^1/2`.

use super::equations::cholesky;
use super::system::{System, Topology};

/// Singular values of `J W^1/2` with rows of norm one below this are taken as zero.
const NULL: f64 = 1e-9;

/// What depends on what, at one pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// Rank of J, or `None` where the system is too big to find out.
    pub rank: Option<usize>,
    /// Degrees of freedom left: those of the bodies minus the rank.
    pub dof: Option<usize>,
    /// How clear the decision is: the smallest singular value counted over the threshold (at least 1); infinite
    /// when J has full rank by structure alone.
    pub margin: f64,
    /// Constraints that could be taken away without freeing anything, the later ones of each dependent set.
    pub redundant: Vec<usize>,
    /// Null vectors of J^T, one a set: rows and their weights.
    pub dependent_sets: Vec<Vec<(usize, f64)>>,
    /// Constraints in a dependent set whose drift cannot vanish.
    pub contradictory: Vec<usize>,
}

/// How far the constraints are from being met, to tell contradiction from redundancy.
#[derive(Clone, Copy, Debug)]
pub struct Drift<'a> {
    /// C, one number a row.
    pub c: &'a [f64],
    /// dC/dt, one number a row.
    pub c_dot: &'a [f64],
    /// Size of C that counts as met.
    pub c_tolerance: f64,
    /// Size of dC/dt that counts as met.
    pub c_dot_tolerance: f64,
}

/// Finds rank and redundant constraints at this pose.
pub fn diagnose(topology: &Topology, system: &System) -> Diagnosis {
    let mut diagnosis = Diagnosis {
        margin: f64::INFINITY,
        ..Diagnosis::default()
    };
    let mut basis: Vec<(usize, Vec<f64>)> = Vec::new();
    // Each basis vector as a combination of the rows it was made from.
    let mut origins: Vec<Vec<(usize, f64)>> = Vec::new();
    for constraint in 0..topology.constraints() {
        for row in 0..topology.constraint_dim(constraint) {
            let index = topology.row_offset(constraint) + row;
            let Some(mut vector) = scaled_row(topology, system, constraint, row) else {
                return Diagnosis::default();
            };
            let norm = norm(&vector);
            if norm == 0.0 {
                continue;
            }
            vector.iter_mut().for_each(|x| *x /= norm);
            let mut origin = vec![(index, norm.recip())];
            // Twice is enough: the second pass takes off what rounding left of the first.
            for _ in 0..2 {
                for ((_, other), made_of) in basis.iter().zip(&origins) {
                    let dot: f64 = other.iter().zip(&vector).map(|(a, b)| a * b).sum();
                    vector.iter_mut().zip(other).for_each(|(x, y)| *x -= dot * y);
                    for &(row, weight) in made_of {
                        match origin.iter_mut().find(|(other, _)| *other == row) {
                            Some((_, sum)) => *sum -= dot * weight,
                            None => origin.push((row, -dot * weight)),
                        }
                    }
                }
            }
            let left = self::norm(&vector);
            if left > NULL {
                diagnosis.margin = diagnosis.margin.min(left / NULL);
                vector.iter_mut().for_each(|x| *x /= left);
                origin.iter_mut().for_each(|(_, weight)| *weight /= left);
                basis.push((index, vector));
                origins.push(origin);
            } else {
                origin.sort_unstable_by_key(|&(row, _)| row);
                diagnosis.dependent_sets.push(origin);
                if diagnosis.redundant.last() != Some(&constraint) {
                    diagnosis.redundant.push(constraint);
                }
            }
        }
    }
    diagnosis.rank = Some(basis.len());
    diagnosis.dof = Some(topology.dofs() - basis.len());
    diagnosis
}

/// Like [`diagnose`], and names the constraints that contradict each other: a combination of rows that moves
/// nothing, yet whose drift does not vanish.
pub fn diagnose_with_drift(topology: &Topology, system: &System, drift: &Drift<'_>) -> Diagnosis {
    let mut diagnosis = diagnose(topology, system);
    let constraint_of =
        |row: usize| (0..topology.constraints()).rfind(|&constraint| topology.row_offset(constraint) <= row);
    for set in &diagnosis.dependent_sets {
        let size: f64 = set.iter().map(|(_, weight)| weight.abs()).sum();
        let c: f64 = set.iter().map(|&(row, weight)| weight * drift.c[row]).sum();
        let c_dot: f64 = set.iter().map(|&(row, weight)| weight * drift.c_dot[row]).sum();
        if c.abs() > size * drift.c_tolerance || c_dot.abs() > size * drift.c_dot_tolerance {
            let heavy = set.iter().filter(|(_, weight)| weight.abs() > 1e-6 * size);
            diagnosis
                .contradictory
                .extend(heavy.filter_map(|&(row, _)| constraint_of(row)));
        }
    }
    diagnosis.contradictory.sort_unstable();
    diagnosis.contradictory.dedup();
    diagnosis
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// One row of `J L^-T` with `M = L L^T`; nothing when a mass is not positive.
fn scaled_row(topology: &Topology, system: &System, constraint: usize, row: usize) -> Option<Vec<f64>> {
    let mut vector = vec![0.0; topology.dofs()];
    for end in topology.ends(constraint) {
        let dim = topology.body_dim(end.body);
        let l = cholesky(dim, &system.mass[topology.mass_offset(end.body)..])?;
        let j = &system.jacobian[end.block + row * dim..][..dim];
        let x = &mut vector[topology.body_offset(end.body)..][..dim];
        for i in 0..dim {
            x[i] = (j[i] - (0..i).map(|k| l[i][k] * x[k]).sum::<f64>()) / l[i][i];
        }
    }
    Some(vector)
}
