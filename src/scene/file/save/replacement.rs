//! A file written piece by piece that takes the place of another once complete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::beside::{Beside, remove_leftovers};
use super::{must_be_replaceable, resolved, sync_folder};

/// The file. Dropped before it takes its place, it is removed, and the other one is as it was.
pub struct Replacement {
    beside: Beside,
    path: PathBuf,
}

impl Replacement {
    /// Begins a file in place of this one. A symbolic link is kept, and its target replaced.
    ///
    /// # Errors
    /// If the file is a folder, a pipe, a device or read-only, or nothing can be written beside it.
    pub fn of(path: &Path) -> io::Result<Self> {
        let path = resolved(path);
        must_be_replaceable(&path)?;
        remove_leftovers(&path);
        let beside = Beside::create(&path)?;
        beside.take_permissions(&path)?;
        Ok(Self { beside, path })
    }

    /// Takes the place of the other file, once all bytes are on the disk.
    ///
    /// # Errors
    /// If they cannot be written; the other file is as it was.
    pub fn take_place(self) -> io::Result<()> {
        self.beside.sync()?;
        self.beside.take_name(&self.path)?;
        sync_folder(&self.path);
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.beside.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
