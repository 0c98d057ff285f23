//! Forces in impulse stepping where they are weights alone, or attractions are among them: they act from the middle of one sub-step to the middle of the
//! next (leapfrog with steps of variable length), so that velocities are those of the middle of the sub-step `h` that led to the positions:
//!
//! ```text
//! v <- v + (h_1 - h)/2 a            a = g + W F(q, v)    before a sub-step of h seconds that follows one of h_1
//! E  = T(v + (h/2) a) + U(q)                             which that leaves as it is, but for what a changes with v
//! ```

use crate::bodies::Motion;
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::solver::system::MAX_BODY_DIM;

use super::energy::kinetic_terms;
use super::{Dynamics, Grab, Load, Model, SimState};

impl Dynamics {
    /// Whether forces act from the middle of one sub-step to the middle of the next.
    pub(super) fn falls(&mut self, model: &Model, grab: Option<&Grab>) -> bool {
        self.has_only_weights(model, grab) || model.is_attracted(grab)
    }

    /// `a^T M a/2` of the free fall of constrained bodies, where they were `back` seconds ago by their velocities (J/s²).
    pub(super) fn fall_of_constrained(&mut self, model: &Model, state: &SimState, back: f64) -> f64 {
        let (q, falls) = self.free_fall_before(model, state, back);
        let mut sum = 0.0;
        for body in model.bodies.iter().filter(|body| body.bound) {
            kinetic_terms(body, (q, falls), |term| sum += term);
        }
        sum
    }
}

impl Model {
    /// Whether parts attract each other.
    pub(super) fn has_attractions(&self) -> bool {
        let attracts = |load: &Load| matches!(&load.kind, ForceKind::Attraction(it) if it.strength != 0.0);
        self.loads.iter().any(attracts)
    }

    /// Whether attractions act, beside constraints, weights and other forces, and neither the hand nor contacts or limits: where parts may touch or have
    /// limits, what a resting part falls by between two middles would count as an approach and bounce.
    pub(super) fn is_attracted(&self, grab: Option<&Grab>) -> bool {
        grab.is_none() && self.contact().is_none() && self.bounded().is_empty() && self.has_attractions()
    }

    /// Kinetic energy with velocities brought on to the instant of the positions by free fall; `brought` is scratch (J). With the potential there it makes
    /// an energy that a change of the length of sub-steps leaves as it is, whatever the forces of position are.
    pub(super) fn kinetic_at_positions(&self, state: &SimState, brought: &mut Vec<f64>) -> f64 {
        self.velocities_at_positions(state, brought);
        let mut sum = 0.0;
        for body in &self.bodies {
            kinetic_terms(body, (&state.q, brought), |term| sum += term);
        }
        sum
    }

    /// Velocities brought on to the instant of the positions by free fall.
    pub(super) fn velocities_at_positions(&self, state: &SimState, brought: &mut Vec<f64>) {
        self.free_fall((&state.q, &state.v, state.time), brought);
        let ahead = state.ahead(&self.settings);
        for (fall, v) in brought.iter_mut().zip(&state.v) {
            *fall = v + ahead * *fall;
        }
    }

    /// Accelerations that the applied forces, the hand aside, give to unconstrained bodies: one number a coordinate (m/s², rad/s²).
    pub(super) fn free_fall(&self, (q, v, time): (&[f64], &[f64], f64), falls: &mut Vec<f64>) {
        falls.clear();
        falls.resize(self.topology.dofs(), 0.0);
        self.add_forces((q, v, time), falls);
        let mut block = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
        for body in &self.bodies {
            let (dim, q) = (body.motion.dim(), &q[body.offset..]);
            let falls = &mut falls[body.offset..][..dim];
            // All mass blocks are diagonal.
            body.motion.mass_block(body.mass, q, &mut block[..dim * dim]);
            for (k, fall) in falls.iter_mut().enumerate() {
                *fall /= block[k * dim + k];
            }
            if let Motion::Bead(_) = body.motion {
                let along = body.motion.point(Vec2::ZERO, q, &v[body.offset..]).gradient[0];
                falls[0] += body.mass.mass * self.settings.gravity.dot(along) / block[0];
            } else {
                falls[0] += self.settings.gravity.x;
                falls[1] += self.settings.gravity.y;
            }
        }
    }
}
