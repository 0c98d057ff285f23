//! Turns of leader and runners. The leader's solve times are reported only for steps during which, and just before which, no runner computed: beside
//! others they would take longer, and after others the caches would hold foreign data.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use super::channel::lock;

/// Scheduler of steps. One runner computes at a time, and none begins a step while the leader computes or is owed a step alone. A runner with
/// long steps takes no turn among the runners, since it would hold up all others.
///
/// All waiting is bounded: the leader does not wait at all, and a runner waits for a limited time. So steps can still overlap; the leader's step is
/// then not [reported](StepScheduler::lead) as alone.
pub(super) struct StepScheduler {
    leader: AtomicBool,
    /// Whether the leader is owed a step alone, since its steps have overlapped with others for a while.
    owed: AtomicBool,
    /// Number of runners' steps begun when the leader was last alone.
    seen: AtomicUsize,
    /// When the leader was last alone, or last became owed a step (ns from `began`).
    since: AtomicU64,
    began: Instant,
    /// Number of runners in a step, and number of steps that runners have begun.
    computing: AtomicUsize,
    begun: AtomicUsize,
    runner: Mutex<()>,
    waits: Waits,
}

/// Time limits of waiting.
struct Waits {
    /// How long a runner waits for the leader to finish a step.
    step: Duration,
    /// Time since the leader was last alone after which it is owed a step alone.
    alone: Duration,
    /// How long a runner waits for the leader to take the step that it is owed. That needs all runners idle at once, which several with longer
    /// steps may not reach.
    owed: Duration,
}

impl Default for StepScheduler {
    fn default() -> Self {
        Self::new(Waits {
            step: Duration::from_millis(5),
            alone: Duration::from_millis(200),
            owed: Duration::from_millis(100),
        })
    }
}

impl StepScheduler {
    fn new(waits: Waits) -> Self {
        Self {
            leader: AtomicBool::new(false),
            owed: AtomicBool::new(false),
            seen: AtomicUsize::new(0),
            since: AtomicU64::new(0),
            began: Instant::now(),
            computing: AtomicUsize::new(0),
            begun: AtomicUsize::new(0),
            runner: Mutex::new(()),
            waits,
        }
    }

    /// Takes a step of the leader; also returns whether no runner computed during it, nor since the step before.
    pub(super) fn lead<T>(&self, step: impl FnOnce() -> T) -> (T, bool) {
        // Mutual visibility: a runner counts itself before it checks the leader, and the leader sets its flag before it checks runners; one sees the other.
        self.leader.store(true, SeqCst);
        let begun = self.begun.load(SeqCst);
        let idle = self.computing.load(SeqCst) == 0;
        let done = step();
        let quiet = idle && self.begun.load(SeqCst) == begun;
        let alone = quiet && self.seen.load(SeqCst) == begun;
        if quiet {
            self.seen.store(begun, SeqCst);
        }
        if alone {
            self.owe(false);
        } else if self.elapsed() > self.waits.alone {
            self.owe(true);
        }
        self.leader.store(false, SeqCst);
        (done, alone)
    }

    /// Takes a step of a runner, in turn with the other runners if it is expected to be short.
    pub(super) fn compute<T>(&self, short: bool, step: impl FnOnce() -> T) -> T {
        let _mine = short.then(|| lock(&self.runner));
        let asked = Instant::now();
        let waits = || {
            self.leader.load(SeqCst) && asked.elapsed() < self.waits.step
                || self.owed.load(SeqCst) && self.elapsed() < self.waits.owed
        };
        let _counted = loop {
            while waits() {
                std::thread::sleep(Duration::from_micros(20));
            }
            let counted = Counted::new(&self.computing);
            if !waits() {
                break counted;
            }
        };
        self.begun.fetch_add(1, SeqCst);
        step()
    }

    fn elapsed(&self) -> Duration {
        self.began
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.since.load(SeqCst)))
    }

    fn owe(&self, owed: bool) {
        self.since.store(self.began.elapsed().as_nanos() as u64, SeqCst);
        self.owed.store(owed, SeqCst);
    }
}

/// Guard that counts one more while it lives.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, SeqCst);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time limit that is never reached.
    const EVER: Duration = Duration::from_secs(3600);

    /// While the leader computes no step begins. Runners compute one at a time, except one whose steps are long.
    #[test]
    fn runners_take_turns() {
        let turn = StepScheduler::new(Waits {
            step: EVER,
            alone: EVER,
            owed: EVER,
        });
        let (begun, at_once, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let step = || {
            begun.fetch_add(1, SeqCst);
            most.fetch_max(at_once.fetch_add(1, SeqCst) + 1, SeqCst);
            std::thread::sleep(Duration::from_micros(200));
            at_once.fetch_sub(1, SeqCst);
        };
        std::thread::scope(|scope| {
            let ((), alone) = turn.lead(|| {
                for _ in 0..2 {
                    scope.spawn(|| (0..20).for_each(|_| turn.compute(true, step)));
                }
                std::thread::sleep(Duration::from_millis(50));
                assert_eq!(begun.load(SeqCst), 0);
            });
            assert!(alone);
        });
        assert_eq!((begun.into_inner(), most.into_inner()), (40, 1));
        let inner = turn.compute(true, || turn.compute(false, || 7));
        assert_eq!(inner, 7, "one whose steps are long waits for nobody");
    }

    /// Beside runners that never rest and wait only for a step owed to the leader: whenever a step of the leader is reported as alone, no runner was in
    /// a step from the start of the leader's step before to the end of this one; and such steps occur.
    #[test]
    fn the_leader_is_told_to_be_alone_only_where_it_is() {
        let turn = StepScheduler::new(Waits {
            step: Duration::ZERO,
            alone: Duration::from_millis(1),
            owed: EVER,
        });
        let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stop = AtomicBool::new(false);
        let work = |rounds: usize| (0..rounds).for_each(|_| std::hint::spin_loop());
        let run = |short: bool, rounds: usize| {
            while !stop.load(SeqCst) {
                turn.compute(short, || {
                    begun.fetch_add(1, SeqCst);
                    work(rounds);
                    done.fetch_add(1, SeqCst);
                });
            }
        };
        let (mut alone, mut beside, mut mistaken, mut left) = (0, 0, 0, 2_000_000);
        let mut before = 0;
        std::thread::scope(|scope| {
            for (short, rounds) in [(true, 500), (true, 3000), (false, 20_000)] {
                scope.spawn(move || run(short, rounds));
            }
            while (alone < 100 || beside < 100) && left > 0 {
                left -= 1;
                let (others, is_alone) = turn.lead(|| {
                    let done = std::mem::replace(&mut before, done.load(SeqCst));
                    work(2000);
                    begun.load(SeqCst) - done
                });

                if is_alone {
                    mistaken += others;
                    alone += 1;
                } else {
                    beside += 1;
                }
            }
            stop.store(true, SeqCst);
            // Release runners that wait for a step that is never taken.
            turn.owe(false);
        });
        assert_eq!(mistaken, 0);
        assert!(left > 0, "{alone} steps alone, {beside} beside others");
    }
}
