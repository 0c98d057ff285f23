//! The one door to the methods: checks what comes in, lets the method in use work, and reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::dense::Dense;
use super::equations::{check_matrices, check_right_hand_side};
use super::graph::Graph;
use super::{Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
pub struct Solver {
    method: Method,
    topology: Option<Topology>,
    cancel: Arc<AtomicBool>,
    dense: Dense,
    factored: bool,
    report: Report,
}

impl Solver {
    /// A solver that starts with this method.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            topology: None,
            cancel: Arc::default(),
            dense: Dense::default(),
            factored: false,
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

    /// Changes the method; the next [`Solver::factor`] uses it.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// A flag that makes a factorisation under way give up with [`SolveError::Cancelled`].
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = flag;
    }

    /// Prepares for systems of this topology. Nothing happens when it is the one already prepared for.
    pub fn set_topology(&mut self, topology: &Topology) {
        if self.topology.as_ref() == Some(topology) {
            return;
        }
        let graph = Graph::new(topology);
        self.report.primary = graph.primary();
        self.report.auxiliary = graph.auxiliary();
        self.factored = false;
        self.topology = Some(topology.clone());
    }

    /// Factors M, J and E.
    ///
    /// # Errors
    /// When a number is not finite, a mass not positive, or the cancel flag is up.
    pub fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        let start = Instant::now();
        self.factored = false;
        check_matrices(topology, system)?;
        self.set_topology(topology);
        if self.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled);
        }
        self.dense.factor(topology, system)?;
        self.factored = true;
        self.report.method = self.method;
        self.report.rank_deficit = Some(self.dense.deficit);
        self.report.factor_ns = nanoseconds(start);
        Ok(())
    }

    /// Answers for the force and c of `system` with the last factor.
    ///
    /// # Errors
    /// When a number is not finite, or nothing was factored for this topology.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let start = Instant::now();
        check_right_hand_side(topology, system)?;
        if !self.factored || self.topology.as_ref() != Some(topology) {
            return Err(SolveError::Shape);
        }
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.resize(topology.rows(), 0.0);
        self.dense.solve(topology, system, out)?;
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
