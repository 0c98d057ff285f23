//! Sizes of shapes as a drag gives them: which numbers it has, and what of them is possible.

use crate::bodies::{Outline, Shape};
use crate::parameter::{Parameters, Unit, tidy};

use super::dimension::Measure;

/// Which numbers the drag of a part has.
pub fn measure_of(shape: &Shape) -> Option<Measure> {
    let has = |key: &str| shape.parameters().iter().any(|it| it.key == key);
    let round = matches!(shape.outline(), Outline::Circle { .. } | Outline::Ring { .. });
    if shape.ends().is_some() {
        Some(Measure::Polar)
    } else if round || shape.pitch_radius().is_some() {
        Some(Measure::Radius)
    } else {
        (has("width") && has("height")).then_some(Measure::Sides)
    }
}

/// Lengths below this are rounding (m).
const ROUNDING: f64 = 1e-12;

/// A length without what rounding left of it (m).
pub fn tidy_length(metres: f64) -> f64 {
    if metres.abs() < ROUNDING {
        0.0
    } else {
        tidy(metres)
    }
}

/// Sizes that were typed or measured, without what rounding left of them.
pub fn tidy_sizes(of: &mut impl Parameters) {
    for parameter in of.parameters() {
        let tidied = tidy_length(parameter.value);
        if parameter.unit == Unit::Metre && tidied != parameter.value {
            of.set_parameter(parameter.key, tidied);
        }
    }
}

/// Brings every size into its range, and those to `least` at least that were dragged (m), by key and value.
pub fn keep_in_range(shape: &mut Shape, least: f64, is_dragged: impl Fn(&str, f64) -> bool) {
    for parameter in shape.parameters() {
        // Lengths that may be nothing are no sizes.
        let size = parameter.unit == Unit::Metre
            && parameter.min > 0.0
            && is_dragged(parameter.key, parameter.value);
        let least = if size { least } else { f64::NEG_INFINITY };
        let value = parameter.value.max(least).clamp(parameter.min, parameter.max);
        if value != parameter.value {
            shape.set_parameter(parameter.key, value);
        }
    }
}
