//! Rows that depend on each other, with the weights with which they add up to nothing.
//!
//! ```text
//! w^T J = 0        residual = max |w^T J| / max |w|^T |J|
//! ```
//! Of a set any one row can go without freeing anything. A constraint of several rows, such as a pin, takes all of them along: what that frees
//! is what it has of rows less the rank of the weights that all sets together give to them, for the rank of J falls by so many.

use super::assembled::Assembled;
use crate::scene::Id;
use crate::sim::{Dependence, Freedom};
use crate::solver::redundancy::Verdict;

/// A dependent set of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct DependentSet {
    /// Whether any one of them can go, only this pose is singular, or they cannot all hold.
    pub verdict: Verdict,
    /// Constraint, row of it, and weight; the largest weight is 1.
    pub members: Vec<(Id, usize, f64)>,
    /// How exactly they add up to nothing at the pose of the equations; 1 is not at all.
    pub residual: f64,
    /// How many freedoms each of [`DependentSet::constraints`] would give back if it went with all its rows; nothing where that is not known:
    /// sets are too many to list, or some hold at this pose only or contradict.
    pub frees: Option<Vec<usize>>,
}

/// A weight below this share of the largest is rounding.
const ROUNDING: f64 = 1e-7;

impl DependentSet {
    /// The constraints in it, each once.
    pub fn constraints(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.members.iter().map(|member| member.0).collect();
        ids.dedup();
        ids
    }

    /// All that were found, those that cannot hold first. A row that the equations do not have counts as zero.
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

/// How many freedoms a constraint of redundant sets would give back.
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

/// The rank of a small matrix, by elimination with full pivoting.
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
