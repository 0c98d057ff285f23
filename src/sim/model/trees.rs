//! Properties of all constraints of a machine together: whether any of them drives, and whether they form trees. In trees J never loses
//! rank, so no pose is singular.

use crate::math::UnionFind;

use super::{Model, Place};

impl Model {
    /// Computes these properties once all constraints have been added.
    pub(super) fn note_links(&mut self) {
        self.passive = !self.links.iter().any(|link| link.drive || link.forced);
        self.is_passive_tree = self.passive && self.is_trees();
        self.pace = self.fastest_programme();
    }

    /// Whether the graph of bodies and the ground, joined by constraints, has no cycle.
    fn is_trees(&self) -> bool {
        let ground = self.bodies.len();
        let mut joined = UnionFind::new(ground + 1);
        for link in &self.links {
            let mut nodes: Vec<usize> = link
                .ends
                .iter()
                .map(|end| match *end {
                    Place::Moving { body, .. } => body,
                    Place::Fixed { .. } => ground,
                })
                .collect();
            nodes.sort_unstable();
            nodes.dedup();
            // A constraint with a single node holds it to the world.
            if nodes.len() == 1 {
                nodes.push(ground);
            }
            if !nodes[1..].iter().all(|&other| joined.join(nodes[0], other)) {
                return false;
            }
        }
        true
    }
}
