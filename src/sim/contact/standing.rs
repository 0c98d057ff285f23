//! Standing contacts: where nothing moves and the multipliers of the previous step still balance the forces, the answer is zero velocity.
//!
//! ```text
//! F + J^T x = 0,   x - clamp(x - c - E x, lo, hi) = 0
//! ```
//! This needs no solve and changes no position by a bit, so the next step finds the same points and the same rows.

use crate::math::worst;
use crate::sim::limits::{Condition, side_of};
use crate::solver::{Side, Solution};

use super::bodies::force_square;
use super::contact_solver::{ContactSolution, ContactSolver};
use super::figures::EXACT;
use super::problem::{ContactProblem, PreviousStep};

/// Residual up to which the contacts count as standing.
const STILL: f64 = 0.1 * EXACT;

impl ContactSolver {
    /// Leaves zero velocities and the start multipliers in `out`, if everything is at rest and these multipliers hold it in place.
    pub(super) fn stand(
        &mut self,
        problem: &ContactProblem<'_>,
        out: &mut Solution,
    ) -> Option<ContactSolution> {
        let (topology, conditions) = (problem.topology, problem.conditions);
        let PreviousStep::Stands { way, .. } = problem.before else {
            return None;
        };
        if topology.forcing_len() > 0 {
            return None;
        }
        let row = |it: &Condition| topology.row_offset(it.constraint) + it.k;
        self.trial.lambda.clone_from(&self.start);
        let x = &mut self.trial.lambda;
        for it in conditions {
            let bounds = it.bounds_by(|normal| x[row(&conditions[normal])]);
            let x = &mut x[row(it)];
            match side_of(*x, bounds) {
                Side::Low => *x = bounds[0],
                Side::High => *x = bounds[1],
                Side::Held => {}
            }
        }
        self.map.take(problem, true);
        self.map.read(problem, &self.trial);
        let pushed = self.find_imbalance(problem)?;
        self.trial.acceleration.clear();
        self.trial.acceleration.resize(topology.dofs(), 0.0);
        let missed = self.map.residual(problem, &self.trial);
        // Written so that NaN fails the test.
        let holds = pushed <= STILL && missed <= STILL;
        if !holds {
            return None;
        }
        std::mem::swap(&mut self.trial, out);
        self.map.find_sides(conditions, &mut self.sides);
        Some(ContactSolution {
            way,
            iterations: 0,
            residual: pushed.max(missed),
        })
    }

    /// Returns the largest root of f W f of a body, with f the sum of the forces and multipliers on it, relative to the root over all bodies under
    /// the forces alone; `None` where a body has fewer rows inside their bounds than coordinates, since it may be moving, however slowly.
    fn find_imbalance(&mut self, problem: &ContactProblem<'_>) -> Option<f64> {
        let (topology, system) = (problem.topology, &*problem.system);
        self.force.clone_from(&system.force);
        self.held.clear();
        self.held.resize(topology.bodies(), 0);
        for (it, x, is_inside) in self.map.rows(problem) {
            for end in topology.ends(it.constraint) {
                let dim = topology.body_dim(end.body);
                let j = &system.jacobian[end.block + it.k * dim..][..dim];
                let force = &mut self.force[topology.body_offset(end.body)..][..dim];
                force.iter_mut().zip(j).for_each(|(force, j)| *force += j * x);
                self.held[end.body] += usize::from(is_inside && j.iter().any(|j| *j != 0.0));
            }
        }
        let (mut most, mut all) = (0.0, 0.0);
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            if self.held[body] < dim {
                return None;
            }
            let square = |force: &[f64]| force_square(topology, system, body, &force[start..start + dim]);
            let left = square(&self.force);
            most = worst(most, left);
            all += square(&system.force);
        }
        Some((most / all).sqrt())
    }
}
