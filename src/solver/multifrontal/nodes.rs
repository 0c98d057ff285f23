//! What the factor eliminates: groups of rows, and bodies on which so many rows act that they are kept.
//!
//! ```text
//! [A' + E   J_k ] [lambda]   [-r]
//! [J_k^T   -M_k ] [ a_k  ] = [ 0]        A' = J W J^T without the bodies k that are kept
//! ```
//! A body makes a clique of the rows on it: one of hundreds of rows would fill A. Kept, it is an indefinite pivot of its own, as
//! in H, and each row meets only the body.

use smallvec::SmallVec;

use crate::csr::{Csr, NONE};
use crate::graph::{Graph, Island};
use crate::incidence::{Incidence, places};
use crate::order::{PivotRule, order_units};
use crate::system::Topology;

/// Rows on a body, for each of its coordinates, above which it is kept.
const KEPT: usize = 12;

/// The nodes of an island: its groups of rows, and after them the bodies that are kept.
pub(super) struct Nodes {
    /// Cliques of nodes: one a body, empty for those that are kept, and then one for each row group on a kept body.
    pub(super) incidence: Incidence,
    /// The unknowns of each node: row r of the system as r; a coordinate that is kept as the number of rows plus the place of
    /// the diagonal of its mass.
    pub(super) unknowns: Csr,
    /// Groups of rows.
    pub(super) groups: usize,
    /// Bodies that are kept, as places in the island.
    pub(super) kept: Vec<u32>,
    /// Of each clique beyond those of bodies: the group, and the body as a place in the island.
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
        let is_kept = |&body: &usize| held[body] > KEPT * topology.body_dim(island.bodies[body]);
        let kept: Vec<u32> = (0..bodies).filter(is_kept).map(|body| body as u32).collect();
        let index = |body: usize| kept.binary_search(&(body as u32)).ok();
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
        cliques.resize_with(first + kept.len(), SmallVec::new);
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
        let coordinates = kept.iter().map(|&body| {
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
            kept,
            pairs,
        }
    }

    /// An order by minimum degree in which no group of rows goes while its pivot may vanish for want of a kept body.
    pub(super) fn minimum_degree(&self, topology: &Topology, island: &Island) -> Vec<u32> {
        let nodes = self.incidence.units() as u32;
        let pieces = (!self.kept.is_empty()).then(|| {
            let size = |node: u32| self.unknowns.row(node).len() as i32;
            let mut freedom: Vec<i32> = island
                .bodies
                .iter()
                .map(|&body| topology.body_dim(body) as i32)
                .collect();
            self.kept.iter().for_each(|&body| freedom[body as usize] = 0);
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
        let order = order_units(&self.incidence, pieces);
        order.into_iter().map(|node| node as u32).collect()
    }

    /// The nodes of a clique beyond those of bodies: group and body.
    pub(super) fn pair(&self, clique: u32) -> Option<(u32, u32)> {
        let bodies = self.incidence.bodies() - self.pairs.len();
        let index = (clique as usize).checked_sub(bodies)?;
        self.pairs.get(index).copied()
    }

    /// The node of a body that is kept.
    pub(super) fn node_of(&self, body: u32) -> u32 {
        match self.kept.binary_search(&body) {
            Ok(index) => (self.groups + index) as u32,
            Err(_) => NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Their pivot would vanish before it: nothing else that they act on can move.
    #[test]
    fn rows_that_hold_a_kept_body_alone_wait_for_it() {
        let spokes = 40;
        let mut topology = Topology::new([3; 41]);
        topology.add_constraint(2, &[0]);
        for spoke in 1..=spokes {
            topology.add_constraint(2, &[0, spoke]);
        }
        let graph = Graph::new(&topology);
        let island = &graph.islands[0];
        let nodes = Nodes::new(&topology, &graph, island);
        assert_eq!(nodes.kept, [0]);
        let order = nodes.minimum_degree(&topology, island);
        let place = |node: u32| order.iter().position(|&it| it == node).unwrap();
        let hub = place(nodes.node_of(0));
        assert!(hub < place(0));
        assert!((1..=spokes as u32).all(|group| place(group) < hub));
    }
}
