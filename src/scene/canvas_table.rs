//! Data of all items that the canvas needs in each frame, stored contiguously, so that a pass over a large scene reads no other memory.

use std::sync::{Arc, OnceLock};

use crate::bodies::Outline;
use crate::constraints::ConstraintKind;
use crate::math::{Pose, Vec2};

use super::{Attach, Id, InOrder, Item, Part, PartColour, Scene};

/// An outline described by a few numbers, in the frame of its part (m, rad).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A dot, whose size is constant on the canvas.
    Dot,
    /// A disk about the centre.
    Disk {
        /// m
        radius: f64,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// The middle of the segment.
        middle: Vec2,
        /// Half the length of the segment (m).
        half: f64,
        /// The direction of the segment (rad).
        angle: f64,
        /// m
        radius: f64,
    },
    /// Another outline, or one that changes; it is read from the part itself.
    Other,
}

/// Compact data of a part.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The part.
    pub id: Id,
    /// Its outline.
    pub form: Form,
    /// Distance of the outline's farthest point from the centre (m); infinite if the outline changes.
    pub reach: f64,
    /// Its pose as built.
    pub built: Pose,
    /// Whether it cannot move.
    pub fixed: bool,
    /// Whether it is not drawn.
    pub hidden: bool,
    /// Its colour.
    pub colour: PartColour,
}

/// An end of a plain constraint.
#[derive(Clone, Copy, Debug)]
pub struct PlainEnd {
    /// Index of its part in the roster; `None` on the ground.
    pub part: Option<usize>,
    /// In the frame of the part, or in the world (m).
    pub at: Vec2,
}

/// A pin or rod between parts of constant shape.
#[derive(Clone, Copy, Debug)]
pub struct PlainLink {
    /// The constraint.
    pub id: Id,
    /// Whether it is a rod; otherwise it is a pin.
    pub is_rod: bool,
    /// Its ends.
    pub ends: [PlainEnd; 2],
}

/// A visible item that is not a part.
#[derive(Clone, Copy, Debug)]
pub enum Linked {
    /// A pin or rod, described completely here.
    Plain(PlainLink),
    /// Another item, to be looked up in the scene.
    Other(Id),
}

/// Compact data of all items.
#[derive(Debug)]
pub struct CanvasTable {
    places: InOrder<()>,
    parts: Vec<Entry>,
    solids: Vec<usize>,
    dots: Vec<usize>,
    linked: Vec<Linked>,
}

impl CanvasTable {
    fn of(scene: &Scene) -> Self {
        let places: InOrder<()> = scene.parts().map(|(id, _)| (id, ())).collect();
        let parts: Vec<Entry> = scene.parts().map(|(id, part)| entry(id, part)).collect();
        let layers: Vec<(i32, bool)> = scene
            .parts()
            .map(|(_, part)| (part.layer, part.shape.is_dot()))
            .collect();
        let mut shown: Vec<usize> = (0..parts.len()).filter(|k| !parts[*k].hidden).collect();
        shown.sort_by_key(|k| layers[*k].0);
        let (dots, solids) = shown.into_iter().partition(|k| layers[*k].1);
        let mut roster = Self {
            places,
            parts,
            solids,
            dots,
            linked: Vec::new(),
        };
        let hidden = |id: Id| roster.place(id).is_some_and(|k| roster.parts[k].hidden);
        // The path of a hidden part is drawn.
        let linked = scene.items().filter(|(_, item)| {
            item.as_part().is_none() && (item.as_trace().is_some() || !item.is_on_only(hidden))
        });
        roster.linked = linked
            .map(|(id, item)| roster.plain(id, item).map_or(Linked::Other(id), Linked::Plain))
            .collect();
        roster
    }

    fn plain(&self, id: Id, item: &Item) -> Option<PlainLink> {
        let Item::Constraint(it) = item else { return None };
        let is_rod = match it.kind {
            ConstraintKind::Pin(_) => false,
            ConstraintKind::Distance(_) => true,
            _ => return None,
        };
        let end = |end: &Attach| {
            let part = match end.part {
                Some(id) => Some(self.place(id).filter(|k| self.parts[*k].reach.is_finite())?),
                None => None,
            };
            Some(PlainEnd { part, at: end.at })
        };
        let [a, b] = &it.ends[..] else { return None };
        let ends = [end(a)?, end(b)?];
        Some(PlainLink { id, is_rod, ends })
    }

    /// All parts in the order of their ids.
    pub fn parts(&self) -> &[Entry] {
        &self.parts
    }
    /// Index of a part in that order.
    pub fn place(&self, id: Id) -> Option<usize> {
        self.places.place(id)
    }
    /// Indices of the visible parts from back to front, without dots.
    pub fn solids(&self) -> &[usize] {
        &self.solids
    }
    /// The same for dots, which are drawn above the others.
    pub fn dots(&self) -> &[usize] {
        &self.dots
    }
    /// Visible items that are not parts, in the order of their ids.
    pub fn linked(&self) -> &[Linked] {
        &self.linked
    }
    /// A table with a value for each part, in the order of the ids.
    pub fn table<T>(&self, value: impl FnMut(&Entry) -> T) -> InOrder<T> {
        self.places.with(self.parts.iter().map(value))
    }
}

fn entry(id: Id, part: &Part) -> Entry {
    let outline = part.shape.outline();
    let changes = part.shape.changes_form();
    let form = match &outline {
        _ if changes => Form::Other,
        Outline::Dot => Form::Dot,
        Outline::Circle { radius } => Form::Disk { radius: *radius },
        Outline::Capsule { from, to, radius } => Form::Capsule {
            middle: 0.5 * (*from + *to),
            half: 0.5 * from.distance(*to),
            angle: (*to - *from).to_angle(),
            radius: *radius,
        },
        _ => Form::Other,
    };
    Entry {
        id,
        form,
        reach: if changes { f64::INFINITY } else { outline.radius() },
        built: part.pose,
        fixed: part.fixed,
        hidden: part.handling.hidden,
        colour: part.colour,
    }
}

/// Cached roster of a scene: built on demand, and again after items have changed. Derived from the items, so it does not count in comparisons.
#[derive(Clone, Debug, Default)]
pub(super) struct RosterCache(OnceLock<Arc<CanvasTable>>);

impl RosterCache {
    pub fn forget(&mut self) {
        self.0.take();
    }
}

impl PartialEq for RosterCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Scene {
    /// Compact data of all items.
    pub fn roster(&self) -> &CanvasTable {
        self.roster.0.get_or_init(|| Arc::new(CanvasTable::of(self)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::bodies::{Disk, Particle, Shape};
    use crate::constraints::{Distance, Pin};
    use crate::scene::{Constraint, Edit};

    fn scene() -> (Scene, [Id; 3]) {
        let mut scene = Scene::default();
        let disk = |x: f64| Part::new("disk", Shape::Disk(Disk { radius: 0.2 }), Pose::new(x, 0.0, 0.0));
        let a = scene.add(disk(0.0));
        let bead = scene.add(Part::new(
            "bead",
            Shape::Particle(Particle::default()),
            Pose::default(),
        ));
        let mut low = disk(1.0);
        low.layer = -1;
        let b = scene.add(low);
        for (from, kind) in [
            (Attach::part(a, Vec2::ZERO), ConstraintKind::Pin(Pin {})),
            (
                Attach::ground(Vec2::X),
                ConstraintKind::Distance(Distance { length: 1.0 }),
            ),
        ] {
            scene.add(Constraint {
                name: "link".to_owned(),
                ends: vec![from, Attach::part(bead, Vec2::ZERO)],
                kind,
            });
        }
        (scene, [a, bead, b])
    }

    #[test]
    fn parts_lie_by_layer_and_links_know_their_parts() {
        let (scene, ids) = scene();
        let roster = scene.roster();
        assert_eq!((roster.solids(), roster.dots()), (&[2, 0][..], &[1][..]));
        assert_eq!(ids.map(|id| roster.place(id)), [Some(0), Some(1), Some(2)]);
        let ends = |it: &Linked| match it {
            Linked::Plain(it) => (it.is_rod, it.ends.map(|end| end.part)),
            Linked::Other(_) => panic!("a plain link"),
        };
        let links: Vec<_> = roster.linked().iter().map(ends).collect();
        assert_eq!(links, [(false, [Some(0), Some(1)]), (true, [None, Some(1)])]);
    }

    #[test]
    fn an_edit_makes_it_anew_and_hides_what_is_on_hidden_parts_only() {
        let (mut scene, [a, bead, _]) = scene();
        let before = scene.clone();
        assert_eq!(scene.roster().linked().len(), 2);
        for id in [a, bead] {
            let mut part = scene.part(id).unwrap().clone();
            part.handling.hidden = true;
            let mut edit = Edit::new("hide");
            scene.plan_item(&mut edit, id, Some(part.into()));
            scene.apply(&edit);
        }
        assert_eq!(scene.roster().solids(), [2]);
        assert!(scene.roster().dots().is_empty() && scene.roster().linked().is_empty());
        assert_eq!(before.roster().linked().len(), 2, "the copy is as it was");
    }

    #[test]
    fn a_change_in_place_makes_it_anew() {
        let (mut scene, [a, ..]) = scene();
        let built = |scene: &Scene| {
            scene
                .roster()
                .place(a)
                .map(|k| scene.roster().parts()[k].built.position.x)
        };
        let before = built(&scene);
        scene.change(a, |item| assert!(crate::scene::field::set(item, "x", 7.0)));
        assert!(before != Some(7.0) && built(&scene) == Some(7.0));
    }
}
