//! The graph of H as a rooted tree, and its order of elimination (section 7.1, `ordermatrix` of appendix A).

use std::ops::Range;

use super::block::{Block, Ldl, Vector};
use crate::graph::{Graph, Group, Island, Role};
use crate::system::{End, Topology};

/// A node of the graph of H. Nodes are numbered in the order of elimination: a parent comes after its children.
pub(super) struct Node {
    pub(super) of: NodeKind,
    pub(super) par: Option<usize>,
    pub(super) child: Vec<usize>,
    /// `D_i`, factored.
    pub(super) d: Ldl,
    /// `l_i^-1 H_i,par(i)`, with which `D_i = l_i d_i l_i^T`.
    pub(super) h_par: Block,
    /// The node's part of the right-hand side, then of the solution.
    pub(super) x: Vector,
}

/// Body or constraint that a node represents.
#[derive(Clone)]
pub(super) enum NodeKind {
    /// A body, by its index in the topology.
    Body(usize),
    /// The constraints between the same bodies, by their rows in [`Forest::rows`].
    Constraint(Range<usize>),
}

/// A row of J. The body of an [`End`] is here the index of its node, and the block the start of the numbers of this row.
pub(super) struct Row {
    /// Index among the rows of the topology.
    pub(super) index: usize,
    pub(super) j: Vec<End>,
    /// The ends of its force, for a row that is not workless.
    pub(super) k: Option<Vec<End>>,
}

/// The spanning forest of an island.
pub(super) struct Forest {
    /// In the order of elimination (the list `Forward` of appendix A).
    pub(super) nodes: Vec<Node>,
    /// Rows of the nodes, in their order, followed by the rows of all other constraints.
    pub(super) rows: Vec<Row>,
    /// Number of rows that belong to nodes.
    pub(super) primary: usize,
}

/// Builds the forest of an island; `forced` are its constraints that are not workless.
pub(super) fn order_matrix(topology: &Topology, graph: &Graph, island: &Island, forced: &[usize]) -> Forest {
    let place = |body: usize| island.bodies.partition_point(|&it| it < body);
    let groups = |role| {
        let groups = island.groups.iter().map(|&group| &graph.groups[group]);
        groups.filter(move |group| group.role == role)
    };
    let joints: Vec<&Group> = groups(Role::Primary).collect();
    let backward = backward(&joints, island);
    let forward = |place: usize| backward.len() - 1 - place;
    let mut node_of = vec![0; island.bodies.len()];
    for (index, (vertex, _)) in backward.iter().enumerate() {
        if let Vertex::Body(body) = *vertex {
            node_of[body] = forward(index);
        }
    }
    let node_of = |body: usize| node_of[place(body)];
    let mut nodes: Vec<Node> = Vec::with_capacity(backward.len());
    let mut rows = Vec::new();
    for &(vertex, parent) in backward.iter().rev() {
        let of = match vertex {
            Vertex::Body(body) => NodeKind::Body(island.bodies[body]),
            Vertex::Joint(joint) => {
                let start = rows.len();
                let constraints = joints[joint].constraints.iter();
                constraints.for_each(|&constraint| add_rows(topology, constraint, node_of, &mut rows));
                NodeKind::Constraint(start..rows.len())
            }
        };
        nodes.push(Node {
            of,
            par: parent.map(forward),
            child: Vec::new(),
            d: Ldl::default(),
            h_par: Block::default(),
            x: Vector::default(),
        });
    }
    for i in 0..nodes.len() {
        if let Some(par) = nodes[i].par {
            nodes[par].child.push(i);
        }
    }
    let primary = rows.len();
    let others = groups(Role::Auxiliary).flat_map(|group| group.constraints.iter());
    for &constraint in others.chain(forced) {
        add_rows(topology, constraint, node_of, &mut rows);
    }
    Forest { nodes, rows, primary }
}

/// A body of the island or a group of primary constraints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vertex {
    Body(usize),
    Joint(usize),
}

/// Returns the list `Backward` of appendix A, every parent before its children: vertices and the indices of their parents in the
/// list. Roots are constraints to the ground and, where there is none, bodies.
fn backward(joints: &[&Group], island: &Island) -> Vec<(Vertex, Option<usize>)> {
    let place = |body: usize| island.bodies.partition_point(|&it| it < body);
    let mut joints_at = vec![Vec::new(); island.bodies.len()];
    for (index, joint) in joints.iter().enumerate() {
        joint
            .bodies
            .iter()
            .for_each(|&body| joints_at[place(body)].push(index));
    }
    let to_ground = (0..joints.len()).filter(|&joint| joints[joint].bodies.len() == 1);
    let roots = to_ground
        .map(Vertex::Joint)
        .chain((0..joints_at.len()).map(Vertex::Body));
    let mut seen = vec![false; joints_at.len()];
    let mut backward = Vec::new();
    for root in roots {
        if matches!(root, Vertex::Body(body) if seen[body]) {
            continue;
        }
        let mut stack = vec![(root, None)];
        while let Some((vertex, parent)) = stack.pop() {
            let own = backward.len();
            backward.push((vertex, parent));
            let neighbours: Vec<Vertex> = match vertex {
                Vertex::Body(body) => {
                    seen[body] = true;
                    joints_at[body].iter().copied().map(Vertex::Joint).collect()
                }
                Vertex::Joint(joint) => joints[joint]
                    .bodies
                    .iter()
                    .map(|&body| Vertex::Body(place(body)))
                    .collect(),
            };
            let above = parent.map(|parent: usize| backward[parent].0);
            let children = neighbours.into_iter().filter(|&it| Some(it) != above);
            stack.extend(children.map(|child| (child, Some(own))));
        }
    }
    backward
}

fn add_rows(topology: &Topology, constraint: usize, node_of: impl Fn(usize) -> usize, rows: &mut Vec<Row>) {
    for row in 0..topology.constraint_dim(constraint) {
        let ends = |ends: &[End]| -> Vec<End> {
            let end_of_row = |end: &End| End {
                body: node_of(end.body),
                block: end.block + row * topology.body_dim(end.body),
            };
            ends.iter().map(end_of_row).collect()
        };
        let forced = !topology.is_workless(constraint);
        rows.push(Row {
            index: topology.row_offset(constraint) + row,
            j: ends(topology.ends(constraint)),
            k: forced.then(|| ends(topology.force_ends(constraint))),
        });
    }
}
