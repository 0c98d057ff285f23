//! Properties of all constraints of a machine together: whether any of them drives, and whether they form trees. In trees J never loses
//! rank, so no pose is singular.

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
        // Union-find over bodies and the ground.
        let mut parents: Vec<usize> = (0..=ground).collect();
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
            let first = root(&mut parents, nodes[0]);
            for &other in &nodes[1..] {
                let other = root(&mut parents, other);
                if other == root(&mut parents, first) {
                    return false;
                }
                parents[other] = first;
            }
        }
        true
    }
}

fn root(parents: &mut [usize], mut node: usize) -> usize {
    while parents[node] != node {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    node
}
