//! What the window opens with.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::scene::gallery;

/// What is opened first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// What was open last, else the gallery's first scene.
    Last,
    /// This file.
    File(PathBuf),
    /// A scene of the gallery, by its id.
    Gallery(&'static str),
}

impl Start {
    /// What a person named on the command line: a file, or a scene of the gallery.
    ///
    /// # Errors
    /// When there is no such file or scene, as a sentence. What is in a file is looked at later.
    pub fn named(name: Option<&OsStr>) -> Result<Self, String> {
        let Some(name) = name else { return Ok(Start::Last) };
        let path = PathBuf::from(name);
        match name.to_str().and_then(gallery::find) {
            _ if path.exists() => Ok(Start::File(std::path::absolute(&path).unwrap_or(path))),
            Some(entry) => Ok(Start::Gallery(entry.id)),
            None => Err(format!(
                "{}: there is no such file, nor a gallery scene of that name",
                path.display()
            )),
        }
    }
}
