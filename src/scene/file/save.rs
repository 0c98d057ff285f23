//! Saving of files: completely or not at all, and never over changes by another program.

mod beside;
mod replacement;

use std::fs;
use std::io;
use std::path::Path;

use self::beside::Beside;
pub use self::beside::remove_leftovers;
pub use self::replacement::Replacement;
use super::regular::read_start;
use super::{FileError, Fingerprint, LARGEST, told, write};
use crate::scene::{Scene, validate};

/// Attempts to write a temporary file, since another instance that cleans up may remove it.
const ATTEMPTS: usize = 8;

/// Reason why a scene was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// The file has changed since it was last seen; it was not overwritten.
    ChangedOutside,
    /// The scene is not legal, or the file cannot be written; the file is unchanged.
    Failed(FileError),
}

/// Saves a scene. The old file stays until the new one is complete on the disk: the text goes
/// to a temporary file beside it, which is then renamed.
///
/// # Errors
/// If the scene is not legal (it could not be read back), or the file cannot be written.
pub fn save(scene: &Scene, path: &Path) -> Result<Fingerprint, FileError> {
    save_unless_changed(scene, path, None).map_err(|error| match error {
        NotSaved::Failed(error) => error,
        NotSaved::ChangedOutside => failed(path, "it was changed meanwhile"),
    })
}

/// Saves a scene as [`save`] does, unless the file differs from `known`, the fingerprint when it was last seen.
/// A missing file is written. Returns the fingerprint of the new file.
///
/// # Errors
/// As [`save`], and if another program has changed the file.
pub fn save_unless_changed(
    scene: &Scene,
    path: &Path,
    known: Option<Fingerprint>,
) -> Result<Fingerprint, NotSaved> {
    if let Some(problem) = validate::problems(scene).first() {
        let message = format!("not saved, since it could not be read back: {}", problem.message);
        let name = told(path);
        return Err(NotSaved::Failed(FileError::one(&name, None, message)));
    }
    let text = write(scene);
    let as_known = |path: &Path| {
        known.is_none_or(|known| match read_start(path, LARGEST) {
            Ok(bytes) => Fingerprint::of(&bytes) == known,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        })
    };
    match replace(&resolved(path), text.as_bytes(), Order::DiskFirst, as_known) {
        Ok(true) => Ok(Fingerprint::of(text.as_bytes())),
        Ok(false) => Err(NotSaved::ChangedOutside),
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            let bytes = path.as_os_str().len();
            let message =
                format!("cannot be written: {error}; its path has {bytes} bytes, give a shorter one");
            Err(NotSaved::Failed(failed(path, &message)))
        }
        Err(error) => Err(NotSaved::Failed(failed(
            path,
            &format!("cannot be written: {error}"),
        ))),
    }
}

fn failed(path: &Path, message: &str) -> FileError {
    FileError::one(&told(path), None, message)
}

/// Writes a file atomically: afterwards it is either the old or the new one, even after a power cut. A symbolic link
/// is kept, and its target replaced.
///
/// # Errors
/// If the file or its folder cannot be written; nothing is changed then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(&resolved(path), bytes, Order::DiskFirst, |_| true).map(|_| ())
}

/// The same for a file of the program's own: a symbolic link in its place is replaced, not followed. If there is no old
/// file, the new one gets its name before its bytes are on the disk, so that killing the program in between loses nothing.
///
/// # Errors
/// As [`write_atomically`].
pub fn replace_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let order = if path.exists() {
        Order::DiskFirst
    } else {
        Order::NameFirst
    };
    replace(path, bytes, order, |_| true).map(|_| ())
}

/// Order of renaming and writing to the disk.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// The bytes reach the disk first: until then the old file exists, even after a power cut.
    DiskFirst,
    /// The file gets its name first, as there is no old file to lose.
    NameFirst,
}

fn resolved(path: &Path) -> std::path::PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Replaces a file, unless `agreed` rejects the present file at the last moment; returns whether it was replaced.
fn replace(path: &Path, bytes: &[u8], order: Order, agreed: impl Fn(&Path) -> bool) -> io::Result<bool> {
    must_be_replaceable(path)?;
    remove_leftovers(path);
    let mut attempt = 0;
    loop {
        attempt += 1;
        let beside = Beside::create(path)?;
        beside.fill(path, bytes)?;
        if order == Order::DiskFirst {
            beside.sync()?;
        }
        if !agreed(path) {
            return Ok(false);
        }
        match beside.take_name(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && attempt < ATTEMPTS => {}
            Err(error) => return Err(error),
            Ok(file) => {
                if order == Order::NameFirst {
                    file.sync_all()?;
                }
                break;
            }
        }
    }
    sync_folder(path);
    Ok(true)
}

/// Makes the new name of a file durable, by synchronising its folder, which not every system supports.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty())
        && let Ok(folder) = fs::File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// Refuses devices and read-only files, which a rename would replace as well.
fn must_be_replaceable(path: &Path) -> io::Result<()> {
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(());
    };
    let fail = |kind, message: &str| Err(io::Error::new(kind, message.to_owned()));
    if metadata.is_dir() {
        fail(io::ErrorKind::IsADirectory, "it is a folder; give a file")
    } else if !metadata.is_file() {
        fail(
            io::ErrorKind::InvalidInput,
            "it is a pipe or a device; give a file",
        )
    } else if metadata.permissions().readonly() {
        fail(
            io::ErrorKind::PermissionDenied,
            "it is read-only; give another file, or allow writing to it",
        )
    } else {
        Ok(())
    }
}
