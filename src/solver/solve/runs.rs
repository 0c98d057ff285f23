//! Runs of islands that are trees of declared joints, or such trees on a core.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::pin_tree::{JointRecord, PinTrees, Swept};
use super::super::thread_pool::ThreadPool;
use super::super::{Report, Solution, SolveError, Topology};

/// All runs of islands, with solvers `S` for what their trees hang on.
pub(super) struct Sweeps<S> {
    pub(super) runs: Vec<Mutex<Run>>,
    /// The kinds of their cores.
    pub(super) kinds: Vec<CoreKind<S>>,
    /// Whether nothing was solved yet.
    pub(super) fresh: bool,
    /// What sweeps keep of a run between one and the other, one for each thread.
    pub(super) kept: Vec<Mutex<Vec<JointRecord>>>,
    /// For the runs; what is shared by them is not shared again within one.
    pub(super) pool: ThreadPool,
    pub(super) pieces: usize,
    pub(super) has_core: bool,
}

/// A run of islands: its trees, and of which kind the core is that they hang on.
pub(super) struct Run {
    pub(super) trees: PinTrees,
    pub(super) core: Option<usize>,
    /// Of that core.
    pub(super) report: Report,
    pub(super) found: Result<Option<Swept>, SolveError>,
    /// Times of the evaluation, of the first sweep with the factor of the core, and of all else (ns).
    pub(super) times: [u64; 3],
}

/// What solves for all cores of one topology: as many as threads can have in use at once. What is planned and worked out for a core stays in
/// the cache for the next one like it.
pub(super) struct CoreKind<S> {
    pub(super) topology: Topology,
    pub(super) solvers: Vec<Mutex<CoreSolver<S>>>,
}

/// The solver for what sweeps leave, and its answer.
pub(super) struct CoreSolver<S> {
    pub(super) solver: S,
    pub(super) solution: Solution,
}

/// What the sweeps found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Power of the multipliers of pins and rods at the rates of their rows (W).
    pub power: f64,
    /// Time of the evaluation (ns).
    pub evaluation_ns: u64,
}

/// Whoever broke off has been heard of; all numbers are written anew.
pub(super) fn lock<T>(run: &Mutex<T>) -> MutexGuard<'_, T> {
    run.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same for who has it to himself.
pub(super) fn unlocked<T>(run: &mut Mutex<T>) -> &mut T {
    run.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// One of these that nobody has now, with its fellow among those; nothing where there is none of either. Which of them makes no difference.
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

    /// Looks at each run.
    pub(super) fn each<T>(&self, look: impl FnMut(MutexGuard<'_, Run>) -> T) -> impl Iterator<Item = T> {
        self.runs.iter().map(lock).map(look)
    }
}
