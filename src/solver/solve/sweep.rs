//! The shortest way: machines that are trees of declared joints, or such trees on a core, from state to accelerations in two
//! sweeps.

use std::sync::atomic::Ordering;

use super::super::pin_tree::{Machine, PinTrees, Remainder, TreeJoint, Turn};
use super::super::{Method, Report, Solution, SolveError, System};
use super::Solver;

/// Time that two sweeps take for a coordinate (ns).
const OF_SWEEPS: f64 = 40.0;

impl Solver {
    /// The joints in the order in which [`Solver::sweep`] asks for them, where there are trees of them and the method is the
    /// sparse one.
    pub fn joints(&self) -> Option<&[TreeJoint]> {
        self.swept().map(PinTrees::joints)
    }

    /// The rows that hold angles beside pins of these joints.
    pub fn turns(&self) -> &[Turn] {
        self.swept().map_or(&[], PinTrees::turns)
    }

    /// What [`Solver::sweep`] is to be given as a system; nothing where the trees are all there is.
    pub fn core(&self) -> Option<&Remainder> {
        self.swept().and_then(PinTrees::core)
    }

    fn swept(&self) -> Option<&PinTrees> {
        self.trees.as_ref().filter(|_| self.method == Method::Sparse)
    }

    /// Pieces that threads can share; fewer than 2 for a machine too small to pay.
    pub fn pieces(&self) -> usize {
        let in_core = self.core.as_ref().map_or(0, |core| core.solver.pieces());
        self.trees
            .as_ref()
            .map_or(self.methods.pieces(), |trees| trees.pieces().max(in_core))
    }

    /// Solves a machine of trees from its state, in two sweeps. `core` is the system of [`Solver::core`] at that state: masses and
    /// forces of its bodies alone, to which those of the trees are added; left alone where there is no core. Returns the power of
    /// the multipliers of pins and rods at the rates of their rows (W); nothing where the numbers ask for the general way, which
    /// then has to be gone: digits were lost, something is not finite, or [`Solver::joints`] gives none. No factor is left behind.
    ///
    /// # Errors
    /// When the cancel flag is up, or more work was taken than is allowed.
    pub fn sweep(
        &mut self,
        machine: &impl Machine,
        core: &mut System,
        out: &mut Solution,
    ) -> Result<Option<f64>, SolveError> {
        let (Some(trees), Method::Sparse, Some(topology)) = (&mut self.trees, self.method, &self.topology)
        else {
            return Ok(None);
        };
        if self.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled);
        }
        self.allowance.charge(OF_SWEEPS * topology.dofs() as f64)?;
        self.factored = None;
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.resize(topology.rows(), 0.0);
        let start = (self.clock)();
        if !trees.up(self.hardware, machine) {
            return Ok(None);
        }
        let between = (self.clock)();
        let mut report = Report {
            method: Method::Sparse,
            swept: true,
            ..Report::default()
        };
        let nothing = Solution::default();
        let mut of_core = &nothing;
        if let (Some(own), Some(its)) = (trees.core(), &mut self.core) {
            trees.load(core);
            match its.solver.answer(&own.topology, core, &mut its.solution) {
                Ok(()) => {}
                Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => return Err(error),
                // The general way says what is wrong, in the terms of the whole.
                Err(_) => return Ok(None),
            }
            report = its.solver.report().clone();
            if !trees.accepts(&report) {
                return Ok(None);
            }
            of_core = &its.solution;
        }
        let Some(swept) = trees.down(self.hardware, machine, (topology, of_core), out) else {
            return Ok(None);
        };
        let up_ns = between.saturating_sub(start);
        let rest_ns = (self.clock)().saturating_sub(between);
        self.report = Report {
            factor_ns: up_ns + report.factor_ns,
            solve_ns: rest_ns.saturating_sub(report.factor_ns),
            primary: self.report.primary,
            auxiliary: self.report.auxiliary,
            block_updates: trees.block_updates() + report.block_updates,
            residual: swept.residual.max(report.residual),
            ..report
        };
        Ok(Some(swept.power))
    }
}
