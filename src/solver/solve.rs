//! The one door to the methods: checks what comes in, lets the method in use work, and reports.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::engines::Engines;
use super::equations::{Moment, check_matrices, check_right_hand_side, diagonal, inverse_masses};
use super::graph::Graph;
use super::refine::{Given, Outcome};
use super::{Effort, Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
pub struct Solver {
    method: Method,
    effort: Effort,
    topology: Option<Topology>,
    graph: Graph,
    cancel: Arc<AtomicBool>,
    w: Vec<f64>,
    diagonal: Vec<f64>,
    engines: Engines,
    /// The method that holds a factor for this topology.
    factored: Option<Method>,
    report: Report,
}

impl Solver {
    /// A solver that starts with this method.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            effort: Effort::default(),
            topology: None,
            graph: Graph::default(),
            cancel: Arc::default(),
            w: Vec::new(),
            diagonal: Vec::new(),
            engines: Engines::default(),
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

    /// Says how far iterative methods go from now on.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// A flag that makes a factorisation or a solve under way give up with [`SolveError::Cancelled`].
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = flag;
    }

    /// Prepares for systems of this topology. Nothing happens when it is the one already prepared for.
    pub fn set_topology(&mut self, topology: &Topology) {
        if self.topology.as_ref() != Some(topology) {
            self.graph = Graph::new(topology);
            self.report.primary = self.graph.primary();
            self.report.auxiliary = self.graph.auxiliary();
            self.engines.set_topology(topology);
            self.factored = None;
            self.topology = Some(topology.clone());
        }
        self.engines.plan(self.method, topology, &self.graph);
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
        inverse_masses(topology, system, &mut self.w)?;
        diagonal(topology, system, &self.w, &mut self.diagonal);
        let at = Moment {
            topology,
            system,
            graph: &self.graph,
            w: &self.w,
            diagonal: &self.diagonal,
            cancel: &self.cancel,
        };
        self.report.method = self.method;
        self.engines.factor(self.method, &at, &mut self.report)?;
        self.factored = Some(self.method);
        self.report.factor_ns = nanoseconds(start);
        Ok(())
    }

    /// Answers for the force and c of `system` with the last factor. Iterative methods start from zero.
    ///
    /// # Errors
    /// When a number is not finite, nothing was factored for this topology, or the cancel flag is up.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        out.lambda.clear();
        self.solve_from(topology, system, out)
    }

    /// Like [`Solver::solve`], but iterative methods start from the multipliers in `out`, where there is one for
    /// each row. Other methods do not look at them.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_from(
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
        let guessed = out.lambda.len() == topology.rows() && out.lambda.iter().all(|x| x.is_finite());
        if method.is_exact() || !guessed {
            out.lambda.clear();
            out.lambda.resize(topology.rows(), 0.0);
        }
        let at = Moment {
            topology,
            system,
            graph: &self.graph,
            w: &self.w,
            diagonal: &self.diagonal,
            cancel: &self.cancel,
        };
        let given = Given {
            force: Some(&system.force),
            c: &system.c,
        };
        let mut outcome = Outcome::default();
        for island in 0..self.graph.islands.len() {
            let way = (method, self.effort);
            self.engines.solve(way, &at, island, given, out, &mut outcome);
        }
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        self.report.refinements = outcome.sweeps;
        self.report.iterations = outcome.iterations;
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
