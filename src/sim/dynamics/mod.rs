//! From state to accelerations: forces, Jacobian, right-hand side, one solve.
//!
//! ```text
//! Evaluation    C, Cdot, C_t and gamma at a state
//! Problem       the system that the solver is given: M, J and K of that state; F, c and E of the task
//! Scratch       what evaluations plan once for a model, and workspaces
//! ```
//! A task (a run here; dragging, assembling, projecting, stepping by impulses in files of their own) evaluates, sets F, c
//! and E of the problem, factors, and reads the solution.

mod answered;
mod batch;
mod baumgarte;
mod bounded;
mod core;
mod drift;
mod evaluation;
mod feedback;
mod forces;
mod looked;
mod problem;
mod rows;
mod spent;
mod sweep;
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
pub use self::drift::Drift;
pub use self::evaluation::Evaluation;
use self::evaluation::Unused;
pub(super) use self::looked::Looked;
pub use self::spent::{SavedSolve, Spent};

/// Residual of an iterative method, relative to its terms, from which it is not converged.
const LOOSE: f64 = 1e-7;

/// The dynamics of a model. Nothing here is state: two of them give the same answers.
pub struct Dynamics {
    /// The constraint solver.
    pub solver: Solver,
    /// The answer of the last solve.
    pub solution: Solution,
    pub(super) evaluation: Evaluation,
    pub(super) problem: Problem,
    scratch: Scratch,
    /// The state that was looked at last, whose rows the next step begins with.
    looked: Looked,
    answered: answered::Answered,
    /// Where there are trees of joints to be swept: each run of islands, with what its trees hang on.
    runs: Vec<Mutex<Run>>,
    /// What runs are evaluated in in turn: as many as threads can use at once.
    scratches: Vec<Mutex<TreeScratch>>,
    /// What their cores are evaluated in: of each topology as many as threads can use at once.
    cores: Vec<Vec<Mutex<CoreScratch<Self>>>>,
    /// Multipliers that an iterative method starts from at the next evaluation: those of the last one. The state
    /// holds them between steps, so that the same state gives the same bits; other solves start from nothing.
    pub(super) guess: Vec<f64>,
    /// How many times a model was made room for.
    generation: u64,
    /// The topology for which the problem and what is evaluated have room.
    room_for: Option<Topology>,
    /// Time to evaluate forces and constraints at the last evaluation (ns), by the clock of the solver.
    assemble_ns: u64,
    /// Of all evaluations, until somebody takes it.
    spent: Spent,
}

/// What evaluations plan once for a model, and what they work in.
#[derive(Default)]
struct Scratch {
    batches: batch::Plan,
    unused: Unused,
    /// For the constraints in no batch; there once it was needed.
    room: Option<Box<rows::Ends>>,
}

/// What an evaluation tells beside the accelerations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// Rates of the ledger's entries (W).
    pub rate: Work,
}

impl Dynamics {
    /// Workspaces with this method chosen.
    pub fn new(method: impl Into<Method>) -> Self {
        Self {
            solver: Solver::new(method.into()),
            solution: Solution::default(),
            evaluation: Evaluation::default(),
            problem: Problem::default(),
            scratch: Scratch::default(),
            looked: Looked::default(),
            answered: answered::Answered::default(),
            runs: Vec::new(),
            scratches: Vec::new(),
            cores: Vec::new(),
            guess: Vec::new(),
            assemble_ns: 0,
            generation: 0,
            room_for: None,
            spent: Spent::default(),
        }
    }

    /// Does work that has to be exact to be of use, such as closing joints, with a direct method.
    pub(super) fn exactly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let method = self.solver.method();
        if method.iterates() {
            self.solver.set_method(Method::Sparse);
        }
        let done = work(self);
        self.solver.set_method(method);
        done
    }

    /// Whether the method in use stopped short of the answer at the last solve.
    pub(super) fn approximates(&self) -> bool {
        self.solver.method().iterates() && self.solver.report().residual > LOOSE
    }

    /// The system of the last evaluation.
    pub fn system(&self) -> &System {
        self.problem.system()
    }

    /// What the constraints came to at the last evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Keeps in a state what the next step starts its solve from.
    pub(super) fn keep_guess_in(&self, model: &Model, state: &mut SimState) {
        state.guess.clone_from(&self.guess);
        state.guess.truncate(model.topology.rows());
    }

    /// Another number each time that a model was made room for.
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// Makes room for a model and lets the solver see its topology.
    pub fn prepare(&mut self, model: &Model) {
        self.generation += 1;
        self.looked.forget();
        self.answered.forget();
        self.solution.acceleration.resize(model.topology.dofs(), 0.0);
        self.solution.lambda.resize(model.topology.rows(), 0.0);
        self.solver.set_topology(&model.topology);
        // Rows that come and go are none for sweeps that know what they find.
        self.runs.clear();
        self.scratches.clear();
        self.cores.clear();
        if !model.has_events() {
            self.prepare_runs(model);
        }
        self.scratch.batches.forget();
    }

    /// Makes room for what is worked out on the general way; the sweeps do without.
    fn make_room(&mut self, topology: &Topology) {
        let room_for = self.room_for.as_ref();
        if room_for.is_some_and(|it| it.is_copy_of(topology)) {
            return;
        }
        self.problem.resize(topology);
        self.evaluation.resize(topology.rows());
        self.room_for = Some(topology.clone());
    }

    /// Everything the solver is given at a state: M, J, F and c. Nothing is solved.
    pub fn linear_system(&mut self, model: &Model, state: &SimState) -> &System {
        self.evaluate(model, &state.q, &state.v, state.time, &state.memory, None);
        self.problem.system()
    }

    /// Fills the system; returns the power that is not taken from potential energy: of dissipation and of the hand.
    pub(super) fn evaluate(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Work {
        self.evaluate_constraints(model, q, v, time, memory);
        let mut power = self.evaluate_forces(model, q, v, time, grab);
        self.feed_back(model);
        self.push_at_bounds(model, (q, v, time, memory), &mut power);
        power
    }

    /// Accelerations at a state, left in `solution`, with the power that flows.
    ///
    /// # Errors
    /// What the solver refuses: numbers that are not finite, a mass that is not positive, a cancelled
    /// solve.
    pub fn accelerations(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Power, SolveError> {
        if let Some(power) = self.sweep(model, q, v, time, memory, grab)? {
            self.spent.assemble_ns += self.assemble_ns;
            self.count_solve();
            return Ok(power);
        }
        if let Some(power) = self.take_answer(model, (q, v, time, memory), grab) {
            return Ok(power);
        }
        self.accelerations_by_rows(model, q, v, time, memory, grab)
    }

    /// The same with all rows evaluated, as whoever reads them afterwards needs it.
    ///
    /// # Errors
    /// As [`Dynamics::accelerations`].
    pub(super) fn accelerations_by_rows(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Power, SolveError> {
        let started = self.solver.now();
        let rate = self.evaluate(model, q, v, time, memory, grab);
        self.answer_with_power(model, (q, v), rate, started)
    }

    /// The same with a mass and a force added to each coordinate.
    ///
    /// # Errors
    /// As [`Dynamics::accelerations`].
    pub(super) fn accelerations_held(
        &mut self,
        model: &Model,
        (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
        grab: Option<&Grab>,
        hold: impl Fn(usize) -> (f64, f64),
    ) -> Result<Power, SolveError> {
        let started = self.solver.now();
        let rate = self.evaluate(model, q, v, time, memory, grab);
        for (index, body) in model.bodies.iter().enumerate() {
            self.problem
                .add_to_mass(model, index, |k| hold(body.offset + k).0);
        }
        for (k, force) in self.problem.force_mut().iter_mut().enumerate() {
            *force += hold(k).1;
        }
        self.answer_with_power(model, (q, v), rate, started)
    }

    /// Answers the problem, evaluated at positions and velocities since a time by the clock of the solver, with the power that flows beside what
    /// constraints do.
    fn answer_with_power(
        &mut self,
        model: &Model,
        (q, v): (&[f64], &[f64]),
        mut rate: Work,
        started: u64,
    ) -> Result<Power, SolveError> {
        let evaluated = self.note_evaluation(started);
        if self.solver.method().iterates() {
            self.solution.lambda.clone_from(&self.guess);
            // Points of contact come last, and have none.
            self.solution.lambda.resize(model.topology.rows(), 0.0);
        }
        self.answer_since(model, evaluated)?;
        self.keep_guess(false);
        self.add_power_of_touching(model, q, v, &mut rate);
        if model.passive {
            // The same sum, without a look at what each row belongs to.
            rate.feedback += self.power_of_rows();
            return Ok(Power { rate });
        }
        for (index, link) in model.links.iter().enumerate() {
            let entry = if link.drive {
                &mut rate.drives
            } else {
                &mut rate.feedback
            };
            for row in link.row..link.row + link.rows.len() {
                // The force J^T lambda moves its points at J v = Cdot - C_t, one from elsewhere at K^T v.
                let moved = if link.forced {
                    self.push_rate(model, index, row - link.row, v)
                } else {
                    self.evaluation.rate()[row] - self.evaluation.time_rate()[row]
                };
                *entry += self.solution.lambda[row] * moved;
            }
        }
        Ok(Power { rate })
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

    /// Solves the problem with the last factor; the answer is left in `solution`.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve(&mut self, model: &Model) -> Result<(), SolveError> {
        self.solver
            .solve(&model.topology, self.problem.system(), &mut self.solution)?;
        self.count_solve_alone();
        Ok(())
    }

    /// The same, with the answer left elsewhere.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_into(&mut self, model: &Model, out: &mut Solution) -> Result<(), SolveError> {
        self.solver.solve(&model.topology, self.problem.system(), out)?;
        self.count_solve_alone();
        Ok(())
    }

    /// [`Self::solve_into`] of what leaves no more than this relative residual.
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

    /// Factors the problem and solves it, in less time than one after the other. Iterative methods start from the
    /// multipliers in `solution`.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn answer(&mut self, model: &Model) -> Result<(), SolveError> {
        let begun = self.solver.now();
        self.answer_since(model, begun)
    }

    /// The same, begun at a time by the clock of the solver that was just read.
    fn answer_since(&mut self, model: &Model, begun: u64) -> Result<(), SolveError> {
        loop {
            let (system, solution) = (self.problem.system(), &mut self.solution);
            match self.solver.answer_since(&model.topology, system, solution, begun) {
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
