//! End handles: the ends of the selected joint, force or trace are dragged to new attachments. While a ground pivot is dragged at the start,
//! the machine follows it.

use crate::constraints::{ConstraintKind, Slot};
use crate::math::Vec2;
use crate::scene::{Attach, Constraint, Id, Item, Part};

use crate::editor::adjust::assemble_draft;
use crate::editor::assembly::CLOSED;
use crate::editor::cycles::paths_of_cycles;
use crate::editor::draft::Draft;
use crate::editor::event::Modifiers;
use crate::editor::gesture::{Gesture, Live};
use crate::editor::pick::fits;
use crate::editor::selection::How;
use crate::editor::snap::PULL;
use crate::editor::snap_point::Snap;
use crate::editor::{Editor, Level};

/// Most constraint rows of a machine that follows a dragged pivot: a larger one would delay the display noticeably.
const MOST_LIVE_ROWS: usize = 200;

impl Editor {
    /// World points of the ends of the selected item, if it is the only one.
    pub(in crate::editor) fn end_handles(&self) -> Vec<Vec2> {
        let scene = self.shown_scene();
        let item = self.selection.single().and_then(|id| scene.item(id));
        item.map_or(&[][..], Item::attachments)
            .iter()
            .map(|end| self.run.point(scene, *end))
            .collect()
    }

    /// Begins to drag an end handle near a world point. Both ends of a pin are at one place: the one on the ground is taken, else the first.
    pub(in crate::editor) fn take_end(&mut self, world: Vec2, from: Vec2) -> bool {
        let (Some(id), reach) = (self.selection.single(), self.view.metres(PULL)) else {
            return false;
        };
        let Some(item) = self.scene.item(id) else {
            return false;
        };
        let near = |end: &Attach| self.run.point(&self.scene, *end).distance(world) <= reach;
        let ends = item.attachments();
        let ground = ends.iter().position(|end| end.part.is_none() && near(end));
        let Some(index) = ground.or_else(|| ends.iter().position(near)) else {
            return false;
        };
        self.gesture = Gesture::Reattach {
            id,
            index,
            from,
            to: None,
            live: None,
        };
        true
    }

    /// Begins to drag the ground pivot of a part near a world point, while the machine is at its start; dragging the part at its pivot could not
    /// move it. A part of a multiple selection is moved with the others instead.
    pub(in crate::editor) fn take_pivot(&mut self, part: Id, world: Vec2, from: Vec2) -> bool {
        let among = self.selection.contains(part) && self.selection.parts(&self.scene).len() > 1;
        if among || self.run.playing() || !self.run.at_start() {
            return false;
        }
        let reach = self.view.metres(PULL);
        let is_pivot = |id: Id, it: &Constraint| {
            let near = |end: &Attach| end.part.is_none() && end.at.distance(world) <= reach;
            matches!(it.kind.holds_as(), ConstraintKind::Pin(_))
                && it.ends.iter().any(|end| end.part == Some(part))
                && it.ends.iter().any(near)
                && !self.scene.is_locked(id)
        };
        let Some((pivot, _)) = self.scene.constraints().find(|(id, it)| is_pivot(*id, it)) else {
            return false;
        };
        self.selection.select([pivot], How::Replace);
        self.take_end(world, from)
    }

    pub(in crate::editor) fn reattach_move(&mut self, screen: Vec2, modifiers: Modifiers) {
        if let Gesture::Reattach { id, index, from, .. } = self.gesture {
            // A note is grabbed anywhere, and moves by the same displacement as the pointer.
            let held = self.scene.item(id).and_then(Item::as_note);
            let screen = held.map_or(screen, |note| {
                let at = self.run.point(&self.scene, note.end);
                self.view.screen_from_world(at) + screen - from
            });
            let snap = self.snap_for_end(id, index, screen, modifiers);
            let before = match &mut self.gesture {
                Gesture::Reattach { live, .. } => live.take(),
                _ => None,
            };
            let now = snap.and_then(|to| self.live_at(id, index, &to, before));
            let poses = now.iter().flat_map(|live| &live.poses).copied();
            self.run.preview(poses.collect::<Vec<_>>());
            if let Gesture::Reattach { to, live, .. } = &mut self.gesture {
                (*to, *live) = (snap, now);
            }
        }
    }

    /// The machine at its start with a ground pivot at a new place, continued from its pose `before`; that pose, marked as lost, where the machine
    /// cannot be assembled. `None` for other ends, for large machines or those with open joints, and in a run.
    fn live_at(&self, id: Id, index: usize, to: &Snap, before: Option<Box<Live>>) -> Option<Box<Live>> {
        let it = self.scene.constraint(id)?;
        let is_pivot = matches!(it.kind.holds_as(), ConstraintKind::Pin(_))
            && it.ends.get(index)?.part.is_none()
            && to.end.part.is_none();
        let mut draft = self.draft_reattached(id, index, to);
        if !is_pivot || !self.run.at_start() || draft.rows() > MOST_LIVE_ROWS {
            return None;
        }
        match &before {
            Some(live) => draft.pose(&live.poses),
            None if Draft::new(&self.scene).gap() > CLOSED => return None,
            None => {}
        }
        // Driven parts stay in place if possible, since the drives start from their poses.
        let drives = self.scene.constraints().filter(|(_, it)| it.kind.is_drive());
        let driven = drives.flat_map(|(_, it)| it.ends.iter().filter_map(|end| end.part));
        assemble_draft(&mut draft, &driven.collect::<Vec<_>>());
        if draft.gap() > CLOSED {
            return before.map(|live| Box::new(Live { lost: true, ..*live }));
        }
        let moved = |(id, part): (Id, &Part)| (self.scene.part(id)? != part).then_some((id, part.pose));
        Some(Box::new(Live {
            to: *to,
            poses: draft.scene().parts().filter_map(moved).collect(),
            paths: paths_of_cycles(draft.scene()),
            lost: false,
        }))
    }

    pub(in crate::editor) fn reattach_release(
        &mut self,
        (id, index): (Id, usize),
        from: Vec2,
        to: Option<Snap>,
        live: Option<Box<Live>>,
    ) {
        self.run.preview([]);
        let Some(to) = to else {
            if let Some(what) = self.selected_writing() {
                return self.ask_to_write(what, None);
            }
            // A second click on a joint selects the part below it.
            let free = |part: &Part| !part.handling.locked;
            let below = self.parts_at(self.view.world_from_screen(from), free);
            self.selection.select(below.first().copied(), How::Replace);
            return;
        };
        let at = live.as_ref().map_or(to, |live| live.to);
        let mut draft = self.draft_reattached(id, index, &at);
        if let Some(live) = &live {
            draft.pose(&live.poses);
        }
        let label = self.label_of("Attach", &[id]);
        let made = self.commit_followed(draft, &[], &label, None);
        if made && live.is_some_and(|live| live.lost) {
            self.say(
                Level::Info,
                "The machine cannot be closed with its pivot there: it is where it last could be",
            );
        }
    }

    /// The scene with an end attached elsewhere, and the item fitted to the poses of its ends.
    pub(in crate::editor) fn draft_reattached(&self, id: Id, index: usize, to: &Snap) -> Draft {
        let mut draft = Draft::new(&self.scene);
        draft.change(id, |item| {
            if let Some(end) = item.attachments_mut().get_mut(index) {
                *end = to.end;
            }
            let ends: Vec<_> = item.attachments().iter().map(|end| self.ports(*end)).collect();
            match item {
                Item::Constraint(it) => it.kind.fit(&ends),
                Item::Force(it) => it.kind.fit(&ends),
                Item::Part(_) | Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => {}
            }
        });
        draft
    }

    fn snap_for_end(&self, id: Id, index: usize, screen: Vec2, modifiers: Modifiers) -> Option<Snap> {
        let item = self.scene.item(id)?;
        let slot = match item {
            Item::Constraint(it) => *it.kind.slots().get(index)?,
            Item::Force(it) => *it.kind.slots().get(index)?,
            Item::Part(_) | Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => Slot::Point,
        };
        let other = |part: Id| {
            let ends = item.attachments().iter().enumerate();
            ends.filter(|(k, _)| *k != index)
                .any(|(_, end)| end.part == Some(part))
        };
        let accept = |part_id: Id, part: &Part| fits(slot, part) && !other(part_id);
        Some(self.snap_among(screen, modifiers.alt, Some((id, index)), accept))
    }
}
