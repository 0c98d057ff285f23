//! Matrix entries of hubs: their masses, and the Jacobian blocks of the rows that act on them.

use super::super::body_rows::BodyRow;
use super::super::nodes::Nodes;
use super::Entry;
use crate::csr::Csr;
use crate::graph::Island;
use crate::system::Topology;

/// Numbering of unknowns: `first` holds the first unknown of each node, `local` the index of each unknown in the current front.
pub(super) struct Places<'a> {
    pub(super) first: &'a [u32],
    pub(super) local: &'a [u32],
}

impl Places<'_> {
    fn entry(&self, one: u32, other: u32, is_mass: bool, from: usize) -> Entry {
        let (one_at, other_at) = (self.local[one as usize], self.local[other as usize]);
        let later_first = one_at >= other_at;
        let order = |a: u32, b: u32| if later_first { [a, b] } else { [b, a] };
        Entry {
            place: order(one_at, other_at),
            rows: order(one, other),
            is_mass,
            from: from as u32,
        }
    }
}

/// Adds the lower triangle of the mass block of a node, if the node is a hub.
pub(super) fn add_mass(
    topology: &Topology,
    island: &Island,
    nodes: &Nodes,
    node: u32,
    places: &Places<'_>,
    entries: &mut Vec<Entry>,
) {
    let Some(&body) = (node as usize)
        .checked_sub(nodes.groups)
        .and_then(|it| nodes.hubs.get(it))
    else {
        return;
    };
    let body = island.bodies[body as usize];
    let (dim, start) = (topology.body_dim(body), topology.mass_offset(body));
    let first = places.first[node as usize];
    for i in 0..dim {
        for k in 0..=i {
            let (one, other) = (first + i as u32, first + k as u32);
            entries.push(places.entry(one, other, true, start + i * dim + k));
        }
    }
}

/// Adds the Jacobian blocks of the row group `group` on the hub `body` (an index in the island).
pub(super) fn add_jacobian(
    topology: &Topology,
    island: &Island,
    (nodes, body_rows): (&Nodes, &Csr<BodyRow>),
    (group, body): (u32, u32),
    places: &Places<'_>,
    entries: &mut Vec<Entry>,
) {
    let dim = topology.body_dim(island.bodies[body as usize]);
    let coordinates = places.first[nodes.node_of(body) as usize];
    let rows = body_rows.row(body);
    let start = rows.partition_point(|it| it.unit < group);
    for held in rows[start..].iter().take_while(|it| it.unit == group) {
        let row = places.first[group as usize] + held.row;
        for k in 0..dim {
            entries.push(places.entry(row, coordinates + k as u32, false, held.block as usize + k));
        }
    }
}
