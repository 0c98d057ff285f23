//! What the last solve of a run said of itself, as far as it is the same on every run: times stand beside it.

use serde::Serialize;

use crate::solver;

/// The report of one solve.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The method that did the work.
    method: &'static str,
    /// Constraints of the spanning forest.
    primary: usize,
    /// Constraints that close loops, have bounds or are held from elsewhere.
    auxiliary: usize,
    /// Blocks of the factor that are not blocks of the matrix.
    fill_in: usize,
    /// Blocks of the factor updated while factoring.
    block_updates: usize,
    /// Back-solves for anticipated responses.
    back_solves: usize,
    /// Pivots too small to divide by, which were given a little compliance.
    repaired_pivots: usize,
    /// Rows minus rank at the last pose; null where the machine is too large to find out in time.
    rank_deficit: Option<usize>,
    /// What is left of the equations, in proportion to their terms and the loads; null where it is not finite.
    residual: Option<f64>,
    /// Iterations, in the island that took the most.
    iterations: usize,
    /// Sweeps of refinement.
    refinements: usize,
    /// What no multiplier can meet because constraints contradict each other, relative to the right-hand side.
    contradiction: Option<f64>,
    /// Constraints with bounds or held from elsewhere.
    anticipated: usize,
    /// Multipliers at a bound.
    at_bound: usize,
    /// Whether the pivots for bounds found no end, and a projected method took over.
    fallback: bool,
}

impl Report {
    /// Of a solve, with what is contradictory where the run has come to, and with the rank deficit counted apart for methods that do not find it
    /// out.
    pub fn of(report: &solver::Report, contradiction: f64, counted: impl FnOnce() -> Option<usize>) -> Self {
        let finite = |number: f64| number.is_finite().then_some(number);
        Self {
            method: report.method.id(),
            primary: report.primary,
            auxiliary: report.auxiliary,
            fill_in: report.fill_blocks,
            block_updates: report.block_updates,
            back_solves: report.back_solves,
            repaired_pivots: report.repaired_pivots,
            rank_deficit: report.rank_deficit.or_else(counted),
            residual: finite(report.residual),
            iterations: report.iterations,
            refinements: report.refinements,
            contradiction: finite(contradiction),
            anticipated: report.anticipated,
            at_bound: report.at_bound,
            fallback: report.fallback,
        }
    }
}
