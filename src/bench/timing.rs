//! How times are taken, and the line of the table that they make.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::solver::SolveError;

/// For so long, and at least once, everything is done unmeasured before it is measured: large machines too, or how times grow would
/// tell of the caches that another left.
const WARM_UP: Duration = Duration::from_micros(500);

/// One line of the table; times are medians (ns).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Word of the shape.
    pub shape: &'static str,
    /// Joints, or particles of a lattice.
    pub n: usize,
    /// Word of the method, or of the library.
    pub method: String,
    /// Threads that shared the work.
    pub threads: usize,
    /// Symbolic phase: what a change of topology costs the solver, its workspaces allocated anew.
    pub symbolic_ns: u64,
    /// Forces, Jacobian and right-hand side; a library is not asked for them.
    pub assemble_ns: Option<u64>,
    /// Factorisation.
    pub factor_ns: u64,
    /// Solve for one right-hand side.
    pub solve_ns: u64,
    /// All of it, by the clock.
    pub total_ns: u64,
    /// Held on the heap: by a method with model and workspaces, by a library with matrix and factor. 0 in a program
    /// that does not count.
    pub bytes: usize,
}

/// The times of a run, after others that nobody measures: what ran before has taken the caches and the memory of branches, which
/// a machine in motion keeps to itself.
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

/// The time in the middle; 0 of none.
pub fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
