//! Forces of position alone, weights and attractions, in impulse stepping: they act from the middle of one sub-step to the middle of the next (leapfrog
//! with steps of variable length), so that velocities are those of the middle of the sub-step `h` that led to the positions:
//!
//! ```text
//! v <- v + (h_1 - h)/2 a            a = g + W F(q)       before a sub-step of h seconds that follows one of h_1
//! E  = T(v + (h/2) a) + U(q)                             which that leaves as it is
//! ```

use crate::bodies::Motion;
use crate::forces::ForceKind;

use super::energy::kinetic_terms;
use super::{Body, Dynamics, Grab, Load, Model, Place, SimState};

impl Dynamics {
    /// Whether only forces of position act on the parts, beside constraints and contacts.
    pub(super) fn falls(&mut self, model: &Model, grab: Option<&Grab>) -> bool {
        self.has_only_weights(model, grab) || model.is_attracted(grab)
    }

    /// `a^T M a/2` of the free fall of constrained bodies (J/s²).
    pub(super) fn fall_of_constrained(&mut self, model: &Model, state: &SimState) -> f64 {
        let falls = self.free_fall_of(model, state);
        let mut sum = 0.0;
        for body in model.bodies.iter().filter(|body| body.bound) {
            kinetic_terms(body, (&state.q, falls), |term| sum += term);
        }
        sum
    }
}

/// Mass or moment of inertia of a particle or rigid body, by coordinate.
fn inertia(body: &Body, k: usize) -> f64 {
    if k < 2 { body.mass.mass } else { body.mass.inertia }
}

impl Model {
    /// Whether only weights and attractions act, at least one of these, beside constraints, and all bodies are particles and rigid bodies. Where parts may
    /// touch or have limits, what a resting part falls by between two middles would count as an approach and bounce.
    pub(super) fn is_attracted(&self, grab: Option<&Grab>) -> bool {
        let settings = &self.settings;
        let drags = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
        let attracts = |load: &Load| matches!(load.kind, ForceKind::Attraction(_));
        let plain = |body: &Body| matches!(body.motion, Motion::Point | Motion::Rigid);
        !drags
            && grab.is_none()
            && self.contact().is_none()
            && self.bounded().is_empty()
            && !self.loads.is_empty()
            && self.loads.iter().all(attracts)
            && self.bodies.iter().all(plain)
    }

    /// Kinetic energy with velocities brought on to the instant of the positions by free fall; `brought` is scratch (J). With the potential there it makes
    /// an energy that a change of the length of sub-steps leaves as it is, whatever the forces are.
    pub(super) fn kinetic_at_positions(&self, state: &SimState, brought: &mut Vec<f64>) -> f64 {
        self.free_fall(state, brought);
        let ahead = state.ahead(&self.settings);
        for (fall, v) in brought.iter_mut().zip(&state.v) {
            *fall = v + ahead * *fall;
        }
        let mut sum = 0.0;
        for body in &self.bodies {
            kinetic_terms(body, (&state.q, brought), |term| sum += term);
        }
        sum
    }

    /// Accelerations that weights and attractions give to unconstrained particles and rigid bodies: one number a coordinate (m/s², rad/s²).
    pub(super) fn free_fall(&self, state: &SimState, falls: &mut Vec<f64>) {
        falls.clear();
        falls.resize(self.topology.dofs(), 0.0);
        for body in &self.bodies {
            falls[body.offset..][..2].copy_from_slice(&self.settings.gravity.to_array());
        }
        for load in &self.loads {
            let ends = self.end_ports(&load.ends, &state.q, &state.v);
            let effect = load.kind.evaluate(&ends[..load.ends.len()], state.time);
            for (e, place) in load.ends.iter().enumerate() {
                if let Place::Moving { body, .. } = *place {
                    let body = &self.bodies[body];
                    for k in 0..body.motion.dim() {
                        falls[body.offset + k] +=
                            effect.force[e].dot(ends[e].point.gradient[k]) / inertia(body, k);
                    }
                }
            }
        }
    }
}
