//! Unsaved work survives a crash: it is written beside the frame loop a few seconds after a change, and
//! taken away again when it is saved or given up on purpose.

use std::time::{Duration, Instant};

use super::storage::{Storage, write_atomically};
use super::task::{Progress, Task};
use crate::scene::{Scene, file};

/// Shortest time between two writes (s).
const EVERY: f64 = 3.0;

/// Longest the program waits at its end for a write under way.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Keeper of the copy.
pub struct Autosave {
    storage: Option<Storage>,
    /// What the copy on disk holds, or will once it is written.
    written: Option<Scene>,
    writing: Option<Task<()>>,
    since: f64,
}

impl Autosave {
    /// Keeps the copy in this place; nowhere where there is none.
    pub fn new(storage: Option<Storage>) -> Self {
        Self {
            storage,
            written: None,
            writing: None,
            since: 0.0,
        }
    }

    /// What was left by a program that did not end as it should.
    pub fn rescue(&mut self) -> Option<Scene> {
        let path = self.storage.as_ref()?.autosave();
        self.written = path.exists().then(|| file::load(&path).ok()).flatten();
        self.written.clone()
    }

    /// Looks after the copy once a frame; `elapsed` in seconds. `document` makes what would be saved, and is
    /// only asked when a copy is due.
    pub fn tend(&mut self, modified: bool, elapsed: f64, document: impl FnOnce() -> Scene) {
        self.since += elapsed;
        if self
            .writing
            .as_ref()
            .is_some_and(|task| task.poll() != Progress::Running)
        {
            self.writing = None;
        }
        let Some(storage) = &self.storage else { return };
        if self.writing.is_some() {
            return;
        }
        if !modified {
            if self.written.take().is_some() {
                // It may be gone already.
                let _ = std::fs::remove_file(storage.autosave());
            }
        } else if self.since >= EVERY {
            self.since = 0.0;
            let scene = document();
            if self.written.as_ref() != Some(&scene) {
                let (path, copy) = (storage.autosave(), scene.clone());
                self.writing = Some(Task::start("autosave", move || {
                    // A copy that cannot be written is no reason to stop the person: the next may do.
                    let _ = write_atomically(&path, file::write(&copy).as_bytes());
                }));
                self.written = Some(scene);
            }
        }
    }

    /// Takes the copy away at the end: what was unsaved is saved, or given up on purpose.
    pub fn finish(&mut self) {
        let begin = Instant::now();
        while self
            .writing
            .as_ref()
            .is_some_and(|task| task.poll() == Progress::Running)
            && begin.elapsed() < LAST_WAIT
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.writing = None;
        self.tend(false, 0.0, Scene::default);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn unsaved_work_comes_back_after_a_crash_and_goes_when_it_is_saved() {
        let home = std::env::temp_dir().join(format!("tinkertoy-autosave-{}", std::process::id()));
        let storage = Storage::at(&home);
        let mut scene = Scene::default();
        scene.info.title = "Unsaved".into();
        let mut keeper = Autosave::new(Some(storage.clone()));
        assert_eq!(keeper.rescue(), None);
        keeper.tend(true, 1.0, || scene.clone());
        assert!(!storage.autosave().exists(), "not at once");
        keeper.tend(true, 3.0, || scene.clone());
        while keeper
            .writing
            .as_ref()
            .is_some_and(|task| task.poll() == Progress::Running)
        {
            std::thread::yield_now();
        }
        // The crash: the keeper is dropped without a word.
        drop(keeper);
        let mut next = Autosave::new(Some(storage.clone()));
        assert_eq!(next.rescue().map(|it| it.info.title), Some("Unsaved".into()));
        next.tend(true, 10.0, || scene.clone());
        next.finish();
        assert!(!storage.autosave().exists());
        std::fs::remove_dir_all(home).unwrap();
    }
}
