//! Where the scene comes from and goes to: opening, saving, and asking before anything is lost. Files and
//! dialogs are worked on beside the frame loop; this is looked after once a frame.

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

/// Something that has happened, for the program to follow.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// This scene takes the place of the present one.
    Opened(Box<Scene>),
    /// This scene was saved, as it was when the saving began; what to go on with now.
    Saved {
        /// Where to.
        path: PathBuf,
        /// As it was written.
        scene: Box<Scene>,
        /// What the saving was for.
        then: Option<Goal>,
    },
    /// Leave now.
    Quit,
}

/// Title over the faults of a file.
const NOT_OPENED: &str = "The scene was not opened; what was on the canvas is still there";
const NOT_SAVED: &str = "The scene was not saved";

/// Longest file name suggested (bytes); the most that systems take is about 255.
const LONGEST_NAME: usize = 120;

/// A scene on its way to a file.
struct Saving {
    path: PathBuf,
    scene: Scene,
    task: Task<Result<Fingerprint, NotSaved>>,
}

/// The scene's place in the world.
#[derive(Default)]
pub struct Document {
    origin: Origin,
    gallery: Option<&'static str>,
    question: Option<Question>,
    /// What to go on with once the scene is saved.
    after_save: Option<Goal>,
    dialogs: Dialogs,
    opening: Option<Opening>,
    saving: Option<Saving>,
    /// A look at the file, for what another program may have written.
    looking: Option<(PathBuf, Task<Look>)>,
    /// What the file was like at the last look.
    stamp: Option<Stamp>,
    /// What was found there and asked about already.
    asked: Option<Fingerprint>,
    events: Vec<Event>,
}

impl Document {
    /// The file the scene was opened from or saved to.
    pub fn path(&self) -> Option<&Path> {
        self.origin.path.as_deref()
    }
    /// Where the scene is from, with what its file held then.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
    /// The gallery scene it started as, if it was not saved elsewhere since.
    pub fn gallery(&self) -> Option<&'static str> {
        self.gallery
    }
    /// Whether a file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// What the person has to answer.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
    /// Whether a system dialog is open or a file is being worked on.
    pub fn busy(&self) -> bool {
        self.dialogs.is_open() || self.opening.is_some() || self.saving.is_some() || self.looking.is_some()
    }
    /// For how long a file or text has been read that takes long (s).
    pub fn reading(&self) -> Option<f64> {
        let opening = self.opening.as_ref().filter(|it| it.task.is_slow());
        opening.map(|it| it.task.seconds())
    }
    /// Whether a file or text is being read.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some()
    }
    /// Gives up reading it: what is on the canvas stays.
    pub fn cancel_reading(&mut self) {
        self.opening = None;
    }
    /// Says where the scene on the canvas is from.
    pub fn came_from(&mut self, origin: Origin, gallery: Option<&'static str>) {
        self.origin = origin;
        self.gallery = gallery;
        self.stamp = None;
    }
    fn fail(&mut self, title: &str, error: &FileError) {
        let lines = error.to_string().lines().map(str::to_owned).collect();
        self.tell(title, lines);
    }
    /// Shows what went wrong with a file, a line each.
    pub fn tell(&mut self, title: &str, lines: Vec<String>) {
        self.question = Some(Question::Failed {
            title: title.to_owned(),
            lines,
        });
    }

    /// Asks something that concerns no file; the answer is for the caller.
    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
    }

    /// Whether something is gone for that waits for what becomes of unsaved work.
    pub fn has_goal(&self) -> bool {
        self.after_save.is_some() || matches!(self.question, Some(Question::Unsaved(_)))
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
        match self.origin.path.clone() {
            Some(path) => self.save_now(scene, path, self.origin.seen),
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
        self.path()?.parent().map(PathBuf::from)
    }

    /// Saves, unless the file holds something else than `known`, where that is given.
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

    /// Looks whether another program has changed the file; what came of it is asked about.
    pub fn look_outside(&mut self) {
        if let (Some(path), false, None) = (&self.origin.path, self.busy(), &self.question) {
            let (from, last) = (path.clone(), self.stamp);
            let task = Task::start("look", move || look(&from, last));
            self.looking = Some((path.clone(), task));
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
            (Some(Question::Overwrite(path) | Question::OverwriteChanged(path)), Reply::Overwrite) => {
                self.save_now(scene, path, None);
            }
            (Some(Question::OverwriteChanged(_)), Reply::Elsewhere) => self.save_as(scene),
            (Some(Question::ChangedOutside(path)), Reply::Load) => self.pursue(Goal::OpenPath(path)),
            (Some(Question::TextToImport), Reply::Text(text)) => self.pursue(Goal::ImportText(text)),
            (Some(Question::PathToOpen(_)), Reply::Path(path)) => self.pursue(Goal::OpenPath(path)),
            (Some(Question::PathToSave(_)), Reply::Path(path)) => {
                if let Answer::Save { path, .. } = save_to(path) {
                    // This prompt never asks by itself.
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

    fn pursue(&mut self, goal: Goal) {
        // What is still being read is not to replace what comes now.
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

/// The path that stays right wherever the program is started next.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// The file name suggested for a scene: its title in plain letters.
fn file_name(scene: &Scene) -> String {
    format!("{}.ron", plain_name(scene))
}

/// The title of a scene in plain letters.
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
