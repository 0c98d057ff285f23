//! Classification of islands by their number of loops: whether a multifrontal factor is worth considering.

use crate::graph::{Graph, Island, Role};
use crate::system::Topology;

/// Fewest groups of constraints that close loops for which a multifrontal factor is considered.
const MIN_LOOPS: usize = 64;
/// Joints per loop above which loops are few.
const JOINTS_PER_LOOP: usize = 4;
/// Most loops, where they are few among joints, for which a multifrontal factor is not considered.
const MAX_LIGHT_LOOPS: usize = 256;
/// Pairs of rows that act on the same body, per row of the island, above which the island has a hub. Such an island needs no comparison of
/// methods: the supernodal core refuses it, unless the rows on the hub go with the leaves.
const HUB_PAIRS_PER_ROW: usize = 64;

/// Whether an island has enough loops to be considered for a multifrontal factor.
pub(super) enum Loops {
    /// No need to compare: few loops go to the supernodal core, unless it turns out costly; an island with a hub is refused by it (unless
    /// only leaves crowd the hub) and gets a multifrontal factor.
    Light,
    /// Considered, though loops are few among joints.
    Few,
    /// Considered: many loops.
    Many,
}

impl Loops {
    /// Classifies an island by the number of groups that close loops, and of pairs of rows that act on the same body.
    pub(super) fn of(topology: &Topology, graph: &Graph, island: &Island) -> Self {
        let closes = |&&group: &&usize| graph.groups[group].role == Role::Auxiliary;
        let loops = island.groups.iter().filter(closes).count();
        if loops < MIN_LOOPS || touches(topology, graph, island) > HUB_PAIRS_PER_ROW * rows(graph, island) {
            return Self::Light;
        }
        match JOINTS_PER_LOOP * loops < island.groups.len() {
            true if loops <= MAX_LIGHT_LOOPS => Self::Light,
            true => Self::Few,
            false => Self::Many,
        }
    }
}

/// Number of rows of an island.
pub(super) fn rows(graph: &Graph, island: &Island) -> usize {
    island
        .groups
        .iter()
        .map(|&group| graph.groups[group].rows())
        .sum()
}

/// Number of pairs of rows that act on the same body.
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
