//! Background tasks: work that may take long (reading a file, waiting for a dialog) on a thread, polled frame by frame.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// Duration from which a task is reported as slow.
const SLOW: Duration = Duration::from_millis(400);

/// Work under way on its own thread.
pub struct Task<T> {
    result: Receiver<T>,
    since: Instant,
}

/// State of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<T> {
    /// Not done yet.
    Running,
    /// Done, with its result, which is returned once.
    Done(T),
    /// Never to be done: the thread failed, or the result was taken before.
    Lost,
}

impl<T: Send + 'static> Task<T> {
    /// Starts `work`. If the task is dropped, the work runs to its end and its result is discarded.
    pub fn start(name: &str, work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
        let (outbox, result) = sync_channel(1);
        let thread = std::thread::Builder::new().name(name.to_string());
        // If the thread cannot start, the sender is dropped, which reads as lost.
        let _ = thread.spawn(move || {
            let _ = outbox.send(work());
        });
        let since = Instant::now();
        Task { result, since }
    }

    /// Whether it has taken so long that it should be reported.
    pub fn is_slow(&self) -> bool {
        self.since.elapsed() > SLOW
    }

    /// Elapsed time (s).
    pub fn seconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64()
    }

    /// Polls without waiting.
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
