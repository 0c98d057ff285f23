//! Files that subcommands write: an existing one keeps its contents until the new ones are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::scene::file::{Replacement, is_same_file, write_atomically};

/// A file that is written piece by piece. A new one that is not completed is removed.
pub(super) struct Out(BufWriter<Target>);

enum Target {
    /// A new file, written as rows come, which is removed when this is dropped.
    New(NewFile),
    /// A terminal, a pipe or a device.
    InPlace(File),
    /// What replaces an existing file.
    Beside(Replacement),
}

struct NewFile {
    file: File,
    /// Its path, until it is complete.
    path: Option<PathBuf>,
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // The error that ended the writing is the one to report.
            let _ = fs::remove_file(path);
        }
    }
}

impl Out {
    /// Opens the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let target = if is_replaceable(path) || leads_nowhere(path) {
            match Replacement::of(path) {
                Err(error) if is_writable_in_place(path, &error) => Target::InPlace(File::create(path)?),
                replacement => Target::Beside(replacement?),
            }
        } else if fs::symlink_metadata(path).is_err() {
            Target::New(NewFile {
                file: File::create(path)?,
                path: Some(path.to_owned()),
            })
        } else {
            let _reader_stays = wait_for_reader(path)?;
            Target::InPlace(File::create(path)?)
        };
        Ok(Self(BufWriter::new(target)))
    }

    /// Whether a terminal shows what is written, as with `/dev/stdout`.
    pub(super) fn is_terminal(&self) -> bool {
        match self.0.get_ref() {
            Target::InPlace(file) => file.is_terminal(),
            Target::New(_) | Target::Beside(_) => false,
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be written; an existing file is unchanged then.
    pub(super) fn finish(self) -> io::Result<()> {
        let target = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        match target {
            Target::New(mut new) => {
                new.path = None;
                Ok(())
            }
            Target::InPlace(_) => Ok(()),
            Target::Beside(replacement) => replacement.take_place(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::New(NewFile { file, .. }) | Target::InPlace(file) => file.write(bytes),
            Target::Beside(replacement) => replacement.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::New(NewFile { file, .. }) | Target::InPlace(file) => file.flush(),
            Target::Beside(replacement) => replacement.flush(),
        }
    }
}

/// Writes a whole file. A file that cannot be written completely is left as it was, or not made.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.exists() && !is_replaceable(path) {
        let _reader_stays = wait_for_reader(path)?;
        return fs::write(path, bytes);
    }
    match write_atomically(path, bytes) {
        Err(error) if is_writable_in_place(path, &error) => fs::write(path, bytes),
        done => done,
    }
}

/// A new folder of files, which gets its name once they are complete. Dropped before that, it is removed.
pub(super) struct NewFolder {
    path: PathBuf,
    /// Where the files are until then.
    beside: PathBuf,
}

impl NewFolder {
    /// Refuses a path at which there is anything.
    ///
    /// # Errors
    /// If there is.
    pub(super) fn must_be_new(path: &Path) -> io::Result<()> {
        let fail = |kind, message: &str| Err(io::Error::new(kind, message.to_owned()));
        if fs::symlink_metadata(path).is_ok() {
            fail(
                io::ErrorKind::AlreadyExists,
                "it exists already; give a new folder",
            )
        } else if path.file_name().is_none() {
            fail(io::ErrorKind::InvalidInput, "it has no name; give a new folder")
        } else {
            Ok(())
        }
    }

    /// Begins a folder.
    ///
    /// # Errors
    /// If there is anything of this name, or no folder can be made beside it.
    pub(super) fn begin(path: &Path) -> io::Result<Self> {
        Self::must_be_new(path)?;
        let beside = path.with_file_name(format!(".tinkertoy-{}.part", std::process::id()));
        fs::create_dir(&beside)?;
        Ok(Self {
            path: path.to_owned(),
            beside,
        })
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.beside.join(name), text)
    }

    /// Completes the folder.
    ///
    /// # Errors
    /// If it cannot get its name.
    pub(super) fn finish(self) -> io::Result<()> {
        fs::rename(&self.beside, &self.path)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // Cleaning up; nothing is there any more if the folder has its name, and an earlier error is the one to report.
        let _ = fs::remove_dir_all(&self.beside);
    }
}

/// Waits until something reads a pipe, where the path is one: opening it would wait for ever. Returns the pipe, to be held until it is opened for
/// good: a reader sees its end when no one has it open.
///
/// # Errors
/// If nothing does within a second.
#[cfg(unix)]
fn wait_for_reader(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::time::Duration;
    const TRIALS: u32 = 20;
    if !fs::metadata(path).is_ok_and(|it| it.file_type().is_fifo()) {
        return Ok(None);
    }
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    for _ in 0..TRIALS {
        if let Ok(pipe) = File::options().write(true).custom_flags(flags).open(path) {
            return Ok(Some(pipe));
        }
        std::thread::sleep(Duration::from_secs(1) / TRIALS);
    }
    Err(io::Error::other("it is a pipe that nothing reads"))
}

#[cfg(not(unix))]
fn wait_for_reader(_path: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Whether a file that another one cannot replace may still be written to: it is in a folder where nothing can be made.
fn is_writable_in_place(path: &Path, error: &io::Error) -> bool {
    let is_writable = |path: &Path| fs::metadata(path).is_ok_and(|it| !it.permissions().readonly());
    error.kind() == io::ErrorKind::PermissionDenied && is_writable(path)
}

/// Whether it is a link to nothing. It is replaced, as a save does, so that a planted one cannot choose where a file is made.
fn leads_nowhere(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

/// Whether there is a file whose name another one can take: not that to which the shell leads this program's output, which would go on into
/// the old one.
fn is_replaceable(path: &Path) -> bool {
    let streams = ["/dev/stdout", "/dev/stderr"];
    path.is_file() && !streams.iter().any(|stream| is_same_file(path, Path::new(stream)))
}
