//! Typing the place of a joint that was just made between a part and the ground.

use crate::constraints::ConstraintKind;
use crate::editor::assembly::CLOSED;
use crate::editor::dimension::Measure;
use crate::editor::draft::Draft;
use crate::editor::finished::Finished;
use crate::editor::snap_point::Snap;
use crate::editor::{Editor, Level};
use crate::math::Vec2;
use crate::scene::Attach;

use super::link::Link;

impl Editor {
    /// Records a joint that was just made, if it holds a part at a point of the ground.
    pub(super) fn note_anchored(&mut self, link: Link, ends: &[Snap]) {
        let holds = matches!(
            &link,
            Link::Constraint(ConstraintKind::Pin(_) | ConstraintKind::Weld(_))
        );
        let &[first, last] = ends else { return };
        let ground = match [first, last].map(|it| it.end.part.is_none()) {
            [true, false] => 0,
            [false, true] => 1,
            _ => return,
        };
        if holds {
            self.finished = Some(Finished::Anchored {
                link: Box::new(link),
                ends: [first, last],
                ground,
            });
        }
    }

    /// A place on the ground with its typed coordinates.
    pub(in crate::editor) fn typed_place(&self, place: Vec2) -> Vec2 {
        match &self.typing {
            Some(typing) => Measure::Shift.held(place, typing.held(Measure::Shift)),
            None => place,
        }
    }

    /// Makes a joint that was just undone again, at the typed place on the ground; the machine follows. If that fails, the former joint is
    /// restored.
    pub(in crate::editor) fn anchor_anew(&mut self, link: Link, ends: [Snap; 2], ground: usize) {
        let place = self.typed_place(ends[ground].world);
        let mut moved = ends;
        moved[ground].end = Attach::ground(place);
        moved[ground].world = place;
        let label = format!("Add {}", link.id());
        let made = match self.draft_link(link.clone(), &moved, false) {
            Ok(mut joined) => {
                joined.opens = joined.draft.gap() > Draft::new(&self.scene).gap() + CLOSED;
                self.finish_join(joined, &label, None)
            }
            Err(reason) => {
                self.say(Level::Warning, reason);
                false
            }
        };
        if made {
            self.note_anchored(link, &moved);
        } else {
            self.redo();
            self.note_anchored(link, &ends);
        }
    }
}
