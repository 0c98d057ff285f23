//! The numbers of a drag: lengths and angles that are shown while it goes on, and that can be typed instead.
//!
//! A drag is a vector from a first point to the pointer, or a turn about a centre. What is typed holds one of its numbers;
//! the others still follow the pointer.

use crate::constraints::{Names, quantity_in};
use crate::math::{Vec2, unit};
use crate::parameter::{LengthUnit, SIZES, Unit};

/// Which numbers a drag has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Length and direction.
    Polar,
    /// Distance from the first point.
    Radius,
    /// Width and height, whichever way they are drawn.
    Sides,
    /// Width and height in their proportion: one gives the other.
    Scale,
    /// Along x and along y.
    Shift,
    /// An angle, counterclockwise.
    Turn,
}

impl Measure {
    /// Names and units of its numbers.
    pub fn fields(self) -> &'static [(&'static str, Unit)] {
        match self {
            Measure::Polar => &[("length", Unit::Metre), ("angle", Unit::Radian)],
            Measure::Radius => &[("radius", Unit::Metre)],
            Measure::Sides | Measure::Scale => &[("width", Unit::Metre), ("height", Unit::Metre)],
            Measure::Shift => &[("x", Unit::Metre), ("y", Unit::Metre)],
            Measure::Turn => &[("angle", Unit::Radian)],
        }
    }

    /// What a number in this unit may be (m); nothing where it may be anything.
    fn range(self, unit: Unit) -> Option<[f64; 2]> {
        match self {
            _ if unit != Unit::Metre => None,
            Measure::Shift => Some([-SIZES[1], SIZES[1]]),
            _ => Some(SIZES),
        }
    }

    /// The numbers of a drag by `d` (m, rad).
    pub fn numbers(self, d: Vec2) -> [f64; 2] {
        match self {
            Measure::Polar => [d.length(), if d == Vec2::ZERO { 0.0 } else { d.to_angle() }],
            Measure::Radius => [d.length(), 0.0],
            Measure::Sides | Measure::Scale => [d.x.abs(), d.y.abs()],
            Measure::Shift => [d.x, d.y],
            Measure::Turn => [d.to_angle(), 0.0],
        }
    }

    /// The drag that has the numbers that are held, and is otherwise `d`.
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

/// What is being typed in place of numbers of a drag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// A text a number; what is empty follows the pointer.
    pub texts: [String; 2],
    /// Which is written to.
    pub active: usize,
    /// What plain lengths are in.
    pub lengths: LengthUnit,
}

impl Typing {
    /// What the texts say (SI), where they say anything that can be read.
    pub fn held(&self, measure: Measure) -> [Option<f64>; 2] {
        let read = |k: usize| {
            let (_, unit) = measure.fields().get(k)?;
            quantity_in(&self.texts[k], *unit, &Names::new(), self.lengths).ok()
        };
        [read(0), read(1)]
    }

    /// Why a text cannot be read or what it says cannot be, as a sentence; nothing where all can.
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
                        (!is_fit).then(|| format!("Give a {name} from {} to {}", text(least), text(most)))
                    }
                },
            )
    }
}

/// A number on the canvas, and what it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// What is measured.
    pub of: Measured,
    /// The number with its unit, or what is typed instead.
    pub text: String,
    /// Whether it is typed.
    pub typed: bool,
    /// Whether keys go to it.
    pub active: bool,
    /// How far it is pulled from its usual place: along its line or arc, and outwards (points).
    pub pulled: Vec2,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// The distance of two world points.
    Length {
        /// From here.
        from: Vec2,
        /// To there.
        to: Vec2,
    },
    /// The angle at a world point.
    Angle {
        /// Its apex.
        at: Vec2,
        /// Direction it begins at (rad).
        start: f64,
        /// How far it goes, counterclockwise (rad).
        sweep: f64,
    },
}

/// An angle for people: "32.5°".
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
