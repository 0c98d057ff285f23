//! Sizes of shapes as a drag gives them: which numbers it has, and what of them is possible.

use crate::bodies::{Outline, Shape};
use crate::math::Vec2;
use crate::parameter::{Parameters, Unit, settled, tidy};

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

/// The shape as a drag sizes it; where its radius is typed, with exactly that.
pub fn sized(shape: &Shape, drag: Vec2, typed: bool) -> Shape {
    let exact = typed && measure_of(shape) == Some(Measure::Radius);
    let exact = exact.then(|| shape.of_radius(tidy(drag.length()))).flatten();
    exact.unwrap_or_else(|| shape.sized_by_drag(drag))
}

/// Sizes that were typed or measured, without what rounding left of them.
pub fn tidy_sizes(of: &mut impl Parameters) {
    for parameter in of.parameters() {
        let short = settled(parameter.value, parameter.unit);
        if parameter.unit == Unit::Metre && short != parameter.value {
            of.set_parameter(parameter.key, short);
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
