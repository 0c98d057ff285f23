//! Background work that reports progress and can be cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;

/// Resolution of the progress counter: parts of the whole.
const PARTS: f64 = 1e6;

/// State shared by a job and its owner.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    parts: Arc<AtomicU32>,
    cancel: Arc<AtomicBool>,
}

impl Progress {
    /// Sets the share of the work that is done, from 0 to 1.
    pub fn tell(&self, share: f64) {
        self.parts
            .store((PARTS * share.clamp(0.0, 1.0)) as u32, Ordering::Relaxed);
    }

    /// Share of the work that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.parts.load(Ordering::Relaxed)) / PARTS
    }

    /// Cancels the job.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether the job is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The cancellation flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }
}

/// Work on a thread of its own; dropping the job cancels it.
#[derive(Debug)]
pub struct Job<T> {
    thread: Option<JoinHandle<T>>,
    progress: Progress,
}

impl<T: Send + 'static> Job<T> {
    /// Starts the work, which should check its [`Progress`] regularly.
    pub fn start(name: &str, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        let progress = Progress::default();
        let own = progress.clone();
        let thread = std::thread::Builder::new().name(name.to_owned());
        Self {
            // A job whose thread cannot start is finished without a result.
            thread: thread.spawn(move || work(&own)).ok(),
            progress,
        }
    }

    /// Whether the work is still running.
    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// The result, once it is there; only the first call returns it.
    pub fn take(&mut self) -> Option<T> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        thread.join().ok()
    }

    /// Share of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.progress.share()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_tells_its_progress_and_gives_its_result_once() {
        let mut job = Job::start("test", |progress| {
            progress.tell(0.5);
            7
        });
        while job.is_running() {
            std::thread::yield_now();
        }
        assert_eq!(job.progress(), 0.5);
        assert_eq!((job.take(), job.take()), (Some(7), None));
    }

    #[test]
    fn a_job_that_nobody_waits_for_is_told() {
        let (outbox, inbox) = std::sync::mpsc::channel();
        let job = Job::start("test", move |progress| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            outbox.send(()).ok()
        });
        drop(job);
        assert_eq!(inbox.recv(), Ok(()));
    }
}
