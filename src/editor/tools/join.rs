//! The one tool for every kind of constraint and force: it walks through the slots of the kind.
//!
//! Two ends are picked by a drag from one to the other, or by two clicks; further ones by more clicks. A kind that sits at a place (a pin, a
//! motor) is made by one click: it joins the two topmost parts there, or the only one to the ground. A rod dragged
//! from a part into the empty canvas makes the particle at its far end; with Ctrl it is anchored to the ground.

use crate::constraints::{ConstraintKind, EndPorts, Meshing, Pin, Round, Slot};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Id, Part};

use crate::bodies::{Particle, Shape};
use crate::editor::dimension::Measure;
use crate::editor::draft::{CLOSED, Draft};
use crate::editor::event::Modifiers;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::history::GestureKey;
use crate::editor::pick::fits;
use crate::editor::selection::How;
use crate::editor::sizes::tidy_length;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::{Editor, Level};

use super::link::Link;
use super::mesh::far_from_mesh;

/// A link about to be made.
pub(in crate::editor) struct Joined {
    pub draft: Draft,
    pub id: Id,
    /// Where a particle that comes with it is in the run.
    pub poses: Vec<(Id, Pose)>,
    /// As it was made.
    pub link: Link,
    /// Teeth that do not meet yet.
    pub off: Option<Meshing>,
    /// Whether its ends are to be drawn together.
    pub opens: bool,
}

impl Editor {
    pub(in crate::editor) fn join_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Some(link) = Link::of(self.tool) else { return };
        if let Gesture::Join { pressed, .. } = &mut self.gesture {
            // A click that picks a further end.
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
            return self.finish_join(joined, &format!("Add {}", link.id()), None);
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
        match self.draft_link(link.clone(), &ends, modifiers.ctrl) {
            Ok(joined) => self.finish_join(joined, &format!("Add {}", link.id()), None),
            Err(reason) => self.say(Level::Warning, reason),
        }
    }

    /// What the tool makes; an arrow is aimed by the drag under way.
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

    /// Pins a point of a part to the ground where it is.
    pub(in crate::editor) fn pin_to_ground(&mut self, id: Id, at: Vec2) {
        let end = Attach::part(id, at);
        let world = self.run.point(&self.scene, end);
        let snap = |end: Attach| Snap {
            end,
            world,
            to: SnapTo::Anchor,
        };
        let link = Link::Constraint(ConstraintKind::Pin(Pin {}));
        match self.draft_link(link, &[snap(Attach::ground(world)), snap(end)], true) {
            Ok(joined) => self.finish_join(joined, "Add pin", None),
            Err(reason) => self.say(Level::Warning, reason),
        }
    }

    pub(in crate::editor) fn finish_join(&mut self, joined: Joined, label: &str, key: Option<GestureKey>) {
        let Joined {
            mut draft,
            id,
            poses,
            off,
            opens,
            ..
        } = joined;
        if let Some(off) = off
            && let Err(reason) = self.bring_into_mesh(&mut draft, id, off)
        {
            return self.say(Level::Warning, reason);
        }
        let made = if self.run.at_start() {
            self.commit_assembled(draft, poses, label, key)
        } else {
            let edit = draft.into_edit(&self.scene, label);
            let made = self.commit(edit, poses, key);
            if made && opens {
                self.draw_run_together();
            }
            made
        };
        if made {
            self.selection.select([id], How::Replace);
        }
    }

    /// The ends that releasing here joins, as far as they are known.
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

    /// The end that releasing here picks after others; that of a rod may be typed.
    fn next_end(&self, link: &Link, ends: &[Snap], screen: Vec2, modifiers: Modifiers) -> Snap {
        let to = self.snap_for_slot(link, ends.len(), screen, modifiers);
        let [first] = ends else { return to };
        if !link.makes_far_end() {
            return to;
        }
        let from = self.run.point(&self.scene, first.end);
        let to = self.straightened(from, to, modifiers);
        self.typed_end(Some(Measure::Polar), from, to)
    }

    /// The two ends of a click: the topmost part, and the one below it or the ground.
    fn ends_at_a_place(&self, link: &Link, top: &Snap) -> Vec<Snap> {
        let world = self.run.point(&self.scene, top.end);
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

    /// A point of a part at a world point: its hole there if there is one.
    fn attach_to(&self, id: Id, world: Vec2) -> Attach {
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
        // A wheel runs on the pitch line of a rack, wherever that is taken.
        if let Some(id) = snap.end.part
            && link.runs_on_teeth()
            && let Some(line) = self.pitch_line(id)
            && !modifiers.alt
        {
            return line;
        }
        // A wheel turns about its centre: anywhere on it is meant as that.
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

    /// The scene with the link made, or why it cannot be.
    pub(in crate::editor) fn draft_link(
        &self,
        mut link: Link,
        ends: &[Snap],
        anchor: bool,
    ) -> Result<Joined, String> {
        let label = link.label().to_lowercase();
        if ends.len() < link.slots().len() {
            let next = link.slot_name(ends.len()).to_lowercase();
            return Err(format!("Pick the next end of the {label}: {next}"));
        }
        if ends.iter().all(|snap| snap.end.part.is_none()) && !link.makes_far_end() {
            return Err(format!("There is no part here for the {label} to hold on to"));
        }
        let mut draft = Draft::new(&self.scene);
        let mut poses = Vec::new();
        let mut attached: Vec<Attach> = ends.iter().map(|snap| without_rounding(snap.end)).collect();
        let mut ports: Vec<EndPorts> = attached.iter().map(|end| self.ports(*end)).collect();
        if let [first, last] = ends
            && last.end.part.is_none()
            && last.to != SnapTo::Anchor
            && link.makes_far_end()
            && !anchor
        {
            let pose = Pose::new(last.world.x, last.world.y, 0.0);
            let shape = Shape::Particle(Particle {});
            let mut particle = Part::new("", shape.clone(), pose);
            particle.pose = self.carried_back(&particle, pose, first.end.part);
            let id = draft.add(shape.id(), particle);
            poses.push((id, pose));
            attached[1] = Attach::part(id, Vec2::ZERO);
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        // A length that was typed is kept, and what it ends on is drawn to it.
        let mut opens = false;
        if let [_, last] = ends
            && link.makes_far_end()
            && self.typing.is_some()
        {
            opens = last.world.distance(ports[1].point.value) > CLOSED;
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        let parts: Vec<Option<Round>> = attached.iter().map(|end| self.round_part(*end)).collect();
        link.suit(&parts);
        link.fit(&ports);
        let off = link.mesh(&parts, &ports).filter(Meshing::is_off);
        if let Some(off) = off
            && !self.run.at_start()
        {
            return Err(far_from_mesh(
                off,
                "go back to the start, where they are brought together",
            ));
        }
        let stem = link.id();
        let id = draft.add(stem, link.clone().item(attached.clone()));
        if self.needs_axle(&link, &attached, &ports) {
            draft.add("pin", axle(&attached));
        }
        if !self.run.at_start() {
            self.carry_back_loose(&mut draft, &attached);
            // A programme starts at the start; the run takes it up from where it is by itself.
            if draft.scene().constraint(id).is_some_and(|it| it.kind.is_drive()) {
                draft.refit(id);
            }
        }
        Ok(Joined {
            draft,
            id,
            poses,
            link,
            off,
            opens,
        })
    }

    /// Whether a motor is put on a part that nothing holds yet: without an axle it would fall.
    fn needs_axle(&self, link: &Link, ends: &[Attach], ports: &[EndPorts]) -> bool {
        let Link::Constraint(ConstraintKind::Motor(_)) = link else {
            return false;
        };
        let held = |it: &Constraint| {
            ends.iter()
                .any(|end| end.part.is_some() && it.ends.iter().any(|on| on.part == end.part))
        };
        let together = ports
            .windows(2)
            .all(|pair| pair[0].point.value.distance(pair[1].point.value) < 1e-9);
        together && !self.scene.constraints().any(|(_, it)| held(it))
    }

    /// The part an end is on, if that is round and held by its centre.
    pub(in crate::editor) fn round_part(&self, end: Attach) -> Option<Round> {
        let shape = &self.scene.part(end.part?)?.shape;
        let radius = shape.pitch_radius().filter(|_| end.at.length() < 1e-9)?;
        Some(Round {
            radius,
            teeth: shape.teeth(),
        })
    }

    /// A part made in the run that nothing held so far is built where it is joined now.
    fn carry_back_loose(&self, draft: &mut Draft, ends: &[Attach]) {
        let [a, b] = ends else { return };
        for (this, other) in [(b, a), (a, b)] {
            let Some(id) = this.part else { continue };
            let Some(part) = self.scene.part(id) else { continue };
            let held = |it: &Constraint| it.ends.iter().any(|end| end.part == Some(id));
            if part.fixed || self.scene.constraints().any(|(_, it)| held(it)) {
                continue;
            }
            if let Some(now) = self.pose(id) {
                let built = self.carried_back(part, now, other.part);
                draft.pose(&[(id, built)]);
                return;
            }
        }
    }
}

/// The pin that a motor on a loose part turns it about.
fn axle(ends: &[Attach]) -> Constraint {
    Constraint {
        name: String::new(),
        ends: ends.to_vec(),
        kind: ConstraintKind::Pin(Pin {}),
    }
}

/// A point on the ground without what rounding left of it; one on a part as it is.
fn without_rounding(end: Attach) -> Attach {
    match end.part {
        None => Attach::ground(end.at.map(tidy_length)),
        Some(_) => end,
    }
}
