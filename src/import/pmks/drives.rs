//! The input, traced paths, and forces.

use super::{Joint, JointKind, Translation};
use crate::constraints::{Actuator, ConstraintKind, Motor, Programme};
use crate::forces::{ForceKind, Push, Thruster};
use crate::import::builder::Body;
use crate::math::unit;

impl Translation {
    /// Adds the drive of an input joint.
    pub(super) fn drive(&mut self, joint: &Joint, bodies: &[Body]) {
        let (at, place, speed) = (joint.at, Some(joint.place), self.diagram.speed);
        let &[a, b, ..] = bodies else {
            let message = format!(
                "joint {} is the input, and fewer than two links meet there; here it drives nothing",
                joint.name
            );
            return self.build.note(place, message);
        };
        match joint.kind {
            JointKind::Revolute => {
                let motor = ConstraintKind::Motor(Motor {
                    speed,
                    ..Motor::default()
                });
                let ends = vec![self.build.end(a, at), self.build.end(b, at)];
                self.build.drive("motor", motor, ends, place);
            }
            JointKind::Prismatic => {
                // The length is measured from a point far back on the rail, which the slider never passes.
                let length = 100.0 * self.build.width();
                let from = at - length * unit(joint.angle);
                let actuator = ConstraintKind::Actuator(Actuator {
                    length,
                    rate: speed,
                    programme: Programme::Steady,
                    ..Actuator::default()
                });
                let ends = vec![self.build.end(a, from), self.build.end(b, at)];
                self.build.drive("actuator", actuator, ends, place);
                let message = format!(
                    "joint {} is an input that slides: here at a steady speed, and it does not turn back",
                    joint.name
                );
                self.build.note(place, message);
            }
            JointKind::Slot | JointKind::Gears => {
                let message = format!(
                    "joint {} is the input, and has two freedoms; here it drives nothing",
                    joint.name
                );
                self.build.note(place, message);
            }
        }
    }

    /// Traces the path of a moving joint.
    pub(super) fn trace(&mut self, joint: &Joint, bodies: &[Body]) {
        let moves = !bodies.iter().any(|body| self.build.is_still(*body));
        let slides = matches!(joint.kind, JointKind::Prismatic | JointKind::Slot);
        if let Some(body) = bodies.first().filter(|_| joint.is_traced && moves && !slides) {
            self.build
                .trace(&format!("path of {}", joint.name), *body, joint.at);
        }
    }

    /// Adds the forces on links.
    pub(super) fn loads(&mut self) {
        for load in std::mem::take(&mut self.diagram.loads) {
            let body = self.body(Some(load.link));
            let kind = if load.turns {
                let direction = load.force.to_angle() - self.build.turned(None, body);
                ForceKind::Thruster(Thruster {
                    force: load.force.length(),
                    direction,
                    ..Thruster::default()
                })
            } else {
                ForceKind::Push(Push {
                    force: load.force,
                    ..Push::default()
                })
            };
            self.build
                .force(&load.name, kind, body, load.at, Some(load.place));
        }
    }
}
