//! Temporary file beside another file, which takes its name once complete.
//!
//! It is created exclusively (`O_EXCL`), so that no planted file or link is written to, and gets the permissions of the file that it
//! replaces before any contents. Its writer holds a lock on it: an unlocked one was left by a writer that
//! was killed, and is removed by the next save of the same file.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// File name extension of temporary files.
const ENDING: &str = ".part";
/// Largest number of names tried.
const NAMES: usize = 1000;

/// A temporary file; removed when dropped, unless it was renamed.
pub(super) struct Beside {
    path: PathBuf,
    file: File,
    named: bool,
}

impl Beside {
    /// Creates the file, empty and locked.
    pub(super) fn create(of: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = of
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
        let mut is_too_long = false;
        for _ in 0..NAMES {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = of.with_file_name(if is_too_long {
                short(count, name.len())
            } else {
                format!("{}{}-{count}{ENDING}", start(name), std::process::id())
            });
            match create_private(&path, of.exists()) {
                Ok(file) => {
                    let beside = Self {
                        path,
                        file,
                        named: false,
                    };
                    // An instance that cleans up may hold the lock. Other errors mean that the system has no locks.
                    if !matches!(beside.file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
                        return Ok(beside);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // The path is too long, since such a name alone is within the limits of file systems.
                Err(error) if error.kind() == io::ErrorKind::InvalidFilename && !is_too_long => {
                    is_too_long = true;
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "no file can be made beside it",
        ))
    }

    /// Sets the permissions of the old file, if there is one.
    pub(super) fn take_permissions(&self, old: &Path) -> io::Result<()> {
        fs::metadata(old).map_or(Ok(()), |it| self.file.set_permissions(it.permissions()))
    }

    /// Writes some bytes; returns their number.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        (&self.file).write(bytes)
    }

    /// Sets the permissions of the old file and writes all bytes.
    pub(super) fn fill(&self, old: &Path, bytes: &[u8]) -> io::Result<()> {
        self.take_permissions(old)?;
        (&self.file).write_all(bytes)
    }

    /// Waits until the file is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Renames the file to that path; returns the open file.
    pub(super) fn take_name(mut self, path: &Path) -> io::Result<File> {
        let file = self.file.try_clone()?;
        fs::rename(&self.path, path)?;
        self.named = true;
        Ok(file)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.named {
            // Cleaning up; an earlier error is the one to report.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Creates a file; accessible to this user only if it replaces another, until it gets the permissions of that one.
#[cfg_attr(not(unix), allow(unused_variables))]
fn create_private(path: &Path, replaces: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if replaces {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Prefix of temporary files for a file of this name, short for any length of the name.
fn start(name: &OsStr) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    name.hash(&mut hasher);
    format!(".tinkertoy-{:016x}-", hasher.finish())
}

/// A name of letters and digits with at most `most` bytes, for a path near the length limit of the system.
/// It does not identify the file it belongs to, so one left by a killed writer stays.
fn short(count: u64, most: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    /// Number of characters that suffices for a count of files.
    const ENOUGH: usize = 8;
    let (dot, length) = if most > 1 {
        (".", most.min(ENOUGH) - 1)
    } else {
        ("", 1)
    };
    let mut left = count;
    let mut name = dot.to_owned();
    for _ in 0..length {
        name.push(char::from(DIGITS[(left % 36) as usize]));
        left /= 36;
    }
    name
}

/// Removes temporary files of this file that killed writers left. Files that cannot be removed stay.
pub fn remove_leftovers(of: &Path) {
    let Some(start) = of.file_name().map(start) else {
        return;
    };
    let folder = match of.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(&start) && name.ends_with(ENDING));
        // A link or a pipe is not from this program.
        if ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
