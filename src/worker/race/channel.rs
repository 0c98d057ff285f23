//! Data shared by a runner's thread, the leader and the window.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Contender, RunStatus, RunnerId, Scheme};
use crate::worker::Sample;

/// Plot points kept for the window to fetch.
const SAMPLES_KEPT: usize = 100_000;

/// Shared data of one runner.
pub(super) struct Channel {
    pub(super) id: RunnerId,
    pub(super) slot: usize,
    scheme: Mutex<Scheme>,
    status: Mutex<Arc<RunStatus>>,
    samples: Mutex<Vec<Sample>>,
    /// Interrupts a slow solve.
    pub(super) cancel: Arc<AtomicBool>,
    /// The leader has dropped the runner: no more orders follow.
    dismissed: AtomicBool,
    /// The thread of the runner has ended.
    ended: AtomicBool,
    /// The runner has been woken and has not looked at the target yet.
    woken: AtomicBool,
    /// Simulated time that the leader has reached, and that of the leader's last snapshot (s), stored as bits.
    target: AtomicU64,
    shown: AtomicU64,
    /// Number of orders given, and number of orders included in the published status.
    given: AtomicU64,
    carried_out: AtomicU64,
}

impl Channel {
    pub(super) fn new((id, slot): (RunnerId, usize), scheme: Scheme, status: RunStatus, time: f64) -> Self {
        Self {
            id,
            slot,
            scheme: Mutex::new(scheme),
            status: Mutex::new(Arc::new(status)),
            samples: Mutex::new(Vec::new()),
            cancel: Arc::new(AtomicBool::new(false)),
            dismissed: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            woken: AtomicBool::new(false),
            target: AtomicU64::new(time.to_bits()),
            shown: AtomicU64::new(time.to_bits()),
            given: AtomicU64::new(0),
            carried_out: AtomicU64::new(0),
        }
    }

    // For the window.

    pub(super) fn contender(&self) -> Contender {
        Contender {
            id: self.id,
            slot: self.slot,
            scheme: self.scheme(),
            status: self.status(),
            lost: self.ended.load(Ordering::Acquire),
        }
    }
    pub(super) fn status(&self) -> Arc<RunStatus> {
        lock(&self.status).clone()
    }
    pub(super) fn take_samples(&self) -> Vec<Sample> {
        std::mem::take(&mut *lock(&self.samples))
    }
    pub(super) fn is_settled(&self) -> bool {
        self.ended.load(Ordering::Acquire)
            || self.carried_out.load(Ordering::Acquire) == self.given.load(Ordering::Acquire)
    }

    // For the leader.

    pub(super) fn count_order(&self) {
        self.given.fetch_add(1, Ordering::AcqRel);
    }
    pub(super) fn scheme(&self) -> Scheme {
        *lock(&self.scheme)
    }
    pub(super) fn set_scheme(&self, scheme: Scheme) {
        *lock(&self.scheme) = scheme;
    }
    pub(super) fn set_target(&self, time: f64) {
        self.target.store(time.to_bits(), Ordering::Release);
    }
    pub(super) fn set_shown(&self, time: f64) {
        self.shown.store(time.to_bits(), Ordering::Release);
    }
    /// True for the first caller since the runner last looked at the target.
    pub(super) fn needs_waking(&self) -> bool {
        !self.woken.swap(true, Ordering::AcqRel)
    }
    pub(super) fn interrupt(&self) {
        self.cancel.store(true, Ordering::Release);
    }
    pub(super) fn dismiss(&self) {
        self.dismissed.store(true, Ordering::Release);
        self.interrupt();
    }

    // For the runner.

    pub(super) fn target(&self) -> f64 {
        f64::from_bits(self.target.load(Ordering::Acquire))
    }
    pub(super) fn shown(&self) -> f64 {
        f64::from_bits(self.shown.load(Ordering::Acquire))
    }
    pub(super) fn has_looked(&self) {
        self.woken.store(false, Ordering::Release);
    }
    /// Clears the interrupt. False when the runner has been dismissed.
    pub(super) fn go_on(&self) -> bool {
        self.cancel.store(false, Ordering::Release);
        !self.dismissed.load(Ordering::Acquire)
    }
    pub(super) fn publish(&self, status: RunStatus) {
        // Nothing has been measured before the first step.
        if status.solve_ns > 0 {
            let mut samples = lock(&self.samples);
            if samples.len() < SAMPLES_KEPT {
                samples.push(status.sample());
            }
        }
        *lock(&self.status) = Arc::new(status);
    }
    /// The published status includes this many orders, and nothing is left to do.
    pub(super) fn settle(&self, orders: u64) {
        self.carried_out.store(orders, Ordering::Release);
    }
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }
}

pub(super) fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
