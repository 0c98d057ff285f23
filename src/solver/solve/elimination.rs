//! Elimination order and fill-in of the last factorisation, for inspection.

use std::sync::MutexGuard;

use super::super::inspect::{Builder, Elimination};
use super::super::thread_pool::lock;
use super::Solver;
use super::runs::{CoreSolver, Sweeps};

impl Solver {
    /// Returns the elimination of the last factorisation or of the last [`Solver::sweep`]; `None` if there was none, and for methods that do
    /// not factor.
    pub fn elimination(&self) -> Option<Elimination> {
        self.elimination_within(usize::MAX)
    }

    /// Like [`Solver::elimination`], but `None` if the factor has more than `most` blocks below its diagonal: a full factor has one for each
    /// pair of constraints, and listing them would take more memory than the factor.
    pub fn elimination_within(&self, most: usize) -> Option<Elimination> {
        let topology = self.topology.as_ref()?;
        let mut builder = Builder::new(topology, most);
        if let Some(sweeps) = self.sweeps.as_ref().filter(|_| self.has_swept()) {
            let known = sweeps.each(|run| {
                run.trees.add_to(&mut builder);
                if let (Some(core), Some(own)) = (run.trees.core(), run.core) {
                    // Cores of the same kind share solvers; the last elimination in one of these stands for all.
                    let its = sweeps
                        .kinds
                        .get(own)?
                        .solvers
                        .iter()
                        .map(lock)
                        .find(is_factored)?;
                    builder.add_part(its.solver.elimination_within(most)?, topology, core);
                }
                Some(())
            });
            known.collect::<Option<()>>()?;
            return builder.finish();
        }
        let (method, graph) = (self.factored?, self.graph.as_ref()?);
        if method.iterates() {
            return None;
        }
        self.methods.add_to(&mut builder, method, topology, graph);
        for island in &graph.islands {
            let held = |&&constraint: &&usize| {
                let body = topology.first_body(constraint);
                body.is_some_and(|body| island.bodies.binary_search(&body).is_ok())
            };
            let rows = self.anticipation.constraints.iter().filter(held);
            builder.add_responses(rows.flat_map(|&it| topology.row_offset(it)..topology.row_offset(it + 1)));
        }
        builder.finish()
    }

    /// Whether the last answer came from a sweep, which leaves no factor except those of the cores.
    fn has_swept(&self) -> bool {
        let core = |sweeps: &Sweeps<Self>| {
            let mut solvers = sweeps.kinds.iter().flat_map(|kind| &kind.solvers).map(lock);
            solvers.any(|it| is_factored(&it))
        };
        self.factored.is_none() && (self.report.swept || self.sweeps.as_ref().is_some_and(core))
    }
}

/// Whether the solver holds a factor of one of its cores.
fn is_factored(core: &MutexGuard<'_, CoreSolver<Solver>>) -> bool {
    core.solver.is_factored()
}
