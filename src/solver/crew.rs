//! Threads that stand ready to share the pieces of one job. Setting them to work allocates nothing.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The threads; none for one that works alone.
#[derive(Default)]
pub(super) struct Crew {
    shared: Arc<Shared>,
    hands: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    orders: Mutex<Orders>,
    begin: Condvar,
    end: Condvar,
    /// The next piece nobody has taken.
    next: AtomicUsize,
}

#[derive(Default)]
struct Orders {
    job: Option<Job>,
    /// Counts the jobs, so that none is begun twice.
    number: u64,
    /// Threads that have not come back from the job.
    away: usize,
    quit: bool,
    /// What went wrong in one of them.
    broken: Option<Box<dyn Any + Send>>,
}

/// Pieces of work.
#[derive(Clone, Copy)]
struct Job {
    work: &'static (dyn Fn(usize) + Sync),
    pieces: usize,
}

impl Shared {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        // Nothing is left half done under the lock.
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, job: Job) {
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            if piece >= job.pieces {
                return;
            }
            (job.work)(piece);
        }
    }

    fn stand_ready(&self) {
        let mut done = 0;
        loop {
            let mut orders = self.orders();
            while orders.number == done && !orders.quit {
                orders = self.begin.wait(orders).unwrap_or_else(PoisonError::into_inner);
            }
            if orders.quit {
                return;
            }
            done = orders.number;
            let job = orders.job;
            drop(orders);
            let result = catch_unwind(AssertUnwindSafe(|| job.map(|job| self.work(job))));
            let mut orders = self.orders();
            orders.away -= 1;
            if let Err(broken) = result {
                orders.broken = Some(broken);
            }
            if orders.away == 0 {
                self.end.notify_all();
            }
        }
    }
}

impl Crew {
    /// As many threads, the caller's counted. Fewer where the system has no more to give.
    pub(super) fn of(threads: usize) -> Self {
        let shared: Arc<Shared> = Arc::default();
        let hand = || {
            let shared = shared.clone();
            let builder = std::thread::Builder::new().name("solver".to_owned());
            builder.spawn(move || shared.stand_ready()).ok()
        };
        let hands = (1..threads).map_while(|_| hand()).collect();
        Self { shared, hands }
    }

    /// Threads, the caller's counted.
    pub(super) fn size(&self) -> usize {
        self.hands.len() + 1
    }

    /// Does the work for each piece below `pieces`, in any order and at the same time. Returns when all is done.
    pub(super) fn share(&mut self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        if self.hands.is_empty() || pieces < 2 {
            (0..pieces).for_each(work);
            return;
        }
        // SAFETY: nobody has the job any more when this returns or unwinds: the wait below is for all who took it.
        #[allow(unsafe_code, reason = "standing threads cannot be told of a borrow")]
        let work =
            unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(work) };
        let job = Job { work, pieces };
        self.shared.next.store(0, Ordering::Relaxed);
        let mut orders = self.shared.orders();
        orders.job = Some(job);
        orders.number += 1;
        orders.away = self.hands.len();
        drop(orders);
        self.shared.begin.notify_all();
        let own = catch_unwind(AssertUnwindSafe(|| self.shared.work(job)));
        let mut orders = self.shared.orders();
        while orders.away > 0 {
            orders = self
                .shared
                .end
                .wait(orders)
                .unwrap_or_else(PoisonError::into_inner);
        }
        orders.job = None;
        let broken = orders.broken.take();
        drop(orders);
        if let Some(broken) = own.err().or(broken) {
            resume_unwind(broken);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.orders().quit = true;
        self.shared.begin.notify_all();
        for hand in self.hands.drain(..) {
            // It has nothing left to say.
            let _ = hand.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        for threads in [1, 2, 5] {
            let mut crew = Crew::of(threads);
            assert_eq!(crew.size(), threads);
            for pieces in [0, 1, 2, 17, 300] {
                let done: Vec<AtomicUsize> = (0..pieces).map(|_| AtomicUsize::new(0)).collect();
                crew.share(pieces, &|piece| _ = done[piece].fetch_add(1, Ordering::Relaxed));
                assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn a_piece_that_breaks_is_heard_of_and_the_crew_goes_on() {
        let mut crew = Crew::of(3);
        for broken in [0, 7, 99] {
            let result = catch_unwind(AssertUnwindSafe(|| {
                crew.share(100, &|piece| assert!(piece != broken, "piece {piece}"));
            }));
            assert!(result.is_err());
            crew.share(100, &|_| {});
        }
    }
}
