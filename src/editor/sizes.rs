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

/// Sizes that were typed, without what rounding left of them.
pub fn tidy_sizes(shape: &mut Shape) {
    for parameter in shape.parameters() {
        if parameter.unit == Unit::Metre {
            shape.set_parameter(parameter.key, tidy(parameter.value));
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
