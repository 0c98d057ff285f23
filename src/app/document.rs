//! Where the scene comes from and goes to: opening, saving, and asking before anything is lost. Files and
//! dialogs are worked on beside the frame loop; this is looked after once a frame.

use std::path::{Path, PathBuf};

use super::dialogs::{Answer, Ask, Dialogs, save_to};
use super::task::{Progress, Task};
use crate::scene::file::{self, FileError};
use crate::scene::{Scene, gallery};
use crate::ui::{Goal, Question, Reply};

/// Something that has happened, for the program to follow.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// This scene takes the place of the present one.
    Opened(Box<Scene>),
    /// The scene was saved as it was when the saving began.
    Saved(PathBuf),
    /// Leave now.
    Quit,
}

/// Title over the faults of a file.
const NOT_OPENED: &str = "The scene was not opened; what was on the canvas is still there";

/// The scene's place in the world.
#[derive(Default)]
pub struct Document {
    path: Option<PathBuf>,
    gallery: Option<&'static str>,
    question: Option<Question>,
    /// What to go on with once the scene is saved.
    after_save: Option<Goal>,
    dialogs: Dialogs,
    opening: Option<(PathBuf, Task<Result<Scene, FileError>>)>,
    saving: Option<(PathBuf, Task<Result<(), FileError>>)>,
    events: Vec<Event>,
}

impl Document {
    /// The file the scene was opened from or saved to.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
    /// The gallery scene it started as, if it was not saved elsewhere since.
    pub fn gallery(&self) -> Option<&'static str> {
        self.gallery
    }
    /// What the person has to answer.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
    /// Whether a system dialog is open or a file is being worked on.
    pub fn busy(&self) -> bool {
        self.dialogs.is_open() || self.opening.is_some() || self.saving.is_some()
    }
    /// Says where the scene on the canvas is from.
    pub fn came_from(&mut self, path: Option<PathBuf>, gallery: Option<&'static str>) {
        self.path = path;
        self.gallery = gallery;
    }
    fn fail(&mut self, title: &str, error: &FileError) {
        let lines = error.to_string().lines().map(str::to_owned).collect();
        self.question = Some(Question::Failed {
            title: title.to_owned(),
            lines,
        });
    }

    /// Goes for something that would lose unsaved work; asks first where there is some.
    pub fn go_for(&mut self, goal: Goal, modified: bool) {
        if modified {
            self.question = Some(Question::Unsaved(goal));
        } else {
            self.pursue(goal);
        }
    }

    /// Saves to where the scene came from, or asks where.
    pub fn save(&mut self, scene: &Scene) {
        match self.path.clone() {
            Some(path) => self.save_now(scene, path),
            None => self.save_as(scene),
        }
    }

    /// Asks where to save.
    pub fn save_as(&mut self, scene: &Scene) {
        let name = file_name(scene);
        self.dialogs.ask(Ask::Save {
            folder: self.folder(),
            name,
        });
    }

    fn folder(&self) -> Option<PathBuf> {
        self.path.as_ref()?.parent().map(PathBuf::from)
    }

    fn save_now(&mut self, scene: &Scene, path: PathBuf) {
        if self.saving.is_none() {
            let (scene, to) = (scene.clone(), path.clone());
            self.saving = Some((path, Task::start("save", move || file::save(&scene, &to))));
        }
    }

    /// Takes the person's answer.
    pub fn reply(&mut self, reply: Reply, scene: &Scene) {
        match (self.question.take(), reply) {
            (Some(Question::Unsaved(goal)), Reply::Save) => {
                self.after_save = Some(goal);
                self.save(scene);
            }
            (Some(Question::Unsaved(goal)), Reply::Discard) => self.pursue(goal),
            (Some(Question::Overwrite(path)), Reply::Overwrite) => self.save_now(scene, path),
            (Some(Question::PathToOpen(_)), Reply::Path(path)) => self.pursue(Goal::OpenPath(path)),
            (Some(Question::PathToSave(_)), Reply::Path(path)) => {
                if let Answer::Save { path, .. } = save_to(path) {
                    // This prompt never asks by itself.
                    if path.exists() && self.path.as_ref() != Some(&path) {
                        self.question = Some(Question::Overwrite(path));
                    } else {
                        self.save_now(scene, path);
                    }
                }
            }
            (_, _) => self.after_save = None,
        }
    }

    fn pursue(&mut self, goal: Goal) {
        match goal {
            Goal::New => {
                self.came_from(None, None);
                self.events.push(Event::Opened(Box::default()));
            }
            Goal::Open => self.dialogs.ask(Ask::Open {
                folder: self.folder(),
            }),
            Goal::OpenPath(path) => {
                let from = path.clone();
                self.opening = Some((path, Task::start("open", move || file::load(&from))));
            }
            Goal::Gallery(id) => match gallery::find(id).map(gallery::Entry::scene) {
                Some(Ok(scene)) => {
                    self.came_from(None, Some(id));
                    self.events.push(Event::Opened(Box::new(scene)));
                }
                Some(Err(error)) => self.fail(NOT_OPENED, &error),
                None => {}
            },
            Goal::Quit => self.events.push(Event::Quit),
        }
    }

    /// Looks after dialogs and files; what happened since the last call. `scene` makes what a save writes, and
    /// is only asked for it when there is something to save: this is called every frame.
    pub fn poll(&mut self, scene: impl FnOnce() -> Scene) -> Vec<Event> {
        if let Some(answer) = self.dialogs.poll() {
            match answer {
                Answer::Open(path) => self.pursue(Goal::OpenPath(path)),
                Answer::Save {
                    path,
                    ask_overwrite: true,
                } => {
                    self.question = Some(Question::Overwrite(path));
                }
                Answer::Save { path, .. } => self.save_now(&scene(), path),
                Answer::Cancelled => self.after_save = None,
                Answer::Unavailable(Ask::Open { folder }) => {
                    self.question = Some(Question::PathToOpen(folder.unwrap_or_default()));
                }
                Answer::Unavailable(Ask::Save { folder, name }) => {
                    self.question = Some(Question::PathToSave(folder.unwrap_or_default().join(name)));
                }
            }
        }
        if let Some((path, task)) = &self.opening {
            match task.poll() {
                Progress::Running => {}
                Progress::Done(Ok(scene)) => {
                    self.path = Some(path.clone());
                    self.gallery = None;
                    self.events.push(Event::Opened(Box::new(scene)));
                    self.opening = None;
                }
                Progress::Done(Err(error)) => {
                    self.opening = None;
                    self.fail(NOT_OPENED, &error);
                }
                Progress::Lost => self.opening = None,
            }
        }
        if let Some((path, task)) = &self.saving {
            match task.poll() {
                Progress::Running => {}
                Progress::Done(Ok(())) => {
                    self.path = Some(path.clone());
                    self.gallery = None;
                    self.events.push(Event::Saved(path.clone()));
                    self.saving = None;
                    if let Some(goal) = self.after_save.take() {
                        self.pursue(goal);
                    }
                }
                Progress::Done(Err(error)) => {
                    self.saving = None;
                    self.after_save = None;
                    self.fail("The scene was not saved", &error);
                }
                Progress::Lost => {
                    self.saving = None;
                    self.after_save = None;
                }
            }
        }
        std::mem::take(&mut self.events)
    }
}

/// The file name suggested for a scene: its title in plain letters.
fn file_name(scene: &Scene) -> String {
    let mut name = String::new();
    for c in scene.info.title.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.ron", if name.is_empty() { "scene" } else { name })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Polls until something happens or a question comes up.
    fn settle(document: &mut Document, scene: &Scene) -> Vec<Event> {
        for _ in 0..2000 {
            let events = document.poll(|| scene.clone());
            if !events.is_empty() || document.question().is_some() {
                return events;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("nothing happened");
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tinkertoy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn unsaved_work_is_asked_about_and_saving_goes_on_with_what_was_wanted() {
        let folder = folder("document");
        let path = folder.join("a.ron");
        let mut document = Document::default();
        let scene = Scene::default();
        document.came_from(Some(path.clone()), None);
        document.go_for(Goal::Quit, true);
        assert_eq!(document.question(), Some(&Question::Unsaved(Goal::Quit)));
        document.reply(Reply::Cancel, &scene);
        assert!(document.poll(|| scene.clone()).is_empty() && document.question().is_none());
        document.go_for(Goal::Quit, true);
        document.reply(Reply::Save, &scene);
        let events = settle(&mut document, &scene);
        assert_eq!(events, [Event::Saved(path.clone()), Event::Quit]);
        assert!(path.exists());
        document.go_for(Goal::New, true);
        document.reply(Reply::Discard, &scene);
        assert_eq!(document.poll(|| scene.clone()), [Event::Opened(Box::default())]);
        assert_eq!(document.path(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_broken_file_is_shown_with_its_place_and_changes_nothing() {
        let folder = folder("broken");
        let path = folder.join("broken.ron");
        std::fs::write(&path, "(version: 1,\n  parts: [(]").unwrap();
        let mut document = Document::default();
        document.go_for(Goal::OpenPath(path), false);
        assert!(settle(&mut document, &Scene::default()).is_empty());
        let Some(Question::Failed { lines, .. }) = document.question() else {
            panic!("no question")
        };
        assert!(lines[0].contains("broken.ron:2:"), "{lines:?}");
        assert_eq!(document.path(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_prompted_path_gets_its_ending_and_is_not_written_over_unasked() {
        let folder = folder("prompt");
        let scene = Scene::default();
        let asking = || Document {
            question: Some(Question::PathToSave(PathBuf::new())),
            ..Document::default()
        };
        let mut document = asking();
        document.reply(Reply::Path(folder.join("machine")), &scene);
        let path = folder.join("machine.ron");
        assert_eq!(settle(&mut document, &scene), [Event::Saved(path.clone())]);
        let mut other = asking();
        other.reply(Reply::Path(path.clone()), &scene);
        assert_eq!(other.question(), Some(&Question::Overwrite(path.clone())));
        other.reply(Reply::Overwrite, &scene);
        assert_eq!(settle(&mut other, &scene), [Event::Saved(path)]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn suggested_names_are_plain() {
        let mut scene = Scene::default();
        assert_eq!(file_name(&scene), "scene.ron");
        scene.info.title = "Ball & chain, 1:1000!".into();
        assert_eq!(file_name(&scene), "ball-chain-1-1000.ron");
    }
}
