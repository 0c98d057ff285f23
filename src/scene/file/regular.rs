//! Reading of whole files: regular files of bounded length, without ever waiting.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::{FileError, LARGEST};

/// Message for a file that is not regular.
const NO_FILE: &str = "this is a pipe or a device; scenes are read from files: save it to one first";
/// Message for a stream that the kernel presents as a regular file.
const NO_END: &str =
    "this has no end but what is yet to come; scenes are read from files: save it to one first";

/// The bytes of a regular file. Reading a pipe would wait, and a device may have no end: both are refused before
/// they are opened.
///
/// # Errors
/// If there is no such file, it cannot be read, or it is larger than any scene.
pub fn read_regular(path: &Path, name: &str) -> Result<Vec<u8>, FileError> {
    read_at_most(path, name, LARGEST)
}

/// The same with another limit (bytes).
///
/// # Errors
/// As [`read_regular`].
pub fn read_at_most(path: &Path, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
    let fail = |message: String| FileError::one(name, None, message);
    let bytes = read_start(path, most).map_err(|error| match error.kind() {
        ErrorKind::IsADirectory => fail("this is a folder; give a file".to_owned()),
        ErrorKind::InvalidInput => fail(NO_FILE.to_owned()),
        ErrorKind::WouldBlock => fail(NO_END.to_owned()),
        _ => fail(format!("cannot be read: {error}")),
    })?;
    if bytes.len() > most {
        let most = most >> 20;
        return Err(fail(format!(
            "the file has more than {most} MB; that is more than any scene that is read"
        )));
    }
    Ok(bytes)
}

/// The bytes of a regular file; of a file longer than `most`, the first `most` bytes and one more.
///
/// # Errors
/// If there is no such file, it is not regular or it cannot be read.
pub fn read_start(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Bounded, as the file may grow while it is read.
    open_regular(path)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file for reading.
///
/// # Errors
/// If there is no such file, it is not regular or it cannot be opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Checked before opening, since opening some devices has an effect.
    must_be_regular(&std::fs::metadata(path)?)?;
    let file = open_at_once(path)?;
    // Checked again, since the file may have been replaced in between.
    must_be_regular(&file.metadata()?)?;
    Ok(file)
}

fn must_be_regular(kind: &Metadata) -> io::Result<()> {
    if kind.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if kind.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, NO_FILE))
    }
}

/// Opens a file without blocking: a file shown by the kernel may be an endless stream of messages.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // O_NONBLOCK; it has another value on the excluded processors.
        #[cfg(not(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc64")))]
        options.custom_flags(0o4000);
    }
    options.open(path)
}

/// Whether two paths lead to the same file. Neither is opened, since opening a pipe waits for its other end.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let (Ok(first), Ok(second)) = (std::fs::metadata(one), std::fs::metadata(other)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        first.dev() == second.dev() && first.ino() == second.ino()
    }
    #[cfg(not(unix))]
    {
        first.is_file() && second.is_file() && same_file::is_same_file(one, other).unwrap_or(false)
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn one_file_is_known_by_any_of_its_names() {
        let folder = std::env::temp_dir().join(format!("tinkertoy-names-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [one, other, link, hard] = ["one", "other", "link", "hard"].map(|name| folder.join(name));
        std::fs::write(&one, "one").unwrap();
        std::fs::write(&other, "one").unwrap();
        std::os::unix::fs::symlink(&one, &link).unwrap();
        std::fs::hard_link(&one, &hard).unwrap();
        assert!(is_same_file(&one, &link) && is_same_file(&hard, &link));
        assert!(!is_same_file(&one, &other) && !is_same_file(&one, &folder.join("none")));
        assert_eq!(read_start(&link, 2).unwrap(), b"one");
        assert_eq!(
            read_start(&folder, 2).unwrap_err().kind(),
            ErrorKind::IsADirectory
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
