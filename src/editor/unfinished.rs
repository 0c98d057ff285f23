//! Whether a scene looks as if it were still being built.

use std::collections::BTreeMap;

use crate::math::Vec2;
use crate::scene::{Id, Scene};

use super::arrange::extent;
use super::draft::{Draft, TORN};

/// How far above the floor a part counts as standing on it (m).
const ON_FLOOR: f64 = 1e-2;

/// Whether a scene looks unfinished: parts that could move would fall away, or a joint is visibly open at the start.
pub fn is_being_built(scene: &Scene) -> bool {
    let falls = scene.settings.gravity != Vec2::ZERO;
    falls && has_loose_island(scene) || Draft::new(scene).gap() > TORN
}

/// Whether parts that are joined to each other, or one alone, are at rest and held by nothing: no joint or force ties them to the
/// ground, and they do not stand on the floor.
fn has_loose_island(scene: &Scene) -> bool {
    let places: BTreeMap<Id, usize> = scene.parts().enumerate().map(|(k, (id, _))| (id, k)).collect();
    let ground = places.len();
    let mut islands = Islands((0..=ground).collect());
    let floor = scene.settings.contact.and_then(|it| it.floor);
    for (id, part) in scene.parts() {
        let moves = part.velocity != Vec2::ZERO || part.omega != 0.0;
        let stands = floor.is_some_and(|floor| {
            let low = extent(&part.shape.outline(), part.pose).0.y;
            low <= floor + ON_FLOOR
        });
        if part.fixed || moves || stands {
            islands.tie(places[&id], ground);
        }
    }
    let joints = scene.constraints().map(|(_, it)| (&it.ends, true));
    let forces = scene.forces().map(|(_, it)| (&it.ends, false));
    for (ends, is_joint) in joints.chain(forces) {
        let place = |part: Option<Id>| part.and_then(|id| places.get(&id).copied()).unwrap_or(ground);
        match &ends[..] {
            // A joint of one end is one with the ground; a force of one end pushes and holds nothing.
            [end] if is_joint => islands.tie(place(end.part), ground),
            [first, others @ ..] => {
                for other in others {
                    islands.tie(place(first.part), place(other.part));
                }
            }
            [] => {}
        }
    }
    let held = islands.root(ground);
    (0..ground).any(|part| islands.root(part) != held)
}

/// What is tied to what: each points to one of its island, the root to itself.
struct Islands(Vec<usize>);

impl Islands {
    fn root(&mut self, mut k: usize) -> usize {
        while self.0[k] != k {
            self.0[k] = self.0[self.0[k]];
            k = self.0[k];
        }
        k
    }
    fn tie(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
    }
}
