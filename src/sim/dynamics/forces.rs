//! Applied forces, summed body by body, and the power of the forces without a potential.

use crate::bodies::Motion;
use crate::math::Vec2;
use crate::sim::{Grab, Place, SimState, Work};

use super::batch::Plan;
use super::{Dynamics, Model};

/// The weights of all bodies (N), one number a coordinate; `None` if a body has other forces of its own.
fn weights<'a>(batches: &'a mut Plan, model: &Model) -> Option<&'a [f64]> {
    batches.follow(model);
    batches.weights(model)
}

/// Whether forces other than weights, those of the bodies themselves, constraints and contacts act.
pub(super) fn has_forces(model: &Model, grab: Option<&Grab>) -> bool {
    model.settings.has_drag() || grab.is_some() || !model.loads.is_empty()
}

impl Dynamics {
    /// Whether weights are the only forces on the parts, apart from constraints and contacts.
    pub(in crate::sim) fn has_only_weights(&mut self, model: &Model, grab: Option<&Grab>) -> bool {
        !has_forces(model, grab) && weights(&mut self.scratch.batches, model).is_some()
    }

    /// [`Model::kinetic_at_positions`] of a state, in the same buffer.
    pub(in crate::sim) fn kinetic_at_positions(&mut self, model: &Model, state: &SimState) -> f64 {
        model.kinetic_at_positions(state, &mut self.scratch.free_fall)
    }

    /// [`Model::free_fall`] of a state, in a buffer that stays allocated.
    pub(in crate::sim) fn free_fall_of(&mut self, model: &Model, state: &SimState) -> &[f64] {
        model.free_fall((&state.q, &state.v, state.time), &mut self.scratch.free_fall);
        &self.scratch.free_fall
    }

    /// The same where the bodies were `back` seconds ago by their velocities, with the coordinates there.
    pub(in crate::sim) fn free_fall_before(
        &mut self,
        model: &Model,
        state: &SimState,
        back: f64,
    ) -> (&[f64], &[f64]) {
        let (q, falls) = (&mut self.scratch.earlier, &mut self.scratch.free_fall);
        q.clear();
        q.extend(state.q.iter().zip(&state.v).map(|(q, v)| q - back * v));
        model.free_fall((q, &state.v, state.time - back), falls);
        (q, falls)
    }

    /// Power of the applied forces at a state, other than the hand, that does not come from potential energy, by its source (W).
    pub(in crate::sim) fn power_of_forces(&mut self, model: &Model, state: &SimState) -> Work {
        let force = &mut self.scratch.free_fall;
        force.clear();
        force.resize(model.topology.dofs(), 0.0);
        model.add_forces((&state.q, &state.v, state.time), force)
    }

    /// Sums the applied forces. Returns the power that does not come from potential energy, by its source.
    pub(in crate::sim) fn evaluate_forces(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        grab: Option<&Grab>,
    ) -> Work {
        let force = self.problem.force_mut();
        force.clear();
        if let Some(weights) = weights(&mut self.scratch.batches, model) {
            force.extend_from_slice(weights);
            if !has_forces(model, grab) {
                return Work::default();
            }
        } else {
            force.resize(model.topology.dofs(), 0.0);
            model.add_weights((q, v), force);
        }
        let mut power = model.add_forces((q, v, time), force);
        if let Some(grab) = grab
            && let Some(body) = model.bodies.get(grab.body)
        {
            let port = body.motion.point(grab.at, &q[body.offset..], &v[body.offset..]);
            let pull = grab.force(&port);
            power.hand += pull.dot(port.rate);
            for k in 0..body.motion.dim() {
                force[body.offset + k] += pull.dot(port.gradient[k]);
            }
        }
        power
    }
}

impl Model {
    /// Adds the weights of all bodies (N), one number a coordinate.
    fn add_weights(&self, (q, v): (&[f64], &[f64]), force: &mut [f64]) {
        for body in &self.bodies {
            let f = &mut force[body.offset..];
            let weight = body.mass.mass * self.settings.gravity;
            if let Motion::Bead(_) = body.motion {
                let port = body
                    .motion
                    .point(Vec2::ZERO, &q[body.offset..], &v[body.offset..]);
                f[0] += weight.dot(port.gradient[0]);
            } else {
                f[0] += weight.x;
                f[1] += weight.y;
            }
        }
    }

    /// Adds the applied forces other than weights and the hand, one number a coordinate. Returns the power that does not come from potential energy,
    /// by its source.
    pub(in crate::sim) fn add_forces(&self, (q, v, time): (&[f64], &[f64], f64), force: &mut [f64]) -> Work {
        let settings = &self.settings;
        let mut power = Work::default();
        let drags = settings.has_drag();
        for body in &self.bodies {
            if !drags && matches!(body.motion, Motion::Point | Motion::Rigid) {
                continue;
            }
            let (f, q, v) = (&mut force[body.offset..], &q[body.offset..], &v[body.offset..]);
            power.dissipation += body.motion.add_own_force(body.mass, q, v, f);
            if let Motion::Bead(_) = body.motion {
                let port = body.motion.point(Vec2::ZERO, q, v);
                f[0] -= settings.linear_drag * port.rate.dot(port.gradient[0]);
                power.dissipation -= settings.linear_drag * port.rate.length_squared();
                continue;
            }
            for (f, v) in f.iter_mut().zip(v).take(2) {
                *f -= settings.linear_drag * v;
                power.dissipation -= settings.linear_drag * v * v;
            }
            if body.motion.turns() {
                f[2] -= settings.angular_drag * v[2];
                power.dissipation -= settings.angular_drag * v[2] * v[2];
            }
        }
        for load in &self.loads {
            let ends = self.end_ports(&load.ends, q, v);
            let effect = load.kind.evaluate(&ends[..load.ends.len()], time);
            power.dissipation += effect.power;
            power.drives += effect.drive;
            for e in 0..load.ends.len() {
                if let Place::Moving { body, .. } = load.ends[e] {
                    let body = &self.bodies[body];
                    for k in 0..body.motion.dim() {
                        force[body.offset + k] += effect.force[e].dot(ends[e].point.gradient[k])
                            + effect.torque[e] * ends[e].angle.gradient[k];
                    }
                }
            }
        }
        power
    }
}
