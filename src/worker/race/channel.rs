//! What a runner's thread shares with the leader and the window.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Contender, RunStatus, RunnerId, Scheme};
use crate::worker::Sample;

/// Plot points kept for the window to fetch.
const SAMPLES_KEPT: usize = 100_000;
/// How long a step waits for the leader in the window.
const PATIENCE: Duration = Duration::from_millis(5);

/// One runner's.
pub(super) struct Channel {
    pub(super) id: RunnerId,
    pub(super) slot: usize,
    scheme: Mutex<Scheme>,
    status: Mutex<Arc<RunStatus>>,
    samples: Mutex<Vec<Sample>>,
    /// Interrupts a slow solve.
    pub(super) cancel: Arc<AtomicBool>,
    /// Nobody orders it about any more.
    dismissed: AtomicBool,
    /// Its thread has ended.
    ended: AtomicBool,
    /// It has been woken and has not looked yet.
    woken: AtomicBool,
    /// Simulated time that the leader has come to, and at which the leader was shown last, as bits (s).
    target: AtomicU64,
    shown: AtomicU64,
    /// Orders given, and those that what is published is the outcome of.
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
            scheme: *lock(&self.scheme),
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
    pub(super) fn set_scheme(&self, scheme: Scheme) {
        *lock(&self.scheme) = scheme;
    }
    pub(super) fn set_target(&self, time: f64) {
        self.target.store(time.to_bits(), Ordering::Release);
    }
    pub(super) fn set_shown(&self, time: f64) {
        self.shown.store(time.to_bits(), Ordering::Release);
    }
    /// True for the first to ask since the runner looked.
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
    /// What interrupted has been taken. False when there is nobody left to run for.
    pub(super) fn go_on(&self) -> bool {
        self.cancel.store(false, Ordering::Release);
        !self.dismissed.load(Ordering::Acquire)
    }
    pub(super) fn publish(&self, status: RunStatus) {
        // Before the first step nothing has been measured.
        if status.solve_ns > 0 {
            let mut samples = lock(&self.samples);
            if samples.len() < SAMPLES_KEPT {
                samples.push(status.sample());
            }
        }
        *lock(&self.status) = Arc::new(status);
    }
    /// What is published is the outcome of so many orders, with nothing left to do.
    pub(super) fn settle(&self, orders: u64) {
        self.carried_out.store(orders, Ordering::Release);
    }
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }
}

/// Times measured on a machine with few cores would be those of the crowd: one runner computes at a time, and none begins a
/// step while the leader computes. One whose steps are long takes no turn, for it would hold up all others.
pub(super) struct Turn {
    leader: AtomicBool,
    runner: Mutex<()>,
    /// How long a step waits for the leader to be done with its own.
    patience: Duration,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            leader: AtomicBool::new(false),
            runner: Mutex::new(()),
            patience: PATIENCE,
        }
    }
}

impl Turn {
    pub(super) fn leader_computes(&self, computes: bool) {
        self.leader.store(computes, Ordering::Release);
    }

    /// Computes in turn, if a step is expected to be short.
    pub(super) fn compute<T>(&self, short: bool, step: impl FnOnce() -> T) -> T {
        let _mine = short.then(|| lock(&self.runner));
        let asked = Instant::now();
        while self.leader.load(Ordering::Acquire) && asked.elapsed() < self.patience {
            std::thread::sleep(Duration::from_micros(20));
        }
        step()
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// While the leader computes no step begins; of two runners one computes at a time, but for one whose steps are long.
    #[test]
    fn steps_are_taken_in_turns() {
        let turn = Turn {
            patience: Duration::from_secs(3600),
            ..Turn::default()
        };
        let (begun, at_once, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let step = || {
            begun.fetch_add(1, Ordering::SeqCst);
            most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_micros(200));
            at_once.fetch_sub(1, Ordering::SeqCst);
        };
        turn.leader_computes(true);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| (0..20).for_each(|_| turn.compute(true, step)));
            }
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(begun.load(Ordering::SeqCst), 0);
            turn.leader_computes(false);
        });
        assert_eq!((begun.into_inner(), most.into_inner()), (40, 1));
        let inner = turn.compute(true, || turn.compute(false, || 7));
        assert_eq!(inner, 7, "one whose steps are long waits for nobody");
    }
}
