//! Named numbers of an item: parameters of its kind, start and mass of a part, positions
//! of ends.

use super::{Item, Mass, Part};
use crate::parameter::{ParameterValue, Parameters, Unit};

/// Numbers of a part besides the parameters of its shape.
pub const START: [(&str, Unit); 7] = [
    ("x", Unit::Metre),
    ("y", Unit::Metre),
    ("angle", Unit::Radian),
    ("vx", Unit::MetrePerSecond),
    ("vy", Unit::MetrePerSecond),
    ("omega", Unit::RadianPerSecond),
    ("mass", Unit::Kilogram),
];

/// Coordinates of ends: in the world for ends on the ground, otherwise in the part's frame.
const ENDS: [(&str, usize, usize); 8] = [
    ("a.x", 0, 0),
    ("a.y", 0, 1),
    ("b.x", 1, 0),
    ("b.y", 1, 1),
    ("c.x", 2, 0),
    ("c.y", 2, 1),
    ("d.x", 3, 0),
    ("d.y", 3, 1),
];

/// Parameters of the kind of an item; empty for notes and dimensions.
pub fn parameters(item: &Item) -> Vec<ParameterValue> {
    match item {
        Item::Part(it) => it.shape.parameters(),
        Item::Constraint(it) => it.kind.parameters(),
        Item::Force(it) => it.kind.parameters(),
        Item::Trace(it) => vec![it.parameter()],
        Item::Note(_) | Item::Dimension(_) => Vec::new(),
    }
}

/// All named numbers of an item, with their units.
pub fn fields(item: &Item) -> Vec<(&'static str, Unit)> {
    let mut all: Vec<(&str, Unit)> = parameters(item).iter().map(|it| (it.key, it.unit)).collect();
    if item.as_part().is_some() {
        all.extend(START);
    }
    let ends = item.attachments().len();
    all.extend(
        ENDS.iter()
            .filter(|(_, end, _)| *end < ends)
            .map(|it| (it.0, Unit::Metre)),
    );
    all
}

/// Unit of a number of an item, if the item has that number.
pub fn unit(item: &Item, key: &str) -> Option<Unit> {
    fields(item)
        .into_iter()
        .find(|(name, _)| *name == key)
        .map(|it| it.1)
}

/// Value of a number of an item (SI).
pub fn value(item: &Item, key: &str) -> Option<f64> {
    value_among(item, &parameters(item), key)
}

/// The same with the parameters of the item's kind given.
pub fn value_among(item: &Item, parameters: &[ParameterValue], key: &str) -> Option<f64> {
    if let Some(parameter) = parameters.iter().find(|it| it.key == key) {
        return Some(parameter.value);
    }
    if let Some((_, end, axis)) = ENDS.iter().find(|it| it.0 == key) {
        return item.attachments().get(*end).map(|it| it.at[*axis]);
    }
    let part = item.as_part()?;
    Some(match key {
        "x" => part.pose.position.x,
        "y" => part.pose.position.y,
        "angle" => part.pose.angle,
        "vx" => part.velocity.x,
        "vy" => part.velocity.y,
        "omega" => part.omega,
        "mass" => part.mass_properties().mass,
        _ => return None,
    })
}

/// Sets a number of an item; false if it has none of that name. The caller checks ranges.
pub fn set(item: &mut Item, key: &str, value: f64) -> bool {
    let set = match item {
        Item::Part(it) => it.shape.set_parameter(key, value),
        Item::Constraint(it) => it.kind.set_parameter(key, value),
        Item::Force(it) => it.kind.set_parameter(key, value),
        Item::Trace(it) if key == "lasts" => {
            it.lasts = value;
            true
        }
        Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => false,
    };
    if set {
        return true;
    }
    if let Some((_, end, axis)) = ENDS.iter().find(|it| it.0 == key) {
        let end = item.attachments_mut().get_mut(*end);
        return end.map(|it| it.at[*axis] = value).is_some();
    }
    let Item::Part(part) = item else { return false };
    match key {
        "x" => part.pose.position.x = value,
        "y" => part.pose.position.y = value,
        "angle" => part.pose.angle = value,
        "vx" => part.velocity.x = value,
        "vy" => part.velocity.y = value,
        "omega" => part.omega = value,
        "mass" => part.mass = with_mass(part, value),
        _ => return false,
    }
    true
}

/// Whether a number belongs to the starting pose of a part: setting it moves the part.
pub fn is_place(key: &str) -> bool {
    matches!(key, "x" | "y" | "angle")
}

/// A given mass, with the moment of inertia scaled in proportion, as the distribution of mass stays the same.
fn with_mass(part: &Part, mass: f64) -> Mass {
    let before = part.mass_properties();
    if before.mass == mass {
        return part.mass;
    }
    let inertia = if before.mass > 0.0 {
        before.inertia * mass / before.mass
    } else {
        before.inertia
    };
    Mass::Given { mass, inertia }
}
