//! The solver's report on the last solve of a run, without times, which vary between runs and are written elsewhere.

use serde::Serialize;

use crate::solver;

/// The report of one solve.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The method that did the work.
    method: &'static str,
    /// Constraints of the spanning forest.
    primary: usize,
    /// Constraints that close loops, have bounds or whose force acts elsewhere.
    auxiliary: usize,
    /// Blocks of the factor that are not blocks of the matrix.
    fill_in: usize,
    /// Blocks of the factor updated while factoring.
    block_updates: usize,
    /// Back-solves for anticipated responses.
    back_solves: usize,
    /// Pivots too small to divide by, which were given a small compliance.
    repaired_pivots: usize,
    /// Rows minus rank at the last pose; null if the machine is too large to compute it in time.
    rank_deficit: Option<usize>,
    /// Residual of the equations, relative to their terms and the loads; null if not finite.
    residual: Option<f64>,
    /// Number of iterations, in the island that needed most.
    iterations: usize,
    /// Number of refinement sweeps.
    refinements: usize,
    /// Share of what contradictory constraints demand that no motion gives; null in a jam, or if it cannot be computed.
    contradiction: Option<f64>,
    /// Constraints with bounds or whose force acts elsewhere.
    anticipated: usize,
    /// Multipliers at a bound.
    at_bound: usize,
    /// Whether principal pivoting for bounds did not terminate, and a projected method took over.
    fallback: bool,
}

impl Report {
    /// Report of a solve; with the size of the contradiction of the run, and with the rank deficit from `counted` for methods that do not compute
    /// it.
    pub fn of(
        report: &solver::Report,
        contradiction: Option<f64>,
        counted: impl FnOnce() -> Option<usize>,
    ) -> Self {
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
            contradiction,
            anticipated: report.anticipated,
            at_bound: report.at_bound,
            fallback: report.fallback,
        }
    }
}
