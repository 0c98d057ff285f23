//! The symbolic phase of the sparse method: everything about the factor that depends on the topology alone.
//!
//! Leaves of the forest become [`Joint`]s, a body and its group taken out in one go. The core becomes
//! [`Front`]s: small dense matrices that gather a few neighbouring pivots, their part of H and what their
//! children left over (the multifrontal form of LDL^T). Where less work is in the rows alone, the core also has a plan
//! by them (`schur`); the fronts then stand by for poses close to singular. All positions are worked out here, so the numeric
//! phase only walks flat arrays.

use std::collections::BTreeSet;

use super::Hardware;
use super::fronts::Core;
use super::graph::{Graph, Island, Role};
use super::net::{Net, Sketch};
use super::order::{Incidence, Leaf, Order, order};
use super::schur::Schur;
use super::system::{MAX_CONSTRAINT_DIM, Topology};

/// Multiplications above which an island is a net, and constraints that close loops below which it is none.
const HEAVY: f64 = 2e5;
const LOOPS: usize = 64;
/// The same where loops are few among joints, which minimum degree takes away between them: where to cut is not to be seen
/// in such a graph.
const HEAVY_IF_FEW: f64 = 1e7;
/// Joints a loop, from which on loops are few.
const FEW: usize = 4;

/// Pairs of rows that meet at a body, per row, above which A is too full to be formed: a hub.
const CROWD: usize = 64;

/// Stands for "no body": a joint to the ground.
pub(super) const NONE: usize = usize::MAX;

/// A leaf body and the rows that hold it to its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) child: usize,
    /// [`NONE`] for the ground.
    pub(super) parent: usize,
    pub(super) rows: usize,
    pub(super) child_dim: usize,
    pub(super) parent_dim: usize,
    /// Where each row lies in c and lambda.
    pub(super) row: [usize; MAX_CONSTRAINT_DIM],
    /// Where each row's block of the child starts in the Jacobian.
    pub(super) child_j: [usize; MAX_CONSTRAINT_DIM],
    /// Where each row's block of the parent starts in the Jacobian.
    pub(super) parent_j: [usize; MAX_CONSTRAINT_DIM],
    /// Where its factor is stored.
    pub(super) store: usize,
}

impl Joint {
    /// Numbers stored for it (see `joint::Stored`).
    pub(super) fn stored(&self) -> usize {
        let triangle = |n: usize| n * (n + 1) / 2;
        triangle(self.child_dim) + triangle(self.rows) + self.rows * (self.child_dim + self.parent_dim)
    }
}

/// A piece of H that goes into a front.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// Mass block of a body, at this column of the front.
    Mass { body: usize, at: usize },
    /// One row of E.
    Compliance { row: usize, at: usize },
    /// One row of a Jacobian block; `row_at` and `body_at` are positions in the front.
    Jacobian {
        start: usize,
        dim: usize,
        row_at: usize,
        body_at: usize,
    },
}

/// A dense piece of the factor: `width` pivots and `height` numbers below them.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// First pivot, counted over all scalars of all cores.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Where its columns start in the factor.
    pub(super) panel: usize,
    /// Range of `Plan::pieces`.
    pub(super) pieces: (usize, usize),
    /// Start in `Plan::below`: the scalars under the pivots, `height` of them.
    pub(super) below: usize,
    /// Start in `Plan::into`: where each of them lies in the parent's front.
    pub(super) into: usize,
    /// Range of `Plan::children`: the fronts whose left-over goes in here, top of the stack first.
    pub(super) children: (usize, usize),
}

impl Front {
    pub(super) fn size(&self) -> usize {
        self.width + self.height
    }

    /// About what it takes (ns on a machine of today): only to choose between two ways.
    fn cost(&self) -> f64 {
        let (width, size) = (self.width as f64, self.size() as f64);
        60.0 + 0.5 * size * size + 0.15 * width * size * size
    }
}

/// What a scalar of the core is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar {
    /// A coordinate of a body: index into forces and accelerations.
    Coordinate(usize),
    /// A row: index into c and lambda.
    Row(usize),
}

/// The part of one island.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    pub(super) joints: (usize, usize),
    pub(super) fronts: (usize, usize),
    pub(super) scalars: (usize, usize),
    /// Index into [`Plan::nets`], where the island is one; it has no joints, fronts and scalars then.
    pub(super) net: Option<usize>,
    /// Blocks of L that are not blocks of H, and block updates, in the fronts.
    pub(super) fill_blocks: usize,
    pub(super) block_updates: usize,
}

/// The whole symbolic factor.
#[derive(Default)]
pub(super) struct Plan {
    /// One span an island.
    pub(super) spans: Vec<Span>,
    /// One an island: its core by the rows alone, where that is less work than its fronts.
    pub(super) cores: Vec<Option<Schur>>,
    pub(super) joints: Vec<Joint>,
    pub(super) fronts: Vec<Front>,
    pub(super) pieces: Vec<Piece>,
    pub(super) children: Vec<usize>,
    pub(super) below: Vec<usize>,
    pub(super) into: Vec<usize>,
    pub(super) scalars: Vec<Scalar>,
    /// Islands with too many loops for fronts.
    pub(super) nets: Vec<Net>,
    /// Numbers the joints store.
    pub(super) joint_len: usize,
    /// Numbers the panels of all fronts store.
    pub(super) panel_len: usize,
    /// Largest front, in numbers.
    pub(super) front_len: usize,
    /// Deepest stack of left-over matrices, in numbers.
    pub(super) stack_len: usize,
    /// Blocks of L that are not blocks of H.
    pub(super) fill_blocks: usize,
    /// Block updates of one factorisation.
    pub(super) block_updates: usize,
}

impl Plan {
    /// Finds the way of each island.
    pub(super) fn new(topology: &Topology, graph: &Graph, hardware: Hardware) -> Self {
        let incidence = Incidence::new(topology, graph);
        let mut plan = Self::default();
        let mut position = vec![NONE; topology.bodies() + graph.groups.len()];
        for island in &graph.islands {
            let start = (plan.joints.len(), plan.fronts.len(), plan.scalars.len());
            let before = (plan.fill_blocks, plan.block_updates);
            let net = Self::net(topology, graph, island, hardware);
            let net = if let Some(net) = net {
                plan.nets.push(net);
                plan.cores.push(None);
                Some(plan.nets.len() - 1)
            } else {
                let Order { leaves, core } = order(topology, graph, island, &incidence);
                let nodes = core.clone();
                let core = Core::new(topology, graph, &incidence, core, &mut position);
                for leaf in leaves {
                    plan.add_joint(topology, graph, leaf);
                }
                core.add_to(&mut plan);
                let fronts = &plan.fronts[start.1..];
                let laden = plan.joints[start.0..].iter().map(|joint| joint.parent);
                let laden: BTreeSet<usize> = laden.collect();
                let schur = Schur::new(topology, graph, &incidence, &nodes, &laden);
                let budget: f64 = fronts.iter().map(Front::cost).sum();
                plan.cores.push(schur.filter(|schur| schur.cost() < budget));
                None
            };
            plan.spans.push(Span {
                net,
                joints: (start.0, plan.joints.len()),
                fronts: (start.1, plan.fronts.len()),
                scalars: (start.2, plan.scalars.len()),
                fill_blocks: plan.fill_blocks - before.0,
                block_updates: plan.block_updates - before.1,
            });
        }
        plan
    }

    /// An island with much work as a net.
    fn net(topology: &Topology, graph: &Graph, island: &Island, hardware: Hardware) -> Option<Net> {
        let closes = |&&group: &&usize| graph.groups[group].role == Role::Auxiliary;
        let loops = island.groups.iter().filter(closes).count();
        if loops < LOOPS || touches(topology, graph, island) > CROWD * rows(graph, island) {
            return None;
        }
        let sketch = Sketch::new(topology, graph, island);
        let few = FEW * loops < island.groups.len();
        (sketch.work() > if few { HEAVY_IF_FEW } else { HEAVY })
            .then(|| Net::new(topology, graph, island, &sketch, hardware))
    }

    fn add_joint(&mut self, topology: &Topology, graph: &Graph, leaf: Leaf) {
        let mut joint = Joint {
            child: leaf.body,
            parent: leaf.parent.unwrap_or(NONE),
            rows: 0,
            child_dim: topology.body_dim(leaf.body),
            parent_dim: leaf.parent.map_or(0, |parent| topology.body_dim(parent)),
            row: [0; MAX_CONSTRAINT_DIM],
            child_j: [0; MAX_CONSTRAINT_DIM],
            parent_j: [0; MAX_CONSTRAINT_DIM],
            store: self.joint_len,
        };
        for &constraint in &graph.groups[leaf.group].constraints {
            for row in 0..topology.constraint_dim(constraint) {
                joint.row[joint.rows] = topology.row_offset(constraint) + row;
                for end in topology.ends(constraint) {
                    let start = end.block + row * topology.body_dim(end.body);
                    if end.body == joint.child {
                        joint.child_j[joint.rows] = start;
                    } else {
                        joint.parent_j[joint.rows] = start;
                    }
                }
                joint.rows += 1;
            }
        }
        self.joint_len += joint.stored();
        self.block_updates += if joint.parent == NONE { 1 } else { 2 };
        self.joints.push(joint);
    }
}

/// Rows of an island.
fn rows(graph: &Graph, island: &Island) -> usize {
    island.groups.iter().map(|&group| graph.groups[group].rows).sum()
}

/// Pairs of rows that meet at a body.
fn touches(topology: &Topology, graph: &Graph, island: &Island) -> usize {
    let mut at_body = vec![0; topology.bodies()];
    for &group in &island.groups {
        for &body in &graph.groups[group].bodies {
            at_body[body] += graph.groups[group].rows;
        }
    }
    island
        .bodies
        .iter()
        .map(|&body| at_body[body] * at_body[body])
        .sum()
}
