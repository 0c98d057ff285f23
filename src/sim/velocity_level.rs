//! What steps at the level of velocities have in common, where `lambda` is an impulse:
//!
//! ```text
//! M v' = (M v + h F) + J^T lambda,   J v' + c = 0
//! ```

use crate::solver::system::{End, MAX_BODY_DIM};
use crate::solver::{SolveError, Topology};

use super::contact::apply_w;
use super::{Dynamics, Model, SimState};

impl Dynamics {
    /// The rates at which multipliers work, row by row, by the last evaluation: J v, and K^T v where the force acts
    /// elsewhere.
    pub(super) fn row_rates(&self, model: &Model, v: &[f64], rates: &mut Vec<f64>) {
        let topology = &model.topology;
        rates.clear();
        rates.resize(topology.rows(), 0.0);
        for (index, link) in model.links.iter().enumerate() {
            if link.forced {
                for k in 0..link.rows.len() {
                    rates[link.row + k] = self.push_rate(model, index, k, v);
                }
                continue;
            }
            self.add_rates(topology, index, v, rates);
        }
        for it in &model.touching {
            self.add_rates(topology, it.constraint, v, rates);
        }
    }

    /// Adds J v of the rows of a constraint (dense index).
    fn add_rates(&self, topology: &Topology, constraint: usize, v: &[f64], rates: &mut [f64]) {
        let row = topology.row_offset(constraint);
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            let v = &v[topology.body_offset(end.body)..][..dim];
            for k in 0..topology.constraint_dim(constraint) {
                let entries = &self.problem.system().jacobian[end.block + k * dim..][..dim];
                rates[row + k] += entries.iter().zip(v).map(|(j, v)| j * v).sum::<f64>();
            }
        }
    }

    /// K^T v of row `k` of a constraint whose force acts elsewhere.
    pub(super) fn push_rate(&self, model: &Model, constraint: usize, k: usize, v: &[f64]) -> f64 {
        let topology = &model.topology;
        let rate = |end: &End| -> f64 {
            let dim = topology.body_dim(end.body);
            let v = &v[topology.body_offset(end.body)..][..dim];
            let entries = &self.problem.system().forcing[end.block + k * dim..][..dim];
            entries.iter().zip(v).map(|(force, v)| force * v).sum()
        };
        topology.force_ends(constraint).iter().map(rate).sum()
    }

    /// Takes velocities to where impulses meet them, once the problem has the momentum of forces that act for `kick` seconds: on by half the sub-step
    /// before of these forces, and back by half of this one of `h` seconds. Where lengths are equal that is nothing. Then
    /// `J (v + v')/2` is the mean of the rates at the instant of the impulse, and the work that it is booked for what it does.
    pub(super) fn meet_impulses(&self, model: &Model, state: &mut SimState, (h, kick): (f64, f64)) {
        let share = (kick - h) / kick;
        if share == 0.0 {
            return;
        }
        let (topology, system) = (&model.topology, self.problem.system());
        for body in 0..model.bodies.len() {
            let own = topology.body_offset(body)..topology.body_offset(body) + topology.body_dim(body);
            let mut pushed = [0.0; MAX_BODY_DIM];
            apply_w(topology, system, body, &system.force[own.clone()], &mut pushed);
            for (v, pushed) in state.v[own].iter_mut().zip(pushed) {
                *v += share * (pushed - *v);
            }
        }
    }

    /// Factors and solves the system as it stands, from the multipliers kept of an earlier solve, which were forces,
    /// times the seconds in which forces act.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_from_guess(&mut self, model: &Model, kick: f64) -> Result<(), SolveError> {
        self.solution.lambda.clone_from(&self.guess);
        self.solution.lambda.iter_mut().for_each(|lambda| *lambda *= kick);
        self.answer(model)
    }

    /// Keeps the multipliers of the last solve, forces by now, for the next to start from. Those of rows that contradict each
    /// other are none to start from: what pushes nothing in them would grow from solve to solve. A direct method starts from none, but the set
    /// of a step by impulses does.
    pub(super) fn keep_guess(&mut self, has_set: bool) {
        self.guess.clear();
        let starts = has_set || self.solver.method().iterates();
        if starts && self.solver.report().contradiction == 0.0 {
            self.guess.extend_from_slice(&self.solution.lambda);
        }
    }

    /// Work of the drives and of all other rows (J) in a step from `v` to the velocities just solved for: impulses work at
    /// the mean of both.
    pub(super) fn work_of_impulses(&self, model: &Model, v: &[f64]) -> (f64, f64) {
        let [mut before, mut after] = [Vec::new(), Vec::new()];
        self.row_rates(model, v, &mut before);
        self.row_rates(model, &self.solution.acceleration, &mut after);
        let (mut drives, mut others) = (0.0, 0.0);
        for link in &model.links {
            let entry = if link.drive { &mut drives } else { &mut others };
            for row in link.row..link.row + link.rows.len() {
                *entry += self.solution.lambda[row] * 0.5 * (before[row] + after[row]);
            }
        }
        (drives, others)
    }

    /// Factors and solves the system as it stands.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_here(&mut self, model: &Model) -> Result<(), SolveError> {
        self.factor(model)?;
        self.solve(model)
    }
}
