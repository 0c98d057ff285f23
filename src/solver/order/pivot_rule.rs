//! Rank condition for minimum degree where some bodies (hubs) are nodes of the graph themselves. A group of rows that acts on such a body
//! may be eliminated before it only if both conditions hold, summed over the elements adjacent to the group:
//!
//! - bodies minus groups of rows is at least 1;
//! - coordinates minus rows is at least the number of rows of the group.
//!
//! The eliminated bodies and groups are then connected like a tree, so their rows are independent in every pose, and the pivot of the group
//! never vanishes.

use super::element_lists::ElementLists;

/// State of the rank condition: bodies, groups and coordinates within each element of the quotient graph.
pub(crate) struct PivotRule {
    /// For each element, bodies minus groups, and coordinates minus rows.
    surplus: Vec<[i32; 2]>,
    /// Number of elements that are bodies eliminated beforehand; the elements after them are pairs of a group and a body.
    bodies: usize,
    /// Size of each node: the rows of a group, or minus the coordinates of a body.
    size: Vec<i32>,
    /// Number of bodies among the nodes that each group acts on and that are not yet eliminated.
    waits_for: Vec<u32>,
    /// Number of bodies among the nodes that are not yet eliminated.
    bodies_left: usize,
}

impl PivotRule {
    /// Creates the rule. `freedom` is the number of coordinates of each body element, 0 for bodies that are nodes; `pairs` the group of
    /// each pair of a group and a body; `size` the number of rows of each node, or minus its coordinates for a body.
    pub(crate) fn new(freedom: Vec<i32>, pairs: impl Iterator<Item = u32>, size: Vec<i32>) -> Self {
        let mut surplus: Vec<[i32; 2]> = freedom.into_iter().map(|it| [i32::from(it > 0), it]).collect();
        let bodies = surplus.len();
        let mut waits_for = vec![0; size.len()];
        for group in pairs {
            waits_for[group as usize] += 1;
            surplus.push([0, 0]);
        }
        surplus.resize(surplus.len() + size.len(), [0, 0]);
        let bodies_left = size.iter().filter(|&&it| it < 0).count();
        Self {
            surplus,
            bodies,
            size,
            waits_for,
            bodies_left,
        }
    }

    /// Whether the condition can still hold back a node: a body among the nodes is left.
    pub(super) fn has_waiting_nodes(&self) -> bool {
        self.bodies_left > 0
    }

    /// Whether a node adjacent to these elements may be eliminated.
    pub(super) fn may_eliminate(&self, node: u32, elements: &[u32]) -> bool {
        let (size, waits_for) = (self.size[node as usize], self.waits_for[node as usize]);
        if size < 0 || waits_for == 0 {
            return true;
        }
        let [body_surplus, coordinate_surplus] = self.sum(elements);
        body_surplus >= 1 && coordinate_surplus >= size
    }

    /// Whether a node must not be merged with others that are adjacent to the same elements.
    pub(super) fn must_not_merge(&self, node: u32) -> bool {
        self.size[node as usize] < 0 || self.waits_for[node as usize] > 0
    }

    /// Merges an eliminated node and the elements adjacent to it into one element; `lists` has the nodes of each element.
    pub(super) fn merge(&mut self, node: u32, elements: &[u32], element: usize, lists: &ElementLists) {
        let size = self.size[node as usize];
        let [body_surplus, coordinate_surplus] = self.sum(elements);
        self.surplus[element] = [
            body_surplus.saturating_sub(size.signum()),
            coordinate_surplus.saturating_sub(size),
        ];
        if size < 0 {
            self.bodies_left -= 1;
            let pairs = self.surplus.len() - self.size.len();
            for &pair in elements
                .iter()
                .filter(|&&it| (self.bodies..pairs).contains(&(it as usize)))
            {
                for &group in lists.of(pair).iter().filter(|&&other| other != node) {
                    self.waits_for[group as usize] -= 1;
                }
            }
        }
    }

    fn sum(&self, elements: &[u32]) -> [i32; 2] {
        let all = elements.iter().map(|&element| self.surplus[element as usize]);
        all.fold([0, 0], |[body_surplus, coordinate_surplus], [more, also]| {
            // Saturating, because an element adjacent to many others is counted with each of them.
            [
                body_surplus.saturating_add(more),
                coordinate_surplus.saturating_add(also),
            ]
        })
    }
}
