//! Crash recovery: copies of unsaved work on disk, one file per instance, bound to the scene file they belong to.
//!
//! An instance holds a lock on a file of its own as long as it lives; the system releases it when the process ends,
//! however it ends. A copy whose lock nobody holds is left from a crash and is taken over by whichever instance gets the
//! lock; one whose lock is held is another instance's live work, and is left alone.
//!
//! A copy is a scene file whose first line is a comment with the scene's origin.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::path_text;
use super::storage::Storage;
use crate::scene::Scene;
use crate::scene::file::{self, FileError, Fingerprint};

/// Beginning of the first line of a copy.
const HEAD: &str = "// Unsaved work of ";
/// Separator before the fingerprint of the file as last seen.
const SEEN: &str = "; seen as ";
/// Extensions of the two files of a slot.
const COPY: &str = "ron";
const LOCK: &str = "lock";
/// Extension of a copy that cannot be read, kept for manual recovery.
const DAMAGED: &str = "damaged";

/// Origin of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// Its file, as an absolute path; `None` for a scene that was never saved.
    pub path: Option<PathBuf>,
    /// Fingerprint of the file's content when last read or written.
    pub seen: Option<Fingerprint>,
}

/// The files of one instance's copy, locked as long as this value lives.
#[derive(Debug)]
pub struct Slot {
    copy: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl Slot {
    /// Creates a new slot.
    ///
    /// # Errors
    /// When the folder cannot be created or written.
    pub fn create(storage: &Storage) -> io::Result<Self> {
        /// Number of attempts: an instance that searches for crash leftovers can remove a lock file before it is locked.
        const ATTEMPTS: usize = 8;
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let folder = storage.rescue();
        fs::create_dir_all(&folder)?;
        for _ in 0..ATTEMPTS {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}-{}-{count}", now.as_nanos(), std::process::id());
            let lock = folder.join(name).with_extension(LOCK);
            let held = OpenOptions::new().write(true).create_new(true).open(&lock)?;
            match held.try_lock() {
                Ok(()) if lock.exists() => {
                    return Ok(Self {
                        copy: lock.with_extension(COPY),
                        lock,
                        _held: held,
                    });
                }
                Err(TryLockError::Error(error)) => return Err(error),
                Ok(()) | Err(TryLockError::WouldBlock) => {}
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Takes over a copy whose lock is free; `None` while its instance lives, or where it is gone.
    fn take_over(copy: &Path) -> Option<Self> {
        let lock = copy.with_extension(LOCK);
        // A missing lock file is created: nobody can hold it.
        let held = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock)
            .ok()?;
        held.try_lock().ok()?;
        let slot = Self {
            copy: copy.to_owned(),
            lock,
            _held: held,
        };
        file::remove_leftovers(copy);
        slot.copy.exists().then_some(slot)
    }

    /// Writes the copy atomically.
    ///
    /// # Errors
    /// When it cannot be written; the previous copy is kept.
    pub fn write(&self, scene: &Scene, origin: &Origin) -> io::Result<()> {
        let text = head(origin) + &file::write(scene);
        file::replace_atomically(&self.copy, text.as_bytes())
    }

    /// Removes the copy.
    pub fn clear(&self) {
        // It may be gone already.
        let _ = fs::remove_file(&self.copy);
    }

    /// Path of the copy, whether or not it exists.
    pub fn copy(&self) -> &Path {
        &self.copy
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Without a copy the lock file has no purpose.
        if !self.copy.exists() {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// Unsaved work of an instance that ended abnormally.
#[derive(Debug)]
pub struct Rescued {
    /// The scene.
    pub scene: Scene,
    /// Its origin.
    pub origin: Origin,
    /// Its slot, which belongs to this instance from then on.
    pub slot: Slot,
}

/// Result of a search.
#[derive(Debug, Default)]
pub struct Found {
    /// The latest matching copy.
    pub rescued: Option<Rescued>,
    /// Number of copies kept for another time: those of other files, and older ones.
    pub others: usize,
    /// Whether another instance holds a matching copy: it may be alive, or about to end.
    pub held: bool,
    /// Unreadable copies: where they are kept, and the error.
    pub damaged: Vec<(PathBuf, FileError)>,
}

/// Searches for work left behind by a crash: that of the file `wanted`, or the latest of any scene where no file is given.
pub fn find(storage: &Storage, wanted: Option<&Path>) -> Found {
    adopt_old(storage);
    let mut found = Found::default();
    let files: Vec<PathBuf> = fs::read_dir(storage.rescue())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    let ending = |path: &&PathBuf, ending: &str| path.extension().is_some_and(|it| it == ending);
    for lock in files.iter().filter(|path| ending(path, LOCK)) {
        // Removes the lock file of an instance that was killed before it wrote a copy.
        drop(Slot::take_over(&lock.with_extension(COPY)));
    }
    let mut copies: Vec<PathBuf> = files.iter().filter(|path| ending(path, COPY)).cloned().collect();
    // The latest first; copies of the same time by name.
    copies.sort_by_cached_key(|path| {
        let written = fs::metadata(path)
            .and_then(|it| it.modified())
            .unwrap_or(UNIX_EPOCH);
        (std::cmp::Reverse(written), path.clone())
    });
    for copy in copies {
        let slot = Slot::take_over(&copy);
        let origin = origin_of(&copy);
        let is_wanted = match (wanted, &origin.path) {
            (None, _) => true,
            (Some(wanted), Some(path)) => is_same(wanted, path),
            (Some(_), None) => false,
        };
        let Some(slot) = slot else {
            // A copy that is gone is not held.
            found.held |= is_wanted && copy.exists();
            continue;
        };
        if !is_wanted || found.rescued.is_some() {
            found.others += 1;
            continue;
        }
        match file::load(&copy) {
            Ok(scene) => found.rescued = Some(Rescued { scene, origin, slot }),
            Err(error) => {
                let kept = copy.with_extension(DAMAGED);
                // If it cannot be renamed it stays, and is reported all the same.
                let place = if fs::rename(&copy, &kept).is_ok() {
                    kept
                } else {
                    copy
                };
                found.damaged.push((place, error));
            }
        }
    }
    found
}

/// Whether two paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || file::is_same_file(one, other)
}

/// Moves the copy written by version 0.1 to a slot of its own.
fn adopt_old(storage: &Storage) {
    let old = storage.old_autosave();
    if old.is_file()
        && let Ok(slot) = Slot::create(storage)
    {
        // It stays where it is if it cannot be moved.
        let _ = fs::rename(&old, slot.copy());
    }
}

fn head(origin: &Origin) -> String {
    let path = origin.path.as_deref().map(path_text::encode).unwrap_or_default();
    let seen = origin.seen.map(|it| format!("{SEEN}{it}")).unwrap_or_default();
    format!("{HEAD}{path}{seen}\n")
}

fn origin_of(copy: &Path) -> Origin {
    use std::io::{BufRead, BufReader, Read};
    /// Maximum length of the first line that is read (bytes).
    const LONGEST: u64 = 1 << 16;
    let mut line = String::new();
    let read =
        file::open_regular(copy).and_then(|file| BufReader::new(file.take(LONGEST)).read_line(&mut line));
    let Some(told) = line.trim_end().strip_prefix(HEAD).filter(|_| read.is_ok()) else {
        return Origin::default();
    };
    let (path, seen) = told.split_once(SEEN).unwrap_or((told, ""));
    Origin {
        path: (!path.is_empty()).then(|| path_text::decode(path)),
        seen: seen.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn titled(title: &str) -> Scene {
        let mut scene = Scene::default();
        scene.info.title = title.into();
        scene
    }

    fn of(path: &Path) -> Origin {
        Origin {
            path: Some(path.to_owned()),
            seen: Some(Fingerprint::of(b"old")),
        }
    }

    /// Leaves a copy as a crash does: the lock is released, the files stay.
    fn crash(storage: &Storage, title: &str, origin: &Origin) {
        Slot::create(storage)
            .unwrap()
            .write(&titled(title), origin)
            .unwrap();
    }

    fn title(found: &Found) -> Option<&str> {
        found.rescued.as_ref().map(|it| it.scene.info.title.as_str())
    }

    #[test]
    fn work_comes_back_to_the_file_it_is_from_and_to_no_other() {
        let home = crate::app::storage::temporary("rescue-bound");
        let storage = Storage::at(&home);
        let (a, b) = (home.join("a;1 %.ron"), home.join("b.ron"));
        crash(&storage, "work on a", &of(&a));
        let found = find(&storage, Some(&b));
        assert!(found.rescued.is_none());
        assert_eq!(found.others, 1, "told, and kept");
        let found = find(&storage, Some(&a));
        assert_eq!(title(&found), Some("work on a"));
        assert_eq!(found.rescued.as_ref().unwrap().origin, of(&a));
        // The instance that took it over holds it; no other gets it.
        assert!(find(&storage, None).rescued.is_none());
        drop(found);
        let found = find(&storage, None);
        assert_eq!(title(&found), Some("work on a"), "not lost by a second crash");
        found.rescued.unwrap().slot.clear();
        assert!(find(&storage, None).rescued.is_none());
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn live_work_of_another_instance_is_left_alone() {
        let home = crate::app::storage::temporary("rescue-live");
        let storage = Storage::at(&home);
        let live = Slot::create(&storage).unwrap();
        live.write(&titled("alive"), &Origin::default()).unwrap();
        let found = find(&storage, None);
        assert!(found.rescued.is_none() && found.others == 0 && found.damaged.is_empty());
        assert!(live.copy().exists());
        drop(live);
        assert_eq!(title(&find(&storage, None)), Some("alive"));
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn the_latest_comes_first_and_what_cannot_be_read_is_kept_and_said() {
        let home = crate::app::storage::temporary("rescue-damaged");
        let storage = Storage::at(&home);
        crash(&storage, "first", &Origin::default());
        std::thread::sleep(std::time::Duration::from_millis(20));
        crash(&storage, "second", &Origin::default());
        let found = find(&storage, None);
        assert_eq!(title(&found), Some("second"));
        assert_eq!(found.others, 1);
        let rescued = found.rescued.unwrap();
        fs::write(rescued.slot.copy(), "(version: 1, parts: [").unwrap();
        drop(rescued);
        let found = find(&storage, None);
        assert_eq!(title(&found), Some("first"));
        assert_eq!(found.damaged.len(), 1);
        assert!(found.damaged[0].0.exists());
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn a_copy_of_the_first_version_comes_back() {
        let home = crate::app::storage::temporary("rescue-old");
        let storage = Storage::at(&home);
        crate::app::storage::make_folder_of(&storage.old_autosave()).unwrap();
        fs::write(storage.old_autosave(), "(version: 1, title: \"old\")").unwrap();
        let found = find(&storage, None);
        assert_eq!(title(&found), Some("old"));
        assert_eq!(found.rescued.unwrap().origin, Origin::default());
        assert!(!storage.old_autosave().exists());
        fs::remove_dir_all(home).unwrap();
    }

    /// Opening a pipe would block until its other end is opened.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_in_the_place_of_a_file_or_of_a_copy_is_not_waited_for() {
        let home = crate::app::storage::temporary("rescue-pipe");
        let storage = Storage::at(&home);
        let (a, link) = (home.join("a.ron"), home.join("link.ron"));
        crash(&storage, "work on a", &of(&a));
        let slot = Slot::create(&storage).unwrap();
        for path in [&a, &slot.copy().to_owned()] {
            crate::app::storage::make_pipe(path);
        }
        drop(slot);
        std::os::unix::fs::symlink(&a, &link).unwrap();
        let (outbox, result) = std::sync::mpsc::channel();
        std::thread::spawn(move || outbox.send(find(&storage, Some(&link))).is_ok());
        let found = result.recv_timeout(std::time::Duration::from_secs(30));
        let found = found.unwrap();
        assert_eq!(title(&found), Some("work on a"), "by the link, too");
        assert_eq!((found.others, found.held), (1, false));
        drop(found);
        fs::remove_dir_all(home).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_planted_link_is_not_followed() {
        let home = crate::app::storage::temporary("rescue-link");
        let storage = Storage::at(&home);
        let precious = home.join("precious");
        fs::write(&precious, "precious").unwrap();
        let slot = Slot::create(&storage).unwrap();
        std::os::unix::fs::symlink(&precious, slot.copy()).unwrap();
        slot.write(&titled("mine"), &Origin::default()).unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
        assert!(!slot.copy().is_symlink());
        fs::remove_dir_all(home).unwrap();
    }
}
