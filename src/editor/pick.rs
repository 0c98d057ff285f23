//! Picking: the items under the pointer.

use std::collections::BTreeSet;

use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::{Pose, Vec2};
use crate::scene::{Id, Item, Linked, Part, PlainLink};

use super::{Editor, joint_radius};

/// Picking distance of dots and thin lines (logical points).
pub(super) const REACH: f64 = 7.0;
/// Distance outside of its outline at which a part is still picked (logical points).
const SLACK: f64 = 3.0;
/// Radius at which the arrow of a motor is drawn and picked, as a multiple of a joint's radius.
const TURN_RADIUS: f64 = 2.7;

impl Editor {
    /// The item picked at a world point: a joint, force or trace before the part below it, and a coupler curve if nothing else is there.
    pub(super) fn item_at(&self, world: Vec2) -> Option<Id> {
        let mut nearest: Option<(f64, Id)> = None;
        let places = self.run.places(&self.scene);
        for it in self.scene.roster().linked() {
            let id = match it {
                Linked::Plain(link) if self.is_far(link, places.list(), world) => continue,
                Linked::Plain(link) => link.id,
                Linked::Other(id) => *id,
            };
            if self.is_pickable(id)
                && let Some(item) = self.scene.item(id)
                && let Some(distance) = self.distance_to_glyph(id, item, world)
                && distance <= REACH
                && nearest.is_none_or(|(best, _)| distance <= best)
            {
                nearest = Some((distance, id));
            }
        }
        // A particle is a dot as small as the pins on it.
        let part_at = |accept: &dyn Fn(&Part) -> bool| {
            let free = |part: &Part| !part.handling.locked && accept(part);
            self.parts_at(world, free).first().copied()
        };
        let particle = || part_at(&|part| part.shape.is_dot());
        match nearest {
            Some((distance, id)) if distance < REACH / 2.0 || particle().is_none() => Some(id),
            Some(_) => particle(),
            None => part_at(&|_| true).or_else(|| self.path_at(world)),
        }
    }

    /// Accepted parts at a world point, topmost first.
    pub(super) fn parts_at(&self, world: Vec2, accept: impl Fn(&Part) -> bool) -> Vec<Id> {
        let places = self.run.places(&self.scene);
        let most = self.view.metres(REACH + SLACK);
        let parts = self.scene.roster().parts().iter().zip(places.list());
        let near = parts.filter(|(it, (_, pose))| {
            !it.hidden && pose.position.distance_squared(world) <= (it.reach + most).powi(2)
        });
        let mut found: Vec<(bool, i32, Id)> = near
            .filter_map(|(it, (_, pose))| {
                let part = self.scene.part(it.id).filter(|part| accept(part))?;
                let outline = self.run.shape_of(&self.scene, it.id, part).outline();
                let dot = part.shape.is_dot();
                let reach = self.view.metres(if dot { REACH + SLACK } else { SLACK });
                if pose.position.distance(world) > outline.radius() + reach {
                    return None;
                }
                (outline.distance(pose.local_point(world)) <= reach).then_some((dot, part.layer, it.id))
            })
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        found.into_iter().map(|(.., id)| id).collect()
    }

    /// Parts at a world point that can be picked for a slot, topmost first.
    pub(super) fn parts_for(&self, slot: Slot, world: Vec2) -> Vec<Id> {
        self.parts_at(world, |part| fits(slot, part))
    }

    /// The part that a drag from a world point takes, and the point in its frame: the topmost part, or one attached to a rod or joint there.
    pub(super) fn part_to_drag(&self, world: Vec2) -> Option<(Id, Vec2)> {
        if let Some(&id) = self.parts_at(world, |part| !part.handling.locked).first() {
            let pose = self.run.pose(&self.scene, id)?;
            return Some((id, self.run.shape(&self.scene, id)?.held(world, pose)));
        }
        let item = self
            .scene
            .item(self.item_at(world)?)
            .filter(|it| !it.is_passive())?;
        let movable = |id: &Id| {
            let part = self.scene.part(*id);
            part.is_some_and(|part| !part.fixed && !part.handling.locked)
        };
        let distance = |end: &crate::scene::Attach| self.run.point(&self.scene, *end).distance(world);
        let end = item
            .attachments()
            .iter()
            .filter(|end| end.part.as_ref().is_some_and(movable))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some((end.part?, end.at))
    }

    /// Items within a world rectangle that can be selected: parts by their centre, others by all their ends; groups as a whole.
    pub(super) fn items_in(&self, a: Vec2, b: Vec2) -> BTreeSet<Id> {
        let (low, high) = (a.min(b), a.max(b));
        let inside = |p: Vec2| p.cmpge(low).all() && p.cmple(high).all();
        self.scene
            .items()
            .filter(|(id, item)| match item {
                Item::Part(_) => self.pose(*id).is_some_and(|pose| inside(pose.position)),
                _ => item
                    .attachments()
                    .iter()
                    .all(|end| inside(self.run.point(&self.scene, *end))),
            })
            .map(|(id, _)| id)
            .filter(|id| self.is_pickable(*id))
            .flat_map(|id| self.group_members(id))
            .collect()
    }

    /// Whether a link is certainly beyond the picking distance, by a bound: its drawing lies between its ends.
    fn is_far(&self, link: &PlainLink, places: &[(Id, Pose)], world: Vec2) -> bool {
        // Whatever the part's rotation, the end lies in a disk about the part's position.
        let [a, b] = link.ends.map(|end| match end.part {
            None => (end.at, 0.0),
            Some(k) => (places[k].1.position, end.at.length()),
        });
        segment_distance(world, a.0, b.0) > a.1.max(b.1) + self.view.metres(REACH)
    }

    /// Distance of a world point from the drawing of an item other than a part (logical points).
    fn distance_to_glyph(&self, id: Id, item: &Item, world: Vec2) -> Option<f64> {
        let ports = |item: &Item| -> Vec<EndPorts> {
            item.attachments().iter().map(|end| self.ports(*end)).collect()
        };
        let glyphs = match item {
            Item::Part(_) => return None,
            Item::Constraint(it) => it.kind.glyph(&ports(item)),
            Item::Force(it) => it.kind.glyph(&ports(item)),
            Item::Note(_) | Item::Dimension(_) => {
                return self.distance_to_annotation(id, item, self.view.screen_from_world(world));
            }
            Item::Trace(it) => {
                let at = self.run.point(&self.scene, it.end);
                return Some(at.distance(world) * self.view.pixels_per_metre());
            }
        };
        let scale = self.view.pixels_per_metre();
        let turn_radius = TURN_RADIUS * joint_radius(scale);
        glyphs
            .iter()
            .map(|glyph| match *glyph {
                Glyph::Pin { at } | Glyph::Waves { at } | Glyph::Block { at, .. } => {
                    at.distance(world) * scale
                }
                // The arrow runs around the pin that is often at its centre.
                Glyph::Turn { at, .. } | Glyph::Spiral { at, .. } => {
                    (at.distance(world) * scale - turn_radius).abs()
                }
                // A wheel is picked at its rim, since its axle is at its centre.
                Glyph::Wheel { at, radius, .. } => (at.distance(world) - radius.abs()).abs() * scale,
                Glyph::Rack(it) => {
                    let foot = it.at + it.along * it.along.dot(it.wheel - it.at);
                    segment_distance(world, it.at, foot) * scale
                }
                Glyph::Rod { .. }
                | Glyph::Coil { .. }
                | Glyph::Arrow { .. }
                | Glyph::Rail { .. }
                | Glyph::Piston { .. }
                | Glyph::Wire { .. } => {
                    let line = glyph.line().unwrap_or_default();
                    let distances = line
                        .windows(2)
                        .map(|it| segment_distance(world, it[0], it[1]) * scale);
                    distances.fold(f64::INFINITY, f64::min)
                }
            })
            .min_by(f64::total_cmp)
    }
}

/// Whether a part can be picked for a slot: an angle slot needs a part that turns.
pub(super) fn fits(slot: Slot, part: &Part) -> bool {
    !slot.needs_angle() || part.shape.motion().turns()
}

pub(super) fn segment_distance(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let ab = b - a;
    let t = if ab.length_squared() > 0.0 {
        ((p - a).dot(ab) / ab.length_squared()).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p - a - ab * t).length()
}
