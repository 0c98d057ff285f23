//! Order of elimination, which determines fill-in and the safety of the pivots.
//!
//! Trees are eliminated first, children before parents: each leaf body together with the one group of
//! constraints that still holds it (Baraff 1996, section 7.1). The remaining core of loops is ordered by
//! minimum degree ([`minimum_degree`]). Large islands are cut apart first, by nested dissection (`multifrontal`).

mod element_lists;
mod minimum_degree;
mod pivot_rule;

use std::collections::VecDeque;

pub(super) use self::minimum_degree::minimum_degree_order;
pub(super) use self::pivot_rule::PivotRule;

use super::csr::Csr;
use super::graph::{Graph, Island};

/// A leaf of the forest: the body, and the group that holds it to its parent or to the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) body: usize,
    pub(super) group: usize,
    pub(super) parent: Option<usize>,
}

/// Removes leaves from the island until none is left, given the groups of each body. `strips(body, group)` says whether a group may be
/// eliminated with a body. Returns the leaves, children first, and the remaining bodies and groups.
pub(super) fn strip_leaves(
    graph: &Graph,
    island: &Island,
    groups_of: &Csr,
    mut strips: impl FnMut(usize, usize) -> bool,
) -> (Vec<Leaf>, Vec<usize>, Vec<usize>) {
    let local = |body: &usize| island.bodies.binary_search(body).unwrap_or_default();
    let mut degree: Vec<usize> = island
        .bodies
        .iter()
        .map(|&body| groups_of.row(body as u32).len())
        .collect();
    let mut body_gone = vec![false; island.bodies.len()];
    let mut group_gone = vec![false; island.groups.len()];
    let mut queue: VecDeque<usize> = (0..degree.len()).filter(|&body| degree[body] == 1).collect();
    let mut leaves = Vec::new();
    while let Some(index) = queue.pop_front() {
        let body = island.bodies[index];
        let held_by = groups_of.row(body as u32).iter().find_map(|&group| {
            let group = group as usize;
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
