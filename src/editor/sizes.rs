//! Sizes of shapes drawn by a drag: their measure and their ranges.

use crate::bodies::{Outline, Shape};
use crate::math::Vec2;
use crate::parameter::{Parameters, Unit, shortest_decimal, without_rounding_error};

use super::dimension::Measure;

/// The numbers by which the drag that draws a part is measured.
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

/// The shape with the sizes of a drag; with exactly the radius given if that was typed.
pub fn sized(shape: &Shape, drag: Vec2, typed: bool) -> Shape {
    let exact = typed && measure_of(shape) == Some(Measure::Radius);
    let exact = exact
        .then(|| shape.of_radius(shortest_decimal(drag.length())))
        .flatten();
    exact.unwrap_or_else(|| shape.sized_by_drag(drag))
}

/// Removes rounding errors from the lengths of a shape or kind.
pub fn tidy_sizes(of: &mut impl Parameters) {
    for parameter in of.parameters() {
        let short = without_rounding_error(parameter.value, parameter.unit);
        if parameter.unit == Unit::Metre && short != parameter.value {
            of.set_parameter(parameter.key, short);
        }
    }
}

/// Clamps every size to its range, and the dragged ones, which are told by key and value, to at least `least` (m).
pub fn keep_in_range(shape: &mut Shape, least: f64, is_dragged: impl Fn(&str, f64) -> bool) {
    for parameter in shape.parameters() {
        // Lengths that may be zero are not sizes.
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
