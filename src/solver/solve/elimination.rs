//! What the last factorisation eliminated.

use std::sync::MutexGuard;

use super::super::inspect::{Builder, Elimination};
use super::Solver;
use super::runs::{CoreSolver, Sweeps, lock};

impl Solver {
    /// What the last factorisation eliminated, or the last [`Solver::sweep`]; nothing where there was none, and of methods that
    /// factor nothing.
    pub fn elimination(&self) -> Option<Elimination> {
        self.elimination_within(usize::MAX)
    }

    /// The same where the factor has at most so many blocks below its diagonal: a full one has as many as there are pairs of constraints, and
    /// listing them would take more memory than the factor. Nothing where there are more.
    pub fn elimination_within(&self, most: usize) -> Option<Elimination> {
        let topology = self.topology.as_ref()?;
        let mut builder = Builder::new(topology, most);
        if let Some(sweeps) = self.sweeps.as_ref().filter(|_| self.has_swept()) {
            let known = sweeps.each(|run| {
                run.trees.add_to(&mut builder);
                if let (Some(core), Some(own)) = (run.trees.core(), run.core) {
                    // Of cores that are alike, what the last of them eliminated stands for all.
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
            let held = |constraint: &&usize| {
                let ends = topology.ends(**constraint).iter();
                let mut ends = ends.chain(topology.force_ends(**constraint));
                ends.next()
                    .is_some_and(|end| island.bodies.binary_search(&end.body).is_ok())
            };
            let rows = self.anticipation.constraints().iter().filter(held);
            builder.add_responses(rows.flat_map(|&it| topology.row_offset(it)..topology.row_offset(it + 1)));
        }
        builder.finish()
    }

    /// Whether the last answer is that of a sweep, which leaves no factor but that of its core.
    fn has_swept(&self) -> bool {
        let core = |sweeps: &Sweeps<Self>| {
            let mut solvers = sweeps.kinds.iter().flat_map(|kind| &kind.solvers).map(lock);
            solvers.any(|it| is_factored(&it))
        };
        self.factored.is_none() && (self.report.swept || self.sweeps.as_ref().is_some_and(core))
    }
}

/// Whether there is a factor of one of the cores that it solves for.
fn is_factored(core: &MutexGuard<'_, CoreSolver<Solver>>) -> bool {
    core.solver.is_factored()
}
