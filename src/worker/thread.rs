//! The worker's thread, and the handle to it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::race::Monitor;
use super::run_loop::Loop;
use super::shared::Shared;
use super::{Command, Sample, Snapshot, StepPose};
use crate::clock;
use crate::lab::experiment::Experiment;
use crate::lab::scope;
use crate::sim::Input;

/// A solve that has taken longer than this is interrupted by a command that makes its result useless.
const INTERRUPT_AFTER: Duration = Duration::from_millis(30);

/// Handle to the worker's thread.
pub struct Worker {
    commands: Option<Sender<Command>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    race: Monitor,
    scopes: scope::Monitor,
    sent: u64,
    /// Number of the last command that asked for the state of the run.
    asked: u64,
}

impl Worker {
    /// Starts the thread on an empty scene.
    pub fn start() -> Self {
        let cancel = Arc::default();
        let mut engine = Engine::timed_by(clock::nanoseconds, Arc::clone(&cancel));
        let (commands, inbox) = channel();
        let shared = Arc::new(Shared {
            snapshot: Mutex::new(Arc::new(engine.snapshot().0)),
            samples: Mutex::new(Vec::new()),
            passed: Mutex::new(Vec::new()),
            cancel,
            busy_since: AtomicU64::new(0),
            started: Instant::now(),
        });
        let theirs = Arc::clone(&shared);
        let (race, scopes) = (engine.race(), engine.scopes());
        let thread = std::thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(move || Loop::new(engine, inbox, theirs).run())
            .ok();
        Self {
            commands: Some(commands),
            shared,
            thread,
            race,
            scopes,
            sent: 0,
            asked: 0,
        }
    }

    /// Sends a command. A command that makes the result of a slow solve useless interrupts that solve.
    pub fn send(&mut self, command: Command) {
        let interrupts = !matches!(
            command,
            Command::Input(Input::Hand(_))
                | Command::Drag(_)
                | Command::Play
                | Command::Step
                | Command::Race(_)
                | Command::Record(_)
                | Command::Observe(_)
                | Command::Capture(_)
        );
        self.sent += 1;
        if matches!(command, Command::Capture(_)) {
            self.asked = self.sent;
        }
        if let Some(commands) = &self.commands {
            // If the thread is gone the caller notices that the snapshot no longer changes.
            let _ = commands.send(command);
        }
        // A requested state is the one after the step under way, which therefore is not interrupted.
        let is_asked = || self.snapshot().commands < self.asked;
        if interrupts && self.shared.busy_for() > INTERRUPT_AFTER && !is_asked() {
            self.shared.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Cancels the solve under way and pauses.
    pub fn cancel(&mut self) {
        self.send(Command::Pause);
        self.shared.cancel.store(true, Ordering::Relaxed);
    }

    /// How long the step under way has taken so far.
    pub fn busy_for(&self) -> Duration {
        self.shared.busy_for()
    }

    /// How many commands were sent; see [`Snapshot::commands`].
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// The latest published state of the run.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(
            &self
                .shared
                .snapshot
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Coordinates after each step since the last call, oldest first; empty for a large machine. A snapshot read afterwards
    /// is at least as recent.
    pub fn take_passed(&self) -> Vec<StepPose> {
        std::mem::take(&mut *self.shared.passed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Handle through which the standing of a race with the run is read.
    pub fn race(&self) -> &Monitor {
        &self.race
    }

    /// Requests the run so far, for replay. It arrives once the step under way is done. `None` if the thread is gone.
    pub fn experiment(&self) -> Option<Receiver<Experiment>> {
        let (reply, answer) = channel();
        self.commands
            .as_ref()?
            .send(Command::ExportExperiment(reply))
            .ok()?;
        Some(answer)
    }

    /// Handle through which the recorded signals of the run are read.
    pub fn scopes(&self) -> &scope::Monitor {
        &self.scopes
    }

    /// Plot points since the last call, oldest first.
    pub fn take_samples(&self) -> Vec<Sample> {
        std::mem::take(&mut *self.shared.samples.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.commands = None;
        self.shared.cancel.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been shown already.
            let _ = thread.join();
        }
    }
}
