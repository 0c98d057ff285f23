//! Evaluation of C, Cdot, J and gamma of every row, by the chain rule from ports to coordinates:
//!
//! ```text
//! J = sum over ends of dC/dport dport/dq
//! ```

use crate::constraints::{EndPorts, MAX_ENDS, Push, Row};
use crate::sim::Link;
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::{Dynamics, Model, Scratch};

/// Workspace for the rows and ports of one constraint at a time. Allocated once: clearing all of it for each constraint would take longer
/// than the evaluation.
#[derive(Default)]
pub(super) struct Ends {
    rows: [Row; MAX_CONSTRAINT_DIM],
    ports: [EndPorts; MAX_ENDS],
}

impl Ends {
    /// Evaluates the rows of a constraint and the ports of its ends at these coordinates, velocities and time. `memory` is that of all
    /// constraints.
    #[inline]
    fn evaluate(
        &mut self,
        model: &Model,
        link: &Link,
        (q, v, time): (&[f64], &[f64], f64),
        memory: &[f64],
    ) -> (&[Row], &[EndPorts]) {
        let rows = &mut self.rows[..link.rows.len()];
        rows.fill(Row::default());
        let ends = &mut self.ports[..link.ends.len()];
        model.write_ports(link, q, v, ends);
        let memory = &memory[link.memory_range()];
        link.kind.evaluate(ends, time, memory, rows);
        (rows, ends)
    }
}

impl Dynamics {
    /// Evaluates C, Cdot, J and gamma of every row, and the mass blocks, unless that was done for exactly this state.
    pub(in crate::sim) fn evaluate_constraints(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        if self.evaluated_state.is_at(model, q, v, time, memory) && self.problem.is_as_evaluated() {
            return;
        }
        self.evaluated_state.invalidate();
        self.make_room(&model.topology);
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

    /// Evaluates C, Cdot and C_t of every row; gamma and the Jacobian stay those of the last factorisation.
    pub(in crate::sim) fn evaluate_values(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        self.evaluated_state.invalidate();
        self.make_room(&model.topology);
        let Scratch { batches, unused, .. } = &mut self.scratch;
        batches.follow(model);
        let mut rows = self
            .evaluation
            .rates_mut(unused, self.problem.jacobian_mut().len());
        batches.evaluate(self.solver.hardware(), q, v, &mut rows);
        let mut room = self.scratch.room.take().unwrap_or_default();
        for other in 0..self.scratch.batches.others() {
            let link = &model.links[self.scratch.batches.other(other)];
            let (rows, ends) = room.evaluate(model, link, (q, v, time), memory);
            for (k, row) in rows.iter().enumerate() {
                self.evaluation.set_rates(link.row + k, row, ends);
            }
        }
        self.scratch.room = Some(room);
        self.evaluate_touching_values(model, q, v);
    }

    /// Evaluates the constraints in no batch, one by one.
    fn evaluate_others(&mut self, model: &Model, q: &[f64], v: &[f64], time: f64, memory: &[f64]) {
        let mut room = self.scratch.room.take().unwrap_or_default();
        for other in 0..self.scratch.batches.others() {
            let index = self.scratch.batches.other(other);
            let link = &model.links[index];
            let jacobian = self.problem.jacobian_mut();
            for end in model.topology.ends(index) {
                let len = link.rows.len() * model.topology.body_dim(end.body);
                jacobian[end.block..end.block + len].fill(0.0);
            }
            let (rows, ends) = room.evaluate(model, link, (q, v, time), memory);
            let memory = &memory[link.memory_range()];
            if !model.bounded().is_empty() {
                self.release(link, memory);
            }
            if link.kind.is_broken(memory) {
                for row in link.row_range() {
                    self.problem.set_compliance(row, 1.0);
                }
            }
            if link.forced {
                self.evaluate_push(model, index, ends);
            }
            for (k, row) in rows.iter().enumerate() {
                self.evaluation.set(link.row + k, row, ends);
            }
            let jacobian = self.problem.jacobian_mut();
            for (e, (end, place)) in ends.iter().zip(&link.ends).enumerate() {
                let (Some(block), Some(body)) = (model.block(index, e), place.body()) else {
                    continue;
                };
                let dim = model.bodies[body].motion.dim();
                let blocks = jacobian[block..block + rows.len() * dim].chunks_exact_mut(dim);
                for (row, entries) in rows.iter().zip(blocks) {
                    let gradient = &row.gradient[e];
                    let port = end.point.gradient.iter().zip(&end.angle.gradient);
                    for (entry, (point, angle)) in entries.iter_mut().zip(port) {
                        *entry += gradient.point.dot(*point) + gradient.angle * angle;
                    }
                }
            }
        }
        self.scratch.room = Some(room);
    }

    /// Evaluates K of a constraint whose force acts elsewhere.
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
