//! Tools for annotations: a click places a note; two clicks or a drag place a dimension.

use crate::editor::event::Modifiers;
use crate::editor::measuring::Measuring;
use crate::editor::{Editor, Tool, Writing};
use crate::math::Vec2;

impl Editor {
    pub(in crate::editor) fn note_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        let snap = self.snap(screen, modifiers.alt, |_, _| true);
        self.tool = Tool::Select;
        self.ask_to_write(Writing::NewNote(snap.end), None);
    }

    pub(in crate::editor) fn dimension_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        self.measure_press(screen, modifiers);
        self.keep_measured();
    }

    pub(in crate::editor) fn dimension_release(&mut self, screen: Vec2, modifiers: Modifiers) {
        self.measure_release(screen, modifiers);
        self.keep_measured();
    }

    fn keep_measured(&mut self) {
        if let Some(Measuring { from, to: Some(to) }) = self.measuring {
            self.measuring = None;
            self.keep_distance(from.end, to.end);
        }
    }
}
