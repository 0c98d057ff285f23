//! Persistent state: the file, unsaved work, preferences, and the scene to open next time.

use std::path::{Path, PathBuf};

use super::super::Clock;
use super::super::Request;
use super::super::autosave::News;
use super::super::preferences::Preferences;
use super::Sandbox;
use crate::editor::Level;
use crate::scene::Scene;
use crate::ui::{self, Goal};

/// Minimum time between two checks of the file for changes by another program (s).
const LOOK_EVERY: f64 = 1.0;
impl Sandbox {
    /// Remembers what to open next time.
    pub(super) fn remember_place(&mut self) {
        self.preferences.last_file = self.document.path().map(PathBuf::from);
        if let Some(path) = self.document.path() {
            self.preferences.note_recent(path);
        }
        self.preferences.last_gallery = self.document.gallery().map(str::to_owned);
    }

    pub(super) fn saved(&mut self, path: &Path, mut scene: Scene, then: Option<Goal>) {
        let now = self.editor.document();
        scene.camera = now.camera;
        scene.info.paused = now.info.paused;
        if scene == now {
            self.editor.mark_saved();
        } else {
            // The scene was changed while it was being written.
            self.editor.mark_unsaved();
        }
        self.editor
            .say(Level::Info, format!("Saved to {}", path.display()));
        self.remember_place();
        if let Some(goal) = then {
            self.go_for(goal);
        }
    }

    /// Stores unsaved work and preferences, and checks the file for changes by another program.
    pub(super) fn keep(&mut self, elapsed: f64) {
        let (editor, document) = (&self.editor, &self.document);
        let news = self.autosave.update(editor.is_modified(), elapsed, || {
            (editor.document(), document.origin().clone())
        });
        match news {
            Some(News::Failing(why)) => self.editor.say(
                Level::Warning,
                format!("Unsaved work cannot be kept in case of a crash: {why}"),
            ),
            Some(News::KeptAgain) => self.editor.say(Level::Info, "Unsaved work is kept again."),
            None => {}
        }
        let (preferences, panels, keys) = (&self.preferences, &self.panels, self.editor.keys());
        let rulers = self.editor.rulers();
        self.preferences_keeper.update(elapsed, || Preferences {
            panels: panels.store(),
            keys: keys.to_texts(),
            rulers,
            ..preferences.clone()
        });
        self.look_again(elapsed);
        let (since, used) = &mut self.looked;
        *since += elapsed;
        if *used && *since >= LOOK_EVERY {
            self.looked = (0.0, false);
            self.document.check_for_external_change();
        }
    }

    /// Remembers the window's size, and shows the document's name in the title.
    pub(super) fn note_window(&mut self, clock: &Clock) {
        let size = self.pixels / clock.display_scale;
        if size.min_element() >= 1.0 {
            self.preferences.window = Some([size.x.round() as u32, size.y.round() as u32]);
        }
        let name = ui::format::document_name(self.document.path(), self.editor.scene());
        let mark = if self.editor.is_modified() { " •" } else { "" };
        let title = format!("{name}{mark} - Tinkertoy");
        if title != self.titled {
            self.titled.clone_from(&title);
            self.requests.push(Request::Title(title));
        }
    }
}
