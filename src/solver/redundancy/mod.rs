//! Redundant constraints: the rank of J, and the sets of its rows that are linearly dependent.
//!
//! Rows on a leaf of the forest are independent of all others as long as they have full rank on the leaf alone, which is checked; so the
//! rank of a machine without loops is exact at any size. The core with loops that is left of each island goes through a rank-revealing
//! factorisation of J with rows of unit length, the coordinates of each body measured by its radius of gyration: all rows are
//! orthogonalised where they are few, else only those that sparse elimination leaves over. [`Evidence`] tells whether a dependent set is a
//! repetition, a singular pose or a contradiction.

mod elimination;
mod null_space;
mod scaled;
mod verdict;

pub use self::verdict::{Evidence, Verdict};

use self::null_space::{NullSpace, null_space, sparse_null_space};
use self::scaled::Scaled;
use super::graph::Graph;
use super::order::strip_leaves;
use super::system::{System, Topology};

/// Cores with more rows than this are eliminated as sparse matrices first.
const FULL: usize = 400;

/// Rank, degrees of freedom and dependent rows at one pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// Numerical rank of J: singular values below 1e-9 count as 0, of J in coordinates scaled by the masses (see the module) and with rows
    /// of unit length. `None` where a mass is not positive or a number not finite; the other fields are then meaningless.
    pub rank: Option<usize>,
    /// Degrees of freedom left: those of the bodies minus the rank. `None` where the rank is `None`.
    pub dof: Option<usize>,
    /// How clear the decision is: the distance of the closest singular value, counted or not, from 1e-9, as a factor; infinite
    /// when J has full rank by structure alone.
    pub margin: f64,
    /// Constraints with rows that are linearly dependent on other rows (redundant): the last one of each dependent set, ascending.
    pub redundant: Vec<usize>,
    /// Null vectors of J^T, one per dependent set: rows, ascending, and their weights, the largest of size 1. The last row of each set is
    /// in no other.
    pub dependent_sets: Vec<Vec<(usize, f64)>>,
    /// Number of dependent rows whose sets are not listed, because there are too many or only the rank was asked for.
    pub unlisted: usize,
}

/// Finds rank and redundant constraints at this pose. The rank is `None` where a mass is not positive or a number not finite. Takes less
/// than a second for 10 000 rows with up to 200 dependent ones; with more than some 220 of these, or 600 of 1400 rows, only their number is
/// found.
pub fn diagnose(topology: &Topology, system: &System) -> Diagnosis {
    diagnose_with(topology, system, true)
}

/// Finds the rank at this pose, in less time than [`diagnose`]: dependent rows of large cores are counted, but their sets are not listed.
pub fn rank_only(topology: &Topology, system: &System) -> Diagnosis {
    diagnose_with(topology, system, false)
}

fn diagnose_with(topology: &Topology, system: &System, list_sets: bool) -> Diagnosis {
    let Some(scaled) = Scaled::new(topology, system) else {
        return Diagnosis::default();
    };
    let graph = Graph::new(topology);
    let groups_of = graph.groups_of(topology.bodies());
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
        let (leaves, bodies, groups) = strip_leaves(&graph, island, &groups_of, independent);
        let stripped: usize = leaves.iter().map(|leaf| graph.groups[leaf.group].rows()).sum();
        let mut rows: Vec<usize> = groups
            .iter()
            .flat_map(|&group| &graph.groups[group].constraints)
            .flat_map(|&constraint| topology.row_offset(constraint)..topology.row_offset(constraint + 1))
            .filter(|&row| !scaled.moves_nothing(row))
            .collect();
        rows.sort_unstable();
        let (core, coordinates) = scaled.rows(&bodies, &rows);
        let found = if rows.len() <= FULL {
            null_space(&core, coordinates)
        } else {
            sparse_null_space(&core, coordinates, list_sets)
        };
        let Some(NullSpace {
            rank: core,
            margin,
            vectors,
            unlisted,
        }) = found
        else {
            rank = None;
            continue;
        };
        rank = rank.map(|sum| sum + stripped + core);
        diagnosis.margin = diagnosis.margin.min(margin);
        diagnosis.unlisted += unlisted;
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
    diagnosis.dof = rank.map(|rank| topology.dofs().saturating_sub(rank));
    diagnosis
}
