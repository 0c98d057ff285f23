//! The order of the sweeps, from the topology.

use super::joint::{Flow, GROUND, Joint};
use super::pieces::Pieces;
use super::sweep::{Kept, Sums};
use super::{PinTrees, ThreadPool};
use crate::graph::Graph;
use crate::order::{Incidence, Leaf, strip_leaves};
use crate::system::Topology;

/// A body nothing holds: dense index, where its coordinates start, and whether it holds others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) body: u32,
    pub(super) at: u32,
    pub(super) holds: bool,
}

impl PinTrees {
    /// The order for a topology; nothing unless all of it is trees of pins.
    pub(crate) fn new(topology: &Topology, graph: &Graph) -> Option<Self> {
        let pinned =
            (0..topology.constraints()).all(|it| topology.is_pin(it) && !topology.ends(it).is_empty());
        if !(pinned && (0..topology.bodies()).all(|body| topology.is_rigid(body))) {
            return None;
        }
        // One constraint a group, and no group that closes a loop.
        if graph.auxiliary() > 0 || graph.groups.len() < topology.constraints() {
            return None;
        }
        let incidence = Incidence::new(topology, graph);
        let mut joints = Vec::with_capacity(topology.constraints());
        let mut roots = Vec::new();
        let mut block_updates = 0;
        for island in &graph.islands {
            let (leaves, held_by_none, loops) = strip_leaves(graph, island, &incidence, |_, _| true);
            if !loops.is_empty() {
                return None;
            }
            for leaf in leaves {
                block_updates += if leaf.parent.is_none() { 1 } else { 2 };
                joints.push(joint(topology, graph, leaf)?);
            }
            for body in held_by_none {
                roots.push(Root {
                    at: narrow(topology.body_offset(body))?,
                    holds: !incidence.of(body).is_empty(),
                    body: narrow(body)?,
                });
            }
        }
        let places = joints.len() + roots.len();
        narrow(places)?;
        let mut place = vec![GROUND; topology.bodies()];
        let bodies = joints
            .iter()
            .map(|joint| joint.child)
            .chain(roots.iter().map(|root| root.body));
        for (index, body) in (0..).zip(bodies) {
            place[body as usize] = index;
        }
        for joint in joints.iter_mut().filter(|joint| joint.parent != GROUND) {
            joint.parent_place = place[joint.parent as usize];
        }
        let pieces = Pieces::cut(&mut joints);
        Some(Self {
            kept: vec![Kept::default(); places],
            sums: vec![Sums::default(); pieces.pieces.len()],
            joints,
            roots,
            pieces,
            block_updates,
            pool: ThreadPool::default(),
        })
    }
}

fn joint(topology: &Topology, graph: &Graph, leaf: Leaf) -> Option<Joint> {
    let &[constraint] = &graph.groups[leaf.group].constraints[..] else {
        return None;
    };
    Some(Joint {
        child: narrow(leaf.body)?,
        parent: leaf.parent.map_or(Some(GROUND), narrow)?,
        child_at: narrow(topology.body_offset(leaf.body))?,
        parent_at: narrow(leaf.parent.map_or(0, |parent| topology.body_offset(parent)))?,
        constraint: narrow(constraint)?,
        row: narrow(topology.row_offset(constraint))?,
        parent_place: GROUND,
        flow: Flow {
            negative: !topology.pin_is_positive(constraint, leaf.body),
            ..Flow::default()
        },
    })
}

fn narrow(index: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&index| index != GROUND)
}
