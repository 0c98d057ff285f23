//! From state to accelerations: forces, Jacobian, right-hand side, one solve.

mod drift;
mod feedback;
mod forces;
mod rows;
mod short;

use std::time::Instant;

use crate::solver::{Method, Solution, SolveError, Solver, System};

use super::pins::Pins;
use super::{Grab, Link, Model, SimState, Work};

pub use self::drift::Drift;

/// Compliance that makes a row as good as absent (it may then give by a metre at a piconewton).
const FREE: f64 = 1e12;

/// Residual of an iterative method, relative to its terms, from which it is not converged.
const LOOSE: f64 = 1e-7;

/// Speed at which the feedback draws an open joint together, at most (m/s, rad/s).
pub(super) const CLOSING_SPEED: f64 = 4.0;

/// The workspaces of an evaluation. Nothing here is state: two of them give the same answers.
pub struct Dynamics {
    /// The constraint solver.
    pub solver: Solver,
    pub(super) system: System,
    /// Stamps of the bodies and of their masses, where the system has the masses of these bodies at any pose.
    weighed: Option<(u64, u64)>,
    /// The answer of the last solve.
    pub solution: Solution,
    /// C, row by row, of the last evaluation.
    pub c_value: Vec<f64>,
    /// Cdot, row by row, of the last evaluation.
    pub c_rate: Vec<f64>,
    /// Explicit time rate of C, row by row, of the last evaluation.
    pub(super) time_rate: Vec<f64>,
    /// gamma, row by row, of the last evaluation.
    pub(super) gamma: Vec<f64>,
    short: short::Plan,
    /// Anchors and turns, where the machine is nothing but pins.
    pub(super) pins: Pins,
    /// Multipliers that an iterative method starts from at the next evaluation: those of the last one. The state
    /// holds them between steps, so that the same state gives the same bits; other solves start from nothing.
    pub(super) guess: Vec<f64>,
    /// Time to evaluate forces and constraints at the last evaluation (ns).
    pub assemble_ns: u64,
}

/// What an evaluation tells beside the accelerations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// Rates of the ledger's entries (W).
    pub rate: Work,
}

impl Dynamics {
    /// Workspaces with this method chosen.
    pub fn new(method: Method) -> Self {
        Self {
            solver: Solver::new(method),
            system: System::default(),
            weighed: None,
            solution: Solution::default(),
            c_value: Vec::new(),
            c_rate: Vec::new(),
            time_rate: Vec::new(),
            gamma: Vec::new(),
            short: short::Plan::default(),
            pins: Pins::default(),
            guess: Vec::new(),
            assemble_ns: 0,
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

    /// The numbers of the last evaluation.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Makes room for a model and lets the solver see its topology.
    pub fn prepare(&mut self, model: &Model) {
        self.solution.acceleration.resize(model.topology.dofs(), 0.0);
        self.solution.lambda.resize(model.topology.rows(), 0.0);
        self.solver.set_topology(&model.topology);
        self.pins.prepare(model, self.solver.pins());
        self.short.forget();
    }

    /// Makes room for what is worked out on the general way; the sweeps do without.
    pub(super) fn make_room(&mut self, model: &Model) {
        self.system.resize(&model.topology);
        for list in [
            &mut self.c_value,
            &mut self.c_rate,
            &mut self.time_rate,
            &mut self.gamma,
        ] {
            list.resize(model.topology.rows(), 0.0);
        }
    }

    /// Everything the solver is given at a state: M, J, F and c. Nothing is solved.
    pub fn linear_system(&mut self, model: &Model, state: &SimState) -> &System {
        self.evaluate(model, &state.q, &state.v, state.time, &state.memory, None);
        &self.system
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
        let power = self.evaluate_forces(model, q, v, time, grab);
        self.feed_back(model);
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
        if let Some(power) = self.sweep(model, q, v, time, grab)? {
            return Ok(power);
        }
        let started = Instant::now();
        let mut rate = self.evaluate(model, q, v, time, memory, grab);
        self.assemble_ns = started.elapsed().as_nanos() as u64;
        if self.solver.method().iterates() {
            self.solution.lambda.clone_from(&self.guess);
        }
        self.solver
            .answer(&model.topology, &self.system, &mut self.solution)?;
        self.keep_guess();
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
                    self.c_rate[row] - self.time_rate[row]
                };
                *entry += self.solution.lambda[row] * moved;
            }
        }
        Ok(Power { rate })
    }

    /// Makes the rows for which `keep` is false as good as absent in the next solve.
    pub(super) fn free_rows(&mut self, model: &Model, keep: impl Fn(&Link, usize) -> bool) {
        for link in &model.links {
            for k in 0..link.rows.len() {
                if !keep(link, k) {
                    self.system.compliance[link.row + k] = FREE;
                    self.system.c[link.row + k] = 0.0;
                }
            }
        }
    }
}
