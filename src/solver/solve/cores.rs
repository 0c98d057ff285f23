//! Solvers for the cores of runs. Cores with the same topology share a solver; there is one for each thread that may use it at the same
//! time.

use std::sync::Mutex;

use super::super::pin_tree::{Machines, Output, PinTrees};
use super::super::thread_pool::lock;
use super::super::{Hardware, Method, Solution, Topology};
use super::Solver;
use super::runs::{CoreKind, CoreSolver, Run, Sweeps, free};
use super::sweep::Task;

impl CoreSolver<Solver> {
    fn new(topology: &Topology, whole: &Solver, hardware: Hardware) -> Self {
        let mut solver = Solver::new(Method::Sparse);
        solver.set_hardware(hardware);
        solver.share(&whole.shared);
        solver.set_topology(topology);
        Self {
            solver,
            solution: Solution::default(),
        }
    }
}

impl CoreKind<Solver> {
    /// Returns the kind of the core of each run, as an index, and the kinds.
    pub(super) fn of_runs(
        runs: &[PinTrees],
        threads: usize,
        (whole, hardware): (&Solver, Hardware),
    ) -> (Vec<Option<usize>>, Vec<Self>) {
        let mut kinds: Vec<(&Topology, usize)> = Vec::new();
        let mut of_run = Vec::with_capacity(runs.len());
        for run in runs {
            of_run.push(run.core().map(|core| {
                // Equal topologies share storage (`share_topologies`), so comparing that is enough.
                let known = kinds.iter().rposition(|it| it.0.is_copy_of(&core.topology));
                let kind = known.unwrap_or(kinds.len());
                if known.is_none() {
                    kinds.push((&core.topology, 0));
                }
                kinds[kind].1 += 1;
                kind
            }));
        }
        let kinds = kinds.iter().map(|&(topology, runs)| Self {
            topology: topology.clone(),
            solvers: (0..runs.min(threads))
                .map(|_| Mutex::new(CoreSolver::new(topology, whole, hardware)))
                .collect(),
        });
        (of_run, kinds.collect())
    }
}

/// The machines `M` and the workspaces shared by threads: runs, scratch space for trees, and cores of each kind.
type Shared<'a, M> = (
    &'a M,
    &'a [Mutex<<M as Machines>::Run>],
    &'a [Mutex<<M as Machines>::Scratch>],
    &'a [Vec<Mutex<<M as Machines>::Core>>],
);

impl Sweeps<Solver> {
    /// Warm-up: solves once with every solver of a kind except the first, which the first step uses in any case, so that each allocates its
    /// memory. Later steps must not allocate, and which solver a thread takes depends on timing.
    pub(super) fn warm_up<M: Machines>(
        &self,
        task: &Task,
        (machines, own, scratches, systems): Shared<'_, M>,
        out: &Output<'_>,
    ) {
        for (index, (kind, systems)) in self.kinds.iter().zip(systems).enumerate() {
            let mut others = kind.solvers.iter().zip(systems).skip(1).peekable();
            if others.peek().is_none() {
                continue;
            }
            let has_it = |it: &(&Mutex<Run>, &Mutex<M::Run>)| lock(it.0).core == Some(index);
            let found = self.runs.iter().zip(own).find(has_it);
            let (Some((run, own)), Some((mut kept, mut scratch))) = (found, free(&self.kept, scratches))
            else {
                continue;
            };
            let (mut run, mut own) = (lock(run), lock(own));
            for (solver, system) in others {
                let core = (&mut *lock(solver), &mut *lock(system));
                run.found = run.sweep(
                    task,
                    (machines, &mut own, &mut scratch),
                    Some(core),
                    (&mut kept, out),
                );
            }
        }
    }
}
