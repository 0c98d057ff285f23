//! Runs of islands that consist of trees of declared joints, or of such trees on a core.

use std::sync::{Mutex, MutexGuard};

use super::super::pin_tree::{JointRecord, PinTrees, Swept};
use super::super::thread_pool::{ThreadPool, lock, unlocked};
use super::super::{Report, Solution, SolveError, Topology};

/// All runs of islands, with solvers `S` for their cores.
pub(super) struct Sweeps<S> {
    pub(super) runs: Vec<Mutex<Run>>,
    /// Kinds of cores: one for each different topology.
    pub(super) kinds: Vec<CoreKind<S>>,
    /// Whether nothing has been solved yet.
    pub(super) needs_warm_up: bool,
    /// Records that the first sweep keeps for the second, one list per thread.
    pub(super) kept: Vec<Mutex<Vec<JointRecord>>>,
    /// Threads that share the runs. If runs are shared, each of them is solved by one thread.
    pub(super) pool: ThreadPool,
    pub(super) pieces: usize,
    pub(super) has_core: bool,
}

/// A run of islands: its trees, and the kind of the core that they hang on.
pub(super) struct Run {
    pub(super) trees: PinTrees,
    pub(super) core: Option<usize>,
    /// Statistics of the core.
    pub(super) report: Report,
    pub(super) found: Result<Option<Swept>, SolveError>,
    /// Times (ns) of the evaluation, of the first sweep with the factorisation of the core, and of the rest.
    pub(super) times: [u64; 3],
}

/// Solvers for all cores of one topology, as many as threads can use at the same time. Plan and factor of one core stay in the cache for
/// the next core of the same kind.
pub(super) struct CoreKind<S> {
    pub(super) topology: Topology,
    pub(super) solvers: Vec<Mutex<CoreSolver<S>>>,
}

/// A solver for cores, and its solution.
pub(super) struct CoreSolver<S> {
    pub(super) solver: S,
    pub(super) solution: Solution,
}

/// Result of the sweeps.
#[derive(Clone, Copy, Debug)]
pub struct SweepResult {
    /// Power of the multipliers of pins and rods at the rates of their rows (W).
    pub power: f64,
    /// Time of the evaluation (ns).
    pub evaluation_ns: u64,
}

/// Locks an element of `these` that is not in use, and its counterpart in `those`; waits for the first element if all are in use. Returns
/// `None` if a list is empty. The choice has no effect on results.
pub(super) fn free<'a, T, U>(
    these: &'a [Mutex<T>],
    those: &'a [Mutex<U>],
) -> Option<(MutexGuard<'a, T>, MutexGuard<'a, U>)> {
    let mut pairs = these.iter().zip(those);
    let (first, its) = pairs.clone().next()?;
    let found = pairs.find_map(|(one, other)| Some((one.try_lock().ok()?, other)));
    let (one, other) = found.unwrap_or_else(|| (lock(first), its));
    Some((one, lock(other)))
}

impl<S> Sweeps<S> {
    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Run> {
        self.runs.iter_mut().map(unlocked)
    }

    pub(super) fn trees(&mut self) -> impl Iterator<Item = &PinTrees> {
        self.all().map(|run| &run.trees)
    }

    pub(super) fn cores(&mut self) -> impl Iterator<Item = &mut CoreSolver<S>> {
        self.kinds
            .iter_mut()
            .flat_map(|kind| kind.solvers.iter_mut().map(unlocked))
    }

    /// Locks the runs one after another and maps each with `look`.
    pub(super) fn each<T>(&self, look: impl FnMut(MutexGuard<'_, Run>) -> T) -> impl Iterator<Item = T> {
        self.runs.iter().map(lock).map(look)
    }
}
