//! The core of an island on its way to fronts: symbolic elimination, the tree it makes, and where every number
//! goes.

use super::elimination_tree::{eliminate, postorder};
use super::graph::Graph;
use super::order::{Incidence, Node};
use super::symbolic::{Front, NONE, Piece, Plan, Scalar};
use super::system::Topology;

/// The core of one island. Nodes are numbered in the order of elimination.
pub(super) struct Core<'a> {
    topology: &'a Topology,
    graph: &'a Graph,
    nodes: Vec<Node>,
    /// Later neighbours in H.
    later: Vec<Vec<usize>>,
    /// Later neighbours in L.
    pattern: Vec<Vec<usize>>,
}

impl<'a> Core<'a> {
    /// `position` has room for all bodies, then all groups; it is scratch.
    pub(super) fn new(
        topology: &'a Topology,
        graph: &'a Graph,
        incidence: &Incidence,
        nodes: Vec<Node>,
        position: &mut [usize],
    ) -> Self {
        let later = later_neighbours(topology, graph, incidence, &nodes, position);
        let (_, parent) = eliminate(&later);
        let nodes: Vec<Node> = postorder(&parent).into_iter().map(|node| nodes[node]).collect();
        let later = later_neighbours(topology, graph, incidence, &nodes, position);
        let (pattern, _) = eliminate(&later);
        Self {
            topology,
            graph,
            nodes,
            later,
            pattern,
        }
    }

    fn dim(&self, node: usize) -> usize {
        match self.nodes[node] {
            Node::Body(body) => self.topology.body_dim(body),
            Node::Group(group) => self.graph.groups[group].rows(),
        }
    }

    pub(super) fn add_to(&self, plan: &mut Plan) {
        let len = self.nodes.len();
        let base = plan.scalars.len();
        let mut offset = vec![0; len + 1];
        for node in 0..len {
            offset[node + 1] = offset[node] + self.dim(node);
            self.add_scalars(node, plan);
            plan.fill_blocks += self.pattern[node].len() - self.later[node].len();
            let below = self.pattern[node].len();
            plan.block_updates += below * (below + 1) / 2;
        }
        let mut stack: Vec<usize> = Vec::new();
        let mut stacked = 0;
        // The fronts still on the stack, and the scalars under each.
        let mut start = 0;
        while start < len {
            let mut end = start + 1;
            while end < len && self.joins(end - 1, end) {
                end += 1;
            }
            let pivots = start..end;
            let under = &self.pattern[end - 1];
            let mut rows: Vec<usize> = (offset[start]..offset[end]).collect();
            rows.extend(under.iter().flat_map(|&node| offset[node]..offset[node + 1]));
            let mut front = Front {
                first: base + offset[start],
                width: offset[end] - offset[start],
                height: rows.len() - (offset[end] - offset[start]),
                panel: plan.panel_len,
                below: plan.below.len(),
                into: plan.into.len(),
                pieces: (plan.pieces.len(), 0),
                children: (plan.children.len(), 0),
            };
            let place = |scalar: usize| rows.binary_search(&scalar).unwrap_or_default();
            self.add_pieces(pivots, &offset, &place, plan);
            front.pieces.1 = plan.pieces.len();
            plan.below
                .extend(rows[front.width..].iter().map(|scalar| base + scalar));
            plan.into.resize(plan.below.len(), 0);
            plan.panel_len += front.size() * front.width;
            plan.front_len = plan.front_len.max(front.size() * front.size());
            // Children are the fronts on the stack whose first left-over scalar is a pivot of this one.
            while let Some(&index) = stack.last() {
                let child = &plan.fronts[index];
                if plan.below[child.below] - base >= offset[end] {
                    break;
                }
                for k in 0..child.height {
                    plan.into[child.into + k] = place(plan.below[child.below + k] - base);
                }
                stacked -= child.height * child.height;
                plan.children.push(index);
                stack.pop();
            }
            front.children.1 = plan.children.len();
            stacked += front.height * front.height;
            // While a front is put together its own left-over is not on the stack yet, its children's are.
            plan.stack_len = plan.stack_len.max(stacked);
            if front.height > 0 {
                stack.push(plan.fronts.len());
            }
            plan.fronts.push(front);
            start = end;
        }
    }

    /// Whether two nodes in a row can share a front without storing a zero.
    fn joins(&self, node: usize, next: usize) -> bool {
        self.pattern[node].first() == Some(&next) && self.pattern[node].len() == self.pattern[next].len() + 1
    }

    fn add_scalars(&self, node: usize, plan: &mut Plan) {
        match self.nodes[node] {
            Node::Body(body) => {
                let start = self.topology.body_offset(body);
                let coordinates = start..start + self.topology.body_dim(body);
                plan.scalars.extend(coordinates.map(Scalar::Coordinate));
            }
            Node::Group(group) => {
                for &constraint in &self.graph.groups[group].constraints {
                    let rows = self.topology.row_offset(constraint)..self.topology.row_offset(constraint + 1);
                    plan.scalars.extend(rows.map(Scalar::Row));
                }
            }
        }
    }

    /// The pieces of H whose earlier node is among these pivots.
    fn add_pieces(
        &self,
        pivots: std::ops::Range<usize>,
        offset: &[usize],
        place: &impl Fn(usize) -> usize,
        plan: &mut Plan,
    ) {
        for node in pivots {
            match self.nodes[node] {
                Node::Body(body) => plan.pieces.push(Piece::Mass {
                    body,
                    at: place(offset[node]),
                }),
                Node::Group(group) => {
                    let mut at = place(offset[node]);
                    for &constraint in &self.graph.groups[group].constraints {
                        for row in
                            self.topology.row_offset(constraint)..self.topology.row_offset(constraint + 1)
                        {
                            plan.pieces.push(Piece::Compliance { row, at });
                            at += 1;
                        }
                    }
                }
            }
            for &other in &self.later[node] {
                let (group_node, body_node) = match self.nodes[node] {
                    Node::Group(_) => (node, other),
                    Node::Body(_) => (other, node),
                };
                let (Node::Group(group), Node::Body(body)) = (self.nodes[group_node], self.nodes[body_node])
                else {
                    continue;
                };
                let mut row_at = place(offset[group_node]);
                let body_at = place(offset[body_node]);
                let dim = self.topology.body_dim(body);
                for &constraint in &self.graph.groups[group].constraints {
                    let end = self.topology.ends(constraint).iter().find(|end| end.body == body);
                    for row in 0..self.topology.constraint_dim(constraint) {
                        if let Some(end) = end {
                            let start = end.block + row * dim;
                            plan.pieces.push(Piece::Jacobian {
                                start,
                                dim,
                                row_at,
                                body_at,
                            });
                        }
                        row_at += 1;
                    }
                }
            }
        }
    }
}

/// For each node in the order of elimination, its neighbours in H that go later, ascending.
fn later_neighbours(
    topology: &Topology,
    graph: &Graph,
    incidence: &Incidence,
    nodes: &[Node],
    position: &mut [usize],
) -> Vec<Vec<usize>> {
    let slot = |node: Node| match node {
        Node::Body(body) => body,
        Node::Group(group) => topology.bodies() + group,
    };
    for (index, &node) in nodes.iter().enumerate() {
        position[slot(node)] = index;
    }
    let later = nodes
        .iter()
        .enumerate()
        .map(|(index, &node)| {
            let after = |other: usize| (other != NONE && other > index).then_some(other);
            let mut later: Vec<usize> = match node {
                Node::Body(body) => {
                    let groups = incidence.of(body).iter();
                    groups
                        .filter_map(|&group| after(position[slot(Node::Group(group))]))
                        .collect()
                }
                Node::Group(group) => {
                    let bodies = graph.groups[group].bodies.iter();
                    bodies
                        .filter_map(|&body| after(position[slot(Node::Body(body))]))
                        .collect()
                }
            };
            later.sort_unstable();
            later
        })
        .collect();
    for &node in nodes {
        position[slot(node)] = NONE;
    }
    later
}
