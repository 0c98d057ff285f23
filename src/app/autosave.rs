//! Autosave: a copy of unsaved work survives a crash. It is written on another thread as soon as there is unsaved work, then once a second
//! while it changes, and removed when the work is saved or discarded on purpose.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::rescue::{Origin, Rescued, Slot};
use super::storage::Storage;
use super::task::{Progress, Task};
use crate::scene::Scene;

/// Minimum time between two writes (s).
const EVERY: f64 = 1.0;

/// Maximum time that the program waits at exit for a write under way.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Why nothing is kept without folders.
const NO_FOLDER: &str = "no folder of yours is known, since HOME is not set to the path of one; set it, or TINKERTOY_HOME, or save your work yourself";

/// Result of a write: the slot, if there is one, and whether the copy was written or why not.
type Written = (Option<Arc<Slot>>, Result<(), String>);

/// Keeps the copy up to date.
#[derive(Default)]
pub struct Autosave {
    storage: Option<Storage>,
    /// Created with the first copy, or taken over with rescued work.
    slot: Option<Arc<Slot>>,
    /// Content of the copy on disk, or of the write under way.
    written: Option<(Scene, Origin)>,
    writing: Option<Task<Written>>,
    since: f64,
    /// Whether the last write failed.
    failing: bool,
    /// Whether it was reported that there is no folder for a copy.
    homeless_told: bool,
}

/// Something that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Unsaved work cannot be kept; the reason.
    Failing(String),
    /// It can be kept again.
    KeptAgain,
}

impl Autosave {
    /// Keeps the copy in these folders; without folders nothing is kept, which is reported with the first unsaved work.
    pub fn new(storage: Option<Storage>) -> Self {
        Self {
            storage,
            since: EVERY,
            ..Self::default()
        }
    }

    /// Adopts rescued work with its copy. The copy of the previous scene, which was saved or discarded, is removed.
    pub fn take_over(&mut self, rescued: Rescued) {
        self.wait();
        if let Some(slot) = self.slot.take() {
            slot.clear();
        }
        self.written = Some((rescued.scene, rescued.origin));
        self.slot = Some(Arc::new(rescued.slot));
    }

    /// Updates the copy; called once per frame with the elapsed time in seconds. `document` returns what would be saved, with its
    /// origin, and is called only when a copy is due. A failure is reported once, not at every attempt.
    pub fn update(
        &mut self,
        modified: bool,
        elapsed: f64,
        document: impl FnOnce() -> (Scene, Origin),
    ) -> Option<News> {
        self.since += elapsed;
        let news = self.look_after_writing();
        let Some(storage) = &self.storage else {
            let is_new = modified && !std::mem::replace(&mut self.homeless_told, modified);
            return is_new.then(|| News::Failing(NO_FOLDER.to_owned()));
        };
        if self.writing.is_some() {
            return news;
        }
        if !modified {
            if self.written.take().is_some()
                && let Some(slot) = &self.slot
            {
                slot.clear();
            }
        } else if self.since >= EVERY {
            self.since = 0.0;
            let now = document();
            if self.failing || self.written.as_ref() != Some(&now) {
                self.written = Some(now.clone());
                let (slot, storage) = (self.slot.clone(), storage.clone());
                self.writing = Some(Task::start("autosave", move || write(slot, &storage, &now)));
            }
        }
        news
    }

    /// Whether a copy is being written or has to be retried.
    pub fn is_at_work(&self) -> bool {
        self.writing.is_some() || self.failing
    }

    /// Handles the result of a write, once it is done.
    fn look_after_writing(&mut self) -> Option<News> {
        let result = match self.writing.as_ref()?.poll() {
            Progress::Running => return None,
            Progress::Done((slot, result)) => {
                self.slot = slot;
                result
            }
            Progress::Lost => Err("the writing broke off".to_owned()),
        };
        self.writing = None;
        let failed_before = std::mem::replace(&mut self.failing, result.is_err());
        match (failed_before, result) {
            (false, Err(error)) => Some(News::Failing(error)),
            (true, Ok(())) => Some(News::KeptAgain),
            _ => None,
        }
    }

    fn wait(&mut self) {
        let begin = Instant::now();
        while self.writing.is_some() && begin.elapsed() < LAST_WAIT {
            // The program ends: nobody is left to be informed.
            let _ = self.look_after_writing();
            std::thread::sleep(Duration::from_millis(2));
        }
        self.writing = None;
    }

    /// Removes the copy at exit: unsaved work was saved, or discarded on purpose.
    pub fn finish(&mut self) {
        self.wait();
        self.written = None;
        if let Some(slot) = self.slot.take() {
            slot.clear();
        }
    }
}

fn write(slot: Option<Arc<Slot>>, storage: &Storage, (scene, origin): &(Scene, Origin)) -> Written {
    let slot = match slot.map_or_else(|| Slot::create(storage).map(Arc::new), Ok) {
        Ok(slot) => slot,
        Err(error) => return (None, Err(format!("{}: {error}", storage.rescue().display()))),
    };
    let result = slot
        .write(scene, origin)
        .map_err(|error| format!("{}: {error}", slot.copy().display()));
    (Some(slot), result)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::app::rescue;
    use crate::app::storage::temporary;
    use crate::scene::file::Fingerprint;
    use std::path::PathBuf;

    fn titled(title: &str) -> Scene {
        let mut scene = Scene::default();
        scene.info.title = title.into();
        scene
    }

    /// Waits until the current write has finished.
    fn settle(keeper: &mut Autosave) -> Option<News> {
        let mut news = None;
        while keeper.writing.is_some() {
            news = news.or(keeper.look_after_writing());
            std::thread::yield_now();
        }
        news
    }

    #[test]
    fn unsaved_work_comes_back_after_a_crash_and_goes_when_it_is_saved() {
        let home = temporary("autosave");
        let storage = Storage::at(&home);
        let origin = Origin {
            path: Some(PathBuf::from("/work/a.ron")),
            seen: Some(Fingerprint::of(b"a")),
        };
        let document = || (titled("Unsaved"), origin.clone());
        let mut keeper = Autosave::new(Some(storage.clone()));
        keeper.update(true, 0.0, || (titled("First"), origin.clone()));
        assert_eq!(settle(&mut keeper), None);
        let found = std::fs::read_dir(storage.rescue()).unwrap().count();
        assert!(found > 0, "the first is kept at once");
        keeper.update(true, 0.5, document);
        assert!(keeper.writing.is_none(), "others once a second");
        keeper.update(true, 0.5, document);
        assert_eq!(settle(&mut keeper), None);
        // Simulates a crash: the keeper is dropped without `finish`.
        drop(keeper);
        let found = rescue::find(&storage, None).rescued.unwrap();
        assert_eq!((&found.scene, &found.origin), (&document().0, &origin));
        let mut next = Autosave::new(Some(storage.clone()));
        next.take_over(found);
        next.update(true, 10.0, document);
        assert!(next.writing.is_none(), "it is on the disk already");
        next.update(false, 0.0, document);
        drop(next);
        assert!(rescue::find(&storage, None).rescued.is_none());
        assert_eq!(std::fs::read_dir(storage.rescue()).unwrap().count(), 0);
        std::fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn without_a_folder_it_says_once_that_nothing_is_kept() {
        let mut keeper = Autosave::new(None);
        let document = || (titled("Unsaved"), Origin::default());
        assert_eq!(keeper.update(false, 1.0, document), None);
        let news = keeper.update(true, 1.0, document);
        assert!(matches!(news, Some(News::Failing(why)) if why.contains("HOME")));
        assert_eq!(keeper.update(true, 1.0, document), None);
        assert_eq!(keeper.update(false, 1.0, document), None);
        assert_eq!(keeper.update(true, 1.0, document), None);
        assert!(!keeper.is_at_work());
    }

    #[test]
    fn two_instances_keep_their_work_apart() {
        let home = temporary("autosave-two");
        let storage = Storage::at(&home);
        let mut keepers = [0, 1].map(|_| Autosave::new(Some(storage.clone())));
        for (k, keeper) in keepers.iter_mut().enumerate() {
            keeper.update(true, 1.0, || (titled(&format!("work {k}")), Origin::default()));
            settle(keeper);
        }
        let [mut first, second] = keepers;
        first.finish();
        drop(second);
        let found = rescue::find(&storage, None);
        assert_eq!(found.rescued.unwrap().scene.info.title, "work 1");
        std::fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn a_copy_that_cannot_be_written_is_told_once_and_again_when_it_can() {
        let home = temporary("autosave-fails");
        let storage = Storage::at(&home);
        // A file stands in place of the folder.
        std::fs::write(home.join("state"), "in the way").unwrap();
        let mut keeper = Autosave::new(Some(storage.clone()));
        let document = || (titled("work"), Origin::default());
        keeper.update(true, 1.0, document);
        let news = settle(&mut keeper);
        assert!(
            matches!(&news, Some(News::Failing(why)) if why.contains("rescue")),
            "{news:?}"
        );
        keeper.update(true, 1.0, document);
        assert_eq!(settle(&mut keeper), None, "told already");
        std::fs::remove_file(home.join("state")).unwrap();
        keeper.update(true, 1.0, document);
        assert_eq!(settle(&mut keeper), Some(News::KeptAgain));
        drop(keeper);
        assert!(rescue::find(&storage, None).rescued.is_some());
        std::fs::remove_dir_all(home).unwrap();
    }
}
