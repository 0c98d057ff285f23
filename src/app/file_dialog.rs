//! Parameters of a file dialog, common to all providers of dialogs.

use std::path::PathBuf;

/// Parameters of a file dialog.
#[derive(Debug)]
pub struct FileDialog {
    /// Title of the dialog.
    pub title: &'static str,
    /// The folder to start in.
    pub folder: Option<PathBuf>,
    /// The suggested name, where a file is to be written.
    pub save_as: Option<String>,
    /// Names of the file types with their extensions; the first is preselected.
    pub filters: Vec<(String, Vec<&'static str>)>,
}
