//! The rows that act on each body of an island, as a flat list.

use super::super::csr::Csr;
use super::super::graph::{Graph, Island};
use super::super::incidence::places;
use super::super::system::Topology;

/// A row that acts on a body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyRow {
    pub(super) unit: u32,
    /// Index of the row in its unit (row group).
    pub(super) row: u32,
    /// Where its block starts in the Jacobian.
    pub(super) block: u32,
}

/// Returns the rows that act on each body of an island, in the order of their units.
pub(super) fn body_rows(topology: &Topology, graph: &Graph, island: &Island) -> Csr<BodyRow> {
    let place = places(&island.bodies);
    let mut all: Vec<(u32, BodyRow)> = Vec::with_capacity(2 * island.groups.len());
    for (unit, &group) in (0..).zip(&island.groups) {
        let mut first = 0;
        for &constraint in &graph.groups[group].constraints {
            let rows = topology.constraint_dim(constraint) as u32;
            for end in topology.ends(constraint) {
                let Some(body) = place(end.body) else { continue };
                let dim = topology.body_dim(end.body) as u32;
                all.extend((0..rows).map(|r| {
                    let (row, block) = (first + r, end.block as u32 + r * dim);
                    (body as u32, BodyRow { unit, row, block })
                }));
            }
            first += rows;
        }
    }
    Csr::from_pairs(island.bodies.len(), || all.iter().copied())
}
