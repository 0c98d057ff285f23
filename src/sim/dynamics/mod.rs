//! Accelerations from a state: forces, Jacobian, right-hand side, one solve.
//!
//! ```text
//! Evaluation    C, Cdot, C_t and gamma at a state
//! Problem       the system passed to the solver: M, J and K of that state; F, c and E of the task
//! Scratch       plans made once per model, and workspaces
//! ```
//! A task (a run in this file; dragging, assembling, projection and impulse stepping in their own files) evaluates the constraints, sets F,
//! c and E of the problem, factors, and reads the solution.

mod accelerations;
mod batch;
mod baumgarte;
mod bounded;
mod core;
mod drift;
mod evaluated_state;
mod evaluation;
mod feedback;
mod forces;
mod problem;
mod rows;
mod solution_cache;
mod solve_times;
mod sweep;
mod task;
mod touching;
mod tree_machine;
mod turns;

use std::sync::Mutex;

use crate::solver::{Method, Solution, SolveError, Solver, System, Topology};

use self::core::{CoreScratch, Run};
use self::problem::Problem;
use self::tree_machine::TreeScratch;

use super::{Grab, Model, SimState, Work};

pub(super) use self::baumgarte::CLOSING_SPEED;
pub use self::drift::{Drift, Gap};
pub(super) use self::evaluated_state::EvaluatedState;
pub use self::evaluation::Evaluation;
use self::evaluation::Unused;
pub use self::solve_times::{SavedSolve, SolveTimes};

/// Relative residual above which an iterative method counts as not converged.
const LOOSE: f64 = 1e-7;

/// Solver, caches and workspaces for the dynamics of a model. None of it is state of the simulation: two instances give the same results.
pub struct Dynamics {
    /// The constraint solver.
    pub solver: Solver,
    /// The solution of the last solve.
    pub solution: Solution,
    pub(super) evaluation: Evaluation,
    pub(super) problem: Problem,
    scratch: Scratch,
    /// The state at which the rows were evaluated last; an evaluation at the same state is skipped.
    evaluated_state: EvaluatedState,
    solution_cache: solution_cache::SolutionCache,
    /// Runs of islands to be swept, each with its trees and their core; empty if there are no trees of joints.
    runs: Vec<Mutex<Run>>,
    /// Workspaces shared by the runs, as many as threads can use at the same time.
    scratches: Vec<Mutex<TreeScratch>>,
    /// Workspaces of the cores: for each topology, as many as threads can use at the same time.
    cores: Vec<Vec<Mutex<CoreScratch<Self>>>>,
    /// Warm start: multipliers of the last evaluation, from which an iterative method starts at the next one. Between steps they are part
    /// of the state, so that the same state gives the same bits; other solves start from zero.
    pub(super) guess: Vec<f64>,
    /// Workspace in which `guess` is kept while solves for other states are done.
    pub(super) kept_guess: Vec<f64>,
    /// Generation counter: number of calls of [`Dynamics::prepare`].
    generation: u64,
    /// The topology for which `problem` and `evaluation` are allocated.
    room_for: Option<Topology>,
    /// Time to evaluate forces and constraints at the last evaluation (ns), by the clock of the solver.
    assemble_ns: u64,
    /// Times of all evaluations and solves since they were last read.
    spent: SolveTimes,
}

/// Plans made once per model, and workspaces of evaluations.
#[derive(Default)]
struct Scratch {
    batches: batch::Plan,
    unused: Unused,
    /// Workspace for the constraints in no batch; allocated when first needed.
    room: Option<Box<rows::Ends>>,
    /// Accelerations of free parts under the applied forces (m/s², rad/s²).
    free_fall: Vec<f64>,
    /// Coordinates a while before those of a state.
    earlier: Vec<f64>,
}

impl Dynamics {
    /// Creates workspaces with this method chosen.
    pub fn new(method: impl Into<Method>) -> Self {
        Self {
            solver: Solver::new(method.into()),
            solution: Solution::default(),
            evaluation: Evaluation::default(),
            problem: Problem::default(),
            scratch: Scratch::default(),
            evaluated_state: EvaluatedState::default(),
            solution_cache: solution_cache::SolutionCache::default(),
            runs: Vec::new(),
            scratches: Vec::new(),
            cores: Vec::new(),
            guess: Vec::new(),
            kept_guess: Vec::new(),
            assemble_ns: 0,
            generation: 0,
            room_for: None,
            spent: SolveTimes::default(),
        }
    }

    /// Does work that requires an exact solution, such as closing joints: an iterative method is replaced by the sparse one meanwhile.
    pub(super) fn exactly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let method = self.solver.method();
        if method.iterates() {
            self.solver.set_method(Method::Sparse);
        }
        let done = work(self);
        self.solver.set_method(method);
        done
    }

    /// Whether the method in use is iterative and did not converge at the last solve.
    pub(super) fn approximates(&self) -> bool {
        self.solver.method().iterates() && self.solver.report().residual > LOOSE
    }

    /// Returns the system of the last evaluation.
    pub fn system(&self) -> &System {
        self.problem.system()
    }

    /// Returns C and its derivatives of the last evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Stores the warm start for the next step in a state.
    pub(super) fn keep_guess_in(&self, model: &Model, state: &mut SimState) {
        state.warm_start.clone_from(&self.guess);
        state.warm_start.truncate(model.topology.rows());
    }

    /// Returns the generation counter, which changes at each [`Dynamics::prepare`].
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// Prepares for a model: allocates, and passes its topology to the solver.
    pub fn prepare(&mut self, model: &Model) {
        self.generation += 1;
        self.evaluated_state.invalidate();
        self.solution_cache.forget();
        self.solution.acceleration.resize(model.topology.dofs(), 0.0);
        self.solution.lambda.resize(model.topology.rows(), 0.0);
        self.solver.set_topology(&model.topology);
        // Sweeps require a fixed set of rows, so machines with events (limits, contacts, breakable joints) are not swept.
        self.runs.clear();
        self.scratches.clear();
        self.cores.clear();
        if !model.has_events() {
            self.prepare_runs(model);
        }
        self.scratch.batches.forget();
    }

    /// Allocates `problem` and `evaluation` for the general method; sweeps do not need them.
    fn make_room(&mut self, topology: &Topology) {
        let room_for = self.room_for.as_ref();
        if room_for.is_some_and(|it| it.is_copy_of(topology)) {
            return;
        }
        self.problem.resize(topology);
        self.evaluation.resize(topology.rows());
        self.room_for = Some(topology.clone());
    }

    /// Factors the problem.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn factor(&mut self, model: &Model) -> Result<(), SolveError> {
        loop {
            match self.solver.factor(&model.topology, self.problem.system()) {
                Err(SolveError::NoEffect { constraint }) if self.regularise(model, constraint) => {}
                other => {
                    self.spent.factor_ns += self.solver.report().factor_ns;
                    return other;
                }
            }
        }
    }

    /// Solves the problem with the last factor; the result is stored in `solution`.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve(&mut self, model: &Model) -> Result<(), SolveError> {
        self.solver
            .solve(&model.topology, self.problem.system(), &mut self.solution)?;
        self.count_solve_alone();
        Ok(())
    }

    /// [`Self::solve`] with the result stored in `out`.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_into(&mut self, model: &Model, out: &mut Solution) -> Result<(), SolveError> {
        self.solver.solve(&model.topology, self.problem.system(), out)?;
        self.count_solve_alone();
        Ok(())
    }

    /// [`Self::solve_into`] with a tolerance: an answer with a smaller relative residual is not refined.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_within(
        &mut self,
        tolerance: f64,
        model: &Model,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let system = self.problem.system();
        self.solver
            .solve_within(tolerance, &model.topology, system, out)?;
        self.count_solve_alone();
        Ok(())
    }

    /// Factors and solves the problem in one call, which takes less time than two. Iterative methods start from the multipliers in `solution`.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn factor_and_solve(&mut self, model: &Model) -> Result<(), SolveError> {
        loop {
            let (system, solution) = (self.problem.system(), &mut self.solution);
            match self.solver.factor_and_solve(&model.topology, system, solution) {
                Err(SolveError::NoEffect { constraint }) if self.regularise(model, constraint) => {}
                other => {
                    other?;
                    self.count_solve();
                    return Ok(());
                }
            }
        }
    }
}
