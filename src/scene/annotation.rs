//! What is written on the canvas and moves nothing: notes and dimensions.

use crate::math::Vec2;

use super::Attach;

/// Words on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Unique in the scene.
    pub name: String,
    /// What it says; may have several lines.
    pub text: String,
    /// Where its middle is.
    pub end: Attach,
}

/// A distance or an angle that is measured and shown at all times.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// Unique in the scene.
    pub name: String,
    /// Two points whose distance it is; or three, with the angle at the second from the first to the third.
    pub ends: Vec<Attach>,
    /// How far its number is pulled along its line or arc, and outwards (logical points).
    pub pulled: Vec2,
}

impl Dimension {
    /// Whether it measures an angle.
    pub fn is_angle(&self) -> bool {
        self.ends.len() == 3
    }

    /// What one with its ends at these points measures (m, or rad from 0 to 2π counterclockwise).
    pub fn measured(points: &[Vec2]) -> f64 {
        match *points {
            [a, apex, b] => ((b - apex).to_angle() - (a - apex).to_angle()).rem_euclid(std::f64::consts::TAU),
            [a, b] => a.distance(b),
            _ => 0.0,
        }
    }
}
