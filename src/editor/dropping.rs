//! Dropping a point of a dragged part onto another part: on a joint or hole it is pinned there; on the outline of a part the user is asked
//! how to hold it.

use crate::constraints::{ConstraintKind, Groove, Pin};
use crate::math::Vec2;
use crate::scene::{Attach, Id, Item, Part};

use super::draft::Draft;
use super::dropped::{Dropped, Held, Holding};
use super::event::{Event, Modifiers};
use super::gesture::Gesture;
use super::snap::PULL;
use super::snap_point::{Snap, SnapTo};
use super::tools::{Joined, Link};
use super::undo_step::GestureKey;
use super::{Editor, Level};

/// Places nearer than this count as the same place (m).
const SAME: f64 = 1e-6;

impl Editor {
    /// The hole of a part near a world point, to be dragged along with `moved` parts.
    pub(super) fn hold_hole(&self, id: Id, world: Vec2, moved: &[Id]) -> Option<Held> {
        let (shape, pose) = (self.run.shape(&self.scene, id)?, self.pose(id)?);
        let holes = shape.snap_points().into_iter();
        let (at, from) = holes
            .map(|hole| (hole.at, shape.posed(hole.at, pose).0))
            .filter(|it| it.1.distance(world) <= self.view.metres(PULL))
            .min_by(|a, b| a.1.distance(world).total_cmp(&b.1.distance(world)))?;
        let mut among = moved.to_vec();
        among.push(id);
        among.extend(self.partners(id));
        among.extend(self.parts_with_hole_at(from));
        among.sort_unstable();
        Some(Held {
            point: Attach::part(id, at),
            from,
            among,
            target: None,
        })
    }

    fn parts_with_hole_at(&self, world: Vec2) -> Vec<Id> {
        let there = |id: Id| {
            let (shape, pose) = (self.run.shape(&self.scene, id)?, self.pose(id)?);
            let mut holes = shape.snap_points().into_iter();
            Some(holes.any(|hole| shape.posed(hole.at, pose).0.distance(world) < SAME))
        };
        let parts = self.scene.parts().map(|(id, _)| id);
        parts.filter(|id| there(*id) == Some(true)).collect()
    }

    /// Drop target of a held hole at a world point: a hole or anchor nearby, or the centre line of the part below.
    pub(super) fn drop_target(&self, held: &Held, world: Vec2) -> Option<Snap> {
        let accept = |id: Id, part: &Part| held.among.binary_search(&id).is_err() && !part.handling.locked;
        if let Some(snap) = self.snap_to_joint(world, None, &accept) {
            // The point's own place before the drag does not count.
            return (snap.world.distance(held.from) > SAME).then_some(snap);
        }
        let below = self.parts_at(world, |part| part.shape.motion().has_direction());
        let taken = |id: &Id| self.scene.part(*id).is_some_and(|part| accept(*id, part));
        let id = below.into_iter().find(taken)?;
        let (shape, pose) = (self.run.shape(&self.scene, id)?, self.pose(id)?);
        let mut at = shape.held(world, pose);
        if let Some((a, b)) = shape.ends() {
            at = a.lerp(
                b,
                ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0),
            );
        }
        Some(Snap {
            end: Attach::part(id, at),
            world: shape.posed(at, pose).0,
            to: SnapTo::Free,
        })
    }

    /// The dragged hole and its drop target.
    pub(super) fn held_over(&self) -> Option<(Attach, Snap)> {
        let held = match &self.gesture {
            Gesture::Rigid(rigid) => rigid.held.as_ref(),
            Gesture::Pose(posing) => posing.held.as_ref(),
            _ => None,
        }?;
        Some((held.point, held.target?))
    }

    /// Undo label of a drag that ends with a drop on a joint.
    pub(super) fn label_of_drop(&self, point: Attach, to: &Snap) -> Option<String> {
        let name = |end: Attach| self.scene.name(end.part);
        to.is_joint()
            .then(|| format!("Join {} to {}", name(point), name(to.end)))
    }

    /// Drops a dragged point on a snap. A point that did not reach it (the constraints held it back) is not joined.
    pub(super) fn drop_point(&mut self, point: Attach, to: &Snap, key: Option<GestureKey>) {
        let place = |end: Attach| self.run.point(&self.scene, end);
        if place(point).distance(place(to.end)) > self.view.metres(PULL) {
            return;
        }
        match (point.part, to.end.part) {
            (Some(gone), Some(into)) if to.is_joint() && self.merges(gone, into) => {
                let label = self.label_of_drop(point, to).unwrap_or_default();
                self.commit_assembled(self.draft_merged(gone, into), Vec::new(), &label, key);
            }
            _ if to.is_joint() => self.hold_point(ConstraintKind::Pin(Pin {}), to.end, point, key),
            (_, Some(on)) => self.dropped = Some(Dropped { point, on }),
            (_, None) => {}
        }
    }

    /// The scene with a point joined to another by a joint of this kind.
    ///
    /// # Errors
    /// A sentence that says why the two cannot be joined in this way.
    pub(super) fn draft_held(
        &self,
        kind: ConstraintKind,
        on: Attach,
        point: Attach,
    ) -> Result<Joined, String> {
        let snap = |end: Attach| Snap {
            end,
            world: self.run.point(&self.scene, end),
            to: SnapTo::Anchor,
        };
        self.draft_link(Link::Constraint(kind), &[snap(on), snap(point)], true)
    }

    fn hold_point(&mut self, kind: ConstraintKind, on: Attach, point: Attach, key: Option<GestureKey>) {
        let label = format!("Add {}", kind.id());
        match self.draft_held(kind, on, point) {
            Ok(joined) => {
                self.finish_join(joined, &label, key);
            }
            Err(reason) => self.say(Level::Warning, reason),
        }
    }

    /// Whether joining two parts merges them: two particles are merged, at the start of a run.
    pub(super) fn merges(&self, gone: Id, into: Id) -> bool {
        let dot = |id: Id| self.scene.part(id).is_some_and(|part| part.shape.is_dot());
        self.run.at_start() && dot(gone) && dot(into)
    }

    /// The scene with one particle in place of two: items attached to one are attached to the other, and items between them are deleted.
    fn draft_merged(&self, gone: Id, into: Id) -> Draft {
        let mut draft = Draft::new(&self.scene);
        for id in self.scene.attached_to(gone) {
            let Some(mut item) = self.scene.item(id).cloned() else {
                continue;
            };
            for end in item.attachments_mut() {
                if end.part == Some(gone) {
                    *end = Attach::part(into, Vec2::ZERO);
                }
            }
            let ends = item.attachments();
            if ends.len() > 1 && ends.iter().filter(|end| end.part == Some(into)).count() > 1 {
                draft.remove(id);
            } else {
                draft.set(id, item);
            }
        }
        let fixed = self.scene.part(gone).is_some_and(|part| part.fixed);
        draft.change(into, |item| {
            if let Item::Part(part) = item {
                part.fixed |= fixed;
            }
        });
        draft.remove(gone);
        draft
    }

    /// The dropped point about which the user is asked, until an answer or any other input.
    pub fn dropped(&self) -> Option<Dropped> {
        self.dropped
    }

    /// Position of the dropped point on the canvas (logical points).
    pub fn dropped_place(&self) -> Option<Vec2> {
        let at = self.run.point(&self.scene, self.dropped?.point);
        Some(self.view.screen_from_world(at))
    }

    /// Carries out the answer for the dropped point.
    pub(super) fn hold_dropped(&mut self, holding: Holding) {
        let Some(Dropped { point, on }) = self.dropped.take() else {
            return;
        };
        let (Some(shape), Some(pose)) = (self.run.shape(&self.scene, on), self.pose(on)) else {
            return;
        };
        let at = shape.held(self.run.point(&self.scene, point), pose);
        match holding {
            Holding::Nothing => {}
            Holding::Pin => {
                let on = Attach::part(on, at);
                self.hold_point(ConstraintKind::Pin(Pin {}), on, point, None);
            }
            Holding::Slider => {
                let (a, b) = shape.ends().unwrap_or((-Vec2::X, Vec2::X));
                let reach = match shape.ends() {
                    Some(_) => a.distance(b) / 2.0,
                    None => shape.outline().radius(),
                };
                // The groove runs through the dropped point, parallel to the part's axis, centred beside the part's middle.
                let (along, middle) = ((b - a).normalize_or(Vec2::X), (a + b) / 2.0);
                let beside = at - along * along.dot(at - middle);
                let groove = Groove {
                    axis: along.to_angle(),
                    reach,
                    ..Groove::default()
                };
                let on = Attach::part(on, beside);
                self.hold_point(ConstraintKind::Groove(groove), on, point, None);
            }
        }
    }

    /// Handles an event that answers the question about the dropped point; any other press leaves the point as it lies. Returns false where the
    /// event is still to be handled.
    pub(super) fn take_drop_answer(&mut self, event: &Event) -> bool {
        if self.dropped.is_none() {
            return false;
        }
        match event {
            Event::KeyPressed {
                key,
                modifiers: Modifiers::NONE,
                ..
            } => {
                let holding = Holding::ALL.into_iter().find(|it| it.key() == *key);
                self.hold_dropped(holding.unwrap_or(Holding::Nothing));
                holding.is_some()
            }
            Event::KeyPressed { .. } | Event::PointerPressed { .. } => {
                self.dropped = None;
                false
            }
            _ => false,
        }
    }
}
