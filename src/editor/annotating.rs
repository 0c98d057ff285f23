//! Editing of notes and dimensions by hand: writing, picking and dragging.

use crate::constraints::Slot;
use crate::math::Vec2;
use crate::scene::{Attach, Dimension, Id, Item, Note};

use super::annotation::{length_line, note_half, number_at, number_half, pulled_to, shown};
use super::dimension::{Dimension as Shown, Measured};
use super::draft::Draft;
use super::gesture::Gesture;
use super::selection::How;
use super::{Editor, Level, PanelEffect, Writing};

/// Points nearer than this count as the same point (m).
const SAME: f64 = 1e-9;

impl Editor {
    /// The selected item as something to write in, if it is the only one and a note or dimension.
    pub(super) fn selected_writing(&self) -> Option<Writing> {
        let id = self.selection.single()?;
        match self.scene.item(id)? {
            Item::Note(_) => Some(Writing::Note(id)),
            Item::Dimension(_) => Some(Writing::Dimension(id)),
            _ => None,
        }
    }

    /// Opens the text field for a note or dimension; `text` replaces its present text at first.
    pub(super) fn ask_to_write(&mut self, what: Writing, text: Option<String>) {
        self.out.push(PanelEffect::Write { what, text }.into());
    }

    /// Screen position of the text field of a note or dimension.
    pub fn writing_place(&self, what: &Writing) -> Option<Vec2> {
        let screen = |world: Vec2| self.view.screen_from_world(world);
        match what {
            Writing::NewNote(end) => Some(screen(self.run.point(&self.scene, *end))),
            Writing::Note(id) => {
                let note = self.scene.item(*id)?.as_note()?;
                Some(screen(self.run.point(&self.scene, note.end)))
            }
            Writing::Dimension(id) => Some(number_at(&self.shown_dimension(*id)?, screen)),
            Writing::Scale { from, to } => {
                self.scene.underlay.as_ref()?;
                Some(0.5 * (screen(*from) + screen(*to)))
            }
        }
    }

    /// A dimension as it is shown, pulled by the gesture under way.
    pub fn shown_dimension(&self, id: Id) -> Option<Shown> {
        let it = self.scene.item(id)?.as_dimension()?;
        let now = shown(
            it,
            &self.points(&it.ends),
            (self.scene.info.length_unit, 0.1 * self.view.metres(1.0)),
        )?;
        let pulled = self.pull_under_way().filter(|it| it.0 == id);
        Some(Shown {
            pulled: pulled.map_or(now.pulled, |it| it.1),
            ..now
        })
    }

    /// Present world positions of attachments.
    fn points(&self, ends: &[Attach]) -> Vec<Vec2> {
        ends.iter().map(|end| self.run.point(&self.scene, *end)).collect()
    }

    /// Distance of a screen point from the drawing of a note or dimension (points).
    pub(super) fn distance_to_annotation(&self, id: Id, item: &Item, at: Vec2) -> Option<f64> {
        let outside = |middle: Vec2, half: Vec2| ((at - middle).abs() - half).max(Vec2::ZERO).length();
        let screen = |world: Vec2| self.view.screen_from_world(world);
        match item {
            Item::Note(it) => {
                let middle = screen(self.run.point(&self.scene, it.end));
                Some(outside(middle, note_half(&it.text)))
            }
            Item::Dimension(_) => {
                let it = self.shown_dimension(id)?;
                let card = outside(number_at(&it, screen), number_half(&it.text));
                let line = match it.of {
                    Measured::Length { from, to } => {
                        let [p, q] = length_line(screen(from), screen(to), it.pulled.y);
                        super::pick::segment_distance(at, p, q)
                    }
                    Measured::Angle { .. } => f64::INFINITY,
                };
                Some(card.min(line))
            }
            _ => None,
        }
    }

    /// Begins to drag the number of a dimension at a screen point.
    pub(super) fn begin_pull(&mut self, id: Id, from: Vec2) {
        let Some(it) = self.shown_dimension(id) else {
            return;
        };
        let at = number_at(&it, |world| self.view.screen_from_world(world));
        self.gesture = Gesture::Pull {
            id,
            grip: at - from,
            pulled: it.pulled,
        };
    }

    pub(super) fn pull_move(&mut self, screen: Vec2) {
        let Gesture::Pull { id, grip, .. } = self.gesture else {
            return;
        };
        let Some(it) = self.shown_dimension(id) else {
            return;
        };
        let to = pulled_to(&it.of, screen + grip, |world| self.view.screen_from_world(world));
        if let Gesture::Pull { pulled, .. } = &mut self.gesture {
            *pulled = to.round();
        }
    }

    /// The dimension whose number is being dragged, and the number's offset from its usual place.
    pub(super) fn pull_under_way(&self) -> Option<(Id, Vec2)> {
        match self.gesture {
            Gesture::Pull { id, pulled, .. } => Some((id, pulled)),
            _ => None,
        }
    }

    /// Sets the offset of a dimension's number from its usual place.
    pub(super) fn pull(&mut self, id: Id, pulled: Vec2) {
        self.change_items(&[id], "Move dimension", None, |item| {
            if let Item::Dimension(it) = item {
                it.pulled = pulled;
            }
        });
    }

    pub(super) fn add_note(&mut self, end: Attach, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let mut draft = Draft::new(&self.scene);
        let note = Note {
            name: String::new(),
            text: text.to_owned(),
            end,
        };
        let id = draft.add("note", note);
        let edit = draft.into_edit(&self.scene, "Add note");
        if self.commit(edit, Vec::new(), None) {
            self.selection.select([id], How::Replace);
        }
    }

    /// Replaces the text of a note; an empty text deletes it.
    pub(super) fn set_note(&mut self, id: Id, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            let edit = self.scene.plan_delete(&[id], self.label_of("Delete", &[id]));
            self.commit(edit, Vec::new(), None);
            return;
        }
        self.change_items(&[id], "Write note", None, |item| {
            if let Item::Note(note) = item {
                text.clone_into(&mut note.text);
            }
        });
    }

    /// Adds a dimension of the distance between two attachments.
    pub(super) fn keep_distance(&mut self, a: Attach, b: Attach) {
        self.add_dimension(vec![a, b]);
    }

    fn add_dimension(&mut self, ends: Vec<Attach>) {
        let points = self.points(&ends);
        if points.windows(2).any(|it| it[0].distance(it[1]) < SAME) {
            return self.say(
                Level::Info,
                "There is nothing between a point and itself to measure",
            );
        }
        let mut draft = Draft::new(&self.scene);
        let name = String::new();
        let pulled = Vec2::ZERO;
        let id = draft.add("dimension", Dimension { name, ends, pulled });
        let edit = draft.into_edit(&self.scene, "Add dimension");
        if self.commit(edit, Vec::new(), None) {
            self.selection.select([id], How::Replace);
        }
    }

    /// Adds a dimension to the selection: length of a bar or rod, radius of a disk, angle of a joint or between two joined parts.
    pub(super) fn dimension_selected(&mut self) {
        match self.ends_to_measure() {
            Some(ends) => self.add_dimension(ends),
            None => self.say(
                Level::Info,
                "Select a bar, a disk, a rod, a pin of two parts or two parts that are pinned: their length or angle gets a dimension",
            ),
        }
    }

    fn ends_to_measure(&self) -> Option<Vec<Attach>> {
        let ids = self.selection.ids();
        let part = |id: Id| self.scene.part(id).map(|part| (id, part));
        match *ids {
            [a, b] if part(a).is_some() && part(b).is_some() => {
                let joins = |it: &crate::scene::Constraint| {
                    let on = |id: Id| it.ends.iter().any(|end| end.part == Some(id));
                    on(a) && on(b)
                };
                let mut joints = self.scene.constraints().filter(|(_, it)| joins(it));
                joints.find_map(|(_, it)| self.ends_of_angle(&it.ends))
            }
            [id] => match self.scene.item(id)? {
                Item::Part(part) => {
                    let (a, b) = part.shape.ends().or_else(|| {
                        let rim = part.shape.outline().radius();
                        let round = matches!(part.shape, crate::bodies::Shape::Disk(_));
                        round.then_some((Vec2::ZERO, Vec2::new(rim, 0.0)))
                    })?;
                    Some(vec![Attach::part(id, a), Attach::part(id, b)])
                }
                Item::Constraint(it) => {
                    let points = it.kind.slots().iter().all(|slot| *slot == Slot::Point);
                    self.ends_of_angle(&it.ends)
                        .or_else(|| (points && it.ends.len() == 2).then(|| it.ends.clone()))
                }
                Item::Force(it) if it.ends.len() == 2 => Some(it.ends.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Ends of the angle at a joint of two parts: from the far end of one part over the joint to the far end of the other, less than a half turn.
    fn ends_of_angle(&self, ends: &[Attach]) -> Option<Vec<Attach>> {
        let [a, b] = ends else { return None };
        let apex = self.run.point(&self.scene, *a);
        if apex.distance(self.run.point(&self.scene, *b)) > 1e-3 {
            return None;
        }
        let far = |end: &Attach| {
            let id = end.part?;
            let (from, to) = self.scene.part(id)?.shape.ends()?;
            let away = |at: &Vec2| at.distance(end.at);
            let at = if away(&from) > away(&to) { from } else { to };
            Some(Attach::part(id, at))
        };
        let mut found = vec![far(a)?, *a, far(b)?];
        if Dimension::measured(&self.points(&found)) > std::f64::consts::PI {
            found.reverse();
        }
        Some(found)
    }
}
