//! What follows from the constraints of a machine as a whole: what drives it, and whether they form trees. There J never loses rank, and no pose is one in
//! which nothing gives way.

use super::{Model, Place};

impl Model {
    /// Notes it, once all constraints are there.
    pub(super) fn note_links(&mut self) {
        self.passive = !self.links.iter().any(|link| link.drive || link.forced);
        self.resolvable = self.passive && self.is_trees();
        self.pace = self.fastest_programme();
    }

    /// Whether no way leads along constraints from a part, or from the ground, back to it.
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
            // What has one end only holds it to the world.
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
