//! Tool for every kind of constraint and force: its ends are picked slot by slot.
//!
//! Two ends are picked by a drag from one to the other, or by two clicks; further ones by more clicks. A kind that is located at one point (a
//! pin, a motor) is made by one click: it joins the two topmost parts there, or the only one to the ground. A rod dragged from a part into
//! the empty canvas makes a particle at its far end; with Ctrl, or on the floor, it is anchored to the ground.

use crate::constraints::{ConstraintKind, Pin, Slot};
use crate::math::Vec2;
use crate::scene::{Attach, Id};

use crate::editor::dimension::Measure;
use crate::editor::event::Modifiers;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::pick::fits;
use crate::editor::selection::How;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::undo_step::GestureKey;
use crate::editor::{Editor, Level};

use super::link::Link;
use super::linking::Joined;

impl Editor {
    pub(in crate::editor) fn join_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Some(link) = Link::of(self.tool) else { return };
        if let Gesture::Join { pressed, .. } = &mut self.gesture {
            // A click that picks another end.
            *pressed = Some(Vec2::INFINITY);
            return;
        }
        self.gesture = Gesture::Join {
            picked: vec![self.snap_for_slot(&link, 0, screen, modifiers)],
            pressed: Some(screen),
        };
    }

    pub(in crate::editor) fn join_release(&mut self, screen: Vec2, modifiers: Modifiers) {
        let (Some(link), Gesture::Join { mut picked, pressed }) =
            (self.link_in_hand(screen), self.gesture.clone())
        else {
            return;
        };
        if let Some(joined) = picked
            .first()
            .and_then(|first| self.draft_wire(link.clone(), first))
        {
            self.gesture = Gesture::Idle;
            self.scrawl.clear();
            self.finish_join(joined, &format!("Add {}", link.id()), None);
            return;
        }
        self.scrawl.clear();
        let count = link.slots().len();
        let clicked = pressed.is_some_and(|from| from.distance(screen) < CLICK);
        if clicked && count > 1 && !link.at_a_place() && self.typing.is_none() {
            self.gesture = Gesture::Join {
                picked,
                pressed: None,
            };
            return;
        }
        let ends = self.link_ends(&link, screen, modifiers);
        if ends.len() < count {
            picked.clone_from(&ends);
            self.gesture = Gesture::Join {
                picked,
                pressed: None,
            };
            return;
        }
        self.gesture = Gesture::Idle;
        self.finish_link(link, &ends, modifiers.ctrl);
    }

    /// The kind that the tool makes; a force drawn as an arrow is aimed by the drag under way.
    pub(in crate::editor) fn link_in_hand(&self, screen: Vec2) -> Option<Link> {
        let mut link = Link::of(self.tool)?;
        if let Gesture::Join {
            picked,
            pressed: Some(from),
        } = &self.gesture
            && let Some(first) = picked.first()
            && link.slots().len() == 1
            && from.distance(screen) >= CLICK
        {
            let tail = self.run.point(&self.scene, first.end);
            link.aim(self.view.world_from_screen(screen) - tail);
        }
        Some(link)
    }

    /// Pins a point of a part to the ground at its present place.
    pub(in crate::editor) fn pin_to_ground(&mut self, id: Id, at: Vec2) {
        let end = Attach::part(id, at);
        let world = self.run.point(&self.scene, end);
        let snap = |end: Attach| Snap {
            end,
            world,
            to: SnapTo::Anchor,
        };
        let link = Link::Constraint(ConstraintKind::Pin(Pin {}));
        let ends = [snap(Attach::ground(world)), snap(end)];
        self.finish_link(link, &ends, true);
    }

    /// Makes a joint with these ends, and lets its place on the ground be typed; or shows why it cannot be made.
    fn finish_link(&mut self, link: Link, ends: &[Snap], keeps_apart: bool) {
        match self.draft_link(link.clone(), ends, keeps_apart) {
            Ok(joined) => {
                if self.finish_join(joined, &format!("Add {}", link.id()), None) {
                    self.note_anchored(link, ends);
                }
            }
            Err(reason) => self.say(Level::Warning, reason),
        }
    }

    /// Commits a drafted joint and selects it. Returns false if that is not possible.
    pub(in crate::editor) fn finish_join(
        &mut self,
        joined: Joined,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        let Joined {
            mut draft,
            id,
            poses,
            off,
            beyond,
            opens,
            said,
            ..
        } = joined;
        if (off.is_some() || beyond)
            && let Err(reason) = self.bring_into_mesh(&mut draft, id, off)
        {
            self.say(Level::Warning, reason);
            return false;
        }
        let made = if self.run.at_start() {
            self.commit_assembled(draft, poses, label, key)
        } else {
            self.commit_joined_in_run((draft, opens), poses, label, key)
        };
        if made {
            self.selection.select([id], How::Replace);
            self.note_made();
            if let Some(said) = said {
                self.say(Level::Info, said);
            }
        }
        made
    }

    /// The ends that a release here would join, as far as they are picked.
    pub(in crate::editor) fn link_ends(&self, link: &Link, screen: Vec2, modifiers: Modifiers) -> Vec<Snap> {
        let count = link.slots().len();
        match &self.gesture {
            Gesture::Join { picked, pressed } => {
                let clicked = pressed.is_some_and(|from| from.distance(screen) < CLICK);
                match picked.first() {
                    Some(first) if clicked && link.at_a_place() => self.ends_at_a_place(link, first),
                    _ => {
                        let mut ends = picked.clone();
                        if ends.len() < count {
                            ends.push(self.next_end(link, &ends, screen, modifiers));
                        }
                        ends
                    }
                }
            }
            _ => {
                let snap = self.snap_for_slot(link, 0, screen, modifiers);
                if count == 2 && link.at_a_place() {
                    self.ends_at_a_place(link, &snap)
                } else {
                    vec![snap]
                }
            }
        }
    }

    /// The end that a release here picks next; the length and angle of a rod may be typed.
    fn next_end(&self, link: &Link, ends: &[Snap], screen: Vec2, modifiers: Modifiers) -> Snap {
        let to = self.snap_for_slot(link, ends.len(), screen, modifiers);
        let [first] = ends else { return to };
        if !link.makes_far_end() {
            return to;
        }
        let from = self.run.point(&self.scene, first.end);
        let to = self.straightened(from, to, modifiers);
        let to = self.as_long_as_another(from, to, modifiers);
        self.typed_end(Some(Measure::Polar), from, to)
    }

    /// The two ends for a click: those of the axle there for a kind that acts on angles; else the topmost part, and the one below it or the ground.
    fn ends_at_a_place(&self, link: &Link, top: &Snap) -> Vec<Snap> {
        let world = self.run.point(&self.scene, top.end);
        if let Some(ends) = self.ends_of_an_axle(link, top, world) {
            return ends;
        }
        let below = self
            .parts_for(link.slots()[0], world)
            .into_iter()
            .find(|id| top.end.part.is_some_and(|part| part != *id));
        let end = match below {
            Some(id) => self.attach_to(id, world),
            None => Attach::ground(world),
        };
        vec![
            Snap {
                end,
                world,
                to: top.to,
            },
            *top,
        ]
    }

    /// Attachment of a world point to a part: at a hole if there is one near.
    pub(in crate::editor) fn attach_to(&self, id: Id, world: Vec2) -> Attach {
        let pose = self.pose(id).unwrap_or_default();
        let near = self.view.metres(1.0);
        let Some(shape) = self.run.shape(&self.scene, id) else {
            return Attach::ground(world);
        };
        let held = shape.held(world, pose);
        let mut points = shape.snap_points().into_iter();
        let hole = points.find(|point| shape.posed(point.at, pose).0.distance(world) <= near);
        Attach::part(id, hole.map_or(held, |point| point.at))
    }

    fn snap_for_slot(&self, link: &Link, slot: usize, screen: Vec2, modifiers: Modifiers) -> Snap {
        let slots = link.slots();
        let kind = slots[slot.min(slots.len() - 1)];
        let picked = match &self.gesture {
            Gesture::Join { picked, .. } => &picked[..],
            _ => &[],
        };
        let taken = |id: Id| {
            let mut ends = picked.iter().enumerate();
            ends.any(|(k, snap)| snap.end.part == Some(id) && !link.may_share(k, slot))
        };
        let snap = self.snap(screen, modifiers.alt, |id, part| fits(kind, part) && !taken(id));
        // On a rack, any point picks the pitch line.
        if let Some(id) = snap.end.part
            && link.runs_on_teeth()
            && let Some(line) = self.pitch_line(id)
            && !modifiers.alt
        {
            return line;
        }
        // On a wheel, any point picks the centre.
        if kind == Slot::Centre
            && let Some(id) = snap.end.part
            && let Some(pose) = self.pose(id)
            && !modifiers.alt
        {
            return Snap {
                end: Attach::part(id, Vec2::ZERO),
                world: pose.position,
                to: SnapTo::Point("centre"),
            };
        }
        snap
    }
}
