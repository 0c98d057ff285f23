//! Work budget of a task, a step or a diagnosis, so that none takes minutes or fills the memory.

use crate::sim::Model;

use super::Dynamics;

/// Estimated work at which a task is stopped (ns on a machine of today): a constant, and an addition for each coordinate.
const MOST_WORK: (u64, u64) = (6_000_000_000, 3_000_000);
/// Estimated work of a step, of an amount that depends on the state, that may go on for any number of steps, likewise.
const FAIR_WORK: (u64, u64) = (50_000_000, 1_000_000);

impl Dynamics {
    /// Runs a task that ends with [`TooLong`](crate::solver::SolveError::TooLong) where it takes work out of all proportion to the model.
    pub(in crate::sim) fn within_budget<T>(&mut self, model: &Model, task: impl FnOnce(&mut Self) -> T) -> T {
        self.begin_task(model);
        let done = task(self);
        self.end_task();
        done
    }

    /// Starts such a task.
    pub(in crate::sim) fn begin_task(&self, model: &Model) {
        let most = MOST_WORK.0 + MOST_WORK.1 * model.topology.dofs() as u64;
        let fair = FAIR_WORK.0 + FAIR_WORK.1 * model.topology.dofs() as u64;
        self.solver.work_budget().begin_next(most, fair);
    }

    /// Ends the task: what follows is unlimited.
    pub(in crate::sim) fn end_task(&self) {
        self.solver.work_budget().begin(None);
    }
}
