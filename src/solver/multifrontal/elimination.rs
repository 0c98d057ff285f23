//! Elimination order for inspection: bodies whose W forms A, then groups of rows and hubs.

use super::{Analysis, Multifrontal};
use crate::elimination_tree::eliminate;
use crate::graph::{Graph, Island};
use crate::inspect::{Builder, Node};
use crate::system::Topology;

impl Multifrontal {
    /// Adds the elimination steps of its island.
    pub(crate) fn add_to(
        &self,
        builder: &mut Builder,
        topology: &Topology,
        (graph, island): (&Graph, &Island),
    ) {
        let Analysis { nodes, order, .. } = Analysis::new(topology, graph, island, self.ordering);
        let of = |&node: &u32| match (node as usize).checked_sub(nodes.groups) {
            Some(hub) => Node::Body(island.bodies[nodes.hubs[hub] as usize]),
            None => {
                let rows = nodes.unknowns.row(node).iter();
                Node::Rows(rows.map(|&row| row as usize).collect())
            }
        };
        let listed: Vec<Node> = order.iter().map(of).collect();
        let fill = |meets: &[Vec<usize>]| eliminate(meets).0;
        builder.add_core(topology, &island.bodies, &listed, fill, |below| {
            below * (below + 1) / 2
        });
    }
}
