//! How fast what is under load vibrates across its load: the geometric stiffness `-sum lambda d²C/dq²`.
//!
//! ```text
//! a force f on a point at the arm r:         |f| |r| against turning the body
//! a row whose gradient turns with its ports: |lambda| |C_xx| against moving the port; a rod has 1/length
//! omega² <= max over bodies of (2 sum of stiffnesses) / mass     (Gershgorin; the turning arms couple nothing)
//! ```
//! A chain of point masses m on rods of length L under tension T vibrates at up to 2 sqrt(T/(m L)), a chain of bars
//! at sqrt(12 T/(m L)): the bound is met by both. Pressure makes it a rate of buckling, as fast.

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
    /// Largest force of a constraint on a body (N).
    pub(super) pull: f64,
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
        for list in [&mut self.moving, &mut self.turning] {
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
        for e in 0..count {
            let Place::Moving { body, .. } = link.ends[e] else {
                continue;
            };
            let mut force = Vec2::ZERO;
            for (row, lambda) in still.iter().zip(lambda) {
                force += *lambda * row.gradient[e].point;
            }
            self.pull = self.pull.max(force.length());
            let stiffness = |moved: &[Row; MAX_CONSTRAINT_DIM]| -> f64 {
                let rows = moved.iter().zip(&still).zip(lambda);
                rows.map(|((moved, still), lambda)| (lambda * (moved.curvature - still.curvature)).abs())
                    .sum()
            };
            let mut across = 0.0;
            for axis in [Vec2::X, Vec2::Y] {
                ends[e].point.rate = axis;
                across += stiffness(&curvature(&ends));
                ends[e].point.rate = Vec2::ZERO;
            }
            self.moving[body] += 2.0 * across;
            if model.bodies[body].motion.turns() {
                ends[e].angle.rate = 1.0;
                let twist = stiffness(&curvature(&ends));
                ends[e].angle.rate = 0.0;
                let arm = ends[e].point.gradient[2].length();
                self.turning[body] += force.length() * arm + 2.0 * (twist + across * arm * arm);
            }
        }
    }
}
