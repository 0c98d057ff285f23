//! Inputs and actuators. In Linkage oscillating drives run at constant speed with sudden reversals; here they are sinusoids.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::Translation;
use super::sheet::{Connector, Input, Link};
use crate::constraints::{Actuator, ConstraintKind, Motor, MotorLaw, Programme};
use crate::import::builder::{Body, PartOptions};
use crate::math::trig::atan2;

/// Oscillation between two ends `amount` apart, beginning at a distance `start` from the first end, on the way to the other. Returned as a
/// start value and a programme to be added to it, which add up to 0 at t = 0:
///
/// ```text
/// amount/2 (cos p - cos(2 pi f t + p)),   cos p = 1 - 2 start/amount
/// ```
fn to_and_fro(amount: f64, start: f64, frequency: f64) -> (f64, Programme) {
    // Past the other end, the motion is on its way back.
    let way = (start / amount).rem_euclid(2.0);
    let cos = 1.0 - 2.0 * way.min(2.0 - way);
    let sin = (1.0 - cos * cos).max(0.0).sqrt().copysign(1.0 - way);
    let programme = Programme::Sinusoid {
        amplitude: amount / 2.0,
        frequency,
        phase: atan2(sin, cos) - FRAC_PI_2,
    };
    (amount / 2.0 * cos, programme)
}

impl Translation<'_> {
    /// Motors and actuators.
    pub(super) fn drives(&mut self) {
        for connector in self.connectors.values().copied().collect::<Vec<_>>() {
            if let Some(input) = &connector.input {
                self.input(connector, input);
            }
        }
        let sheet = self.sheet;
        for link in sheet
            .links
            .iter()
            .filter(|it| !it.is_drawing && it.actuator.is_some())
        {
            self.actuator(link);
        }
    }

    /// A motor for each link that an input turns.
    fn input(&mut self, connector: &Connector, input: &Input) {
        let id = connector.id;
        if !connector.is_anchor {
            let message = format!("connector {id} is an input that is no anchor; here it drives nothing");
            return self.build.note(connector.place, message);
        }
        let turned: Vec<Body> = self
            .on
            .get(&id)
            .into_iter()
            .flatten()
            .copied()
            .filter(|it| !self.build.is_still(*it))
            .collect();
        if turned.is_empty() {
            return self.build.note(
                connector.place,
                format!("no link turns on connector {id}, which is an input; here it drives nothing"),
            );
        }
        if input.by_hand {
            self.build.note(
                connector.place,
                format!("connector {id} is an input that is moved by hand; here its motor holds still"),
            );
        } else if input.limit > 0.0 {
            self.build.note(
                connector.place,
                format!("connector {id} swings to and fro at a steady speed; here as a sinusoid"),
            );
        }
        for body in turned {
            let stands = self.build.turned(None, body);
            let motor = motor(input, stands);
            let ends = vec![
                self.build.end(None, connector.at),
                self.build.end(body, connector.at),
            ];
            self.build
                .drive("motor", ConstraintKind::Motor(motor), ends, connector.place);
        }
    }

    /// Adds the drive of an actuator between the bodies at its two ends.
    fn actuator(&mut self, link: &Link) {
        let Some(drive) = &link.actuator else { return };
        let ends: Vec<&Connector> = self.of(link).collect();
        let &[a, b] = ends.as_slice() else {
            let message = format!("actuator {} has not two connectors; it is left out", link.id);
            return self.build.note(link.place, message);
        };
        let length = a.at.distance(b.at);
        if length == 0.0 {
            return self.build.note(
                link.place,
                format!("actuator {} has no length; it is left out", link.id),
            );
        }
        let bodies = [a, b].map(|end| self.held(end).first().copied());
        let bodies = [(a, bodies[0]), (b, bodies[1])].map(|(end, body)| {
            body.unwrap_or_else(|| {
                let made = PartOptions {
                    name: &format!("end {}", end.id),
                    place: end.place,
                    ..PartOptions::default()
                };
                Some(self.build.point(end.at, &made))
            })
        });
        if bodies.iter().all(|body| self.build.is_still(*body)) {
            return self.build.note(
                link.place,
                format!("both ends of actuator {} stand still; it is left out", link.id),
            );
        }
        let (mut start, mut programme) = (length, Programme::Steady);
        if drive.by_hand {
            self.build.note(
                link.place,
                format!("actuator {} is moved by hand; here it keeps its length", link.id),
            );
        } else if drive.stroke > 0.0 && drive.cpm != 0.0 {
            let stroke = drive.stroke * drive.cpm.signum();
            let from = drive.start * drive.cpm.signum();
            let (more, sinusoid) = to_and_fro(stroke, from, drive.cpm.abs() / 60.0);
            (start, programme) = (length + more, sinusoid);
            self.build.note(
                link.place,
                format!(
                    "actuator {} goes out and back at a steady speed; here as a sinusoid",
                    link.id
                ),
            );
        }
        let actuator = Actuator {
            length: start,
            programme,
            ..Actuator::default()
        };
        let ends = vec![self.build.end(bodies[0], a.at), self.build.end(bodies[1], b.at)];
        let named = format!("actuator {}", link.id);
        let name = if link.name.is_empty() { &named } else { &link.name };
        self.build
            .drive(name, ConstraintKind::Actuator(actuator), ends, link.place);
    }
}

/// The motor of an input, for a link with this start angle (rad).
fn motor(input: &Input, stands: f64) -> Motor {
    // In Linkage positive is clockwise.
    let speed = -input.rpm * TAU / 60.0;
    if input.by_hand || input.limit <= 0.0 {
        let speed = if input.by_hand { 0.0 } else { speed };
        return Motor {
            speed,
            ..Motor::default()
        };
    }
    let sense = speed.signum();
    let swing = sense * input.limit.to_radians();
    let from = sense * input.start.to_radians();
    let frequency = input.rpm.abs() * 6.0 / (2.0 * input.limit);
    let (more, programme) = to_and_fro(swing, from, frequency);
    Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        angle: stands + more,
        programme,
        ..Motor::default()
    }
}
