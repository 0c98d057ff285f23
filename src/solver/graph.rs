//! Constraint graph: islands, constraints merged where they act on the same bodies, and the spanning forest that separates primary
//! constraints (the tree) from auxiliary ones (loops), as in Baraff 1996, sections 1.1 and 8.

use smallvec::{SmallVec, smallvec};

use super::csr::Csr;
use super::system::{MAX_CONSTRAINT_DIM, Topology};

/// Marks the absence of a group.
const NO_GROUP: u32 = u32::MAX;

/// Indices of bodies or constraints: two stored inline, which is enough for nearly all groups.
pub type Indices = SmallVec<[usize; 2]>;

/// Role of a constraint in the spanning forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the forest, or the one constraint that connects a component to the ground.
    Primary,
    /// Closes a loop among bodies or through the ground, or acts on three or more bodies.
    Auxiliary,
    /// Acts on nothing that can move.
    Void,
}

/// Constraints on the same bodies, merged into one block of at most three rows: a pin and a motor on one joint form no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Bodies that the group acts on, in ascending order; one for a constraint to the ground.
    pub bodies: Indices,
    /// Merged constraints, in ascending order.
    pub constraints: Indices,
    rows: u8,
    /// Role of all merged constraints; never [`Role::Void`].
    pub role: Role,
}

impl Group {
    /// Number of rows of all merged constraints.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }
}

/// Connected component of bodies and groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Island {
    /// Bodies, in ascending order.
    pub bodies: Vec<usize>,
    /// Indices into [`Graph::groups`], in ascending order.
    pub groups: Vec<usize>,
    /// Constraints, in ascending order.
    pub constraints: Vec<usize>,
}

/// Graph of bodies and constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Constraints merged by the bodies they act on, in the order of their first constraint.
    pub groups: Vec<Group>,
    /// Connected components, in the order of their first body.
    pub islands: Vec<Island>,
    /// Role of each constraint.
    pub roles: Vec<Role>,
}

impl Graph {
    /// Builds the graph of a topology in time close to linear.
    pub fn new(topology: &Topology) -> Self {
        Self::of(topology, |_| true)
    }

    /// Builds the graph of the constraints that `keep` selects, but with the islands of all constraints: for a method that leaves
    /// the others to their anticipated response.
    pub(super) fn of(topology: &Topology, keep: impl Fn(usize) -> bool) -> Self {
        let mut groups = merge_parallel(topology, &keep);
        let mut joined = UnionFind::new(topology.bodies());
        for group in &mut groups {
            if let [a, b] = group.bodies[..]
                && joined.union(a, b)
            {
                group.role = Role::Primary;
            }
        }
        let mut grounded = vec![false; topology.bodies()];
        for group in &mut groups {
            if let [body] = group.bodies[..] {
                let root = joined.find(body);
                if !grounded[root] {
                    grounded[root] = true;
                    group.role = Role::Primary;
                }
            }
        }
        for constraint in 0..topology.constraints() {
            if let Some(first) = topology.first_body(constraint) {
                let ends = topology.ends(constraint).iter();
                ends.chain(topology.force_ends(constraint)).for_each(|end| {
                    joined.union(first, end.body);
                });
            }
        }
        let mut roles = vec![Role::Void; topology.constraints()];
        for group in &groups {
            for &constraint in &group.constraints {
                roles[constraint] = group.role;
            }
        }
        let islands = islands(topology, &groups, &keep, &mut joined);
        Self {
            groups,
            islands,
            roles,
        }
    }

    /// Builds the graph without the constraints of `left_out`, which is ascending.
    pub(super) fn without(topology: &Topology, left_out: &[usize]) -> Self {
        Self::of(topology, |constraint| {
            left_out.binary_search(&constraint).is_err()
        })
    }

    /// Groups that act on each body, ascending.
    pub(super) fn groups_of(&self, bodies: usize) -> Csr {
        let pairs = || {
            let groups = (0..).zip(&self.groups);
            groups.flat_map(|(index, group)| group.bodies.iter().map(move |&body| (body as u32, index)))
        };
        Csr::from_pairs(bodies, pairs)
    }

    /// Number of constraints in the spanning forest.
    pub fn primary(&self) -> usize {
        self.roles.iter().filter(|&&role| role == Role::Primary).count()
    }

    /// Number of constraints outside the spanning forest.
    pub fn auxiliary(&self) -> usize {
        self.roles.iter().filter(|&&role| role == Role::Auxiliary).count()
    }
}

/// Merges constraints on the same bodies as long as the block has no more rows than a constraint may have and than the smallest
/// body has degrees of freedom: a block with more rows could never have full rank on that body.
fn merge_parallel(topology: &Topology, keep: &impl Fn(usize) -> bool) -> Vec<Group> {
    let kept = || (0..topology.constraints()).filter(|&constraint| keep(constraint));
    let mut held = vec![0_u32; topology.bodies()];
    for end in kept().flat_map(|constraint| topology.ends(constraint)) {
        held[end.body] += 1;
    }
    let mut groups: Vec<Group> = Vec::with_capacity(topology.constraints());
    // Groups are filed at the body of theirs with the fewest constraints, as a linked list: `last` is the latest group at each
    // body, `before` the previous group at the same body.
    let mut last = vec![NO_GROUP; topology.bodies()];
    let mut before: Vec<u32> = Vec::with_capacity(topology.constraints());
    let mut bodies: Vec<usize> = Vec::new();
    for constraint in kept() {
        let rows = topology.constraint_dim(constraint);
        bodies.clear();
        bodies.extend(topology.ends(constraint).iter().map(|end| end.body));
        bodies.sort_unstable();
        let Some(smallest) = bodies.iter().map(|&body| topology.body_dim(body)).min() else {
            continue;
        };
        let Some(&at) = bodies.iter().min_by_key(|&&body| held[body]) else {
            continue;
        };
        let mut found = last[at];
        while found != NO_GROUP && groups[found as usize].bodies[..] != bodies[..] {
            found = before[found as usize];
        }
        if found != NO_GROUP {
            let group = &mut groups[found as usize];
            if group.rows() + rows <= smallest.min(MAX_CONSTRAINT_DIM) {
                group.rows += rows as u8;
                group.constraints.push(constraint);
                continue;
            }
        }
        before.push(last[at]);
        last[at] = groups.len() as u32;
        groups.push(Group {
            bodies: Indices::from_slice(&bodies),
            constraints: smallvec![constraint],
            rows: rows as u8,
            role: Role::Auxiliary,
        });
    }
    groups
}

fn islands(
    topology: &Topology,
    groups: &[Group],
    keep: &impl Fn(usize) -> bool,
    joined: &mut UnionFind,
) -> Vec<Island> {
    let mut islands: Vec<Island> = Vec::new();
    let mut of_root = vec![usize::MAX; topology.bodies()];
    for body in 0..topology.bodies() {
        let root = joined.find(body);
        if of_root[root] == usize::MAX {
            of_root[root] = islands.len();
            islands.push(Island::default());
        }
        islands[of_root[root]].bodies.push(body);
    }
    for (index, group) in groups.iter().enumerate() {
        if let Some(&body) = group.bodies.first() {
            islands[of_root[joined.find(body)]].groups.push(index);
        }
    }
    for constraint in (0..topology.constraints()).filter(|&constraint| keep(constraint)) {
        if let Some(end) = topology.ends(constraint).first() {
            islands[of_root[joined.find(end.body)]]
                .constraints
                .push(constraint);
        }
    }
    for island in &mut islands {
        for list in [&mut island.bodies, &mut island.groups, &mut island.constraints] {
            list.shrink_to_fit();
        }
    }
    islands
}

struct UnionFind {
    parent: Vec<usize>,
}

impl UnionFind {
    fn new(len: usize) -> Self {
        Self {
            parent: (0..len).collect(),
        }
    }

    fn find(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    /// Joins two sets; false when they were the same set already. The smaller root wins, so the result does not depend on the order
    /// of the arguments.
    fn union(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_pin_with_its_motor_is_no_loop() {
        let mut topology = Topology::new([3, 3]);
        topology.add_constraint(2, &[0, 1]);
        topology.add_constraint(1, &[1, 0]);
        let graph = Graph::new(&topology);
        assert_eq!(graph.groups.len(), 1);
        assert_eq!((graph.primary(), graph.auxiliary()), (2, 0));
    }

    #[test]
    fn the_second_anchor_closes_a_loop_through_the_ground() {
        let mut topology = Topology::new([3, 3]);
        topology.add_constraint(2, &[0]);
        topology.add_constraint(2, &[0, 1]);
        topology.add_constraint(2, &[1]);
        let graph = Graph::new(&topology);
        assert_eq!(graph.roles, [Role::Primary, Role::Primary, Role::Auxiliary]);
    }

    #[test]
    fn a_constraint_between_fixed_parts_has_no_role() {
        let mut topology = Topology::new([2]);
        topology.add_constraint(1, &[]);
        let graph = Graph::new(&topology);
        assert_eq!(graph.roles, [Role::Void]);
        assert_eq!(graph.islands.len(), 1);
    }

    #[test]
    fn islands_are_told_apart() {
        let mut topology = Topology::new([2, 3, 2, 3, 3]);
        topology.add_constraint(1, &[0, 2]);
        topology.add_constraint(2, &[3, 1]);
        topology.add_constraint(1, &[1, 3, 4]);
        let graph = Graph::new(&topology);
        let bodies: Vec<_> = graph.islands.iter().map(|island| island.bodies.clone()).collect();
        assert_eq!(bodies, [vec![0, 2], vec![1, 3, 4]]);
        assert_eq!(graph.roles[2], Role::Auxiliary);
    }
}
