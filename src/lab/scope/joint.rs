//! Position and motion of a joint: its point, the angle between its parts, the displacement along a rail, the rate of a length.
//!
//! ```text
//! turn:   angle = angle_b - angle_a                     omega = its rate
//! rail:   displacement = u·(p_b - p_a)                  speed = its rate, u being the axis of the rail, which turns with a
//! length: length = |p_b - p_a|                          speed = its rate
//! ```

use super::described::{LENGTH_SPEED, Quantity, quantity};
use crate::constraints::{ConstraintKind, EndPorts, Slot};

/// Position of a joint: where it holds its last part.
const PLACE: [Quantity; 2] = [
    quantity("x", "m", "Place of the point that it holds, from left to right"),
    quantity("y", "m", "Place of the point that it holds, from below upwards"),
];
const TURN: [Quantity; 2] = [
    quantity("angle", "rad", "Angle of its last part against the one before"),
    quantity(
        "omega",
        "rad/s",
        "Angular velocity of its last part against the one before",
    ),
];
const ALONG: [Quantity; 2] = [
    quantity("displacement", "m", "Way along the rail from its middle"),
    quantity("speed", "m/s", "Speed along the rail"),
];

/// Relative motion of the parts of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    Turn,
    /// Along an axis in the frame of the first part (rad).
    Along(f64),
    Length,
    /// No relative motion, or another one.
    Other,
}

impl Motion {
    fn of(kind: &ConstraintKind) -> Self {
        let kind = kind.measures().unwrap_or(kind).holds_as();
        let slots = kind.slots();
        let [.., one, other] = slots else {
            return Self::Other;
        };
        match kind {
            ConstraintKind::Pin(_) => Self::Turn,
            ConstraintKind::Slider(it) => Self::Along(it.axis),
            ConstraintKind::Groove(it) => Self::Along(it.axis),
            ConstraintKind::EndStops(it) => Self::Along(it.axis),
            ConstraintKind::RailFriction(it) => Self::Along(it.axis),
            ConstraintKind::Weld(_) => Self::Other,
            _ if one.needs_angle() && other.needs_angle() => Self::Turn,
            _ if slots == [Slot::Point, Slot::Point] => Self::Length,
            _ => Self::Other,
        }
    }
}

/// Quantities of a joint, without its forces.
pub(super) fn of(kind: &ConstraintKind) -> Vec<Quantity> {
    let own: &[Quantity] = match Motion::of(kind) {
        Motion::Turn => &TURN,
        Motion::Along(_) => &ALONG,
        Motion::Length => &[LENGTH_SPEED],
        Motion::Other => &[],
    };
    [&PLACE, own].concat()
}

/// The value of one of these quantities, for a joint with its ends at these ports; `None` for other fields.
pub(super) fn value(kind: &ConstraintKind, ends: &[EndPorts], field: &str) -> Option<f64> {
    let last = ends.last()?;
    match field {
        "x" => return Some(last.point.value.x),
        "y" => return Some(last.point.value.y),
        _ => {}
    }
    let before = ends.get(ends.len().checked_sub(2)?)?;
    let apart = last.point.value - before.point.value;
    let parting = last.point.rate - before.point.rate;
    match (Motion::of(kind), field) {
        (Motion::Turn, "angle") => Some(last.angle.value - before.angle.value),
        (Motion::Turn, "omega") => Some(last.angle.rate - before.angle.rate),
        (Motion::Along(axis), "displacement") => Some(before.direction(axis).0.dot(apart)),
        (Motion::Along(axis), "speed") => {
            let (u, turning, _) = before.direction(axis);
            Some(u.dot(parting) + turning.dot(apart))
        }
        (Motion::Length, "speed") => Some(lengthening(before, last)),
        _ => None,
    }
}

/// Rate of the distance of two points (m/s); 0 if they coincide.
pub(super) fn lengthening(one: &EndPorts, other: &EndPorts) -> f64 {
    let apart = other.point.value - one.point.value;
    apart.normalize_or_zero().dot(other.point.rate - one.point.rate)
}
