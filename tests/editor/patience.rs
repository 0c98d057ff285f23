//! Work limit for the engine of a script: a step or command that takes more is cancelled, as the window cancels slow ones. Work is counted in the
//! solver's readings of its clock, so that a script gives the same result on any machine.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tinkertoy::worker::Engine;

/// Largest number of clock readings of one step or command.
const MOST: u64 = 20_000;

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
    static FLAG: RefCell<Arc<AtomicBool>> = RefCell::default();
}

/// A clock that counts its readings, and sets the cancel flag beyond the limit.
fn clock() -> u64 {
    let looks = LOOKS.get() + 1;
    LOOKS.set(looks);
    if looks > MOST {
        FLAG.with_borrow(|flag| flag.store(true, Ordering::Relaxed));
    }
    looks
}

/// An engine cancelled by this clock.
pub fn engine() -> Engine {
    let flag = Arc::<AtomicBool>::default();
    FLAG.set(Arc::clone(&flag));
    Engine::timed_by(clock, flag)
}

/// Runs `work` with a fresh work limit; returns its result, and whether it was cancelled.
pub fn within_patience<T>(work: impl FnOnce() -> T) -> (T, bool) {
    LOOKS.set(0);
    let done = work();
    let cancelled = FLAG.with_borrow(|flag| flag.swap(false, Ordering::Relaxed));
    (done, cancelled)
}
