//! Rows that depend on each other, with the weights with which they add up to nothing.
//!
//! ```text
//! w^T J = 0        residual = max |w^T J| / max |w|^T |J|
//! ```

use super::assembled::Assembled;
use crate::scene::Id;
use crate::sim::Freedom;
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
}

impl DependentSet {
    /// The constraints in it, each once.
    pub fn constraints(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.members.iter().map(|member| member.0).collect();
        ids.dedup();
        ids
    }

    /// All that were found, those that cannot hold first. A row that the equations do not have counts as zero.
    pub fn all(at: &Assembled, freedom: &Freedom) -> Vec<Self> {
        let set = |it: &crate::sim::Dependence| Self {
            verdict: it.verdict,
            members: it.members.clone(),
            residual: residual(at, &it.members),
        };
        let mut all: Vec<Self> = freedom.dependences.iter().map(set).collect();
        all.sort_by_key(|it| it.verdict);
        all
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
