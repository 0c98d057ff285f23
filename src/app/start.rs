//! The initial document.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::scene::{file, gallery};

/// The document to open first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The document open last, else the gallery's first scene.
    Last,
    /// This file.
    File(PathBuf),
    /// A scene of the gallery, by its id.
    Gallery(&'static str),
}

impl Start {
    /// Interprets a command-line argument: a file, or a scene of the gallery.
    ///
    /// # Errors
    /// A sentence, when there is no such file or scene. The content of a file is checked later.
    pub fn named(name: Option<&OsStr>) -> Result<Self, String> {
        let Some(name) = name else { return Ok(Start::Last) };
        let path = PathBuf::from(name);
        match name.to_str().and_then(gallery::find) {
            _ if path.exists() => Ok(Start::File(std::path::absolute(&path).unwrap_or(path))),
            Some(entry) => Ok(Start::Gallery(entry.id)),
            None => Err(format!("{}: {}", file::told(&path), gallery::no_such())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_nothing_is_answered_with_the_names_there_are() {
        let told = Start::named(Some(OsStr::new("jansen-legs")));
        let told = told.err().unwrap_or_default();
        assert!(told.starts_with("jansen-legs: there is no such file"), "{told}");
        for entry in gallery::GALLERY {
            assert!(told.contains(entry.id), "{}", entry.id);
        }
    }
}
