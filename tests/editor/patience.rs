//! How much work the engine of a script may put into one step or command before it is cancelled, as the window cancels what is slow. Work is
//! counted in looks of the solver at its clock, so the same script comes to the same on any machine.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tinkertoy::worker::Engine;

/// Looks at the clock that one step or command may take.
const MOST: u64 = 20_000;

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
    static FLAG: RefCell<Arc<AtomicBool>> = RefCell::default();
}

/// A clock that counts how often it is looked at, and runs out.
fn clock() -> u64 {
    let looks = LOOKS.get() + 1;
    LOOKS.set(looks);
    if looks > MOST {
        FLAG.with_borrow(|flag| flag.store(true, Ordering::Relaxed));
    }
    looks
}

/// An engine that is cancelled by this clock.
pub fn engine() -> Engine {
    let flag = Arc::<AtomicBool>::default();
    FLAG.set(Arc::clone(&flag));
    Engine::timed_by(clock, flag)
}

/// Does something on an engine with all its time ahead of it; whether that was cancelled.
pub fn within_patience<T>(work: impl FnOnce() -> T) -> (T, bool) {
    LOOKS.set(0);
    let done = work();
    let cancelled = FLAG.with_borrow(|flag| flag.swap(false, Ordering::Relaxed));
    (done, cancelled)
}
