//! The document: file of the scene, opening, saving, and questions before data would be lost. Files and
//! dialogs are handled on other threads and polled once per frame.

mod files;
mod look;
mod opening;

use std::path::{Path, PathBuf};

use self::look::{Look, Stamp, look};
use self::opening::Opening;
use super::dialogs::{Answer, Ask, Dialogs, save_to};
use super::rescue::{Origin, is_same};
use super::task::Task;
use crate::import;
use crate::scene::file::{self, FileError, Fingerprint, NotSaved};
use crate::scene::{Scene, gallery};
use crate::ui::{Goal, Question, Reply};

/// An event for the program to handle.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// This scene replaces the present one.
    Opened(Box<Scene>),
    /// The scene was saved, in the state at the start of the save.
    Saved {
        /// The file.
        path: PathBuf,
        /// The scene as written.
        scene: Box<Scene>,
        /// The operation that waited for the save.
        then: Option<Goal>,
    },
    /// Quit the program.
    Quit,
}

/// Titles of failure reports on opening and saving.
const NOT_OPENED: &str = "The scene was not opened; the canvas is as it was";
const NOT_SAVED: &str = "The scene was not saved";

/// Maximum length of a suggested file name (bytes); file systems allow about 255.
const LONGEST_NAME: usize = 120;

/// A save under way.
struct Saving {
    path: PathBuf,
    scene: Scene,
    task: Task<Result<Fingerprint, NotSaved>>,
}

/// The scene's file, and the operations on it.
#[derive(Default)]
pub struct Document {
    origin: Origin,
    gallery: Option<&'static str>,
    question: Option<Question>,
    /// The operation to continue with once the scene is saved.
    after_save: Option<Goal>,
    dialogs: Dialogs,
    opening: Option<Opening>,
    saving: Option<Saving>,
    /// A check of the file for changes by another program, under way.
    looking: Option<(PathBuf, Task<Look>)>,
    /// Stamp of the file at the last check.
    stamp: Option<Stamp>,
    /// Fingerprint of the changed file about which the user was already asked.
    asked: Option<Fingerprint>,
    events: Vec<Event>,
}

impl Document {
    /// The file the scene was opened from or saved to.
    pub fn path(&self) -> Option<&Path> {
        self.origin.path.as_deref()
    }
    /// The origin of the scene: its file, and the content of the file when last read or written.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
    /// The gallery scene it was opened from, unless it has been saved to a file since.
    pub fn gallery(&self) -> Option<&'static str> {
        self.gallery
    }
    /// Whether a file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// The question that the user has to answer.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
    /// Whether a system dialog is open or a file operation is under way.
    pub fn busy(&self) -> bool {
        self.dialogs.is_open() || self.opening.is_some() || self.saving.is_some() || self.looking.is_some()
    }
    /// Duration of a slow reading of a file or text so far (s).
    pub fn reading(&self) -> Option<f64> {
        let opening = self.opening.as_ref().filter(|it| it.task.is_slow());
        opening.map(|it| it.task.seconds())
    }
    /// Whether a file or text is being read.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some()
    }
    /// Cancels reading; the scene on the canvas stays.
    pub fn cancel_reading(&mut self) {
        self.opening = None;
    }
    /// Sets the origin of the scene on the canvas.
    pub fn came_from(&mut self, origin: Origin, gallery: Option<&'static str>) {
        self.origin = origin;
        self.gallery = gallery;
        self.stamp = None;
    }
    fn fail(&mut self, title: &str, error: &FileError) {
        let lines = error.to_string().lines().map(str::to_owned).collect();
        self.tell(title, lines);
    }
    /// Reports a failure with a file, one line per fault.
    pub fn tell(&mut self, title: &str, lines: Vec<String>) {
        self.question = Some(Question::Failed {
            title: title.to_owned(),
            lines,
        });
    }

    /// Asks a question that concerns no file; the caller handles the answer.
    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
    }

    /// Whether an operation waits for the decision about unsaved work.
    pub fn has_goal(&self) -> bool {
        self.after_save.is_some() || matches!(self.question, Some(Question::Unsaved(_)))
    }

    /// Starts an operation that would discard unsaved work; asks first where there is some.
    pub fn request(&mut self, goal: Goal, modified: bool) {
        if modified {
            self.question = Some(Question::Unsaved(goal));
        } else {
            self.carry_out(goal);
        }
    }

    /// Saves to the scene's file, or asks for one.
    pub fn save(&mut self, scene: &Scene) {
        match self.origin.path.clone() {
            Some(path) => self.save_now(scene, path, self.origin.seen),
            None => self.save_as(scene),
        }
    }

    /// Asks for a file to save to.
    pub fn save_as(&mut self, scene: &Scene) {
        let name = file_name(scene);
        self.dialogs.ask(Ask::Save {
            folder: self.folder(),
            name,
        });
    }

    fn folder(&self) -> Option<PathBuf> {
        self.path()?.parent().map(PathBuf::from)
    }

    /// Saves, unless the file's content differs from `known`, where that is given.
    fn save_now(&mut self, scene: &Scene, path: PathBuf, known: Option<Fingerprint>) {
        if self.saving.is_none() {
            let path = absolute(path);
            let (text, to) = (scene.clone(), path.clone());
            let task = Task::start("save", move || file::save_unless_changed(&text, &to, known));
            self.saving = Some(Saving {
                path,
                scene: scene.clone(),
                task,
            });
        }
    }

    /// Starts a check whether another program has changed the file; the result may raise a question.
    pub fn check_for_external_change(&mut self) {
        if let (Some(path), false, None) = (&self.origin.path, self.busy(), &self.question) {
            let (from, last) = (path.clone(), self.stamp);
            let task = Task::start("look", move || look(&from, last));
            self.looking = Some((path.clone(), task));
        }
    }

    /// Handles the user's answer.
    pub fn reply(&mut self, reply: Reply, scene: &Scene) {
        match (self.question.take(), reply) {
            (Some(Question::Unsaved(goal)), Reply::Save) => {
                self.after_save = Some(goal);
                self.save(scene);
            }
            (Some(Question::Unsaved(goal)), Reply::Discard) => self.carry_out(goal),
            (Some(Question::Overwrite(path) | Question::OverwriteChanged(path)), Reply::Overwrite) => {
                self.save_now(scene, path, None);
            }
            (Some(Question::OverwriteChanged(_)), Reply::SaveAs) => self.save_as(scene),
            (Some(Question::ChangedOutside(path)), Reply::Load) => self.carry_out(Goal::OpenPath(path)),
            (Some(Question::TextToImport), Reply::Text(text)) => self.carry_out(Goal::ImportText(text)),
            (Some(Question::PathToOpen(_)), Reply::Path(path)) => self.carry_out(Goal::OpenPath(path)),
            (Some(Question::PathToSave(_)), Reply::Path(path)) => {
                if let Answer::Save { path, .. } = save_to(path) {
                    // This prompt does not ask about existing files by itself.
                    let is_own = self.path().is_some_and(|own| is_same(own, &path));
                    if path.exists() && !is_own {
                        self.question = Some(Question::Overwrite(path));
                    } else {
                        let known = self.origin.seen.filter(|_| is_own);
                        self.save_now(scene, path, known);
                    }
                }
            }
            (_, _) => self.after_save = None,
        }
    }

    fn carry_out(&mut self, goal: Goal) {
        // A scene that is still being read must not replace this one later.
        self.opening = None;
        match goal {
            Goal::New => {
                self.came_from(Origin::default(), None);
                self.events.push(Event::Opened(Box::new(Scene::on_a_floor())));
            }
            Goal::Template(template) => match template.scene() {
                Ok(scene) => {
                    self.came_from(Origin::default(), None);
                    self.events.push(Event::Opened(Box::new(scene)));
                }
                Err(error) => self.fail(NOT_OPENED, &error),
            },
            Goal::Open => self.dialogs.ask(Ask::Open {
                folder: self.folder(),
            }),
            Goal::OpenPath(path) => {
                let path = absolute(path);
                let from = path.clone();
                let task = Task::start("open", move || import::open(&from));
                self.opening = Some(Opening {
                    path,
                    is_file: true,
                    task,
                });
            }
            Goal::Import => self.question = Some(Question::TextToImport),
            Goal::ImportText(text) => self.import(text),
            Goal::Gallery(id) => match gallery::find(id).map(gallery::Entry::scene) {
                Some(Ok(scene)) => {
                    self.came_from(Origin::default(), Some(id));
                    self.events.push(Event::Opened(Box::new(scene)));
                }
                Some(Err(error)) => self.fail(NOT_OPENED, &error),
                None => {}
            },
            Goal::Quit => self.events.push(Event::Quit),
        }
    }

    /// Polls dialogs and files; returns the events since the last call. `scene` returns the scene to be saved, and
    /// is called only when a save starts, since this is called every frame.
    pub fn poll(&mut self, scene: impl FnOnce() -> Scene) -> Vec<Event> {
        if let Some(answer) = self.dialogs.poll() {
            match answer {
                Answer::Open(path) => self.carry_out(Goal::OpenPath(path)),
                Answer::Save {
                    path,
                    ask_overwrite: true,
                } => {
                    self.question = Some(Question::Overwrite(path));
                }
                Answer::Save { path, .. } => self.save_now(&scene(), path, None),
                Answer::Cancelled
                | Answer::Export { .. }
                | Answer::Picture(_)
                | Answer::Unavailable(Ask::Export { .. } | Ask::Picture { .. }) => {
                    self.after_save = None;
                }
                Answer::Unavailable(Ask::Open { folder }) => {
                    self.question = Some(Question::PathToOpen(folder.unwrap_or_default()));
                }
                Answer::Unavailable(Ask::Save { folder, name }) => {
                    self.question = Some(Question::PathToSave(folder.unwrap_or_default().join(name)));
                }
            }
        }
        self.poll_opening();
        self.poll_saving();
        self.poll_looking();
        std::mem::take(&mut self.events)
    }
}

/// The path made absolute, so that it stays valid in any working directory.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// Suggested file name for a scene: its title in plain characters.
fn file_name(scene: &Scene) -> String {
    format!("{}.ron", plain_name(scene))
}

/// The title of a scene in plain characters.
pub fn plain_name(scene: &Scene) -> String {
    let mut name = String::new();
    for c in scene.info.title.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name.trim_end_matches('-');
    (if name.is_empty() { "scene" } else { name }).to_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod pipe_tests;
#[cfg(test)]
mod tests;
