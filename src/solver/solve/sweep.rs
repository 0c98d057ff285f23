//! The shortest way: machines that are nothing but trees of pins, from state to accelerations in two sweeps.

use std::sync::atomic::Ordering;

use super::super::pin_tree::{Joint, Machine, PinTrees};
use super::super::{Method, Report, Solution, SolveError};
use super::Solver;

impl Solver {
    /// The pins in the order in which [`Solver::sweep`] asks for them, where the topology is nothing but trees of
    /// them and the method is the sparse one.
    pub fn pins(&self) -> Option<&[Joint]> {
        let trees = self.trees.as_ref().filter(|_| self.method == Method::Sparse);
        trees.map(PinTrees::joints)
    }

    /// Pieces that threads can share; fewer than 2 for a machine too small to pay.
    pub fn pieces(&self) -> usize {
        self.trees
            .as_ref()
            .map_or(self.engines.pieces(), PinTrees::pieces)
    }

    /// Solves a machine of pins from its state, in two sweeps. Returns the power of the multipliers at the rates of
    /// their rows (W); nothing where the numbers ask for the general way, which then has to be gone: digits were
    /// lost, something is not finite, or [`Solver::pins`] gives none. No factor is left behind.
    ///
    /// # Errors
    /// When the cancel flag is up.
    pub fn sweep(&mut self, machine: &impl Machine, out: &mut Solution) -> Result<Option<f64>, SolveError> {
        let (Some(trees), Method::Sparse, Some(topology)) = (&mut self.trees, self.method, &self.topology)
        else {
            return Ok(None);
        };
        if self.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled);
        }
        self.factored = None;
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.resize(topology.rows(), 0.0);
        let start = (self.clock)();
        if !trees.up(self.hardware, machine) {
            return Ok(None);
        }
        let between = (self.clock)();
        let Some(swept) = trees.down(self.hardware, machine, out) else {
            return Ok(None);
        };
        self.report = Report {
            method: Method::Sparse,
            factor_ns: between.saturating_sub(start),
            solve_ns: (self.clock)().saturating_sub(between),
            primary: self.report.primary,
            auxiliary: self.report.auxiliary,
            block_updates: trees.block_updates(),
            residual: swept.residual,
            swept: true,
            ..Report::default()
        };
        Ok(Some(swept.power))
    }
}
