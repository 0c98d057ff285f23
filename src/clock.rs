//! Clock of the program, which the worker, the benchmarks and the commands give to the solver for its timing.

/// Nanoseconds since an unspecified moment in the past; monotonic.
#[cfg(unix)]
pub fn nanoseconds() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::Monotonic);
    // Neither is ever negative here.
    now.tv_sec
        .unsigned_abs()
        .saturating_mul(1_000_000_000)
        .saturating_add(now.tv_nsec.unsigned_abs())
}

/// Nanoseconds since the first call; monotonic.
#[cfg(not(unix))]
pub fn nanoseconds() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let elapsed = FIRST.get_or_init(Instant::now).elapsed();
    let seconds = elapsed.as_secs().saturating_mul(1_000_000_000);
    seconds.saturating_add(u64::from(elapsed.subsec_nanos()))
}
