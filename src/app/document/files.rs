//! Results of opening, saving and checking a file, polled once per frame.

use std::path::{Path, PathBuf};

use super::super::rescue::Origin;
use super::super::task::{Progress, Task};
use super::opening::Opening;
use super::{Document, Event, NOT_OPENED, NOT_SAVED, Saving};
use crate::import::{self, Opened, Program};
use crate::scene::file::{NotSaved, Reading};
use crate::ui::Question;

/// Title of the notes on how an older file was interpreted.
const OLDER: &str = "The scene was opened as it was meant in an older version of the format";
/// Name of a pasted text in messages.
const PASTED: &str = "pasted text";
/// Title of the faults of a file that another program changed.
const OUTSIDE_UNREADABLE: &str = "Another program has changed the file, and what is in it now is no scene";

impl Document {
    pub(super) fn poll_opening(&mut self) {
        let Some(opening) = &self.opening else { return };
        let (path, is_file) = (opening.path.clone(), opening.is_file);
        match opening.task.poll() {
            Progress::Running => return,
            Progress::Done(Ok(opened)) => {
                self.take(opened, &path, is_file);
            }
            Progress::Done(Err(error)) => {
                let outside = self.path() == Some(path.as_path());
                self.fail(if outside { OUTSIDE_UNREADABLE } else { NOT_OPENED }, &error);
            }
            Progress::Lost => {}
        }
        self.opening = None;
    }

    /// Takes over an opened scene. A scene keeps its file; what was imported from another program becomes a new scene without a file.
    fn take(&mut self, opened: Opened, path: &Path, is_file: bool) {
        let Opened {
            reading,
            fingerprint,
            program,
        } = opened;
        let origin = match program {
            None if is_file => Origin {
                path: Some(path.to_owned()),
                seen: Some(fingerprint),
            },
            _ => Origin::default(),
        };
        self.came_from(origin, None);
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.show(reading, &name.to_string_lossy(), program);
    }

    fn show(&mut self, reading: Reading, name: &str, program: Option<Program>) {
        let Reading { scene, notes, .. } = reading;
        self.events.push(Event::Opened(Box::new(scene)));
        if !notes.is_empty() {
            let lines = notes.iter().map(|note| note.of_file(name)).collect();
            let title = match program {
                Some(program) => format!("Opened from {}; what is different here", program.name()),
                None => OLDER.to_owned(),
            };
            self.tell(&title, lines);
        }
    }

    /// Starts to read a scene, or the mechanism of another program, from its text.
    pub(super) fn import(&mut self, text: String) {
        let task = Task::start("import", move || import::open_text(&text, PASTED));
        self.opening = Some(Opening {
            path: PathBuf::from(PASTED),
            is_file: false,
            task,
        });
    }

    pub(super) fn poll_saving(&mut self) {
        let Some(saving) = &self.saving else { return };
        let result = match saving.task.poll() {
            Progress::Running => return,
            Progress::Done(result) => Some(result),
            Progress::Lost => None,
        };
        let Some(Saving { path, scene, .. }) = self.saving.take() else {
            return;
        };
        match result {
            Some(Ok(fingerprint)) => {
                let origin = Origin {
                    path: Some(path.clone()),
                    seen: Some(fingerprint),
                };
                self.came_from(origin, None);
                self.events.push(Event::Saved {
                    path,
                    scene: Box::new(scene),
                    then: self.after_save.take(),
                });
            }
            // The operation that waits for the save is carried out once the file may be overwritten.
            Some(Err(NotSaved::ChangedOutside)) => self.question = Some(Question::OverwriteChanged(path)),
            Some(Err(NotSaved::Failed(error))) => {
                self.after_save = None;
                self.fail(NOT_SAVED, &error);
            }
            None => {
                self.after_save = None;
                self.tell(
                    NOT_SAVED,
                    vec![format!("{}: the writing broke off", path.display())],
                );
            }
        }
    }

    pub(super) fn poll_looking(&mut self) {
        let Some((path, task)) = &self.looking else { return };
        let (stamp, found) = match task.poll() {
            Progress::Running => return,
            Progress::Done(look) => look,
            Progress::Lost => (None, None),
        };
        let path = path.clone();
        self.looking = None;
        self.stamp = stamp;
        // A deleted file is written again by the next save: no content can be lost.
        let is_news = found.is_some() && self.origin.seen.is_some_and(|seen| found != Some(seen));
        let is_ours = self.path() == Some(path.as_path());
        if is_news && is_ours && found != self.asked && self.question.is_none() && !self.busy() {
            // Asked once; a save asks again before it overwrites the file.
            self.asked = found;
            self.question = Some(Question::ChangedOutside(path));
        }
    }
}
