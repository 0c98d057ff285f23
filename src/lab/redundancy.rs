//! Linearly dependent rows, with the weights of their vanishing combination.
//!
//! ```text
//! w^T J = 0        residual = max |w^T J| / max |w|^T |J|
//! ```
//! Any one row of a dependent set can be removed without freeing anything. A constraint of several rows, such as a pin, is removed with all of them.
//! That frees as many degrees of freedom as the rank of J falls: its number of rows less the rank of the weights that all sets give to these rows.

use super::assembled::Assembled;
use crate::scene::Id;
use crate::sim::{Dependence, Freedom};
use crate::solver::redundancy::Verdict;

/// A dependent set of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct DependentSet {
    /// The set is redundant, singular only at this pose, or contradictory.
    pub verdict: Verdict,
    /// Constraint, index of its row, and weight; the largest weight is 1.
    pub members: Vec<(Id, usize, f64)>,
    /// Relative size of the combination at the pose of the equations: 0 for exact dependence, 1 for none.
    pub residual: f64,
    /// For each of [`DependentSet::constraints`], the degrees of freedom gained by removing it with all its rows. `None` if unknown:
    /// sets are too many to list, or some are singular at this pose only, or contradictory.
    pub frees: Option<Vec<usize>>,
}

/// A weight below this share of the largest counts as zero.
const ROUNDING: f64 = 1e-7;

impl DependentSet {
    /// The constraints in the set, each once.
    pub fn constraints(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.members.iter().map(|member| member.0).collect();
        ids.dedup();
        ids
    }

    /// All sets found, contradictory ones first. A row that is missing in the equations counts as zero.
    pub fn all(at: &Assembled, freedom: &Freedom) -> Vec<Self> {
        let set = |it: &Dependence| Self {
            verdict: it.verdict,
            members: it.members.clone(),
            residual: residual(at, &it.members),
            frees: None,
        };
        let mut all: Vec<Self> = freedom.dependences.iter().map(set).collect();
        all.sort_by_key(|it| it.verdict);
        let known = freedom.unlisted == 0 && all.iter().all(|it| it.verdict == Verdict::Redundant);
        for set in all.iter_mut().filter(|_| known) {
            let ids = set.constraints();
            set.frees = ids.into_iter().map(|id| freed(at, freedom, id)).collect();
        }
        all
    }
}

/// Number of degrees of freedom gained by removing a constraint of redundant sets.
fn freed(at: &Assembled, freedom: &Freedom, id: Id) -> Option<usize> {
    let (index, _) = at.link(id)?;
    let rows = at.model.topology.constraint_dim(index);
    let weights = |set: &Dependence| {
        let mut of_rows = vec![0.0; rows];
        for (_, row, weight) in set.members.iter().filter(|member| member.0 == id) {
            *of_rows.get_mut(*row)? = *weight;
        }
        Some(of_rows)
    };
    let weights: Option<Vec<Vec<f64>>> = freedom.dependences.iter().map(weights).collect();
    Some(rows.saturating_sub(rank(weights?)))
}

/// Rank of a small matrix, by elimination with full pivoting.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let most = rows.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut rank = 0;
    loop {
        let left = rows.iter().enumerate().skip(rank);
        let entries = left.flat_map(|(row, of)| {
            of.iter()
                .enumerate()
                .map(move |(column, x)| (row, column, x.abs()))
        });
        let Some((row, column, pivot)) = entries.max_by(|a, b| a.2.total_cmp(&b.2)) else {
            return rank;
        };
        if pivot <= ROUNDING * most {
            return rank;
        }
        rows.swap(rank, row);
        let (above, below) = rows.split_at_mut(rank + 1);
        let top = &above[rank];
        for other in below {
            let factor = other[column] / top[column];
            other.iter_mut().zip(top).for_each(|(x, y)| *x -= factor * y);
            other[column] = 0.0;
        }
        rank += 1;
    }
}

fn residual(at: &Assembled, members: &[(Id, usize, f64)]) -> f64 {
    let topology = &at.model.topology;
    let (mut sum, mut sizes) = (vec![0.0; topology.dofs()], vec![0.0; topology.dofs()]);
    for &(id, row, weight) in members {
        let Some((index, _)) = at.link(id) else { continue };
        if row >= topology.constraint_dim(index) {
            continue;
        }
        for end in topology.ends(index) {
            let (from, dim) = (topology.body_offset(end.body), topology.body_dim(end.body));
            for k in 0..dim {
                let term = weight * at.system.jacobian[end.block + row * dim + k];
                sum[from + k] += term;
                sizes[from + k] += f64::abs(term);
            }
        }
    }
    let most = |of: &[f64]| of.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    most(&sum) / most(&sizes).max(f64::MIN_POSITIVE)
}
