//! How fast what is under load vibrates across its load: the geometric stiffness `-sum lambda d²C/dq²`.
//!
//! ```text
//! a force f on a point at the arm r:         |f| |r| against turning the body
//! a row whose gradient turns with its ports: |lambda| |C_xx| against moving the port; a rod has 1/length
//! omega² <= max over bodies of (2 sum of stiffnesses) / mass     (Gershgorin; the turning arms couple nothing)
//! ```
//! A chain of point masses m on rods of length L under tension T vibrates at up to 2 sqrt(T/(m L)), a chain of bars
//! at sqrt(12 T/(m L)): the bound is met by both. Pressure makes it a rate of buckling, as fast. What pulls back is told apart from what
//! pushes away: an [implicit step](super::integrators) holds the one, and steps have to resolve the other.

use crate::constraints::{EndPorts, MAX_ENDS, Row};
use crate::math::Vec2;
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::model::{Link, Place};
use super::{Dynamics, Model};

/// Workspace: stiffness of each body against moving (N/m) and turning (N m).
#[derive(Default)]
pub struct Stiffness {
    pub(super) moving: Vec<f64>,
    pub(super) turning: Vec<f64>,
    /// What of it pulls back: all of that against moving, the sum with its sign against turning.
    restoring: Restoring,
    /// What of it pushes a body further away as it moves (N/m).
    pushing: Vec<f64>,
    /// Largest force of a constraint on a body (N).
    pub(super) pull: f64,
}

#[derive(Default)]
struct Restoring {
    moving: Vec<f64>,
    turning: Vec<f64>,
}

impl Stiffness {
    /// An upper bound of the angular frequency (rad/s) under the multipliers of the last solve, as forces.
    pub fn of(
        &mut self,
        model: &Model,
        dynamics: &Dynamics,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) -> f64 {
        let Restoring { moving, turning } = &mut self.restoring;
        for list in [
            &mut self.moving,
            &mut self.turning,
            moving,
            turning,
            &mut self.pushing,
        ] {
            list.clear();
            list.resize(model.bodies.len(), 0.0);
        }
        self.pull = 0.0;
        for link in &model.links {
            let ends = model.link_ports(link, q, v);
            let lambda = &dynamics.solution.lambda[link.row..link.row + link.rows.len()];
            let memory = &memory[link.memory..link.memory + link.memory_len];
            self.add(model, link, ends, lambda, time, memory);
        }
        let mut squared: f64 = 0.0;
        for (index, body) in model.bodies.iter().enumerate() {
            squared = squared.max(self.moving[index] / body.mass.mass);
            if body.motion.turns() {
                let inertia = body.motion.inertia(body.mass, &q[body.offset..]);
                squared = squared.max(self.turning[index] / inertia);
            }
        }
        squared.sqrt()
    }

    fn add(
        &mut self,
        model: &Model,
        link: &Link,
        mut ends: [EndPorts; MAX_ENDS],
        lambda: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        let count = link.ends.len();
        // At rest first: what is left of the curvature then is the programme's.
        for end in &mut ends[..count] {
            end.point.rate = Vec2::ZERO;
            end.angle.rate = 0.0;
        }
        let curvature = |ends: &[EndPorts; MAX_ENDS]| {
            let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
            link.kind
                .evaluate(&ends[..count], time, memory, &mut rows[..lambda.len()]);
            rows
        };
        let still = curvature(&ends);
        let mut mobility = [0.0; MAX_ENDS];
        for (mobility, (place, end)) in mobility.iter_mut().zip(link.ends.iter().zip(&ends)) {
            if let Place::Moving { body, .. } = place {
                let body = &model.bodies[*body];
                *mobility = 1.0 / body.mass.mass;
                if body.motion.turns() {
                    *mobility += end.point.gradient[2].length_squared() / body.mass.inertia;
                }
            }
        }
        for e in 0..count {
            let Place::Moving { body, .. } = link.ends[e] else {
                continue;
            };
            let mut force = Vec2::ZERO;
            for (row, lambda) in still.iter().zip(lambda) {
                force += *lambda * row.gradient[e].point;
            }
            self.pull = self.pull.max(force.length());
            let stiffness = |moved: &[Row; MAX_CONSTRAINT_DIM]| {
                let mut both = Both::default();
                for ((moved, still), lambda) in moved.iter().zip(&still).zip(lambda) {
                    both.add(-lambda * (moved.curvature - still.curvature));
                }
                both
            };
            let mut across = Both::default();
            for axis in [Vec2::X, Vec2::Y] {
                ends[e].point.rate = axis;
                across.add_all(&stiffness(&curvature(&ends)));
                ends[e].point.rate = Vec2::ZERO;
            }
            self.moving[body] += 2.0 * across.size();
            // With the others of the row, in the metric of the masses.
            let others = (0..count).filter(|&other| other != e);
            let with_others = 1.0
                + others
                    .map(|other| (mobility[other] / mobility[e]).sqrt().min(1.0))
                    .sum::<f64>();
            // The place along a curve counts as its formula does, and not in metres.
            let with_others = with_others * ends[e].point.gradient[0].length_squared();
            self.restoring.moving[body] += with_others * across.restoring;
            self.pushing[body] += with_others * across.pushing;
            if model.bodies[body].motion.turns() {
                ends[e].angle.rate = 1.0;
                let twist = stiffness(&curvature(&ends));
                ends[e].angle.rate = 0.0;
                // The arm, turned by a quarter.
                let turned = ends[e].point.gradient[2];
                let arm = turned.length();
                self.turning[body] += force.length() * arm + 2.0 * (twist.size() + across.size() * arm * arm);
                self.restoring.turning[body] +=
                    force.perp_dot(turned) + with_others * (twist.net() + across.net() * arm * arm);
            }
        }
    }

    /// An upper bound of how fast anything pushes away from where it is (rad/s).
    pub(super) fn pushing(&self, model: &Model, q: &[f64]) -> f64 {
        let mut squared: f64 = 0.0;
        for (index, body) in model.bodies.iter().enumerate() {
            squared = squared.max(self.pushing[index] / body.mass.mass);
            if body.motion.turns() {
                let inertia = body.motion.inertia(body.mass, &q[body.offset..]);
                squared = squared.max(-self.restoring.turning[index] / inertia);
            }
        }
        squared.sqrt()
    }

    /// What pulls back against each coordinate, and what pushes away (N/m, N m).
    pub(super) fn diagonals(&self, model: &Model, [back, away]: [&mut Vec<f64>; 2]) {
        for list in [&mut *back, &mut *away] {
            list.clear();
            list.resize(model.topology.dofs(), 0.0);
        }
        for (index, body) in model.bodies.iter().enumerate() {
            let moving = body.offset..body.offset + body.motion.dim().min(2);
            back[moving.clone()].fill(self.restoring.moving[index]);
            away[moving].fill(self.pushing[index]);
            if body.motion.turns() {
                let turning = self.restoring.turning[index];
                back[body.offset + 2] = turning.max(0.0);
                away[body.offset + 2] = (-turning).max(0.0);
            }
        }
    }
}

/// A sum of stiffnesses: of those that pull back, and of those that push away.
#[derive(Default)]
struct Both {
    restoring: f64,
    pushing: f64,
}

impl Both {
    fn add(&mut self, stiffness: f64) {
        self.restoring += stiffness.max(0.0);
        self.pushing += (-stiffness).max(0.0);
    }

    fn add_all(&mut self, other: &Self) {
        self.restoring += other.restoring;
        self.pushing += other.pushing;
    }

    fn net(&self) -> f64 {
        self.restoring - self.pushing
    }

    fn size(&self) -> f64 {
        self.restoring + self.pushing
    }
}
