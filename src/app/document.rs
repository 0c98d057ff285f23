//! Where the scene comes from and goes to: opening, saving, and asking before anything is lost. Files and
//! dialogs are worked on beside the frame loop; this is looked after once a frame.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dialogs::{Answer, Ask, Dialogs, save_to};
use super::rescue::{Origin, is_same};
use super::task::{Progress, Task};
use crate::scene::file::{self, FileError, Fingerprint, Loaded, NotSaved, Reading};
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
const OLDER: &str = "The scene was opened as it was meant in an older version of the format";
const OUTSIDE_UNREADABLE: &str = "Another program has changed the file, and what is in it now is no scene";

/// Longest file name suggested (bytes); the most that systems take is about 255.
const LONGEST_NAME: usize = 120;

/// Length and time of change of a file: as long as they stay, it need not be read again.
type Stamp = (u64, SystemTime);
/// What a look found: nothing more where the file is gone or its stamp stays.
type Look = (Option<Stamp>, Option<Fingerprint>);

fn look(path: &Path, last: Option<Stamp>) -> Look {
    let stamp = std::fs::metadata(path)
        .and_then(|it| Ok((it.len(), it.modified()?)))
        .ok();
    let found = (stamp.is_none() || stamp != last)
        .then(|| std::fs::read(path).ok())
        .flatten();
    (stamp, found.map(|bytes| Fingerprint::of(&bytes)))
}

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
    opening: Option<(PathBuf, Task<Result<Loaded, FileError>>)>,
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
    /// What the person has to answer.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
    /// Whether a system dialog is open or a file is being worked on.
    pub fn busy(&self) -> bool {
        self.dialogs.is_open() || self.opening.is_some() || self.saving.is_some() || self.looking.is_some()
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
        match goal {
            Goal::New => {
                self.came_from(Origin::default(), None);
                self.events.push(Event::Opened(Box::default()));
            }
            Goal::Open => self.dialogs.ask(Ask::Open {
                folder: self.folder(),
            }),
            Goal::OpenPath(path) => {
                let path = absolute(path);
                let from = path.clone();
                let task = Task::start("open", move || file::load_with_notes(&from));
                self.opening = Some((path, task));
            }
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
                Answer::Cancelled => self.after_save = None,
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

    fn poll_opening(&mut self) {
        let Some((path, task)) = &self.opening else { return };
        let path = path.clone();
        match task.poll() {
            Progress::Running => return,
            Progress::Done(Ok(loaded)) => {
                let origin = Origin {
                    path: Some(path.clone()),
                    seen: Some(loaded.fingerprint),
                };
                self.came_from(origin, None);
                let Reading { scene, notes, .. } = loaded.reading;
                self.events.push(Event::Opened(Box::new(scene)));
                if !notes.is_empty() {
                    let lines = notes.iter().map(|note| note.of_file(&path.display().to_string()));
                    let lines = lines.collect();
                    self.tell(OLDER, lines);
                }
            }
            Progress::Done(Err(error)) => {
                let outside = self.path() == Some(path.as_path());
                self.fail(if outside { OUTSIDE_UNREADABLE } else { NOT_OPENED }, &error);
            }
            Progress::Lost => {}
        }
        self.opening = None;
    }

    fn poll_saving(&mut self) {
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
            // What the saving was for is done once the file may be written over.
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

    fn poll_looking(&mut self) {
        let Some((path, task)) = &self.looking else { return };
        let (stamp, found) = match task.poll() {
            Progress::Running => return,
            Progress::Done(look) => look,
            Progress::Lost => (None, None),
        };
        let path = path.clone();
        self.looking = None;
        self.stamp = stamp;
        // A file that is gone is written anew by the next save: nothing of it can be lost.
        let is_news = found.is_some() && self.origin.seen.is_some_and(|seen| found != Some(seen));
        let is_ours = self.path() == Some(path.as_path());
        if is_news && is_ours && found != self.asked && self.question.is_none() && !self.busy() {
            // Asked once; a save asks again before it writes over it.
            self.asked = found;
            self.question = Some(Question::ChangedOutside(path));
        }
    }
}

/// The path that stays right wherever the program is started next.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
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
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name.trim_end_matches('-');
    format!("{}.ron", if name.is_empty() { "scene" } else { name })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::app::storage::temporary;

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

    fn saved(path: &Path, scene: &Scene, then: Option<Goal>) -> Event {
        Event::Saved {
            path: path.to_owned(),
            scene: Box::new(scene.clone()),
            then,
        }
    }

    fn titled(title: &str) -> Scene {
        let mut scene = Scene::default();
        scene.info.title = title.into();
        scene
    }

    /// A document opened from a file of its own with this title.
    fn opened(path: &Path, title: &str) -> Document {
        file::save(&titled(title), path).unwrap();
        let mut document = Document::default();
        document.go_for(Goal::OpenPath(path.to_owned()), false);
        let events = settle(&mut document, &Scene::default());
        assert_eq!(events, [Event::Opened(Box::new(titled(title)))]);
        document
    }

    /// Looks outside, and lets the look come to its end.
    fn look_now(document: &mut Document) {
        document.look_outside();
        while document.busy() {
            assert!(document.poll(Scene::default).is_empty());
            std::thread::yield_now();
        }
    }

    #[test]
    fn unsaved_work_is_asked_about_and_saving_goes_on_with_what_was_wanted() {
        let folder = temporary("document");
        let path = folder.join("a.ron");
        let mut document = Document::default();
        let scene = Scene::default();
        let origin = Origin {
            path: Some(path.clone()),
            seen: None,
        };
        document.came_from(origin, None);
        document.go_for(Goal::Quit, true);
        assert_eq!(document.question(), Some(&Question::Unsaved(Goal::Quit)));
        document.reply(Reply::Cancel, &scene);
        assert!(document.poll(|| scene.clone()).is_empty() && document.question().is_none());
        document.go_for(Goal::Quit, true);
        document.reply(Reply::Save, &scene);
        let events = settle(&mut document, &scene);
        assert_eq!(events, [saved(&path, &scene, Some(Goal::Quit))]);
        assert!(path.exists());
        document.go_for(Goal::New, true);
        document.reply(Reply::Discard, &scene);
        assert_eq!(document.poll(|| scene.clone()), [Event::Opened(Box::default())]);
        assert_eq!(document.path(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_broken_file_is_shown_with_its_place_and_changes_nothing() {
        let folder = temporary("broken");
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
        let folder = temporary("prompt");
        let scene = Scene::default();
        let asking = || Document {
            question: Some(Question::PathToSave(PathBuf::new())),
            ..Document::default()
        };
        let mut document = asking();
        document.reply(Reply::Path(folder.join("machine")), &scene);
        let path = folder.join("machine.ron");
        assert_eq!(settle(&mut document, &scene), [saved(&path, &scene, None)]);
        let mut other = asking();
        other.reply(Reply::Path(path.clone()), &scene);
        assert_eq!(other.question(), Some(&Question::Overwrite(path.clone())));
        other.reply(Reply::Overwrite, &scene);
        assert_eq!(settle(&mut other, &scene), [saved(&path, &scene, None)]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_another_program_changed_is_asked_about_once_and_not_written_over_unasked() {
        let folder = temporary("outside");
        let path = folder.join("a.ron");
        let mut document = opened(&path, "first");
        look_now(&mut document);
        assert_eq!(document.question(), None, "it is as it was");
        file::save(&titled("outside"), &path).unwrap();
        look_now(&mut document);
        assert_eq!(document.question(), Some(&Question::ChangedOutside(path.clone())));
        document.reply(Reply::Cancel, &Scene::default());
        look_now(&mut document);
        assert_eq!(document.question(), None, "not asked again and again");
        // A save still asks, and goes on with what it was for.
        let mine = titled("mine");
        document.go_for(Goal::Quit, true);
        document.reply(Reply::Save, &mine);
        assert!(settle(&mut document, &mine).is_empty());
        assert_eq!(
            document.question(),
            Some(&Question::OverwriteChanged(path.clone()))
        );
        assert_eq!(file::load(&path).unwrap(), titled("outside"));
        document.reply(Reply::Overwrite, &mine);
        let events = settle(&mut document, &mine);
        assert_eq!(events, [saved(&path, &mine, Some(Goal::Quit))]);
        look_now(&mut document);
        assert_eq!(document.question(), None);
        // Changed again, and taken over this time.
        file::save(&titled("again"), &path).unwrap();
        look_now(&mut document);
        document.reply(Reply::Load, &mine);
        assert_eq!(
            settle(&mut document, &mine),
            [Event::Opened(Box::new(titled("again")))]
        );
        // A file that is gone is written anew.
        std::fs::remove_file(&path).unwrap();
        look_now(&mut document);
        assert_eq!(document.question(), None);
        document.save(&mine);
        assert_eq!(settle(&mut document, &mine), [saved(&path, &mine, None)]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn where_a_scene_is_from_is_an_absolute_path() {
        let mut document = Document::default();
        document.go_for(Goal::OpenPath("tests/fixtures/one_of_each.v1.ron".into()), false);
        settle(&mut document, &Scene::default());
        assert!(document.path().unwrap().is_absolute());
    }

    #[test]
    fn suggested_names_are_plain() {
        let mut scene = Scene::default();
        assert_eq!(file_name(&scene), "scene.ron");
        scene.info.title = "Ball & chain, 1:1000!".into();
        assert_eq!(file_name(&scene), "ball-chain-1-1000.ron");
        scene.info.title = "é".repeat(1000);
        assert!(file_name(&scene).len() <= LONGEST_NAME + 4);
    }
}
