//! Taking turns: what the leader's solves take is told of steps that no runner computed beside, nor just before: beside others they would take
//! longer, and after others they would find the caches full of what is not theirs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use super::channel::lock;

/// Who computes. One runner at a time does, and none begins a step while the leader computes or is owed a step of its own. A runner whose steps
/// are long takes no turn among the runners, for it would hold up all others.
///
/// Nobody waits for long: the leader does not wait at all, and a runner only so long. So steps can still overlap, and then the leader's is not
/// [told](Turn::lead) to have been alone.
pub(super) struct Turn {
    leader: AtomicBool,
    /// Steps of the leader have had others beside them for a while: runners let it have one of its own.
    owed: AtomicBool,
    /// Steps that runners had begun when the leader was alone last.
    seen: AtomicUsize,
    /// When the leader was last alone, or was last owed a step (ns from `began`).
    since: AtomicU64,
    began: Instant,
    /// Runners in a step, and steps that runners have begun.
    computing: AtomicUsize,
    begun: AtomicUsize,
    runner: Mutex<()>,
    waits: Waits,
}

/// How long who waits.
struct Waits {
    /// A runner for the leader to be done with a step.
    step: Duration,
    /// The leader, since it was last alone, until it is owed a step of its own.
    alone: Duration,
    /// A runner for the leader to take the step that it is owed. All have to be at rest for that, so that among several with longer steps it
    /// may not come to it.
    owed: Duration,
}

impl Default for Turn {
    fn default() -> Self {
        Self::new(Waits {
            step: Duration::from_millis(5),
            alone: Duration::from_millis(200),
            owed: Duration::from_millis(100),
        })
    }
}

impl Turn {
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

    /// A step of the leader, and whether no runner computed at any time during it, nor since the one before.
    pub(super) fn lead<T>(&self, step: impl FnOnce() -> T) -> (T, bool) {
        // A runner counts itself before it looks for the leader, and the leader shows itself before it looks for runners: one sees the other.
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

    /// A step of a runner, in turn with the other runners if it is expected to be short.
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

/// One more, for as long as it lives.
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

    /// Waits for ever where it has to.
    const EVER: Duration = Duration::from_secs(3600);

    /// While the leader computes no step begins; of two runners one computes at a time, but for one whose steps are long.
    #[test]
    fn runners_take_turns() {
        let turn = Turn::new(Waits {
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

    /// Beside runners that never rest and wait for nothing but what the leader is owed: whenever a step of the leader is told to have been alone
    /// nobody was in a step of a runner from the beginning of its step before to the end of this one, and such steps come.
    #[test]
    fn the_leader_is_told_to_be_alone_only_where_it_is() {
        let turn = Turn::new(Waits {
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
            // Nobody is left waiting for a step that is never taken.
            turn.owe(false);
        });
        assert_eq!(mistaken, 0);
        assert!(left > 0, "{alone} steps alone, {beside} beside others");
    }
}
