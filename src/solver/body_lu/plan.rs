//! Symbolic phase: everything that depends on the topology and the active constraints alone.

use super::blocks::BlockMatrix;
use crate::csr::{Csr, NONE};
use crate::incidence::Incidence;
use crate::order::minimum_degree_order;
use crate::system::Topology;

/// Plan of a factorisation over bodies.
pub(super) struct Plan {
    topology: Topology,
    /// Whether each constraint is active; `constraints` lists the active ones that act on a body.
    active: Vec<bool>,
    pub(super) constraints: Vec<u32>,
    /// First row of each constraint of the topology here; [`NONE`] where it takes no part.
    first_row: Vec<u32>,
    /// The same for each of `constraints`, and the number of rows.
    pub(super) starts: Vec<u32>,
    /// Pivot of each body; bodies on which nothing acts come last.
    pivots: Vec<u32>,
    /// The pivots that each of `constraints` acts on, each once, ascending.
    pub(super) ends: Csr,
    /// Index of the block of each two pivots of one constraint, in the order of [`pairs`].
    pub(super) places: Vec<u32>,
    pub(super) matrix: BlockMatrix,
}

/// Pairs of ends of a constraint, the earlier one first.
pub(super) fn pairs(ends: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..ends).flat_map(move |one| (one + 1..ends).map(move |other| (one, other)))
}

impl Plan {
    pub(super) fn new(topology: &Topology, active: &[bool]) -> Self {
        let acts = |it: usize| active[it] && !topology.ends(it).is_empty();
        let (mut constraints, mut first_row, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = 0;
        for constraint in 0..topology.constraints() {
            if acts(constraint) {
                constraints.push(constraint as u32);
                first_row.push(rows);
                starts.push(rows);
                rows += topology.constraint_dim(constraint) as u32;
            } else {
                first_row.push(NONE);
            }
        }
        starts.push(rows);
        let pivots = order(topology, &constraints);
        let ends = Csr::new(constraints.iter().map(|&it| {
            let ends = topology.ends(it as usize).iter();
            let mut own: Vec<usize> = ends.map(|end| pivots[end.body] as usize).collect();
            own.sort_unstable();
            own.dedup();
            own.into_iter()
        }));
        let matrix = BlockMatrix::new(topology.bodies(), &ends);
        let places = (0..constraints.len() as u32).flat_map(|it| {
            let own = ends.row(it);
            pairs(own.len()).map(|(one, other)| matrix.place(own[one], own[other]))
        });
        Self {
            topology: topology.clone(),
            active: active.to_vec(),
            places: places.collect(),
            constraints,
            first_row,
            starts,
            pivots,
            ends,
            matrix,
        }
    }

    pub(super) fn fits(&self, topology: &Topology, active: &[bool]) -> bool {
        self.active == active && self.topology == *topology
    }

    pub(super) fn row(&self, constraint: usize, k: usize) -> Option<usize> {
        let first = self.first_row.get(constraint).filter(|first| **first != NONE)?;
        Some(*first as usize + k)
    }

    pub(super) fn pivot(&self, body: usize) -> usize {
        self.pivots[body] as usize
    }

    /// Index in the system of each row.
    pub(super) fn system_rows(&self, topology: &Topology) -> impl Iterator<Item = usize> {
        let own = |it: &u32| topology.row_offset(*it as usize)..topology.row_offset(*it as usize + 1);
        self.constraints.iter().flat_map(own)
    }

    /// The constraint of the row of the largest stiffness.
    pub(super) fn stiffest(&self, stiffness: &[f64]) -> usize {
        let larger = |best: usize, row: usize| {
            if stiffness[row] > stiffness[best] {
                row
            } else {
                best
            }
        };
        let row = (1..stiffness.len()).fold(0, larger);
        let before = |it: &&u32| self.first_row[**it as usize] as usize <= row;
        self.constraints
            .iter()
            .take_while(before)
            .last()
            .map_or(0, |it| *it as usize)
    }
}

/// Order of the bodies by minimum degree; those on which no constraint acts last.
fn order(topology: &Topology, constraints: &[u32]) -> Vec<u32> {
    let ends = |it: &u32| topology.ends(*it as usize).iter().map(|end| end.body);
    let on_bodies = Csr::new(constraints.iter().map(ends)).transpose(topology.bodies());
    let (held, free): (Vec<u32>, Vec<u32>) =
        (0..topology.bodies() as u32).partition(|&body| !on_bodies.row(body).is_empty());
    let cliques = held
        .iter()
        .map(|&body| on_bodies.row(body).iter().map(|&it| it as usize));
    let order = minimum_degree_order(&Incidence::new(constraints.len(), cliques), None);
    let mut pivots = vec![0; topology.bodies()];
    let bodies = order.into_iter().map(|node| held[node]).chain(free);
    for (k, body) in (0..).zip(bodies) {
        pivots[body as usize] = k;
    }
    pivots
}
