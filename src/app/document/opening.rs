//! A file or text that is being read.

use std::path::PathBuf;

use super::super::task::Task;
use crate::import::Opened;
use crate::scene::file::FileError;

/// A file or text that is being read.
pub struct Opening {
    /// The file, or the name of the text.
    pub path: PathBuf,
    /// Whether it is a file, which then becomes the file of the scene.
    pub is_file: bool,
    /// The reading under way.
    pub task: Task<Result<Opened, FileError>>,
}
