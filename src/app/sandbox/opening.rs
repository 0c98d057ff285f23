//! The first scene on the canvas: work left by a crash, a file, or a scene of the gallery.

use std::path::{Path, PathBuf};

use super::super::rescue::{self, Found};
use super::super::start::Start;
use super::Sandbox;
use super::second_look::SecondLook;
use crate::editor::{Intent, Level};
use crate::scene::file::FileError;
use crate::scene::{Scene, gallery};
use crate::ui::{Goal, Underway};

impl Sandbox {
    /// Inserts parsed pasted scenes at the pointer.
    pub(super) fn follow_pasting(&mut self) {
        while let Some(read) = self.pasting.poll() {
            match read {
                Ok(scene) => {
                    let effects = self.editor.intend(Intent::Paste(scene));
                    self.carry_out(effects);
                }
                Err((level, why)) => self.editor.say(level, why),
            }
        }
    }

    /// Progress of a slow reading.
    pub(super) fn reading(&self) -> Option<Underway> {
        let document = self.document.reading();
        let longest = [document, self.pictures.reading(), self.pasting.reading()];
        let seconds = longest.into_iter().flatten().reduce(f64::max)?;
        Some(Underway { seconds, share: None })
    }

    /// Cancels the reading of a scene if the present one is edited meanwhile: the new scene would discard the edit.
    pub(super) fn guard_opening(&mut self) {
        if !self.document.is_opening() {
            self.edits_at_opening = None;
            return;
        }
        let done = self.editor.edits();
        if *self.edits_at_opening.get_or_insert(done) != done {
            self.document.cancel_reading();
            let why =
                "The scene was changed while another was being read: it stays, and the other is not opened.";
            self.editor.say(Level::Warning, why);
        }
    }

    /// Restores work left by a crash: that on this file, or the latest where none is given. Where another instance holds it, which may be a
    /// killed process that has not ended yet, a second search is scheduled.
    pub(super) fn recover(&mut self, wanted: Option<&Path>) -> bool {
        let Some(storage) = &self.storage else {
            return false;
        };
        let found = rescue::find(storage, wanted);
        self.second_look = (found.held && found.rescued.is_none()).then(|| SecondLook::of(wanted));
        self.bring_back(found)
    }

    /// Repeats the search for work that another instance held, when it is time, as long as its scene is the one on the canvas.
    pub(super) fn look_again(&mut self, elapsed: f64) {
        let Some(look) = &mut self.second_look else { return };
        look.left -= elapsed;
        if look.left > 0.0 || self.document.is_opening() || self.document.question().is_some() {
            return;
        }
        let Some(SecondLook { wanted, .. }) = self.second_look.take() else {
            return;
        };
        let is_there = wanted.as_deref() == self.document.path();
        let Some(storage) = self.storage.as_ref().filter(|_| is_there) else {
            return;
        };
        let mut found = rescue::find(storage, wanted.as_deref());
        // Edits made meanwhile are not discarded for it.
        if self.editor.is_modified() && found.rescued.take().is_some() {
            let words = "Unsaved work of a program that did not end as it should was found. It is kept: open its file again, \
                         or start anew, to have it back.";
            self.editor.say(Level::Warning, words);
        }
        self.bring_back(found);
    }

    fn bring_back(&mut self, found: Found) -> bool {
        let Found {
            rescued,
            others,
            damaged,
            ..
        } = found;
        let more = match others {
            0 => "",
            1 => " Unsaved work on another scene is kept for the next start.",
            _ => " Unsaved work on other scenes is kept for the next starts.",
        };
        let recovered = rescued.is_some();
        if let Some(rescued) = rescued {
            self.document.came_from(rescued.origin.clone(), None);
            self.open(rescued.scene.clone(), false);
            self.editor.mark_unsaved();
            self.autosave.take_over(rescued);
            let words =
                format!("The program did not end as it should last time. Your unsaved work is back.{more}");
            self.editor.say(Level::Warning, words);
        } else if others > 0 {
            self.editor.say(Level::Info, more.trim());
        }
        if !damaged.is_empty() {
            let line = |(path, error): &(PathBuf, FileError)| format!("kept in {}: {error}", path.display());
            let title = "Unsaved work was left that cannot be read";
            self.document.tell(title, damaged.iter().map(line).collect());
        }
        recovered
    }

    pub(super) fn open_first(&mut self, start: Start) {
        // A gallery scene is shown while a file is being read, and if it cannot be read.
        let first = gallery::GALLERY.first().map(|entry| entry.id);
        let last = self.preferences.last_gallery.as_deref();
        let last = gallery::GALLERY
            .iter()
            .map(|entry| entry.id)
            .find(|id| Some(*id) == last);
        let (shown, file) = match start {
            Start::Gallery(id) => (Some(id), None),
            Start::File(path) => (None, Some(path)),
            Start::Last => (
                last.or(first),
                self.preferences.last_file.clone().filter(|path| path.exists()),
            ),
        };
        match file {
            Some(path) => self.document.request(Goal::OpenPath(path), false),
            None => {
                if let Some(id) = shown {
                    self.document.request(Goal::Gallery(id), false);
                }
            }
        }
    }

    pub(super) fn open(&mut self, scene: Scene, play: bool) {
        self.traces.clear();
        let is_new = scene.is_empty() && self.document.path().is_none();
        self.panels.scene_changed(is_new);
        // A machine to be built must not fall out of view while it is drawn.
        let playing = play && !scene.is_empty();
        self.held = false;
        let effects = self.editor.open(scene, playing);
        self.carry_out(effects);
    }
}
