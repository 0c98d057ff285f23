//! What solves for the cores of runs: one for all that have the same topology, and one more for each thread that may ask at the
//! same time.

use std::sync::Mutex;

use super::super::pin_tree::PinTrees;
use super::super::{Hardware, Method, Solution, Topology};
use super::Solver;
use super::runs::CoreSolver;

impl CoreSolver<Solver> {
    fn new(topology: &Topology, whole: &Solver, hardware: Hardware) -> Self {
        let mut solver = Solver::new(Method::Sparse);
        solver.set_hardware(hardware);
        solver.set_cancel(whole.cancel.clone());
        solver.set_allowance(whole.allowance.clone());
        solver.set_clock(whole.clock);
        solver.set_topology(topology);
        Self {
            solver,
            solution: Solution::default(),
        }
    }

    /// Which of the solvers each run asks, and the solvers.
    pub(super) fn of_runs(
        runs: &[PinTrees],
        threads: usize,
        (whole, hardware): (&Solver, Hardware),
    ) -> (Vec<Option<usize>>, Vec<Vec<Mutex<Self>>>) {
        let mut kinds: Vec<(&Topology, usize)> = Vec::new();
        let mut asked = Vec::with_capacity(runs.len());
        for run in runs {
            asked.push(run.core().map(|core| {
                // Those that are the same are copies.
                let known = kinds.iter().rposition(|it| it.0.is_copy_of(&core.topology));
                let kind = known.unwrap_or(kinds.len());
                if known.is_none() {
                    kinds.push((&core.topology, 0));
                }
                kinds[kind].1 += 1;
                kind
            }));
        }
        let solvers = kinds.iter().map(|&(topology, runs)| -> Vec<_> {
            let copies = 0..runs.min(threads);
            copies
                .map(|_| Mutex::new(Self::new(topology, whole, hardware)))
                .collect()
        });
        (asked, solvers.collect())
    }
}
