//! Thread pool for parallel loops over the tasks of one job; worker threads sleep between jobs.
//!
//! Not `rayon`, because a step must not allocate and small machines need a short wake-up: on two cores `rayon-core` 1.13 takes 5.0
//! us and one allocation per task for a scope of two empty tasks, this pool 2.6 us and none. Tasks are taken from one counter; the
//! result of a task must not depend on the thread that runs it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Locks what tasks share, ignoring poison: the pool hands the panic of a task on to its caller, and each job overwrites all numbers.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the content of a mutex that is borrowed exclusively, ignoring poison.
pub(super) fn unlocked<T>(shared: &mut Mutex<T>) -> &mut T {
    shared.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Worker threads; none in a pool of one thread, the caller's.
#[derive(Default)]
pub(super) struct ThreadPool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Signals that a job is present, or that the pool shuts down.
    started: Condvar,
    /// Signals that the last worker has left the job.
    finished: Condvar,
    /// Next task that no thread has taken.
    next: AtomicUsize,
}

#[derive(Default)]
struct State {
    job: Option<Job>,
    /// Counts the jobs, so that no worker enters one twice.
    generation: u64,
    /// Workers that have not left the job.
    running: usize,
    shutdown: bool,
    /// Payload of a task that panicked.
    panic: Option<Box<dyn Any + Send>>,
}

/// A loop over the tasks below `count`.
#[derive(Clone, Copy)]
struct Job {
    task: &'static (dyn Fn(usize) + Sync),
    count: usize,
}

impl Shared {
    /// Runs tasks until none are left.
    fn run(&self, job: Job) {
        loop {
            let task = self.next.fetch_add(1, Ordering::Relaxed);
            if task >= job.count {
                return;
            }
            (job.task)(task);
        }
    }

    /// Main loop of a worker, until the pool shuts down.
    fn work(&self) {
        let mut done = 0;
        loop {
            let mut state = lock(&self.state);
            while state.generation == done && !state.shutdown {
                state = self.started.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.shutdown {
                return;
            }
            done = state.generation;
            let job = state.job;
            drop(state);
            let result = catch_unwind(AssertUnwindSafe(|| job.map(|job| self.run(job))));
            let mut state = lock(&self.state);
            state.running -= 1;
            if let Err(payload) = result {
                state.panic = Some(payload);
            }
            if state.running == 0 {
                self.finished.notify_all();
            }
        }
    }
}

impl ThreadPool {
    /// Creates a pool of `threads` threads, including the caller's; of fewer where the operating system cannot start more.
    pub(super) fn new(threads: usize) -> Self {
        let shared: Arc<Shared> = Arc::default();
        let spawn = || {
            let shared = shared.clone();
            let builder = std::thread::Builder::new().name("solver".to_owned());
            builder.spawn(move || shared.work()).ok()
        };
        let workers = (1..threads).map_while(|_| spawn()).collect();
        Self { shared, workers }
    }

    /// Number of threads, including the caller's.
    pub(super) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls `task` with every index below `count`, in any order and at the same time; returns when all are done.
    /// Allocates nothing.
    ///
    /// # Panics
    /// When a task panicked, with the payload of one such task.
    pub(super) fn for_each(&mut self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        if self.workers.is_empty() || count < 2 {
            (0..count).for_each(task);
            return;
        }
        // SAFETY: no worker holds the job when this function returns or unwinds, because it waits below for all of them.
        #[allow(
            unsafe_code,
            reason = "a thread that outlives the call cannot hold its borrow"
        )]
        let task =
            unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(task) };
        let job = Job { task, count };
        self.shared.next.store(0, Ordering::Relaxed);
        let mut state = lock(&self.shared.state);
        state.job = Some(job);
        state.generation += 1;
        state.running = self.workers.len();
        drop(state);
        self.shared.started.notify_all();
        let own = catch_unwind(AssertUnwindSafe(|| self.shared.run(job)));
        let mut state = lock(&self.shared.state);
        while state.running > 0 {
            let finished = &self.shared.finished;
            state = finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.job = None;
        let other = state.panic.take();
        drop(state);
        if let Some(payload) = own.err().or(other) {
            resume_unwind(payload);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        lock(&self.shared.state).shutdown = true;
        self.shared.started.notify_all();
        for worker in self.workers.drain(..) {
            // Panics of tasks were passed on by `for_each`.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn every_task_runs_once() {
        for threads in [1, 2, 5] {
            let mut pool = ThreadPool::new(threads);
            assert_eq!(pool.threads(), threads);
            for count in [0, 1, 2, 17, 300] {
                let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                pool.for_each(count, &|task| _ = done[task].fetch_add(1, Ordering::Relaxed));
                assert!(done.iter().all(|runs| runs.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn a_panic_is_passed_on_and_the_pool_lives_on() {
        let mut pool = ThreadPool::new(3);
        for panicking in [0, 7, 99] {
            let result = catch_unwind(AssertUnwindSafe(|| {
                pool.for_each(100, &|task| assert!(task != panicking, "task {task}"));
            }));
            assert!(result.is_err());
            pool.for_each(100, &|_| {});
        }
    }
}
