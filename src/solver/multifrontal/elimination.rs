//! Elimination order for inspection: bodies whose W forms A, then groups of rows and kept bodies.

use smallvec::SmallVec;

use super::nodes::Nodes;
use super::{Analysis, Multifrontal};
use crate::elimination_tree::eliminate;
use crate::graph::{Graph, Island};
use crate::inspect::{Builder, Node, Origin};
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
        let mut place_of = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place_of[node as usize] = at;
        }
        let rows = |node: u32| nodes.unknowns.row(node).iter().map(|&row| row as usize);
        let of = |&node: &u32| match (node as usize).checked_sub(nodes.groups) {
            Some(kept) => Node::Body(island.bodies[nodes.kept[kept] as usize]),
            None => Node::Rows(rows(node).collect::<SmallVec<[usize; 4]>>()),
        };
        let bodies = (0..island.bodies.len() as u32).filter(|body| nodes.kept.binary_search(body).is_err());
        builder.add_inverse_masses(bodies.map(|body| {
            let units = nodes.incidence.units_of(body).iter();
            let first = units.filter_map(|&unit| rows(unit).next()).collect();
            (island.bodies[body as usize], first)
        }));
        let listed: Vec<Node> = order.iter().map(of).collect();
        let meets = meets(&nodes, &place_of);
        let later: Vec<Vec<usize>> = meets
            .iter()
            .map(|it| it.iter().map(|it| it.0).collect())
            .collect();
        let (below, _) = eliminate(&later);
        builder.add_core(&listed, &meets, below.into_iter(), |below| {
            below * (below + 1) / 2
        });
    }
}

/// Returns the later neighbours of each node, by position in the order: entries of A where two nodes share a body, of H where one is a kept
/// body.
fn meets(nodes: &Nodes, place_of: &[usize]) -> Vec<Vec<(usize, Origin)>> {
    let mut meets: Vec<Vec<(usize, Origin)>> = vec![Vec::new(); place_of.len()];
    for clique in 0..nodes.incidence.bodies() as u32 {
        let origin = match nodes.pair(clique) {
            Some(_) => Origin::H,
            None => Origin::A,
        };
        let units = nodes.incidence.units_of(clique);
        for (k, &one) in units.iter().enumerate() {
            for &other in &units[k + 1..] {
                let [a, b] = [place_of[one as usize], place_of[other as usize]];
                meets[a.min(b)].push((a.max(b), origin));
            }
        }
    }
    for list in &mut meets {
        list.sort_unstable_by_key(|it| it.0);
        list.dedup_by_key(|it| it.0);
    }
    meets
}
