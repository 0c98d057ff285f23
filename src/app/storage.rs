//! Folders for settings and unsaved work, and atomic writing of files.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::scene::file;

/// Name of the program's folder within the system's folders.
const FOLDER: &str = "tinkertoy";
/// Environment variable with a folder that replaces all system folders: for tests, and for portable use.
pub const HOME_VARIABLE: &str = "TINKERTOY_HOME";

/// The user's folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    config: PathBuf,
    state: PathBuf,
}

impl Storage {
    /// The folders according to the system; `None` where it has no home folder. Nothing is created yet.
    pub fn find() -> Option<Storage> {
        Storage::from_environment(&|name| std::env::var_os(name))
    }

    /// All folders below one folder.
    pub fn at(home: &Path) -> Storage {
        Storage {
            config: home.join("config"),
            state: home.join("state"),
        }
    }

    fn from_environment(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Storage> {
        let path = |name: &str| {
            variable(name)
                .filter(|v| !v.is_empty())
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        if let Some(home) = path(HOME_VARIABLE) {
            return Some(Storage::at(&home));
        }
        if let Some(folder) = path("APPDATA") {
            let local = path("LOCALAPPDATA").unwrap_or_else(|| folder.clone());
            return Some(Storage {
                config: folder.join(FOLDER),
                state: local.join(FOLDER),
            });
        }
        let home = path("HOME");
        let under_home = |rest: &str| home.as_ref().map(|h| h.join(rest));
        Some(Storage {
            config: path("XDG_CONFIG_HOME")
                .or_else(|| under_home(".config"))?
                .join(FOLDER),
            state: path("XDG_STATE_HOME")
                .or_else(|| under_home(".local/state"))?
                .join(FOLDER),
        })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// The folder of crash-recovery copies.
    pub fn rescue(&self) -> PathBuf {
        self.state.join("rescue")
    }

    /// File in which version 0.1 kept the unsaved work of the instance that wrote last.
    pub fn old_autosave(&self) -> PathBuf {
        self.state.join("autosave.ron")
    }
}

/// Writes a file atomically (see [`file::write_atomically`]); creates its folder first.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_folder_of(path)?;
    file::write_atomically(path, bytes)
}

/// Creates the folder of a file, where it does not exist.
pub fn make_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Creates an empty folder for the test with this name.
#[cfg(test)]
pub fn temporary(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tinkertoy-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::create_dir_all(&folder);
    folder
}

/// A named pipe for a test.
#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used)]
pub fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn storage(pairs: &[(&str, &str)]) -> Option<Storage> {
        Storage::from_environment(&|name| pairs.iter().find(|p| p.0 == name).map(|p| OsString::from(p.1)))
    }

    #[test]
    fn folders_follow_the_system() {
        let plain = storage(&[("HOME", "/home/a")]).unwrap();
        assert_eq!(
            plain.settings(),
            Path::new("/home/a/.config/tinkertoy/settings.ron")
        );
        assert_eq!(plain.rescue(), Path::new("/home/a/.local/state/tinkertoy/rescue"));
        let named = storage(&[
            ("HOME", "/home/a"),
            ("XDG_CONFIG_HOME", "/c"),
            ("XDG_STATE_HOME", ""),
        ])
        .unwrap();
        assert_eq!(named.settings(), Path::new("/c/tinkertoy/settings.ron"));
        assert_eq!(named.rescue(), plain.rescue());
        let own = storage(&[("HOME", "/home/a"), (HOME_VARIABLE, "/t")]).unwrap();
        assert_eq!(own.settings(), Path::new("/t/config/settings.ron"));
        assert_eq!(storage(&[]), None);
        assert_eq!(storage(&[("HOME", "not/absolute")]), None);
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("tinkertoy-storage-{}", std::process::id()));
        let file = folder.join("deep").join("a scene.ron");
        write_atomically(&file, b"one").unwrap();
        write_atomically(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.join("deep")).unwrap().count(), 1);
        assert!(write_atomically(&folder.join("deep"), b"a folder").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
