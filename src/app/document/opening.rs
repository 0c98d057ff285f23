//! A file or text that is being read.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::super::task::Task;
use crate::import::Opened;
use crate::scene::file::FileError;

/// What takes less is not spoken of.
const SLOW: Duration = Duration::from_millis(400);

/// A file or text that is being read.
pub struct Opening {
    /// Where from; the name of the text where it is no file.
    pub path: PathBuf,
    /// What will come of it.
    pub task: Task<Result<Opened, FileError>>,
    since: Instant,
}

impl Opening {
    /// One that begins now.
    pub fn new(path: PathBuf, task: Task<Result<Opened, FileError>>) -> Self {
        let since = Instant::now();
        Self { path, task, since }
    }

    /// Whether it takes so long that it should be said.
    pub fn is_slow(&self) -> bool {
        self.since.elapsed() > SLOW
    }
}
