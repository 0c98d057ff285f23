//! Contact islands: bodies connected by joints and conditions. Islands do not influence each other.

use crate::math::UnionFind;
use crate::solver::Topology;

use super::problem::ContactProblem;

/// The conditions of a problem by island, and workspace.
#[derive(Default)]
pub struct Islands {
    /// Islands of bodies.
    bodies: UnionFind,
    /// Whether the island of a root has joints.
    jointed: Vec<bool>,
    /// Root and condition, sorted by both; and the start of each island in this list.
    members: Vec<(usize, usize)>,
    starts: Vec<usize>,
    /// Place of each condition in its island.
    places: Vec<usize>,
}

impl Islands {
    /// Sorts the conditions of a problem into islands; returns the number of conditions of the largest island.
    pub fn sort(&mut self, problem: &ContactProblem<'_>) -> usize {
        let (topology, joints, conditions) = (problem.topology, problem.joints, problem.conditions);
        // The conditions of one point follow each other.
        let of_condition = conditions.chunk_by(|a, b| a.constraint == b.constraint);
        let of_condition = of_condition.map(|rows| rows[0].constraint);
        connect(&mut self.bodies, topology, (0..joints).chain(of_condition));
        self.jointed.clear();
        self.jointed.resize(topology.bodies(), false);
        for constraint in 0..joints {
            for end in topology.ends(constraint) {
                let root = self.root(end.body);
                self.jointed[root] = true;
            }
        }
        self.members.clear();
        let (mut last, mut root) = (usize::MAX, None);
        for (i, it) in conditions.iter().enumerate() {
            if it.constraint != last {
                last = it.constraint;
                root = topology.ends(last).first().map(|end| self.root(end.body));
            }
            self.members.extend(root.map(|root| (root, i)));
        }
        self.members.sort_unstable();
        self.starts.clear();
        self.places.clear();
        self.places.resize(conditions.len(), 0);
        let mut last = usize::MAX;
        for (k, &(root, i)) in self.members.iter().enumerate() {
            if root != last {
                self.starts.push(k);
                last = root;
            }
            self.places[i] = k - self.starts[self.starts.len() - 1];
        }
        (0..self.len()).map(|it| self.size(it)).max().unwrap_or(0)
    }

    /// Root body of the island of a body; it identifies the island.
    pub fn root(&self, body: usize) -> usize {
        self.bodies.root(body)
    }

    /// Number of islands with conditions.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Start of an island in the list of the members of all islands.
    pub fn start(&self, island: usize) -> usize {
        self.starts[island]
    }

    /// Number of conditions of an island.
    pub fn size(&self, island: usize) -> usize {
        self.starts.get(island + 1).copied().unwrap_or(self.members.len()) - self.starts[island]
    }

    /// Condition (index) at a place of an island.
    pub fn member(&self, island: usize, place: usize) -> usize {
        self.members[self.starts[island] + place].1
    }

    /// Place of a condition in its island.
    pub fn place(&self, condition: usize) -> usize {
        self.places[condition]
    }

    /// Whether an island has joints.
    pub fn is_jointed(&self, island: usize) -> bool {
        self.jointed[self.members[self.starts[island]].0]
    }

    /// Whether any island has joints, islands without conditions included.
    pub fn has_joints(&self) -> bool {
        self.jointed.iter().any(|it| *it)
    }
}

/// Sets the islands of bodies that constraints (dense indices of a topology) connect.
pub(super) fn connect(
    islands: &mut UnionFind,
    topology: &Topology,
    constraints: impl IntoIterator<Item = usize>,
) {
    islands.reset(topology.bodies());
    for constraint in constraints {
        let ends = topology.ends(constraint).iter();
        let ends = ends.chain(topology.force_ends(constraint));
        islands.join_all(ends.map(|end| end.body));
    }
    islands.flatten();
}
