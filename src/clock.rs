//! The clock of the program, by which worker, bench and commands let the solver take its times.

/// Nanoseconds since some moment in the past; never goes back.
#[cfg(unix)]
pub fn nanoseconds() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::Monotonic);
    // Both are never negative here.
    now.tv_sec
        .unsigned_abs()
        .saturating_mul(1_000_000_000)
        .saturating_add(now.tv_nsec.unsigned_abs())
}

/// Nanoseconds since it was first asked for; never goes back.
#[cfg(not(unix))]
pub fn nanoseconds() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let elapsed = FIRST.get_or_init(Instant::now).elapsed();
    let seconds = elapsed.as_secs().saturating_mul(1_000_000_000);
    seconds.saturating_add(u64::from(elapsed.subsec_nanos()))
}
