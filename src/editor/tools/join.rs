//! The one tool for every kind of constraint and force: it walks through the slots of the kind.
//!
//! Two ends are picked by a drag from one to the other, or by two clicks. A kind that sits at a place (a pin, a
//! motor) is made by one click: it joins the two topmost parts there, or the only one to the ground. A rod dragged
//! from a part into the empty canvas makes the particle at its far end; with Ctrl it is anchored to the ground.

use crate::constraints::{ConstraintKind, EndPorts, Glyph, Slot};
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Force, Id, Item, Part};

use crate::bodies::{Particle, Shape};
use crate::editor::draft::Draft;
use crate::editor::event::Modifiers;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::pick::fits;
use crate::editor::selection::How;
use crate::editor::snap::{Snap, SnapTo};
use crate::editor::{Editor, Level, Tool};

/// What the tool makes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) enum Link {
    Constraint(ConstraintKind),
    Force(ForceKind),
}

impl Link {
    /// What a tool makes, if it joins.
    pub fn of(tool: Tool) -> Option<Self> {
        tool.constraint()
            .map(Link::Constraint)
            .or_else(|| tool.force().map(Link::Force))
    }
    pub fn slots(&self) -> &'static [Slot] {
        match self {
            Link::Constraint(it) => it.slots(),
            Link::Force(it) => it.slots(),
        }
    }
    pub fn id(&self) -> &'static str {
        match self {
            Link::Constraint(it) => it.id(),
            Link::Force(it) => it.id(),
        }
    }
    pub fn label(&self) -> &'static str {
        match self {
            Link::Constraint(it) => it.label(),
            Link::Force(it) => it.label(),
        }
    }
    fn fit(&mut self, ends: &[EndPorts]) {
        match self {
            Link::Constraint(it) => it.fit(ends),
            Link::Force(it) => it.fit(ends),
        }
    }
    /// What it looks like when it is made between these ends.
    pub fn preview(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let mut fitted = self.clone();
        fitted.fit(ends);
        match &fitted {
            Link::Constraint(it) => it.glyph(ends),
            Link::Force(it) => it.glyph(ends),
        }
    }
    fn item(self, ends: Vec<Attach>) -> Item {
        let name = String::new();
        match self {
            Link::Constraint(kind) => Constraint { name, ends, kind }.into(),
            Link::Force(kind) => Force { name, ends, kind }.into(),
        }
    }
    /// Whether it sits at one place, and does not reach from one to another: its drawing tells.
    fn at_a_place(&self) -> bool {
        let here = EndPorts::default();
        let drawing = self.preview(&[here, here]);
        self.slots().len() == 2
            && drawing
                .iter()
                .all(|it| matches!(it, Glyph::Pin { .. } | Glyph::Turn { .. }))
    }
    /// Whether it makes a particle at its far end in the empty canvas: sticks do.
    fn makes_far_end(&self) -> bool {
        let here = EndPorts::default();
        self.preview(&[here, here])
            .iter()
            .any(|it| matches!(it, Glyph::Rod { .. }))
    }
}

/// A link about to be made.
pub(in crate::editor) struct Joined {
    pub draft: Draft,
    pub id: Id,
    /// Where a particle that comes with it is in the run.
    pub poses: Vec<(Id, Pose)>,
}

impl Editor {
    pub(in crate::editor) fn join_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Some(link) = Link::of(self.tool) else { return };
        if let Gesture::Join { pressed, .. } = &mut self.gesture {
            // The second click of two.
            *pressed = Some(Vec2::INFINITY);
            return;
        }
        self.gesture = Gesture::Join {
            first: self.snap_for_slot(&link, 0, screen, modifiers),
            pressed: Some(screen),
        };
    }

    pub(in crate::editor) fn join_release(&mut self, screen: Vec2, modifiers: Modifiers) {
        let (Some(link), Gesture::Join { first, pressed }) = (Link::of(self.tool), self.gesture.clone())
        else {
            return;
        };
        let clicked = pressed.is_some_and(|from| from.distance(screen) < CLICK);
        if clicked && link.slots().len() == 2 && !link.at_a_place() {
            self.gesture = Gesture::Join { first, pressed: None };
            return;
        }
        let ends = self.link_ends(&link, screen, modifiers);
        self.gesture = Gesture::Idle;
        match self.draft_link(link.clone(), &ends, modifiers.ctrl) {
            Ok(joined) => self.finish_join(joined, &format!("Add {}", link.id())),
            Err(reason) => self.say(Level::Warning, reason),
        }
    }

    fn finish_join(&mut self, mut joined: Joined, label: &str) {
        let start = self.run.at_start();
        if start && !joined.draft.close_gaps(&[]) {
            self.say(
                Level::Warning,
                "The parts cannot be brought together as they are; the joint stays open",
            );
        }
        let edit = joined.draft.into_edit(&self.scene, label);
        if self.commit(edit, joined.poses, None) {
            self.selection.select([joined.id], How::Replace);
        }
    }

    /// The ends that releasing here joins, as far as they are known.
    pub(in crate::editor) fn link_ends(&self, link: &Link, screen: Vec2, modifiers: Modifiers) -> Vec<Snap> {
        let count = link.slots().len();
        match &self.gesture {
            Gesture::Join { first, pressed } => {
                let clicked = pressed.is_some_and(|from| from.distance(screen) < CLICK);
                if count == 1 {
                    vec![*first]
                } else if clicked && link.at_a_place() {
                    self.ends_at_a_place(link, first)
                } else {
                    vec![*first, self.snap_for_slot(link, 1, screen, modifiers)]
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
        let local = pose.local_point(world);
        let near = self.view.metres(1.0);
        let hole = self
            .scene
            .part(id)
            .and_then(|part| {
                let mut points = part.shape.snap_points().into_iter();
                points.find(|point| point.at.distance(local) <= near || part.shape.outline().radius() == 0.0)
            })
            .map_or(local, |point| point.at);
        Attach::part(id, hole)
    }

    fn snap_for_slot(&self, link: &Link, slot: usize, screen: Vec2, modifiers: Modifiers) -> Snap {
        let slots = link.slots();
        let kind = slots[slot.min(slots.len() - 1)];
        let taken = match &self.gesture {
            Gesture::Join { first, .. } => first.end.part,
            _ => None,
        };
        let snap = self.snap(screen, modifiers.alt, |id, part| {
            fits(kind, part) && Some(id) != taken
        });
        // A wheel turns about its centre: anywhere on it is meant as that.
        if slot == 1
            && kind == Slot::PointAndAngle
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
            return Err(format!("Pick the other end of the {label}"));
        }
        if ends.iter().all(|snap| snap.end.part.is_none()) && !link.makes_far_end() {
            return Err(format!("There is no part here for the {label} to hold on to"));
        }
        let mut draft = Draft::new(&self.scene);
        let mut poses = Vec::new();
        let mut attached: Vec<Attach> = ends.iter().map(|snap| snap.end).collect();
        let mut ports: Vec<EndPorts> = attached.iter().map(|end| self.ports(*end)).collect();
        if let [first, last] = ends
            && last.end.part.is_none()
            && last.to != SnapTo::Anchor
            && link.makes_far_end()
            && !anchor
        {
            let pose = Pose::new(last.world.x, last.world.y, 0.0);
            let shape = Shape::Particle(Particle {});
            let mut built = self.carried_back(pose, first.end.part);
            built.angle = 0.0;
            let id = draft.add(shape.id(), Part::new("", shape.clone(), built));
            poses.push((id, pose));
            attached[1] = Attach::part(id, Vec2::ZERO);
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        link.fit(&ports);
        let stem = link.id();
        let id = draft.add(stem, link.item(attached.clone()));
        if !self.run.at_start() {
            self.carry_back_loose(&mut draft, &attached);
        }
        Ok(Joined { draft, id, poses })
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
                let mut built = self.carried_back(now, other.part);
                if !part.shape.motion().turns() {
                    built.angle = 0.0;
                }
                draft.pose(&[(id, built)]);
                return;
            }
        }
    }
}
