//! Placement of copies: not on existing parts; where parts collide, not in the floor or in fixed parts; and in view.

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Item, Part, Scene};
use crate::sim::Simulation;

use super::Editor;
use super::arrange::extent;

/// Directions in which a free place is searched, the preferred one first: the floor is below.
const WAYS: [Vec2; 5] = [
    Vec2::new(1.0, -1.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(1.0, 0.0),
];
/// Places tried in each direction.
const PLACES: usize = 12;
/// For copies of more parts than this only coincidence with other parts is avoided, and not contact.
const MOST_PARTS: usize = 100;
/// Overlaps deeper than this count (m).
const OVERLAP: f64 = 1e-3;

impl Editor {
    /// Displacement of copies from the places of `fragment` (m): `base` plus a number of whole steps, such that they coincide with no equal part
    /// and, if there is such a place, touch nothing that is fixed; a place in view is preferred.
    pub(super) fn place_of_copies(&self, fragment: &Scene, base: Vec2, begins: usize) -> Vec2 {
        let step = 2.0 * self.grid_step();
        let at = |way: Vec2, k: usize| base + way * step * k as f64;
        let places = || {
            let first = (begins == 0).then_some(base);
            let ways = WAYS.iter().flat_map(|way| (1..=PLACES).map(|k| at(*way, k)));
            first.into_iter().chain(ways)
        };
        let is_bare = |by: &Vec2| !self.covers(fragment, *by);
        let is_free = self.freedom_of(fragment);
        let mut seen = places().filter(|by| self.in_view(fragment, *by));
        let found = seen.find(|by| is_bare(by) && is_free(*by));
        let found = found.or_else(|| places().find(|by| is_bare(by) && is_free(*by)));
        if let Some(by) = found.or_else(|| places().find(is_bare)) {
            return by;
        }
        let far = (PLACES + 1..).map(|k| at(WAYS[0], k));
        far.take(1000).find(is_bare).unwrap_or(base)
    }

    /// Whether a displaced fragment would cover an equal part at its present or built pose.
    fn covers(&self, fragment: &Scene, by: Vec2) -> bool {
        let same = |part: &Part| {
            let there = part.pose.position + by;
            let near = |pose: Pose| pose.position.distance(there) < 1e-6;
            self.scene.parts().any(|(id, other)| {
                other.shape == part.shape && (near(other.pose) || self.pose(id).is_some_and(near))
            })
        };
        fragment.parts().any(|(_, part)| same(part))
    }

    /// Whether a displaced fragment is fully visible on the canvas.
    fn in_view(&self, fragment: &Scene, by: Vec2) -> bool {
        let (low, high) = self.view.visible();
        fragment.parts().all(|(_, part)| {
            let mut pose = part.pose;
            pose.position += by;
            let (from, to) = extent(&part.shape.outline(), pose);
            from.cmpge(low).all() && to.cmple(high).all()
        })
    }

    /// Returns a predicate: whether a fragment displaced by a vector touches neither the floor nor fixed parts. Always true without contact.
    fn freedom_of<'a>(&'a self, fragment: &'a Scene) -> impl Fn(Vec2) -> bool + 'a {
        let contact = self.scene.settings.contact;
        let small = fragment.parts().nth(MOST_PARTS).is_none();
        let nailed: Vec<(Id, Part)> = self
            .scene
            .parts()
            .filter(|(_, part)| part.fixed && contact.is_some() && small)
            .map(|(id, part)| (id, part.clone()))
            .collect();
        // Overlaps within the fragment are the same everywhere.
        let own = contact.filter(|_| small).map(|_| {
            let mut alone = fragment.clone();
            alone.settings = self.scene.settings;
            alone.settings.contact = contact.map(|it| crate::scene::Contact { floor: None, ..it });
            Simulation::new(&alone).overlap()
        });
        move |by| {
            own.is_none_or(|own| {
                let mut there = moved(fragment, by);
                there.settings = self.scene.settings;
                for (_, part) in &nailed {
                    there.add(part.clone());
                }
                Simulation::new(&there).overlap() <= own + OVERLAP
            })
        }
    }
}

/// A scene with all items moved by a vector.
fn moved(scene: &Scene, by: Vec2) -> Scene {
    let mut there = scene.clone();
    let mut edit = crate::scene::Edit::new("");
    for (id, item) in scene.items() {
        scene.plan_item(&mut edit, id, Some(shifted(item, by)));
    }
    there.apply(&edit);
    there
}

/// An item moved by a vector, with its ends on the ground.
pub(super) fn shifted(item: &Item, by: Vec2) -> Item {
    let mut item = item.clone();
    if let Item::Part(part) = &mut item {
        part.pose.position += by;
    }
    for end in item.attachments_mut().iter_mut().filter(|end| end.part.is_none()) {
        end.at += by;
    }
    item
}
