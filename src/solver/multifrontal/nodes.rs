//! Nodes of the elimination graph: groups of rows, and bodies on which so many rows act that they are kept in the matrix (hubs).
//!
//! ```text
//! [A' + E   J_k ] [lambda]   [-r]
//! [J_k^T   -M_k ] [ a_k  ] = [ 0]        A' = J W J^T without the bodies k that are kept
//! ```
//! Eliminating a body makes its rows a clique in A; a clique of hundreds of rows would fill A. A hub is an indefinite pivot of its
//! own, as in H, and its rows are adjacent to the body only.

use smallvec::SmallVec;

use crate::csr::{Csr, NONE};
use crate::graph::{Graph, Island};
use crate::incidence::{Incidence, places};
use crate::order::{PivotRule, minimum_degree_order};
use crate::system::Topology;

/// A body is a hub when more than this many rows per coordinate act on it. It decides, within a multifrontal factor, which bodies are
/// eliminated first and which stay in the matrix.
const HUB_ROWS_PER_COORDINATE: usize = 12;

/// The nodes of an island: its groups of rows, then the hubs.
pub(super) struct Nodes {
    /// Cliques of nodes: one per body (empty for a hub), then one for each pair of a row group and a hub.
    pub(super) incidence: Incidence,
    /// Unknowns of each node. Row r of the system is r; a coordinate of a hub is the number of rows plus the index of its diagonal
    /// entry in the masses.
    pub(super) unknowns: Csr,
    /// Number of row groups.
    pub(super) groups: usize,
    /// Hubs, as indices in the island, ascending.
    pub(super) hubs: Vec<u32>,
    /// Row group and hub (an index in the island) of each clique behind those of bodies.
    pub(super) pairs: Vec<(u32, u32)>,
}

impl Nodes {
    pub(super) fn new(topology: &Topology, graph: &Graph, island: &Island) -> Self {
        let groups = || island.groups.iter().map(|&group| &graph.groups[group]);
        let place = places(&island.bodies);
        let bodies = island.bodies.len();
        let mut held = vec![0; bodies];
        for group in groups() {
            for body in group.bodies.iter().filter_map(|&body| place(body)) {
                held[body] += group.rows();
            }
        }
        let is_hub =
            |&body: &usize| held[body] > HUB_ROWS_PER_COORDINATE * topology.body_dim(island.bodies[body]);
        let hubs: Vec<u32> = (0..bodies).filter(is_hub).map(|body| body as u32).collect();
        let index = |body: usize| hubs.binary_search(&(body as u32)).ok();
        let mut pairs = Vec::new();
        let mut cliques: Vec<SmallVec<[usize; 4]>> = groups()
            .zip(0..)
            .map(|(group, unit)| {
                let bodies_of = group.bodies.iter().filter_map(|&body| place(body));
                bodies_of
                    .map(|body| match index(body) {
                        None => body,
                        Some(_) => {
                            pairs.push((unit, body as u32));
                            bodies + pairs.len() - 1
                        }
                    })
                    .collect()
            })
            .collect();
        let first = cliques.len();
        cliques.resize_with(first + hubs.len(), SmallVec::new);
        for (clique, &(_, body)) in (bodies..).zip(&pairs) {
            if let Some(index) = index(body as usize) {
                cliques[first + index].push(clique);
            }
        }
        let incidence = Incidence::new(
            bodies + pairs.len(),
            cliques.iter().map(|own| own.iter().copied()),
        );
        let rows = groups().map(|group| {
            let rows = group
                .constraints
                .iter()
                .flat_map(|&it| topology.row_offset(it)..topology.row_offset(it + 1));
            rows.collect::<SmallVec<[usize; 4]>>()
        });
        let coordinates = hubs.iter().map(|&body| {
            let body = island.bodies[body as usize];
            let (start, dim) = (
                topology.rows() + topology.mass_offset(body),
                topology.body_dim(body),
            );
            (0..dim)
                .map(|k| start + k * (dim + 1))
                .collect::<SmallVec<[usize; 4]>>()
        });
        let unknowns = Csr::new(rows.chain(coordinates).map(SmallVec::into_iter));
        Self {
            incidence,
            unknowns,
            groups: first,
            hubs,
            pairs,
        }
    }

    /// Minimum-degree order in which no row group precedes a hub without which its pivot may vanish.
    pub(super) fn minimum_degree(&self, topology: &Topology, island: &Island) -> Vec<u32> {
        let nodes = self.incidence.units() as u32;
        let pieces = (!self.hubs.is_empty()).then(|| {
            let size = |node: u32| self.unknowns.row(node).len() as i32;
            let mut freedom: Vec<i32> = island
                .bodies
                .iter()
                .map(|&body| topology.body_dim(body) as i32)
                .collect();
            self.hubs.iter().for_each(|&body| freedom[body as usize] = 0);
            PivotRule::new(
                freedom,
                self.pairs.iter().map(|pair| pair.0),
                (0..nodes)
                    .map(|node| {
                        if (node as usize) < self.groups {
                            size(node)
                        } else {
                            -size(node)
                        }
                    })
                    .collect(),
            )
        });
        let order = minimum_degree_order(&self.incidence, pieces);
        order.into_iter().map(|node| node as u32).collect()
    }

    /// Row group and hub of a clique; `None` for the clique of a body.
    pub(super) fn pair(&self, clique: u32) -> Option<(u32, u32)> {
        let bodies = self.incidence.bodies() - self.pairs.len();
        let index = (clique as usize).checked_sub(bodies)?;
        self.pairs.get(index).copied()
    }

    /// The node of a hub; `NONE` for other bodies.
    pub(super) fn node_of(&self, body: u32) -> u32 {
        match self.hubs.binary_search(&body) {
            Ok(index) => (self.groups + index) as u32,
            Err(_) => NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Before the hub is eliminated, the pivot of such rows is zero: they act on nothing else that can move.
    #[test]
    fn rows_that_hold_a_hub_alone_wait_for_it() {
        let spokes = 40;
        let mut topology = Topology::new([3; 41]);
        topology.add_constraint(2, &[0]);
        for spoke in 1..=spokes {
            topology.add_constraint(2, &[0, spoke]);
        }
        let graph = Graph::new(&topology);
        let island = &graph.islands[0];
        let nodes = Nodes::new(&topology, &graph, island);
        assert_eq!(nodes.hubs, [0]);
        let order = nodes.minimum_degree(&topology, island);
        let place = |node: u32| order.iter().position(|&it| it == node).unwrap();
        let hub = place(nodes.node_of(0));
        assert!(hub < place(0));
        assert!((1..=spokes as u32).all(|group| place(group) < hub));
    }
}
