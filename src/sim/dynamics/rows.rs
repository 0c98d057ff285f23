//! C, Cdot, J and gamma of every row, by the chain rule from ports to coordinates:
//!
//! ```text
//! J = sum over ends of dC/dport dport/dq
//! ```

use crate::constraints::{EndPorts, MAX_ENDS, Push, Row};
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::{Dynamics, Model};

impl Dynamics {
    /// Evaluates C, Cdot, J and gamma of every row, and the mass blocks.
    pub(in crate::sim) fn evaluate_constraints(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        if self.looked.is_at(model, q, v, time, memory) && self.problem.is_as_evaluated() {
            return;
        }
        self.looked.forget();
        self.make_room(model);
        self.scratch.batches.follow(model);
        self.problem.set_masses(model, q);
        let mut rows = self.evaluation.rows_mut(self.problem.start_rows());
        self.scratch
            .batches
            .evaluate(self.solver.hardware(), q, v, &mut rows);
        if self.scratch.batches.others() > 0 {
            self.evaluate_others(model, q, v, time, memory);
        }
        self.evaluate_touching(model, q, v);
        self.problem.mark_evaluated();
    }

    /// C, Cdot and C_t of every row; gamma and the Jacobian stay those of the factor.
    pub(in crate::sim) fn evaluate_values(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        self.looked.forget();
        self.make_room(model);
        for link in &model.links {
            let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
            let rows = &mut rows[..link.rows.len()];
            let ends: [EndPorts; _] = model.end_ports(&link.ends, q, v);
            let ends = &ends[..link.ends.len()];
            let memory = &memory[link.memory..link.memory + link.memory_len];
            link.kind.evaluate(ends, time, memory, rows);
            for (k, row) in rows.iter().enumerate() {
                self.evaluation.set_rates(link.row + k, row, ends);
            }
        }
        self.evaluate_touching_values(model, q, v);
    }

    /// The same for the constraints in no batch.
    fn evaluate_others(&mut self, model: &Model, q: &[f64], v: &[f64], time: f64, memory: &[f64]) {
        // Large, and made once: clearing them for every link would take longer than what is written to them.
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let mut ports = [EndPorts::default(); MAX_ENDS];
        for other in 0..self.scratch.batches.others() {
            let index = self.scratch.batches.other(other);
            let link = &model.links[index];
            let jacobian = self.problem.jacobian_mut();
            for end in model.topology.ends(index) {
                let len = link.rows.len() * model.topology.body_dim(end.body);
                jacobian[end.block..end.block + len].fill(0.0);
            }
            let rows = &mut rows[..link.rows.len()];
            rows.fill(Row::default());
            let ends = &mut ports[..link.ends.len()];
            for (port, place) in ends.iter_mut().zip(&link.ends) {
                *port = model.ports(place, q, v);
            }
            let ends = &*ends;
            let memory = &memory[link.memory..link.memory + link.memory_len];
            link.kind.evaluate(ends, time, memory, rows);
            if !model.bounded().is_empty() {
                self.release(link, memory);
            }
            if link.kind.is_broken(memory) {
                for row in link.row..link.row + link.rows.len() {
                    self.problem.set_compliance(row, 1.0);
                }
            }
            if link.forced {
                self.evaluate_push(model, index, ends);
            }
            for (k, row) in rows.iter().enumerate() {
                self.evaluation.set(link.row + k, row, ends);
                for (e, end) in ends.iter().enumerate() {
                    let (Some(block), Some(body)) = (model.block(index, e), link.ends[e].body()) else {
                        continue;
                    };
                    let dim = model.bodies[body].motion.dim();
                    let entries = &mut self.problem.jacobian_mut()[block + k * dim..block + (k + 1) * dim];
                    let gradient = &row.gradient[e];
                    for (i, entry) in entries.iter_mut().enumerate() {
                        *entry += gradient.point.dot(end.point.gradient[i])
                            + gradient.angle * end.angle.gradient[i];
                    }
                }
            }
        }
    }

    /// K of a constraint whose force acts elsewhere.
    fn evaluate_push(&mut self, model: &Model, index: usize, ends: &[EndPorts]) {
        let link = &model.links[index];
        let mut rows = [Push::default(); MAX_CONSTRAINT_DIM];
        let rows = &mut rows[..link.rows.len()];
        link.kind.pushes(ends, rows);
        for (k, row) in rows.iter().enumerate() {
            for (e, end) in ends.iter().enumerate() {
                let (Some(block), Some(body)) = (model.push(index, e), link.ends[e].body()) else {
                    continue;
                };
                let dim = model.bodies[body].motion.dim();
                let entries = &mut self.problem.forcing_mut()[block + k * dim..block + (k + 1) * dim];
                for (i, entry) in entries.iter_mut().enumerate() {
                    *entry += row[e].point.dot(end.point.gradient[i]) + row[e].angle * end.angle.gradient[i];
                }
            }
        }
    }
}
