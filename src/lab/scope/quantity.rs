//! Tables of quantities: by item, and of the machine as a whole.

use super::described::{LENGTH_SPEED, Quantity, quantity};
use super::joint;
use crate::parameter::Unit;
use crate::scene::{Attach, Id, Item};

/// Subject of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The machine as a whole.
    Machine,
    /// A part.
    Part(Id),
    /// A constraint.
    Constraint(Id),
    /// A force.
    Force(Id),
    /// A traced point.
    Trace(Id),
    /// A dimension: a measured distance or angle.
    Dimension(Id),
}

/// A quantity of a subject.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    pub subject: Subject,
    pub field: &'static str,
    /// Position on the part, for a part or a traced point; the ends of a dimension.
    pub at: Vec<Attach>,
}

/// Quantities of the machine as a whole.
const MACHINE: [Quantity; 17] = [
    quantity("time", "s", "Simulated time"),
    quantity("energy", "J", "Kinetic and potential energy"),
    quantity("kinetic", "J", "Kinetic energy"),
    quantity("potential", "J", "Energy of weight and springs"),
    quantity(
        "energy_error",
        "J",
        "Energy less that at the start less all the work booked",
    ),
    quantity("drift", "m, rad", "Largest |C| over all constraints"),
    quantity("drift_m", "m", "Largest |C| of rows in metres"),
    quantity("drift_rad", "rad", "Largest |C| of rows in radians"),
    quantity("drift_rms", "m", "Root mean square of C over the rows in metres"),
    quantity("work_drives", "J", "Work of motors and drives since the start"),
    quantity(
        "work_dissipation",
        "J",
        "Work of dampers and drag since the start",
    ),
    quantity("work_hand", "J", "Work of the hand since the start"),
    quantity("work_feedback", "J", "Work of constraints that do not drive"),
    quantity("work_projection", "J", "Work of projection onto the constraints"),
    quantity(
        "residual",
        "",
        "What the last solve left of its equations, relative to their terms",
    ),
    quantity("iterations", "", "Iterations of the last solve"),
    quantity("sub_steps", "", "Pieces that the last step was divided into"),
];

/// Quantities of a point: a particle, a traced point or the centre of a part.
const POINT: [Quantity; 7] = [
    quantity("x", "m", "Place from left to right"),
    quantity("y", "m", "Place from below upwards"),
    quantity("vx", "m/s", "Velocity from left to right"),
    quantity("vy", "m/s", "Velocity upwards"),
    quantity("speed", "m/s", "Size of the velocity"),
    quantity("ax", "m/s²", "Acceleration from left to right"),
    quantity("ay", "m/s²", "Acceleration upwards"),
];

/// Quantities of a part that can turn, beside those of its centre.
const TURNING: [Quantity; 3] = [
    quantity("angle", "rad", "Angle, counted on through whole turns"),
    quantity("omega", "rad/s", "Angular velocity"),
    quantity("alpha", "rad/s²", "Angular acceleration"),
];

const PART: [Quantity; 3] = [
    quantity("kinetic", "J", "Kinetic energy"),
    quantity(
        "potential",
        "J",
        "Energy of its weight, against the world's origin, and of its own springs",
    ),
    quantity("energy", "J", "Kinetic and potential energy"),
];

/// Quantities of a constraint; `lambda0`, `lambda1` and so on follow, one per row.
const CONSTRAINT_POWER: Quantity = quantity("power", "W", "Power that it puts into the machine");
const CONSTRAINT_DRIFT: Quantity = quantity("drift", "m, rad", "Largest |C| of its rows");
const HOLDS_LENGTH: Quantity = quantity("force", "N", "Size of the force that it exerts to hold");
const HOLDS_ANGLE: Quantity = quantity("torque", "N m", "Torque that it exerts on b against a");
/// For items with two ends.
const LENGTH: Quantity = quantity("length", "m", "Distance of its ends");
/// For a dimension with three ends.
const ANGLE: Quantity = quantity("angle", "rad", "Angle at its second end, from 0 to 2π");
/// Multipliers of the rows, as named in the output of `simulate`.
const LAMBDAS: [&str; 6] = ["lambda0", "lambda1", "lambda2", "lambda3", "lambda4", "lambda5"];

const FORCE: [Quantity; 4] = [
    quantity("force", "N", "Size of the force on its last end"),
    quantity("torque", "N m", "Torque on its last end"),
    quantity("energy", "J", "Energy stored in it"),
    quantity(
        "power",
        "W",
        "Power that it puts into the machine, beside the energy stored",
    ),
];

/// Quantities of the machine as a whole.
pub fn of_machine() -> &'static [Quantity] {
    &MACHINE
}

/// Quantities of an item.
pub fn of_item(item: &Item) -> Vec<Quantity> {
    match item {
        Item::Part(it) => {
            let turning: &[Quantity] = if it.motion().turns() { &TURNING } else { &[] };
            [&POINT[..5], turning, &POINT[5..], &PART].concat()
        }
        Item::Trace(_) => POINT.to_vec(),
        Item::Note(_) => Vec::new(),
        Item::Dimension(it) if it.is_angle() => vec![ANGLE],
        Item::Dimension(_) => vec![LENGTH],
        Item::Force(it) => {
            let length: &[Quantity] = match it.ends.len() {
                0 | 1 => &[],
                _ => &[LENGTH, LENGTH_SPEED],
            };
            [&FORCE, length].concat()
        }
        Item::Constraint(it) => {
            let rows = it.kind.rows();
            let angle = |unit: Unit| matches!(unit, Unit::Radian | Unit::RadianPerSecond);
            let mut found = Vec::new();
            if rows.iter().any(|row| !angle(row.unit)) {
                found.push(HOLDS_LENGTH);
            }
            if rows.iter().any(|row| angle(row.unit)) {
                found.push(HOLDS_ANGLE);
            }
            match it.kind.measures() {
                Some(_) => found.push(CONSTRAINT_DRIFT),
                None => found.extend([CONSTRAINT_POWER, CONSTRAINT_DRIFT]),
            }
            if it.ends.len() > 1 {
                found.push(LENGTH);
            }
            found.extend(joint::of(&it.kind));
            for (field, row) in LAMBDAS.into_iter().zip(&rows) {
                let unit = if angle(row.unit) { "N m" } else { "N" };
                found.push(quantity(field, unit, "Multiplier of a row"));
            }
            found
        }
    }
}

impl Subject {
    /// An item as a subject.
    pub fn of(id: Id, item: &Item) -> Self {
        match item {
            Item::Part(_) => Subject::Part(id),
            Item::Constraint(_) => Subject::Constraint(id),
            Item::Force(_) => Subject::Force(id),
            Item::Dimension(_) => Subject::Dimension(id),
            // A note has no quantities, so it is never asked for.
            Item::Trace(_) | Item::Note(_) => Subject::Trace(id),
        }
    }
}
