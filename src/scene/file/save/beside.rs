//! The file beside another that takes its name once it is whole.
//!
//! It is made new (`O_EXCL`), so that no planted file or link is written to, with the permissions of the file it
//! replaces before anything is in it. Its writer holds a lock on it: one that nobody holds was left by a writer that
//! was killed, and the next save of the same file takes it away.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Ending of such files.
const ENDING: &str = ".part";
/// Names tried before giving up.
const NAMES: usize = 1000;

/// The file; taken away when dropped before it took the name of the other.
pub(super) struct Beside {
    path: PathBuf,
    file: File,
    named: bool,
}

impl Beside {
    /// Makes it, empty and locked.
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
                    // Another instance that tidies up holds the lock; a system without locks has none to lose.
                    if !matches!(beside.file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
                        return Ok(beside);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // Of the path: such a name is within what systems take.
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

    /// Writes all of it.
    pub(super) fn fill(&self, old: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Ok(metadata) = fs::metadata(old) {
            self.file.set_permissions(metadata.permissions())?;
        }
        (&self.file).write_all(bytes)
    }

    /// Waits until the disk has it.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Takes the name of the other; returns the file.
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
            // Nothing is left behind; the first error is the one worth telling.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Only for this person until it has the permissions of the file it replaces; as usual where it replaces none.
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

/// How the names of such files begin for a file of this name; short, whatever its length.
fn start(name: &OsStr) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    name.hash(&mut hasher);
    format!(".tinkertoy-{:016x}-", hasher.finish())
}

/// A name of letters and digits that is no longer than `most` bytes, for a file whose path is about as long as the system
/// takes. Whose it is cannot be told from it: what a killed writer left under such a name stays.
fn short(count: u64, most: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    /// As many as a count of files needs.
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

/// Takes away what writers of this file left beside it when they were killed. What cannot be taken away stays.
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
        // A link or a pipe was put there by somebody else.
        if ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
