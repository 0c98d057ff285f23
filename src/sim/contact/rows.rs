//! Linear system of joints and contacts: the system of the joints, with two more rows for each point at which two pieces may touch, or three with
//! rolling friction.
//!
//! ```text
//! n, t = normal and perp(n),  p = where they touch,  r = p - c of each body
//! J_n = [-n, -r_a x n, n, r_b x n],   J_t likewise,   J_roll = [0, -1, 0, 1]
//! ```
//! Every pair of near pieces has two points, used or not, so that the topology and the plans of the solver stay valid as long as no new pair comes
//! near.

use crate::math::{cross, perp};
use crate::sim::limits::dot;
use crate::sim::{Dynamics, Model};
use crate::solver::{System, Topology};

use super::collider::Colliders;
use super::point::Pair;
use super::touch::Touch;

/// Number of contact points with rows for each pair.
pub const POINTS: usize = 2;
/// Rows of a point at most: normal, sliding, rolling.
pub const MOST_ROWS: usize = 3;

/// Topology and system of joints and contacts.
#[derive(Default)]
pub struct ContactSystem {
    /// Pairs that have rows, sorted: those of the state that was planned last.
    pub slots: Vec<Pair>,
    pub topology: Topology,
    pub system: System,
    /// Topology of the joints alone, at the time it was extended.
    joints: Topology,
    /// Whether the rows of the points found last are written; every solution method restores the rows it changes.
    pub written: bool,
}

impl ContactSystem {
    /// Whether these pairs have rows, and no others.
    pub fn has(&self, model: &Model, pairs: &[Pair]) -> bool {
        self.slots == pairs && self.joints.is_copy_of(&model.topology)
    }

    /// Makes rows for these pairs.
    pub fn plan(&mut self, model: &Model, colliders: &Colliders, pairs: &[Pair]) {
        if self.has(model, pairs) {
            return;
        }
        self.slots.clear();
        self.slots.extend_from_slice(pairs);
        self.joints = model.topology.clone();
        self.topology = model.topology.clone();
        for &((a, _), (b, _)) in &self.slots {
            let body = |collider: u32| colliders.list[collider as usize].body;
            let mut bodies = [0; 2];
            let mut count = 0;
            for body in [body(a), body(b)].into_iter().flatten() {
                bodies[count] = body;
                count += 1;
            }
            let (one, two) = (&colliders.list[a as usize], &colliders.list[b as usize]);
            // Bodies that cannot turn take no torque.
            let turn = bodies[..count]
                .iter()
                .all(|body| model.bodies[*body].motion.turns());
            let rows = if turn && one.rolling_with(two) > 0.0 { 3 } else { 2 };
            for _ in 0..POINTS {
                self.topology.add_constraint(rows, &bodies[..count]);
            }
        }
        self.topology.shrink_to_fit();
        self.system = System::default();
    }

    /// Copies the system of the joints; contact rows become identities (J = 0, E = 1) unless they are written.
    pub fn begin(&mut self, model: &Model, dynamics: &Dynamics) {
        let (own, from) = (&mut self.system, dynamics.system());
        own.resize(&self.topology);
        if own.mass[..] != from.mass[..] {
            own.mass.copy_from_slice(&from.mass);
        }
        let (rows, blocks) = (model.topology.rows(), from.jacobian.len());
        own.jacobian[..blocks].copy_from_slice(&from.jacobian);
        own.forcing.copy_from_slice(&from.forcing);
        own.force.copy_from_slice(&from.force);
        own.c[..rows].copy_from_slice(&from.c[..rows]);
        own.c[rows..].fill(0.0);
        own.compliance[..rows].copy_from_slice(&from.compliance[..rows]);
        if !self.written {
            own.jacobian[blocks..].fill(0.0);
            own.compliance[rows..].fill(1.0);
        }
    }

    /// The constraint (dense index of the topology) of a point of a slot.
    pub fn constraint(&self, slot: usize, point: usize) -> usize {
        self.joints.constraints() + POINTS * slot + point
    }

    /// First row of a point.
    pub fn row(&self, slot: usize, point: usize) -> usize {
        self.topology.row_offset(self.constraint(slot, point))
    }

    /// Number of rows of a point.
    pub fn rows_of(&self, slot: usize, point: usize) -> usize {
        self.topology.constraint_dim(self.constraint(slot, point))
    }

    /// Writes the rows of a point.
    pub fn write(
        &mut self,
        model: &Model,
        q: &[f64],
        (slot, point): (usize, usize),
        touch: &Touch,
        b: Option<usize>,
    ) {
        let constraint = self.constraint(slot, point);
        for end in self.topology.ends(constraint) {
            let body = &model.bodies[end.body];
            let sign = if Some(end.body) == b { 1.0 } else { -1.0 };
            // Parts still apart meet at the points of their surfaces.
            let surface = touch.at + 0.5 * sign * touch.gap.max(0.0) * touch.normal;
            let lever = surface - body.motion.centre(&q[body.offset..]);
            let dim = body.motion.dim();
            for (k, axis) in [touch.normal, perp(touch.normal)].into_iter().enumerate() {
                let block = &mut self.system.jacobian[end.block + k * dim..][..dim];
                let gradient = [axis.x, axis.y, cross(lever, axis)];
                for (entry, gradient) in block.iter_mut().zip(gradient) {
                    *entry = sign * gradient;
                }
            }
            if self.topology.constraint_dim(constraint) > 2 {
                self.system.jacobian[end.block + 2 * dim + 2] = sign;
            }
        }
        let row = self.row(slot, point);
        let count = self.rows_of(slot, point);
        self.system.compliance[row..row + count].fill(0.0);
    }

    /// Returns J v of the rows of a point; 0 for rows that it does not have.
    pub fn rates(&self, (slot, point): (usize, usize), v: &[f64]) -> [f64; MOST_ROWS] {
        let constraint = self.constraint(slot, point);
        let mut rates = [0.0; MOST_ROWS];
        let rows = &mut rates[..self.topology.constraint_dim(constraint)];
        for end in self.topology.ends(constraint) {
            let dim = self.topology.body_dim(end.body);
            let v = &v[self.topology.body_offset(end.body)..][..dim];
            for (k, rate) in rows.iter_mut().enumerate() {
                *rate += dot(&self.system.jacobian[end.block + k * dim..][..dim], v);
            }
        }
        rates
    }
}
