//! State shared by the worker's thread and its handle.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{Sample, Snapshot, StepPose};

/// State shared by thread and window.
pub(super) struct Shared {
    pub(super) snapshot: Mutex<Arc<Snapshot>>,
    pub(super) samples: Mutex<Vec<Sample>>,
    /// Coordinates of the machine after each step, for the window to fetch.
    pub(super) passed: Mutex<Vec<StepPose>>,
    pub(super) cancel: Arc<AtomicBool>,
    /// When the step under way began, in ms since the start of the worker plus one; 0 between steps.
    pub(super) busy_since: AtomicU64,
    pub(super) started: Instant,
}

impl Shared {
    /// How long the step under way has taken so far.
    pub(super) fn busy_for(&self) -> Duration {
        match self.busy_since.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            since => self
                .started
                .elapsed()
                .saturating_sub(Duration::from_millis(since - 1)),
        }
    }
}
