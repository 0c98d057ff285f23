//! What steps at the level of velocities have in common, where `lambda` is an impulse:
//!
//! ```text
//! M v' = (M v + h F) + J^T lambda,   J v' + c = 0
//! ```

use std::mem;

use crate::scene::Integrator;
use crate::solver::system::End;
use crate::solver::{SolveError, Topology};

use super::{Dynamics, Grab, Model, SimState, Work};

impl Dynamics {
    /// Begins a sub-step of `h` seconds. In impulse stepping, where the sub-step before had another length, velocities first fall freely by half the
    /// difference, so that they end as velocities of the middle of the sub-step (leapfrog with steps of variable length) and energy is kept. This is done
    /// only where weights act alone, or attractions are among the forces, which no short sub-step follows otherwise: other forces may set in at once, as
    /// that of a spring that is let go. Returns for how long multipliers act (s).
    pub(super) fn begin_impulses(
        &mut self,
        model: &Model,
        state: &mut SimState,
        grab: Option<&Grab>,
        h: f64,
    ) -> f64 {
        let settings = &model.settings;
        let falls = state.ahead(settings) - 0.5 * h;
        let changes = settings.integrator == Integrator::Impulse && falls != 0.0;
        if !changes || !self.falls(model, grab) {
            return h;
        }
        let rates = self.free_fall_of(model, state);
        for (v, rate) in state.v.iter_mut().zip(rates) {
            *v += falls * rate;
        }
        h + falls
    }

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
    pub(super) fn add_rates(&self, topology: &Topology, constraint: usize, v: &[f64], rates: &mut [f64]) {
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

    /// Factors and solves the system as it stands, from the multipliers kept of an earlier solve, which were forces,
    /// times the seconds in which they act.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn solve_from_guess(&mut self, model: &Model, kick: f64) -> Result<(), SolveError> {
        self.solution.lambda.clone_from(&self.guess);
        self.solution.lambda.iter_mut().for_each(|lambda| *lambda *= kick);
        self.factor_and_solve(model)
    }

    /// Keeps the multipliers of the last solve, forces by now, for the next to start from. Those of rows that contradict each
    /// other are none to start from: what pushes nothing in them would grow from solve to solve. A direct method starts from none, but the set
    /// of a step by impulses does. Rows of contact points have none to start from: they are others from one solve to the next.
    pub(super) fn keep_guess(&mut self, model: &Model, has_set: bool) {
        self.guess.clear();
        let starts = has_set || self.solver.method().iterates();
        if starts && self.solver.report().contradiction == 0.0 {
            let joints = model.topology.row_offset(model.links.len());
            self.guess.extend_from_slice(&self.solution.lambda[..joints]);
        }
    }

    /// Does work that solves for other states than those of the step: the multipliers kept for the next solve to start from stay as they are.
    pub(super) fn keeping_guess<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut kept = mem::take(&mut self.kept_guess);
        kept.clone_from(&self.guess);
        let done = work(self);
        self.kept_guess = mem::replace(&mut self.guess, kept);
        done
    }

    /// Work in a soft step from `v` to the velocities just solved for, of drives, of friction, and of all other rows as that of the softness: impulses
    /// work at the mean of both velocities.
    pub(super) fn work_of_soft_impulses(&self, model: &Model, v: &[f64]) -> Work {
        let [mut before, mut after] = [Vec::new(), Vec::new()];
        self.row_rates(model, v, &mut before);
        self.row_rates(model, &self.solution.acceleration, &mut after);
        let mut work = Work::default();
        for link in &model.links {
            let entry = match (link.drive, link.is_capped()) {
                (true, _) => &mut work.drives,
                (false, true) => &mut work.dissipation,
                (false, false) => &mut work.soft,
            };
            for row in link.row_range() {
                *entry += self.solution.lambda[row] * 0.5 * (before[row] + after[row]);
            }
        }
        work
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
