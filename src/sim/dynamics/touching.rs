//! Rows of closed contact points, which follow the rows of the constraints. A sliding point has one row whose force includes friction,
//! `K = J_n ± mu J_t`, which is not workless (Baraff 1996, section 8).

use crate::constraints::{EndPorts, Row};
use crate::sim::model::ContactRows;
use crate::sim::{Model, Work};
use crate::solver::system::End;

use super::Dynamics;

impl Dynamics {
    /// Evaluates C, Cdot, J, K and gamma of the contact points.
    pub(super) fn evaluate_touching(&mut self, model: &Model, q: &[f64], v: &[f64]) {
        for it in &model.touching {
            let ends = model.ports_of(it, q, v);
            let found = it.evaluate(&ends);
            let count = 1 + usize::from(it.has_friction_row());
            for (k, row) in found.rows.iter().take(count).enumerate() {
                self.evaluation.set(it.row + k, row, &ends);
            }
            let [normal, sliding] = &found.rows;
            for (e, (port, place)) in ends.iter().zip(&it.ends).enumerate() {
                let Some(body) = place.body() else { continue };
                let dim = model.bodies[body].motion.dim();
                let block = |ends: &[End]| {
                    let found = ends.iter().find(|it| it.body == body);
                    found.map(|it| it.block)
                };
                if let Some(block) = block(model.topology.ends(it.constraint)) {
                    for (k, row) in found.rows.iter().take(count).enumerate() {
                        let to = &mut self.problem.jacobian_mut()[block + k * dim..][..dim];
                        to.fill(0.0);
                        add(to, (row, e), port, 1.0);
                    }
                }
                if let Some(block) = block(model.topology.force_ends(it.constraint)) {
                    let to = &mut self.problem.forcing_mut()[block..][..dim];
                    add(to, (normal, e), port, 1.0);
                    add(to, (sliding, e), port, it.share());
                }
            }
        }
    }

    /// Regularises the row of a contact point whose force has no effect (`J W K = 0`) because other constraints already hold its motion: with a
    /// compliance it carries only rounding errors. Returns false for a constraint that is not a contact point, or already has compliance.
    pub(super) fn regularise(&mut self, model: &Model, constraint: usize) -> bool {
        let Some(it) = model.touching.iter().find(|it| it.constraint == constraint) else {
            return false;
        };
        if self.problem.system().compliance[it.row] > 0.0 {
            return false;
        }
        let mobility = self.problem.inverse_effective_mass(model)[it.row];
        self.problem.set_compliance(it.row, mobility);
        true
    }

    /// Evaluates C and Cdot of the contact points.
    pub(super) fn evaluate_touching_values(&mut self, model: &Model, q: &[f64], v: &[f64]) {
        for it in &model.touching {
            let ends = model.ports_of(it, q, v);
            let count = 1 + usize::from(it.has_friction_row());
            for (k, row) in it.evaluate(&ends).rows.iter().take(count).enumerate() {
                self.evaluation.set_rates(it.row + k, row, &ends);
            }
        }
    }

    /// Adds the power of the contact points with the multipliers of the last solve: sliding friction counts as dissipation, the power of the
    /// rows as feedback.
    pub(super) fn add_power_of_touching(&self, model: &Model, q: &[f64], v: &[f64], rate: &mut Work) {
        for it in &model.touching {
            let lambda = self.solution.lambda[it.row];
            if it.slides() {
                let ends = model.ports_of(it, q, v);
                rate.dissipation += lambda * it.share() * it.evaluate(&ends).rows[1].rate(&ends);
            }
            if !model.passive {
                let count = 1 + usize::from(it.has_friction_row());
                for row in it.row..it.row + count {
                    rate.feedback += self.solution.lambda[row] * self.evaluation.rate()[row];
                }
            }
        }
    }

    /// Returns `J a + gamma` of both rows of a contact point, with the accelerations of the last solve.
    pub(in crate::sim) fn departure(
        &self,
        model: &Model,
        it: &ContactRows,
        q: &[f64],
        v: &[f64],
    ) -> [f64; 2] {
        let ends = model.ports_of(it, q, v);
        it.evaluate(&ends).rows.map(|row| {
            let mut sum = row.gamma(&ends);
            for (e, (port, place)) in ends.iter().zip(&it.ends).enumerate() {
                let Some(body) = place.body() else { continue };
                let body = &model.bodies[body];
                for k in 0..body.motion.dim() {
                    sum += entry((&row, e), port, k) * self.solution.acceleration[body.offset + k];
                }
            }
            sum
        })
    }
}

fn entry((row, end): (&Row, usize), port: &EndPorts, k: usize) -> f64 {
    let gradient = &row.gradient[end];
    gradient.point.dot(port.point.gradient[k]) + gradient.angle * port.angle.gradient[k]
}

/// Adds the entries of a row for the body at one of its ends, times `scale`.
fn add(to: &mut [f64], row: (&Row, usize), port: &EndPorts, scale: f64) {
    for (k, to) in to.iter_mut().enumerate() {
        *to += scale * entry(row, port, k);
    }
}
