//! The SCENE argument of the command line: a file, or the name of a gallery scene.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Failure, complain};
use crate::import;
use crate::scene::file::{self, FileError, Reading};
use crate::scene::gallery;

/// An opened scene.
#[derive(Debug)]
pub struct Opened {
    /// Its name in messages.
    pub name: String,
    /// The scene, with the places of its items in the file.
    pub reading: Reading,
    /// Path of its file; `None` for a gallery scene.
    pub path: Option<PathBuf>,
}

impl Opened {
    /// Refuses to overwrite the scene's own file, by whatever path or link it is named.
    ///
    /// # Errors
    /// Invalid arguments, if `out` is that file.
    pub fn refuse_overwrite(&self, option: &str, out: &Path) -> Result<(), Failure> {
        self.path.as_deref().map_or(Ok(()), |own| spare(own, option, out))
    }
}

/// Refuses to overwrite an input file, by whatever path or link it is named.
///
/// # Errors
/// Invalid arguments, if `out` is that file.
pub fn spare(own: &Path, option: &str, out: &Path) -> Result<(), Failure> {
    if file::is_same_file(own, out) {
        let out = file::told(out);
        return Err(Failure::Usage(format!(
            "{option} {out}: this is the file that is read; give another file"
        )));
    }
    Ok(())
}

/// Reads a scene from the file of this name or, if there is none, from the gallery. Differences in meaning to an older version of the
/// format are reported on stderr.
///
/// # Errors
/// With the faults of the file, or the available names.
pub fn open(name: &OsStr) -> Result<Opened, Failure> {
    let path = Path::new(name);
    let told = file::told(path);
    if !path.exists()
        && let Some(entry) = name.to_str().and_then(gallery::find)
    {
        let reading = file::read_with_notes(entry.text, &told).map_err(Failure::Scene)?;
        return Ok(Opened {
            name: told,
            reading,
            path: None,
        });
    }
    if !path.exists() && path.extension().is_none() {
        let error = FileError::one(&told, None, gallery::no_such());
        return Err(Failure::Scene(error));
    }
    let reading = import::open(path).map_err(Failure::Scene)?.reading;
    for note in &reading.notes {
        complain(&format!("note: {}", note.of_file(&told)));
    }
    Ok(Opened {
        name: told,
        reading,
        path: Some(path.to_owned()),
    })
}
