//! Saving: whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{FileError, write};
use crate::scene::{Scene, validate};

/// Writes a scene file. The old file stays as it was until the new one is whole on the disk: the text goes
/// to a file beside it, which then takes its name.
///
/// # Errors
/// When the scene is not legal (it could not be read back), or the file cannot be written.
pub fn save(scene: &Scene, path: &Path) -> Result<(), FileError> {
    let name = path.display().to_string();
    if let Some(problem) = validate::problems(scene).first() {
        let message = format!("not saved, since it could not be read back: {}", problem.message);
        return Err(FileError::one(&name, None, message));
    }
    write_atomically(path, write(scene).as_bytes())
        .map_err(|error| FileError::one(&name, None, format!("cannot be written: {error}")))
}

/// Writes a file so that afterwards it is either the old one or the new one, also after a power cut.
///
/// # Errors
/// When the file or its folder cannot be written; nothing is changed then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; give a file",
        ));
    }
    let beside = beside(&path);
    let written = fill(&beside, &path, bytes).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // Nothing is left behind; the first error is the one worth telling.
        let _ = fs::remove_file(&beside);
    }
    written?;
    // The new name is safe once the folder is. Not every system can sync a folder.
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty())
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

fn fill(beside: &Path, old: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(beside)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::metadata(old) {
        file.set_permissions(metadata.permissions())?;
    }
    file.sync_all()
}
