//! The order of elimination, which decides about fill-in and about the safety of the pivots.
//!
//! Trees come off first, children before parents: each leaf body goes together with the one group of
//! constraints that still holds it (Baraff 1996, section 7.1). What is left, the loopy core, is ordered by
//! minimum degree: bodies and groups together ([`quotient`]), or rows alone ([`units`]). Nets have an order of their own (`net`).

mod quotient;
mod units;

use std::collections::VecDeque;

pub(super) use self::quotient::Node;
pub(super) use self::units::order_units;

use self::quotient::Quotient;
use super::graph::{Graph, Island};
use super::system::Topology;

/// A leaf of the forest: the body, and the group that holds it to its parent or to the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) body: usize,
    pub(super) group: usize,
    pub(super) parent: Option<usize>,
}

/// The groups of each body.
pub(super) struct Incidence {
    start: Vec<usize>,
    groups: Vec<usize>,
}

impl Incidence {
    pub(super) fn new(topology: &Topology, graph: &Graph) -> Self {
        let mut start = vec![0; topology.bodies() + 1];
        for &body in graph.groups.iter().flat_map(|group| &group.bodies) {
            start[body + 1] += 1;
        }
        for body in 0..topology.bodies() {
            start[body + 1] += start[body];
        }
        let mut next = start.clone();
        let mut groups = vec![0; start[topology.bodies()]];
        for (index, group) in graph.groups.iter().enumerate() {
            for &body in &group.bodies {
                groups[next[body]] = index;
                next[body] += 1;
            }
        }
        Self { start, groups }
    }

    pub(super) fn of(&self, body: usize) -> &[usize] {
        &self.groups[self.start[body]..self.start[body + 1]]
    }
}

/// Takes leaves off the island until none is left. `strips` says whether a group may go with a body.
/// Returns the leaves, and the bodies and groups that remain.
pub(super) fn strip_leaves(
    graph: &Graph,
    island: &Island,
    incidence: &Incidence,
    mut strips: impl FnMut(usize, usize) -> bool,
) -> (Vec<Leaf>, Vec<usize>, Vec<usize>) {
    let local = |body: &usize| island.bodies.binary_search(body).unwrap_or_default();
    let mut degree: Vec<usize> = island
        .bodies
        .iter()
        .map(|&body| incidence.of(body).len())
        .collect();
    let mut body_gone = vec![false; island.bodies.len()];
    let mut group_gone = vec![false; island.groups.len()];
    let mut queue: VecDeque<usize> = (0..degree.len()).filter(|&body| degree[body] == 1).collect();
    let mut leaves = Vec::new();
    while let Some(index) = queue.pop_front() {
        let body = island.bodies[index];
        let held_by = incidence.of(body).iter().find_map(|&group| {
            let at = island.groups.binary_search(&group).unwrap_or_default();
            (!group_gone[at]).then_some((group, at))
        });
        let Some((group, at)) = held_by else {
            continue;
        };
        let bodies = &graph.groups[group].bodies;
        if bodies.len() > 2 || !strips(body, group) {
            continue;
        }
        group_gone[at] = true;
        body_gone[index] = true;
        let parent = bodies.iter().copied().find(|&other| other != body);
        leaves.push(Leaf { body, group, parent });
        if let Some(parent) = parent {
            let parent = local(&parent);
            degree[parent] -= 1;
            if degree[parent] == 1 {
                queue.push_back(parent);
            }
        }
    }
    let rest = |all: &[usize], gone: &[bool]| {
        let stays = |(&index, &gone): (&usize, &bool)| (!gone).then_some(index);
        all.iter().zip(gone).filter_map(stays).collect()
    };
    (
        leaves,
        rest(&island.bodies, &body_gone),
        rest(&island.groups, &group_gone),
    )
}

/// Orders the core of an island: these bodies and groups, both ascending.
pub(super) fn order_core(
    topology: &Topology,
    graph: &Graph,
    bodies: &[usize],
    groups: &[usize],
) -> Vec<Node> {
    Quotient::new(topology, graph, bodies, groups).order(bodies, groups)
}
