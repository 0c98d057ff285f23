//! The applied forces, summed body by body, and the power of those that no potential accounts for.

use crate::bodies::Motion;
use crate::math::Vec2;
use crate::sim::{Grab, Place, Work};

use super::batch::Plan;
use super::{Dynamics, Model};

/// The weights of all bodies (N), one number a coordinate, where nothing else acts on them beside constraints and what touches.
fn only_weights<'a>(batches: &'a mut Plan, model: &Model, grab: Option<&Grab>) -> Option<&'a [f64]> {
    let settings = &model.settings;
    let drags = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
    if drags || grab.is_some() || !model.loads.is_empty() {
        return None;
    }
    batches.follow(model);
    batches.weights(model)
}

impl Dynamics {
    /// Whether nothing but weights acts on the parts, beside constraints and what touches.
    pub(in crate::sim) fn has_only_weights(&mut self, model: &Model, grab: Option<&Grab>) -> bool {
        only_weights(&mut self.scratch.batches, model, grab).is_some()
    }

    /// Sums the applied forces; returns the power that is not taken from potential energy, by who gives it.
    pub(in crate::sim) fn evaluate_forces(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        grab: Option<&Grab>,
    ) -> Work {
        let settings = &model.settings;
        let force = self.problem.force_mut();
        force.clear();
        if let Some(weights) = only_weights(&mut self.scratch.batches, model, grab) {
            force.extend_from_slice(weights);
            return Work::default();
        }
        let (mut dissipation, mut hand, mut drives) = (0.0, 0.0, 0.0);
        force.resize(model.topology.dofs(), 0.0);
        for body in &model.bodies {
            let (f, q, v) = (&mut force[body.offset..], &q[body.offset..], &v[body.offset..]);
            dissipation += body.motion.add_own_force(body.mass, q, v, f);
            if let Motion::Bead(_) = body.motion {
                let port = body.motion.point(Vec2::ZERO, q, v);
                let pull = body.mass.mass * settings.gravity - settings.linear_drag * port.rate;
                f[0] += pull.dot(port.gradient[0]);
                dissipation -= settings.linear_drag * port.rate.length_squared();
                continue;
            }
            for (k, g) in settings.gravity.to_array().into_iter().enumerate() {
                f[k] += body.mass.mass * g - settings.linear_drag * v[k];
                dissipation -= settings.linear_drag * v[k] * v[k];
            }
            if body.motion.turns() {
                f[2] -= settings.angular_drag * v[2];
                dissipation -= settings.angular_drag * v[2] * v[2];
            }
        }
        for load in &model.loads {
            let ends = model.end_ports(&load.ends, q, v);
            let effect = load.kind.evaluate(&ends[..load.ends.len()], time);
            dissipation += effect.power;
            drives += effect.drive;
            for e in 0..load.ends.len() {
                if let Place::Moving { body, .. } = load.ends[e] {
                    let body = &model.bodies[body];
                    for k in 0..body.motion.dim() {
                        force[body.offset + k] += effect.force[e].dot(ends[e].point.gradient[k])
                            + effect.torque[e] * ends[e].angle.gradient[k];
                    }
                }
            }
        }
        if let Some(grab) = grab
            && let Some(body) = model.bodies.get(grab.body)
        {
            let port = body.motion.point(grab.at, &q[body.offset..], &v[body.offset..]);
            let pull = grab.force(&port);
            hand += pull.dot(port.rate);
            for k in 0..body.motion.dim() {
                force[body.offset + k] += pull.dot(port.gradient[k]);
            }
        }
        Work {
            drives,
            dissipation,
            hand,
            ..Work::default()
        }
    }
}
