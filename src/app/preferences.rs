//! The user's preferences, kept between runs of the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::path_text;
use super::storage::{Storage, write_atomically};
use super::task::{Progress, Task};
use crate::export::HOLE;
use crate::scene::file::{LARGEST, read_start};

/// Maximum time that the program waits at exit for a write under way.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// All preferences. Values missing in a file take their defaults, so old files stay readable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Whether the colours are dark.
    pub dark: bool,
    /// Whether rulers are shown at the edges of the canvas.
    pub rulers: bool,
    /// Diameter of the pin holes of parts that are cut out (m).
    pub hole: f64,
    /// Scale on top of the display's.
    pub scale: f64,
    /// Width and height of the window (points of the display).
    pub window: Option<[u32; 2]>,
    /// The file open last, as an absolute path.
    #[serde(with = "path_text::optional")]
    pub last_file: Option<PathBuf>,
    /// Recently opened files, the latest first.
    #[serde(with = "path_text::list")]
    pub recent: Vec<PathBuf>,
    /// The gallery scene open last, if it was not a file.
    pub last_gallery: Option<String>,
    /// Whether the user has dragged a part once, so that the hint is no longer needed.
    pub learned_to_grab: bool,
    /// Whether the beginners' card was dismissed.
    pub card_done: bool,
    /// User-defined keys by command id.
    pub keys: BTreeMap<String, String>,
    /// State of the panels (such as folded sections), in their own format.
    pub panels: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            dark: false,
            rulers: false,
            hole: HOLE,
            scale: 1.0,
            window: None,
            last_file: None,
            recent: Vec::new(),
            last_gallery: None,
            learned_to_grab: false,
            card_done: false,
            keys: BTreeMap::new(),
            panels: String::new(),
        }
    }
}

/// Maximum number of recent files.
const MOST_RECENT: usize = 8;

/// Minimum size of a window that is restored (points): in a smaller one nothing is readable.
const LEAST_SIZE: [u32; 2] = [320, 240];

/// The last width and height of the window (points), if usable.
pub fn last_size(storage: Option<&Storage>) -> Option<[u32; 2]> {
    let size = Preferences::load(storage).window?;
    (size[0] >= LEAST_SIZE[0] && size[1] >= LEAST_SIZE[1]).then_some(size)
}

impl Preferences {
    /// Loads the stored preferences; the defaults where there are none or they cannot be read: a broken settings file
    /// must not keep the program from starting.
    pub fn load(storage: Option<&Storage>) -> Self {
        storage
            .and_then(|storage| read_start(&storage.settings(), LARGEST).ok())
            .and_then(|bytes| ron::de::from_bytes(&bytes).ok())
            .unwrap_or_default()
    }

    /// Adds a file that was opened or saved to the recent files.
    pub fn note_recent(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }

    /// Stores the preferences.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn store(&self, storage: &Storage) -> std::io::Result<()> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(std::io::Error::other)?;
        write_atomically(&storage.settings(), text.as_bytes())
    }
}

/// Stores changed preferences on another thread, so that none are lost if the process is killed.
pub struct Keeper {
    storage: Option<Storage>,
    stored: Preferences,
    storing: Option<Task<()>>,
    since: f64,
}

impl Keeper {
    /// Minimum time between two writes (s).
    const EVERY: f64 = 1.0;

    /// Starts with the stored preferences.
    pub fn new(storage: Option<Storage>, stored: Preferences) -> Self {
        Self {
            storage,
            stored,
            storing: None,
            since: 0.0,
        }
    }

    /// Called once per frame with the elapsed time in seconds. `now` is called only when a write is due.
    pub fn update(&mut self, elapsed: f64, now: impl FnOnce() -> Preferences) {
        self.since += elapsed;
        let Some(storage) = &self.storage else { return };
        let storing = self
            .storing
            .as_ref()
            .is_some_and(|task| task.poll() == Progress::Running);
        if storing || self.since < Self::EVERY {
            return;
        }
        self.since = 0.0;
        let now = now();
        if now != self.stored {
            self.stored = now.clone();
            let storage = storage.clone();
            self.storing = Some(Task::start("preferences", move || {
                // A failure is ignored: preferences are not worth an interruption; unsaved work that cannot be kept is reported.
                let _ = now.store(&storage);
            }));
        }
    }

    /// Stores the preferences at exit.
    pub fn finish(&mut self, now: &Preferences) {
        let begin = Instant::now();
        while begin.elapsed() < LAST_WAIT
            && self
                .storing
                .as_ref()
                .is_some_and(|task| task.poll() == Progress::Running)
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        if let Some(storage) = &self.storage {
            // A failure must not prevent closing.
            let _ = now.store(storage);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_a_file_lacks_keeps_its_usual_value() {
        let read: Preferences = ron::from_str("(dark: true)").unwrap();
        assert_eq!(
            read,
            Preferences {
                dark: true,
                ..Preferences::default()
            }
        );
    }

    #[test]
    fn recent_files_stand_once_the_latest_first_and_are_not_too_many() {
        let mut preferences = Preferences::default();
        for k in (0..12).chain([7]) {
            preferences.note_recent(Path::new(&format!("/a b/{k}.ron")));
        }
        let names: Vec<PathBuf> = [7, 11, 10, 9, 8, 6, 5, 4]
            .map(|k| format!("/a b/{k}.ron").into())
            .into();
        assert_eq!(preferences.recent, names);
        let text = ron::to_string(&preferences).unwrap();
        assert_eq!(ron::from_str::<Preferences>(&text).unwrap(), preferences);
    }

    #[test]
    fn any_path_is_remembered_and_an_older_file_is_read() {
        let read: Preferences = ron::from_str("(last_file: Some(\"/a b/c.ron\"))").unwrap();
        assert_eq!(read.last_file, Some(PathBuf::from("/a b/c.ron")));
        let text = ron::to_string(&read).unwrap();
        assert_eq!(ron::from_str::<Preferences>(&text).unwrap(), read);
    }

    #[test]
    fn what_changes_is_stored_without_waiting_for_the_end() {
        let home = crate::app::storage::temporary("preferences");
        let storage = Storage::at(&home);
        let mut now = Preferences::default();
        let mut keeper = Keeper::new(Some(storage.clone()), now.clone());
        keeper.update(5.0, || now.clone());
        assert!(keeper.storing.is_none(), "nothing has changed");
        now.last_file = Some(PathBuf::from("/work/a.ron"));
        keeper.update(5.0, || now.clone());
        while keeper
            .storing
            .as_ref()
            .is_some_and(|task| task.poll() == Progress::Running)
        {
            std::thread::yield_now();
        }
        // Dropped without `finish`, as if the process was killed.
        drop(keeper);
        assert_eq!(Preferences::load(Some(&storage)), now);
        std::fs::remove_dir_all(home).unwrap();
    }
}
