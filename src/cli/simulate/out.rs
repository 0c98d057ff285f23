//! File of the rows: an existing one keeps its contents until the new rows are complete.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use crate::scene::file::{Replacement, is_same_file};

/// The file, open for writing.
pub(super) struct Out(BufWriter<Target>);

enum Target {
    /// A new file, a terminal, a pipe or a device, written as rows come.
    InPlace(File),
    /// What replaces an existing file.
    Beside(Replacement),
}

impl Out {
    /// Opens the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let target = if is_replaceable(path) {
            match Replacement::of(path) {
                // In a folder where nothing can be made the file itself may still be written to.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    Target::InPlace(File::create(path)?)
                }
                replacement => Target::Beside(replacement?),
            }
        } else {
            Target::InPlace(File::create(path)?)
        };
        Ok(Self(BufWriter::new(target)))
    }

    /// Whether a terminal shows what is written, as with `/dev/stdout`.
    pub(super) fn is_terminal(&self) -> bool {
        match self.0.get_ref() {
            Target::InPlace(file) => file.is_terminal(),
            Target::Beside(_) => false,
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be written; an existing file is unchanged then.
    pub(super) fn finish(self) -> io::Result<()> {
        let target = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        match target {
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
            Target::InPlace(file) => file.write(bytes),
            Target::Beside(replacement) => replacement.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::InPlace(file) => file.flush(),
            Target::Beside(replacement) => replacement.flush(),
        }
    }
}

/// Whether there is a file whose name another one can take: not that to which the shell leads this program's output, which would go on into
/// the old one.
fn is_replaceable(path: &Path) -> bool {
    let streams = ["/dev/stdout", "/dev/stderr"];
    path.is_file() && !streams.iter().any(|stream| is_same_file(path, Path::new(stream)))
}
