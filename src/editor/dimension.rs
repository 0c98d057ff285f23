//! Numbers of a drag: lengths and angles that are shown while it goes on and can be typed instead.
//!
//! A drag is a vector from a first point to the pointer, or a rotation about a centre. A typed number is held; the other number still
//! follows the pointer.

use crate::constraints::{Names, quantity_in};
use crate::math::{Vec2, unit};
use crate::parameter::{LengthUnit, SIZES, Unit};

/// The numbers that a drag is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Length and direction.
    Polar,
    /// Distance from the first point.
    Radius,
    /// Width and height, without signs.
    Sides,
    /// Width and height in a fixed proportion: one determines the other.
    Scale,
    /// Displacements along x and along y.
    Shift,
    /// An angle, counterclockwise.
    Turn,
}

impl Measure {
    /// Names and units of the numbers.
    pub fn fields(self) -> &'static [(&'static str, Unit)] {
        match self {
            Measure::Polar => &[("length", Unit::Metre), ("angle", Unit::Radian)],
            Measure::Radius => &[("radius", Unit::Metre)],
            Measure::Sides | Measure::Scale => &[("width", Unit::Metre), ("height", Unit::Metre)],
            Measure::Shift => &[("x", Unit::Metre), ("y", Unit::Metre)],
            Measure::Turn => &[("angle", Unit::Radian)],
        }
    }

    /// Range of a number in this unit (m); `None` where it is not limited.
    fn range(self, unit: Unit) -> Option<[f64; 2]> {
        match self {
            _ if unit != Unit::Metre => None,
            Measure::Shift => Some([-SIZES[1], SIZES[1]]),
            _ => Some(SIZES),
        }
    }

    /// Numbers of the drag vector `d` (m, rad).
    pub fn numbers(self, d: Vec2) -> [f64; 2] {
        match self {
            Measure::Polar => [d.length(), if d == Vec2::ZERO { 0.0 } else { d.to_angle() }],
            Measure::Radius => [d.length(), 0.0],
            Measure::Sides | Measure::Scale => [d.x.abs(), d.y.abs()],
            Measure::Shift => [d.x, d.y],
            Measure::Turn => [d.to_angle(), 0.0],
        }
    }

    /// Drag vector with the held numbers; the others are those of `d`.
    pub fn held(self, d: Vec2, held: [Option<f64>; 2]) -> Vec2 {
        let numbers = self.numbers(d);
        let [a, b] = [0, 1].map(|k| held[k].unwrap_or(numbers[k]));
        let way = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        match self {
            Measure::Polar => a * unit(b),
            Measure::Radius => a * d.try_normalize().unwrap_or(Vec2::X),
            Measure::Sides => Vec2::new(a * way(d.x), b * way(d.y)),
            Measure::Scale => {
                let shares = [0, 1].map(|k| held[k].map(|to| to / numbers[k]));
                let share = shares.into_iter().flatten().find(|it| it.is_finite());
                share.unwrap_or(1.0) * d
            }
            Measure::Shift => Vec2::new(a, b),
            Measure::Turn => unit(a),
        }
    }
}

/// Texts typed in place of a drag's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// One text for each number; a number with an empty text follows the pointer.
    pub texts: [String; 2],
    /// Index of the text that receives keys.
    pub active: usize,
    /// Unit of lengths typed without a unit.
    pub lengths: LengthUnit,
}

impl Typing {
    /// Values of the texts (SI), where they can be parsed.
    pub fn held(&self, measure: Measure) -> [Option<f64>; 2] {
        let read = |k: usize| {
            let (_, unit) = measure.fields().get(k)?;
            quantity_in(&self.texts[k], *unit, &Names::new(), self.lengths).ok()
        };
        [read(0), read(1)]
    }

    /// Sentence about a text that cannot be parsed or a value out of range; `None` where all are valid.
    pub fn mistake(&self, measure: Measure) -> Option<String> {
        let fields = measure.fields().iter().zip(&self.texts);
        fields
            .filter(|(_, text)| !text.trim().is_empty())
            .find_map(
                |((name, unit), text)| match quantity_in(text, *unit, &Names::new(), self.lengths) {
                    Err(mistake) => Some(format!("The {name} cannot be read: {}", mistake.sentence)),
                    Ok(value) => {
                        let [least, most] = measure.range(*unit)?;
                        let text = |metres: f64| self.lengths.text(metres, metres.abs().min(1.0));
                        let is_fit = value >= least && value <= most;
                        let article = if measure == Measure::Shift { "" } else { "a " };
                        let range = || format!("from {} to {}", text(least), text(most));
                        (!is_fit).then(|| format!("Give {article}{name} {}", range()))
                    }
                },
            )
    }
}

/// A number on the canvas, with the segment or angle that it measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// The measured segment or angle.
    pub of: Measured,
    /// The number with its unit, or the typed text.
    pub text: String,
    /// Whether `text` was typed.
    pub typed: bool,
    /// Whether it receives keys.
    pub active: bool,
    /// Offset from its usual place: along the line or arc, and outwards (points).
    pub pulled: Vec2,
}

/// A measured length or angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// Distance between two world points.
    Length {
        /// First point.
        from: Vec2,
        /// Second point.
        to: Vec2,
    },
    /// Angle at a world point.
    Angle {
        /// Apex.
        at: Vec2,
        /// Direction of the first leg (rad).
        start: f64,
        /// Angle from there, counterclockwise (rad).
        sweep: f64,
    },
}

/// An angle as text: "32.5°".
pub fn angle_text(radians: f64) -> String {
    format!("{:.1}°", radians.to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_held_and_the_rest_follows() {
        let d = Vec2::new(3.0, -4.0);
        let near = |a: Vec2, b: Vec2| assert!(a.distance(b) < 1e-12, "{a} {b}");
        near(Measure::Polar.held(d, [Some(10.0), None]), Vec2::new(6.0, -8.0));
        let up = Some(std::f64::consts::FRAC_PI_2);
        near(Measure::Polar.held(d, [None, up]), Vec2::new(0.0, 5.0));
        near(Measure::Sides.held(d, [Some(1.0), None]), Vec2::new(1.0, -4.0));
        near(Measure::Shift.held(d, [None, Some(2.0)]), Vec2::new(3.0, 2.0));
        near(
            Measure::Radius.held(Vec2::ZERO, [Some(2.0), None]),
            Vec2::new(2.0, 0.0),
        );
        for measure in [Measure::Polar, Measure::Sides, Measure::Shift] {
            near(measure.held(d, [None, None]), d);
        }
    }

    #[test]
    fn units_and_expressions_are_read_and_mistakes_are_said() {
        let typing = Typing {
            texts: ["120 mm".to_owned(), "2*15".to_owned()],
            ..Typing::default()
        };
        let [length, angle] = typing.held(Measure::Polar).map(Option::unwrap_or_default);
        assert!((length - 0.12).abs() < 1e-15 && (angle.to_degrees() - 30.0).abs() < 1e-12);
        assert_eq!(typing.mistake(Measure::Polar), None);
        let typing = Typing {
            texts: ["abc".to_owned(), String::new()],
            ..Typing::default()
        };
        let sentence = typing.mistake(Measure::Polar).unwrap_or_default();
        assert!(sentence.starts_with("The length cannot be read"), "{sentence}");
    }
}
