//! Annotations on the canvas, without effect on motion: notes and dimensions.

use crate::math::Vec2;

use super::Attach;

/// A text on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Unique in the scene.
    pub name: String,
    /// The text; may have several lines.
    pub text: String,
    /// Position of its middle.
    pub end: Attach,
}

/// A dimension: a distance or an angle that is measured and shown at all times.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// Unique in the scene.
    pub name: String,
    /// Two points for their distance, or three for the angle at the second, from the first to the third.
    pub ends: Vec<Attach>,
    /// Offset of its number along its line or arc, and outwards (logical points).
    pub pulled: Vec2,
}

impl Dimension {
    /// Whether it measures an angle.
    pub fn is_angle(&self) -> bool {
        self.ends.len() == 3
    }

    /// Value of a dimension with its ends at these points (m, or rad from 0 to 2π counterclockwise).
    pub fn measured(points: &[Vec2]) -> f64 {
        match *points {
            [a, apex, b] => ((b - apex).to_angle() - (a - apex).to_angle()).rem_euclid(std::f64::consts::TAU),
            [a, b] => a.distance(b),
            _ => 0.0,
        }
    }
}
