//! Underlay pictures (to be traced over): chosen, decoded and reduced on another thread.

use std::path::PathBuf;
use std::sync::Arc;

use super::dialogs::{Answer, Ask, Dialogs};
use super::task::{Progress, Task};
use crate::raster::{Image, ImageFile};
use crate::scene::file::read_regular;

/// An event to handle.
#[derive(Debug)]
pub enum News {
    /// This picture is to be laid under the machine.
    Taken(Arc<ImageFile>),
    /// No picture was read; the reason.
    Failed(String),
    /// There is no system dialog: ask for a path, starting in this folder.
    AskPath(PathBuf),
}

/// The dialog, and the pictures being read.
#[derive(Default)]
pub struct Pictures {
    dialogs: Dialogs,
    taking: Option<Task<Result<ImageFile, String>>>,
    /// The file to be read next: one at a time, as each takes the memory of its pixels.
    waiting: Option<PathBuf>,
    /// The scene's picture whose pixels are being decoded, or were last.
    shown: Option<Arc<ImageFile>>,
    showing: Option<Task<Option<String>>>,
}

impl Pictures {
    /// Whether a file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// Whether a dialog is open or a picture is being read.
    pub fn busy(&self) -> bool {
        self.has_dialog() || self.taking.is_some() || self.showing.is_some()
    }

    /// Duration of reading a picture so far (s).
    pub fn reading(&self) -> Option<f64> {
        self.taking.as_ref().map(Task::seconds)
    }

    /// Cancels reading.
    pub fn cancel_reading(&mut self) {
        (self.taking, self.waiting) = (None, None);
    }

    /// Asks for a file.
    pub fn ask(&mut self, folder: Option<PathBuf>) {
        self.dialogs.ask(Ask::Picture { folder });
    }

    /// Reads a picture file.
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

    /// Takes over pixels from the clipboard.
    pub fn take(&mut self, image: Arc<Image>) {
        self.taking = Some(Task::start("picture", move || {
            ImageFile::of_image(Image::clone(&image)).map_err(|error| error.to_string())
        }));
    }

    /// Polls the dialog and the reading; `shown` is the picture of the scene.
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

    /// Starts to decode the pixels of the scene's picture; reports a failure once.
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
        // Compared by identity, not by bytes: a scene that is opened again has a file that is not decoded yet.
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
