//! Which constraints say nothing new: the rank of J, and the sets of rows that depend on each other.
//!
//! Leaves of the forest are independent of everything else as long as their rows have full rank on the leaf
//! alone, which is checked, so a machine without loops is exact at any size. The loopy core that is left goes
//! through a rank-revealing factorisation of J with rows of unit length, the coordinates of each body measured by its radius
//! of gyration. What a dependent set comes to, a
//! repetition, a singular pose or a contradiction, is told by [`Evidence`].

mod null_space;
mod scaled;
mod verdict;

pub use self::verdict::{Evidence, Verdict};

use self::null_space::{NullSpace, null_space};
use self::scaled::Scaled;
use super::graph::Graph;
use super::order::{Incidence, strip_leaves};
use super::system::{System, Topology};

/// Cores with more rows than this are not looked into: it would take more than a few seconds.
const LARGEST_CORE: usize = 2500;

/// What depends on what, at one pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// Rank of J, or `None` where the loops are too many to find out.
    pub rank: Option<usize>,
    /// Degrees of freedom left: those of the bodies minus the rank.
    pub dof: Option<usize>,
    /// How clear the decision is: how many times the closest singular value, counted or not, is away from
    /// the threshold; infinite when J has full rank by structure alone.
    pub margin: f64,
    /// Constraints with rows that say nothing new: of each dependent set the latest one, ascending.
    pub redundant: Vec<usize>,
    /// Null vectors of J^T, one a set: rows, ascending, and their weights, the largest of size 1. The last row
    /// of each set is in no other.
    pub dependent_sets: Vec<Vec<(usize, f64)>>,
}

/// Finds rank and redundant constraints at this pose. Everything is unknown where a mass is not positive or
/// a number not finite.
pub fn diagnose(topology: &Topology, system: &System) -> Diagnosis {
    let Some(scaled) = Scaled::new(topology, system) else {
        return Diagnosis::default();
    };
    let graph = Graph::new(topology);
    let incidence = Incidence::new(topology, &graph);
    let mut diagnosis = Diagnosis {
        margin: f64::INFINITY,
        ..Diagnosis::default()
    };
    let mut rank = Some(0);
    let mut sets = Vec::new();
    for row in (0..topology.rows()).filter(|&row| scaled.moves_nothing(row)) {
        sets.push(vec![(row, 1.0)]);
    }
    for island in &graph.islands {
        let independent = |body, group: usize| scaled.full_rank(&graph.groups[group], body);
        let (leaves, bodies, groups) = strip_leaves(&graph, island, &incidence, independent);
        let stripped: usize = leaves.iter().map(|leaf| graph.groups[leaf.group].rows()).sum();
        let mut rows: Vec<usize> = groups
            .iter()
            .flat_map(|&group| &graph.groups[group].constraints)
            .flat_map(|&constraint| topology.row_offset(constraint)..topology.row_offset(constraint + 1))
            .filter(|&row| !scaled.moves_nothing(row))
            .collect();
        rows.sort_unstable();
        let found = if rows.len() <= LARGEST_CORE {
            null_space(&scaled.columns(&bodies, &rows), rows.len())
        } else {
            None
        };
        let Some(NullSpace {
            rank: core,
            margin,
            vectors,
        }) = found
        else {
            rank = None;
            continue;
        };
        rank = rank.map(|sum| sum + stripped + core);
        diagnosis.margin = diagnosis.margin.min(margin);
        let real = |set: Vec<(usize, f64)>| scaled.unscale(set.into_iter().map(|(at, w)| (rows[at], w)));
        sets.extend(vectors.into_iter().map(real));
    }
    let last = |set: &Vec<(usize, f64)>| set.last().map(|&(row, _)| row);
    sets.sort_unstable_by_key(last);
    diagnosis.redundant = sets
        .iter()
        .filter_map(last)
        .map(|row| topology.constraint_of(row))
        .collect();
    diagnosis.redundant.dedup();
    diagnosis.dependent_sets = sets;
    diagnosis.rank = rank;
    diagnosis.dof = rank.map(|rank| topology.dofs() - rank);
    diagnosis
}
