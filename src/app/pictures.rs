//! Pictures to be traced over: chosen, read and made smaller beside the frame loop.

use std::path::PathBuf;
use std::sync::Arc;

use super::dialogs::{Answer, Ask, Dialogs};
use super::task::{Progress, Task};
use crate::raster::{Image, ImageFile};
use crate::scene::file::read_regular;

/// Something to follow.
#[derive(Debug)]
pub enum News {
    /// This picture is to lie under the machine.
    Taken(Arc<ImageFile>),
    /// There is none, and why.
    Failed(String),
    /// There is no system dialog: ask for a path, this folder to start in.
    AskPath(PathBuf),
}

/// What is chosen or being read.
#[derive(Default)]
pub struct Pictures {
    dialogs: Dialogs,
    taking: Option<Task<Result<ImageFile, String>>>,
    /// The file to be read after it: one at a time, each takes its pixels' memory.
    waiting: Option<PathBuf>,
    /// The picture of the scene whose pixels are being read, or were last.
    shown: Option<Arc<ImageFile>>,
    showing: Option<Task<Option<String>>>,
}

impl Pictures {
    /// Whether a file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// Whether a dialog is open or something is being read.
    pub fn busy(&self) -> bool {
        self.has_dialog() || self.taking.is_some() || self.showing.is_some()
    }

    /// For how long a picture has been taken in (s).
    pub fn reading(&self) -> Option<f64> {
        self.taking.as_ref().map(Task::seconds)
    }

    /// Gives that up.
    pub fn cancel_reading(&mut self) {
        (self.taking, self.waiting) = (None, None);
    }

    /// Asks which file.
    pub fn ask(&mut self, folder: Option<PathBuf>) {
        self.dialogs.ask(Ask::Picture { folder });
    }

    /// Takes a file in.
    pub fn read(&mut self, path: PathBuf) {
        if self.taking.is_some() {
            self.waiting = Some(path);
            return;
        }
        self.taking = Some(Task::start("picture", move || {
            let name = path.display().to_string();
            let bytes = read_regular(&path, &name).map_err(|error| error.to_string())?;
            ImageFile::taken_in(bytes).map_err(|error| format!("{name}: {error}"))
        }));
    }

    /// Takes pixels in.
    pub fn take(&mut self, image: Arc<Image>) {
        self.taking = Some(Task::start("picture", move || {
            ImageFile::of_image(Image::clone(&image)).map_err(|error| error.to_string())
        }));
    }

    /// Looks after dialogs and reading; `shown` is the picture of the scene.
    pub fn poll(&mut self, shown: Option<&Arc<ImageFile>>) -> Option<News> {
        match self.dialogs.poll() {
            Some(Answer::Picture(path)) => self.read(path),
            Some(Answer::Unavailable(Ask::Picture { folder })) => {
                return Some(News::AskPath(folder.unwrap_or_default()));
            }
            _ => {}
        }
        if let Some(task) = &self.taking {
            let result = match task.poll() {
                Progress::Running => return None,
                Progress::Done(result) => result,
                Progress::Lost => Err("the reading broke off".to_owned()),
            };
            self.taking = None;
            if let Some(path) = self.waiting.take() {
                self.read(path);
            }
            return Some(match result {
                Ok(file) => News::Taken(Arc::new(file)),
                Err(why) => News::Failed(format!("The picture was not taken: {why}")),
            });
        }
        self.read_shown(shown)
    }

    /// Has the pixels of the scene's picture read; says so once where they cannot be.
    fn read_shown(&mut self, shown: Option<&Arc<ImageFile>>) -> Option<News> {
        if let Some(task) = &self.showing {
            let why = match task.poll() {
                Progress::Running => return None,
                Progress::Done(why) => why,
                Progress::Lost => Some("the reading broke off".to_owned()),
            };
            self.showing = None;
            return why.map(|why| News::Failed(format!("The picture under the scene is not shown: {why}")));
        }
        // Not by their bytes: a scene that is opened again brings a file that is not read yet.
        let same = match (&self.shown, shown) {
            (Some(shown), Some(now)) => Arc::ptr_eq(shown, now),
            (shown, now) => shown.is_none() && now.is_none(),
        };
        if !same {
            self.shown = shown.cloned();
            if let Some(file) = shown.filter(|it| it.image_if_read().is_none()).cloned() {
                self.showing = Some(Task::start("picture", move || {
                    file.image().err().map(|why| why.to_string())
                }));
            }
        }
        None
    }
}
