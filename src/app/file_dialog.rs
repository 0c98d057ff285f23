//! What the dialog for a file shows, whoever shows it.

use std::path::PathBuf;

/// What a dialog shows.
#[derive(Debug)]
pub struct FileDialog {
    /// What it is called.
    pub title: &'static str,
    /// The folder to start in.
    pub folder: Option<PathBuf>,
    /// The name suggested, where a file is to be written.
    pub save_as: Option<String>,
    /// What kinds of files are called, and their endings; the first is shown.
    pub filters: Vec<(String, Vec<&'static str>)>,
}
