//! C, Cdot, J and gamma of every row, by the chain rule from ports to coordinates:
//!
//! ```text
//! J = sum over ends of dC/dport dport/dq
//! ```

use crate::constraints::{EndPorts, MAX_ENDS, Push, Row};
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::short::Rows;
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
        self.make_room(model);
        self.short.follow(model);
        self.evaluate_masses(model, q);
        self.system.forcing.fill(0.0);
        self.system.compliance.fill(0.0);
        let mut short = Rows {
            value: &mut self.c_value,
            rate: &mut self.c_rate,
            time_rate: &mut self.time_rate,
            gamma: &mut self.gamma,
            jacobian: &mut self.system.jacobian,
        };
        self.short.evaluate(self.solver.hardware(), q, v, &mut short);
        if self.short.others() > 0 {
            self.evaluate_others(model, q, v, time, memory);
        }
    }

    /// The same for the constraints that have no short way.
    fn evaluate_others(&mut self, model: &Model, q: &[f64], v: &[f64], time: f64, memory: &[f64]) {
        // Large, and made once: clearing them for every link would take longer than what is written to them.
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let mut ports = [EndPorts::default(); MAX_ENDS];
        for other in 0..self.short.others() {
            let index = self.short.other(other);
            let link = &model.links[index];
            for end in model.topology.ends(index) {
                let len = link.rows.len() * model.topology.body_dim(end.body);
                self.system.jacobian[end.block..end.block + len].fill(0.0);
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
            if link.forced {
                self.evaluate_push(model, index, ends);
            }
            for (k, row) in rows.iter().enumerate() {
                self.c_value[link.row + k] = row.value;
                self.c_rate[link.row + k] = row.rate(ends);
                self.time_rate[link.row + k] = row.time_rate;
                self.gamma[link.row + k] = row.gamma(ends);
                for (e, end) in ends.iter().enumerate() {
                    let (Some(block), Some(body)) = (model.block(index, e), link.ends[e].body()) else {
                        continue;
                    };
                    let dim = model.bodies[body].motion.dim();
                    let entries = &mut self.system.jacobian[block + k * dim..block + (k + 1) * dim];
                    let gradient = &row.gradient[e];
                    for (i, entry) in entries.iter_mut().enumerate() {
                        *entry += gradient.point.dot(end.point.gradient[i])
                            + gradient.angle * end.angle.gradient[i];
                    }
                }
            }
        }
    }

    /// The mass blocks, unless those that are there are of these bodies, and of any pose.
    fn evaluate_masses(&mut self, model: &Model, q: &[f64]) {
        if self.weighed == Some((model.bodies.stamp(), self.system.mass.stamp())) {
            return;
        }
        let mass = &mut *self.system.mass;
        for (index, body) in model.bodies.iter().enumerate() {
            let start = model.topology.mass_offset(index);
            let dim = body.motion.dim();
            let block = &mut mass[start..start + dim * dim];
            body.motion.mass_block(body.mass, &q[body.offset..], block);
        }
        let stay = model.varying_mass().is_none();
        self.weighed = stay.then(|| (model.bodies.stamp(), self.system.mass.stamp()));
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
                let entries = &mut self.system.forcing[block + k * dim..block + (k + 1) * dim];
                for (i, entry) in entries.iter_mut().enumerate() {
                    *entry += row[e].point.dot(end.point.gradient[i]) + row[e].angle * end.angle.gradient[i];
                }
            }
        }
    }
}
