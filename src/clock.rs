//! The clock of the program, by which worker, bench and commands let the solver take its times.

use std::sync::OnceLock;
use std::time::Instant;

/// Nanoseconds since it was first asked for; never goes back.
pub fn nanoseconds() -> u64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = FIRST.get_or_init(Instant::now);
    let elapsed = first.elapsed();
    let seconds = elapsed.as_secs().saturating_mul(1_000_000_000);
    seconds.saturating_add(u64::from(elapsed.subsec_nanos()))
}
