//! The elimination tree, with the items of the scene that are eliminated.

use crate::lab::Assembled;
use crate::scene::Id;
use crate::solver::inspect::Stage;

/// A pivot and its parent in the elimination tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Eliminated parts or constraints.
    pub items: Vec<Id>,
    /// Stage of the elimination.
    pub stage: Stage,
    /// Index of the parent in the list; `None` for a root.
    pub parent: Option<usize>,
    /// Number of blocks of the column below the pivot.
    pub below: usize,
}

/// Elimination tree of the last factorisation, in elimination order; empty if nothing was factored.
pub fn tree(at: &Assembled) -> Vec<Edge> {
    let Some(it) = &at.elimination else {
        return Vec::new();
    };
    let edge = |pivot: usize| {
        let unknowns = it.pivots[pivot].unknowns.iter();
        let mut items: Vec<Id> = unknowns.map(|&unknown| at.owner(unknown as usize)).collect();
        items.dedup();
        Edge {
            items,
            stage: it.pivots[pivot].stage,
            parent: it.parent(pivot),
            below: it.column(pivot).len(),
        }
    };
    (0..it.pivots.len()).map(edge).collect()
}
