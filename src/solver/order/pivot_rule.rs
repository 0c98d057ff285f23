//! What minimum degree must not do where some bodies are nodes of the graph themselves: a group of rows goes before such a body
//! only while the pieces that it joins have more bodies than groups, and freedoms for all of its rows. Such a piece hangs
//! together like a tree, so its rows are independent in every pose, and the pivot of the group never vanishes.

use super::element_lists::ElementLists;

/// What the elements of the quotient graph consist of.
pub(crate) struct PivotRule {
    /// Bodies minus groups of each element, and coordinates minus rows.
    surplus: Vec<[i32; 2]>,
    /// Elements that are bodies eliminated beforehand; after them come pairs of a group and a body.
    bodies: usize,
    /// Rows of each group; of a body the number of its coordinates, negative.
    size: Vec<i32>,
    /// Bodies that each group acts on and that are still there.
    waits_for: Vec<u32>,
    /// Bodies among the nodes that are still there.
    left: usize,
}

impl PivotRule {
    /// Of elements that are bodies with so many coordinates each, none for those that are nodes; of pairs of a group and a body,
    /// given by their group; and of nodes with so many rows each, or coordinates, negative.
    pub(crate) fn new(freedom: Vec<i32>, pairs: impl Iterator<Item = u32>, size: Vec<i32>) -> Self {
        let mut surplus: Vec<[i32; 2]> = freedom.into_iter().map(|it| [i32::from(it > 0), it]).collect();
        let bodies = surplus.len();
        let mut waits_for = vec![0; size.len()];
        for group in pairs {
            waits_for[group as usize] += 1;
            surplus.push([0, 0]);
        }
        surplus.resize(surplus.len() + size.len(), [0, 0]);
        let left = size.iter().filter(|&&it| it < 0).count();
        Self {
            surplus,
            bodies,
            size,
            waits_for,
            left,
        }
    }

    /// Whether any node still has to wait for what pieces there are.
    pub(super) fn is_asked(&self) -> bool {
        self.left > 0
    }

    /// Whether a node that touches these elements may go.
    pub(super) fn may_go(&self, node: u32, touches: &[u32]) -> bool {
        let (size, waits_for) = (self.size[node as usize], self.waits_for[node as usize]);
        if size < 0 || waits_for == 0 {
            return true;
        }
        let [credit, slack] = self.sum(touches);
        credit >= 1 && slack >= size
    }

    /// Whether a node has to be told apart from others that touch the same elements.
    pub(super) fn is_apart(&self, node: u32) -> bool {
        self.size[node as usize] < 0 || self.waits_for[node as usize] > 0
    }

    /// Makes one element of a node that goes and of those that it touches; `lists` has the nodes of each of them.
    pub(super) fn merge(&mut self, node: u32, touches: &[u32], element: usize, lists: &ElementLists) {
        let size = self.size[node as usize];
        let [credit, slack] = self.sum(touches);
        self.surplus[element] = [credit.saturating_sub(size.signum()), slack.saturating_sub(size)];
        if size < 0 {
            self.left -= 1;
            let pairs = self.surplus.len() - self.size.len();
            for &pair in touches
                .iter()
                .filter(|&&it| (self.bodies..pairs).contains(&(it as usize)))
            {
                for &group in lists.of(pair).iter().filter(|&&other| other != node) {
                    self.waits_for[group as usize] -= 1;
                }
            }
        }
    }

    fn sum(&self, touches: &[u32]) -> [i32; 2] {
        let all = touches.iter().map(|&element| self.surplus[element as usize]);
        all.fold([0, 0], |[credit, slack], [more, also]| {
            // What many elements touch is counted with each of them.
            [credit.saturating_add(more), slack.saturating_add(also)]
        })
    }
}
