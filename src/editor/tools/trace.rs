//! Trace tool: a click on a point of a part traces its path; a click on a traced point removes the trace.

use crate::editor::Editor;
use crate::editor::Level;
use crate::editor::draft::Draft;
use crate::editor::event::Modifiers;
use crate::editor::snap::PULL;
use crate::editor::snap_point::Snap;
use crate::math::Vec2;
use crate::scene::{Attach, Id, Trace};

impl Editor {
    pub(in crate::editor) fn trace_click(&mut self, screen: Vec2, modifiers: Modifiers) {
        let snap = self.snap_for_trace(screen, modifiers);
        if let Some(id) = self.trace_at(snap.world) {
            let label = format!("Delete {}", self.scene.name(Some(id)));
            let edit = self.scene.plan_delete(&[id], label);
            self.commit(edit, Vec::new(), None);
        } else if snap.end.part.is_some() {
            self.add_trace(snap.end);
        } else {
            self.say(Level::Info, "Click a point of a part to see its path");
        }
    }

    /// Adds a trace of a point.
    pub(in crate::editor) fn add_trace(&mut self, end: Attach) {
        let mut draft = Draft::new(&self.scene);
        let name = String::new();
        draft.add("trace", Trace::new(name, end));
        let edit = draft.into_edit(&self.scene, "Add trace");
        self.commit(edit, Vec::new(), None);
    }

    pub(in crate::editor) fn snap_for_trace(&self, screen: Vec2, modifiers: Modifiers) -> Snap {
        self.snap(screen, modifiers.alt, |_, _| true)
    }

    /// The trace at a world point.
    pub(in crate::editor) fn trace_at(&self, world: Vec2) -> Option<Id> {
        self.scene
            .traces()
            .find(|(_, it)| {
                self.run.point(&self.scene, it.end).distance(world) <= self.view.metres(PULL / 2.0)
            })
            .map(|(id, _)| id)
    }
}
