//! The one door to the methods: checks what comes in, lets the method in use work, and reports.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::dense::Dense;
use super::equations::{Moment, check_matrices, check_right_hand_side, diagonal, inverse_masses};
use super::graph::Graph;
use super::refine::{Outcome, Refiner};
use super::sparse::Sparse;
use super::{Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
pub struct Solver {
    method: Method,
    topology: Option<Topology>,
    graph: Graph,
    cancel: Arc<AtomicBool>,
    w: Vec<f64>,
    diagonal: Vec<f64>,
    refiner: Refiner,
    sparse: Sparse,
    /// Whether the symbolic phase of the sparse method was done for this topology.
    planned: bool,
    dense: Dense,
    /// The method that holds a factor for this topology.
    factored: Option<Method>,
    report: Report,
}

impl Solver {
    /// A solver that starts with this method.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            topology: None,
            graph: Graph::default(),
            cancel: Arc::default(),
            w: Vec::new(),
            diagonal: Vec::new(),
            refiner: Refiner::default(),
            sparse: Sparse::default(),
            planned: false,
            dense: Dense::default(),
            factored: None,
            report: Report {
                method,
                ..Report::default()
            },
        }
    }

    /// The method in use.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Changes the method; the next [`Solver::factor`] uses it. A factor already made stays good.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// A flag that makes a factorisation or a solve under way give up with [`SolveError::Cancelled`].
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = flag;
    }

    /// Prepares for systems of this topology. Nothing happens when it is the one already prepared for.
    pub fn set_topology(&mut self, topology: &Topology) {
        if self.topology.as_ref() == Some(topology) {
            return;
        }
        self.graph = Graph::new(topology);
        self.report.primary = self.graph.primary();
        self.report.auxiliary = self.graph.auxiliary();
        self.refiner.resize(topology.dofs(), topology.rows());
        self.factored = None;
        self.planned = false;
        self.topology = Some(topology.clone());
        self.plan();
    }

    /// The symbolic phase of the method in use, unless it was done already.
    fn plan(&mut self) {
        if let (Method::Sparse, false, Some(topology)) = (self.method, self.planned, &self.topology) {
            self.sparse.set_topology(topology, &self.graph);
            self.planned = true;
        }
    }

    /// Factors M, J and E.
    ///
    /// # Errors
    /// When a number is not finite, a mass not positive, or the cancel flag is up.
    pub fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        let start = Instant::now();
        self.factored = None;
        check_matrices(topology, system)?;
        self.set_topology(topology);
        self.plan();
        inverse_masses(topology, system, &mut self.w)?;
        diagonal(topology, system, &self.w, &mut self.diagonal);
        let (graph, w, diagonal, cancel) = (&self.graph, &self.w, &self.diagonal, &*self.cancel);
        let at = Moment {
            topology,
            system,
            graph,
            w,
            diagonal,
            cancel,
        };
        self.report.method = self.method;
        match self.method {
            Method::Sparse => {
                self.sparse.factor(&at)?;
                self.report.fill_blocks = self.sparse.fill_blocks();
                self.report.block_updates = self.sparse.block_updates();
                self.report.repaired_pivots = self.sparse.repaired;
                self.report.rank_deficit = None;
            }
            Method::Dense => {
                self.dense.factor(&at)?;
                self.report.fill_blocks = 0;
                self.report.block_updates = 0;
                self.report.repaired_pivots = 0;
                self.report.rank_deficit = Some(self.dense.deficit);
            }
        }
        self.factored = Some(self.method);
        self.report.factor_ns = nanoseconds(start);
        Ok(())
    }

    /// Answers for the force and c of `system` with the last factor.
    ///
    /// # Errors
    /// When a number is not finite, nothing was factored for this topology, or the cancel flag is up.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let start = Instant::now();
        check_right_hand_side(topology, system)?;
        let Some(method) = self.factored.filter(|_| self.topology.as_ref() == Some(topology)) else {
            return Err(SolveError::Shape);
        };
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.clear();
        out.lambda.resize(topology.rows(), 0.0);
        let (graph, w, diagonal, cancel) = (&self.graph, &self.w, &self.diagonal, &*self.cancel);
        let at = Moment {
            topology,
            system,
            graph,
            w,
            diagonal,
            cancel,
        };
        let mut outcome = Outcome::default();
        for island in 0..graph.islands.len() {
            match method {
                Method::Sparse => self
                    .refiner
                    .solve(&mut self.sparse, &at, island, out, &mut outcome),
                Method::Dense => self
                    .refiner
                    .solve(&mut self.dense, &at, island, out, &mut outcome),
            }
        }
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        self.report.refinements = outcome.sweeps;
        self.report.residual = outcome.residual;
        self.report.contradiction = outcome.contradiction;
        if !outcome.residual.is_finite() {
            let bad = |row: &usize| !out.lambda[*row].is_finite();
            let row = (0..topology.rows()).find(bad).unwrap_or_default();
            return Err(SolveError::Numerical {
                constraint: topology.constraint_of(row),
            });
        }
        self.report.solve_ns = nanoseconds(start);
        Ok(())
    }

    /// Figures of the last factorisation and solve.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
