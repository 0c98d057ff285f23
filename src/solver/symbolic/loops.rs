//! How many loops an island has: whether it is worth while to look for an order of its own.

use crate::graph::{Graph, Island, Role};
use crate::system::Topology;

/// Constraints that close loops below which an island is not looked at for a multifrontal factor.
const LOOPS: usize = 64;
/// Joints a loop, from which on loops are few.
const FEW: usize = 4;
/// Few loops that cannot come to much.
const LIGHT_IF_FEW: usize = 256;
/// Pairs of rows that meet at a body, per row, above which A is too full to be formed: a hub.
const CROWD: usize = 64;

/// Whether the loops of an island may come to so much that it has a multifrontal factor.
pub(super) enum Loops {
    /// They do not.
    Light,
    /// They may, though there are few of them among joints.
    Few,
    /// There are many.
    Many,
}

impl Loops {
    /// By the number of constraints that close loops, and of rows that meet at bodies.
    pub(super) fn of(topology: &Topology, graph: &Graph, island: &Island) -> Self {
        let closes = |&&group: &&usize| graph.groups[group].role == Role::Auxiliary;
        let loops = island.groups.iter().filter(closes).count();
        if loops < LOOPS || touches(topology, graph, island) > CROWD * rows(graph, island) {
            return Self::Light;
        }
        match FEW * loops < island.groups.len() {
            true if loops <= LIGHT_IF_FEW => Self::Light,
            true => Self::Few,
            false => Self::Many,
        }
    }
}

/// Rows of an island.
pub(super) fn rows(graph: &Graph, island: &Island) -> usize {
    island
        .groups
        .iter()
        .map(|&group| graph.groups[group].rows())
        .sum()
}

/// Pairs of rows that meet at a body.
fn touches(topology: &Topology, graph: &Graph, island: &Island) -> usize {
    let mut at_body = vec![0; topology.bodies()];
    for &group in &island.groups {
        for &body in &graph.groups[group].bodies {
            at_body[body] += graph.groups[group].rows();
        }
    }
    island
        .bodies
        .iter()
        .map(|&body| at_body[body] * at_body[body])
        .sum()
}
