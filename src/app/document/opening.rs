//! A file or text that is being read.

use std::path::PathBuf;

use super::super::task::Task;
use crate::import::Opened;
use crate::scene::file::FileError;

/// A file or text that is being read.
pub struct Opening {
    /// Where from; the name of the text where it is no file.
    pub path: PathBuf,
    /// Whether it is a file, which is worked on from then on.
    pub is_file: bool,
    /// What will come of it.
    pub task: Task<Result<Opened, FileError>>,
}
