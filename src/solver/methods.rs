//! Workspaces of all methods, and the dispatch of `factor` and `solve`.

use super::auxiliary::Auxiliary;
use super::dense::Dense;
use super::equations::{RightHandSide, SystemAt};
use super::graph::Graph;
use super::inspect::Builder;
use super::iterative::{Conjugate, DiagonalBlocks, GaussSeidel, Goal, Task};
use super::parallel_islands::ParallelIslands;
use super::refine::{Outcome, Refiner};
use super::{Hardware, IterationLimits, Method, Report, Solution, SolveError, Topology};

/// Time of one multiplication in a dense factorisation (ns), and time of a solve per entry of the factor relative to one
/// multiplication of the factorisation.
const NS_PER_DENSE_MULTIPLICATION: f64 = 0.1;
const SOLVE_PER_ENTRY: f64 = 4.0;

/// One workspace per method.
#[derive(Default)]
pub(super) struct Methods {
    refiner: Refiner,
    sparse: ParallelIslands,
    /// Whether the symbolic phase of the sparse method has been done for this topology.
    planned_sparse: bool,
    auxiliary: Auxiliary,
    planned_auxiliary: bool,
    /// Hardware for which the plans were made.
    hardware: Hardware,
    dense: Dense,
    counted_dense: bool,
    blocks: DiagonalBlocks,
    conjugate: Conjugate,
    gauss_seidel: GaussSeidel,
    /// Number of symbolic factorisations so far.
    pub(super) symbolic_count: u64,
    /// Cached estimates: work of a factorisation, and the work of a solve derived from it (ns).
    solve_cost_cache: (f64, f64),
}

impl Methods {
    /// Invalidates all symbolic work after a change of topology; each method redoes its part when needed.
    pub(super) fn set_topology(&mut self) {
        self.planned_sparse = false;
        self.planned_auxiliary = false;
        self.counted_dense = false;
    }

    /// Number of pieces of the sparse factorisation that threads can work on at once.
    pub(super) fn pieces(&self) -> usize {
        self.sparse.pieces
    }

    /// Whether the symbolic phase of a method still has to be done.
    pub(super) fn lacks_plan(&self, method: Method) -> bool {
        match method {
            Method::Sparse => !self.planned_sparse,
            Method::Auxiliary => !self.planned_auxiliary,
            _ => false,
        }
    }

    /// Runs the symbolic phase of a method unless it was done already, and allocates its scratch.
    pub(super) fn plan(&mut self, method: Method, topology: &Topology, graph: &Graph, hardware: Hardware) {
        match method {
            Method::ConjugateGradient => self.conjugate.resize(topology.dofs(), topology.rows()),
            Method::GaussSeidel => self.gauss_seidel.resize(topology.dofs()),
            Method::Sparse => {}
            _ => self.refiner.resize(topology.dofs(), topology.rows()),
        }
        self.hardware = hardware;
        if method == Method::Sparse {
            self.plan_sparse(topology, graph);
        }
        if method == Method::Dense && !self.counted_dense {
            self.dense.count(topology, graph);
            self.counted_dense = true;
        }
        if method == Method::Auxiliary && !self.planned_auxiliary {
            self.auxiliary.set_topology(topology, graph);
            self.planned_auxiliary = true;
            self.symbolic_count += 1;
        }
    }

    fn plan_sparse(&mut self, topology: &Topology, graph: &Graph) {
        if !self.planned_sparse {
            self.sparse.set_topology(topology, graph, self.hardware);
            self.planned_sparse = true;
            self.symbolic_count += 1;
        }
        self.sparse.resize(topology.dofs(), topology.rows());
    }

    /// Estimated time of a factorisation without the products with the blocks (ns).
    pub(super) fn work(&mut self, method: Method, topology: &Topology) -> f64 {
        match method {
            Method::Sparse => self.sparse.work(),
            Method::Dense => NS_PER_DENSE_MULTIPLICATION * (topology.rows() as f64).powi(3),
            Method::Auxiliary => self.auxiliary.work(),
            Method::ConjugateGradient | Method::GaussSeidel => 0.0,
        }
    }

    /// Estimated time of a solve with the factor (ns). A factor has fewer entries than its computation has multiplications: as in a
    /// dense matrix, about the power 2/3.
    pub(super) fn solve_cost(&mut self, method: Method, topology: &Topology) -> f64 {
        let work = self.work(method, topology);
        if self.solve_cost_cache.0 != work {
            // A cube root takes a third of the time of a power.
            let side = work.cbrt();
            self.solve_cost_cache = (work, work.min(SOLVE_PER_ENTRY * side * side));
        }
        self.solve_cost_cache.1
    }

    /// Factors, or prepares an iterative method, and writes the figures into the report. `solve_follows` announces that a solve for the
    /// present right-hand side follows.
    pub(super) fn factor(
        &mut self,
        (method, solve_follows): (Method, bool),
        at: &SystemAt<'_>,
        report: &mut Report,
    ) -> Result<(), SolveError> {
        report.fill_blocks = 0;
        report.block_updates = 0;
        report.repaired_pivots = 0;
        report.back_solves = 0;
        report.rank_deficit = None;
        match method {
            Method::Sparse => {
                self.sparse.factor(at, solve_follows)?;
                [report.fill_blocks, report.block_updates] = self.sparse.counts(&|_| true);
                report.repaired_pivots = self.sparse.repaired();
            }
            Method::Dense => {
                self.dense.factor(at)?;
                report.rank_deficit = Some(self.dense.deficit);
                [report.fill_blocks, report.block_updates] = self.dense.counts;
            }
            Method::Auxiliary => {
                self.auxiliary.factor(at)?;
                report.back_solves = self.auxiliary.back_solves;
                let doubtful = |island: usize| self.auxiliary.is_doubtful(island);
                report.block_updates = self.auxiliary.block_updates(&|island| !doubtful(island));
                if (0..at.graph.islands.len()).any(doubtful) {
                    // Where light parts carry heavy ones, the matrix of the loops that the forest leaves is not accurate enough to
                    // distribute the load over redundant rows. The factor of all rows is, and solves such islands.
                    self.plan_sparse(at.topology, at.graph);
                    self.sparse.factor(at, false)?;
                    let auxiliary = &self.auxiliary;
                    let counts = self.sparse.counts(&|island| auxiliary.is_doubtful(island));
                    report.fill_blocks = counts[0];
                    report.block_updates += counts[1];
                }
            }
            Method::ConjugateGradient | Method::GaussSeidel => self.blocks.factor(at),
        }
        Ok(())
    }

    /// Adds the pivots of the last factorisation by this method, island by island.
    pub(super) fn add_to(&self, builder: &mut Builder, method: Method, topology: &Topology, graph: &Graph) {
        match method {
            Method::Sparse => self.sparse.add_to(builder, topology, graph, &|_| true),
            Method::Auxiliary => {
                let doubtful = |island: usize| self.auxiliary.is_doubtful(island);
                self.auxiliary.add_to(builder, &|island| !doubtful(island));
                if (0..graph.islands.len()).any(doubtful) {
                    self.sparse.add_to(builder, topology, graph, &doubtful);
                }
            }
            Method::Dense => Dense::add_to(builder, topology, graph),
            Method::ConjugateGradient | Method::GaussSeidel => {}
        }
    }

    /// Discards the forward substitution that a factorisation did for its right-hand side.
    pub(super) fn discard_forward_substitution(&mut self) {
        self.sparse.discard_forward_substitution();
    }

    /// Solves all islands.
    pub(super) fn solve_all(
        &mut self,
        (method, limits): (Method, IterationLimits),
        at: &SystemAt<'_>,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        if method == Method::Sparse {
            return self.sparse.solve_all(at, given, out, outcome);
        }
        for island in 0..at.graph.islands.len() {
            self.solve((method, limits), at, island, given, out, outcome);
        }
    }

    /// Solves one island. Iterative methods start from the multipliers in `out`.
    pub(super) fn solve(
        &mut self,
        (method, limits): (Method, IterationLimits),
        at: &SystemAt<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let refiner = &mut self.refiner;
        match method {
            Method::Sparse => self.sparse.solve(at, island, given, out, outcome),
            Method::Dense => refiner.solve(&mut self.dense, at, island, given, out, outcome),
            Method::Auxiliary if self.auxiliary.is_doubtful(island) => {
                self.sparse.solve(at, island, given, out, outcome);
            }
            Method::Auxiliary => refiner.solve(&mut self.auxiliary, at, island, given, out, outcome),
            Method::ConjugateGradient => {
                let goal = Goal {
                    iterations: limits.cg_iterations,
                    tolerance: limits.cg_tolerance,
                };
                self.conjugate
                    .solve(&self.blocks, goal, at, island, given, out, outcome);
            }
            Method::GaussSeidel => {
                let task = Task {
                    blocks: &self.blocks,
                    bounds: &at.system.bounds,
                    sweeps: limits.sweeps,
                };
                self.gauss_seidel.solve(task, at, island, given, out, outcome);
            }
        }
    }
}
