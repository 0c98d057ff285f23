//! Work that may take long (reading a file, waiting for a dialog) beside the window, looked after from frame to frame.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// What takes less is not spoken of.
const SLOW: Duration = Duration::from_millis(400);

/// Work under way on a thread of its own.
pub struct Task<T> {
    result: Receiver<T>,
    since: Instant,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<T> {
    /// Not done yet.
    Running,
    /// Done, with its result, which is given once.
    Done(T),
    /// It will never be done: it broke down, or its result was taken before.
    Lost,
}

impl<T: Send + 'static> Task<T> {
    /// Starts `work`. Dropping the task lets the work run to its end unheard.
    pub fn start(name: &str, work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
        let (outbox, result) = sync_channel(1);
        let thread = std::thread::Builder::new().name(name.to_string());
        // A thread that cannot start drops the sender, which reads as lost.
        let _ = thread.spawn(move || {
            let _ = outbox.send(work());
        });
        let since = Instant::now();
        Task { result, since }
    }

    /// Whether it takes so long that it should be said.
    pub fn is_slow(&self) -> bool {
        self.since.elapsed() > SLOW
    }

    /// How long it has been under way (s).
    pub fn seconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64()
    }

    /// Looks, without waiting.
    pub fn poll(&self) -> Progress<T> {
        match self.result.try_recv() {
            Ok(result) => Progress::Done(result),
            Err(TryRecvError::Empty) => Progress::Running,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_done_once_then_lost() {
        let task = Task::start("test", || 7);
        let result = loop {
            match task.poll() {
                Progress::Running => std::thread::yield_now(),
                other => break other,
            }
        };
        assert_eq!(result, Progress::Done(7));
        while task.poll() == Progress::Running {
            std::thread::yield_now();
        }
        assert_eq!(task.poll(), Progress::Lost);
    }
}
