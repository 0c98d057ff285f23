//! Timing, and rows of the table.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::solver::SolveError;

/// Warm-up time: each computation is repeated unmeasured for this long, at least once, before it is measured. Large machines too, or the
/// growth of times would depend on the cache contents that another computation left.
const WARM_UP: Duration = Duration::from_micros(500);

/// One row of the table; times are medians (ns).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the shape.
    pub shape: &'static str,
    /// Joints, or particles of a lattice.
    pub n: usize,
    /// Name of the method, or of the library.
    pub method: String,
    /// Threads that shared the work.
    pub threads: usize,
    /// Symbolic phase: the cost of a change of topology for the solver, with newly allocated workspaces.
    pub symbolic_ns: u64,
    /// Forces, Jacobian and right-hand side; `None` for a library.
    pub assemble_ns: Option<u64>,
    /// Factorisation.
    pub factor_ns: u64,
    /// Solve for one right-hand side.
    pub solve_ns: u64,
    /// Duration of the whole evaluation.
    pub total_ns: u64,
    /// Bytes on the heap: for a method with model and workspaces, for a library with matrix and factor. 0 in a program
    /// without the counting allocator.
    pub bytes: usize,
}

/// The result of a run after unmeasured warm-up runs: other computations have displaced the contents of caches and branch predictors, which
/// a machine in motion would keep.
pub(super) fn warmed_up<T>(
    mut run: impl FnMut() -> Result<Option<T>, SolveError>,
) -> Result<Option<T>, SolveError> {
    let started = Instant::now();
    loop {
        run()?;
        if started.elapsed() >= WARM_UP {
            break;
        }
    }
    run()
}

pub(super) fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The median; 0 for no times.
pub fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
