//! Marks that laboratory views draw over the machine: lines, arrows, dots and labels, in world coordinates.

use crate::math::Vec2;
use crate::render::draw_list::Color;

/// Position of a line's arrowhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// No arrowhead.
    None,
    /// At the middle: where many lines end at one point, heads would cover each other.
    Middle,
    /// At the end, as for a force.
    End,
}

/// A line over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkLine {
    /// Start, in world coordinates (m).
    pub from: Vec2,
    /// End, in world coordinates (m).
    pub to: Vec2,
    /// Width in points.
    pub width: f64,
    /// Its colour.
    pub color: Color,
    /// Its arrowhead.
    pub head: Head,
}

/// A dot over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkDot {
    /// Position in world coordinates (m).
    pub at: Vec2,
    /// In points.
    pub radius: f64,
    /// Its colour.
    pub color: Color,
}

/// A label over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkLabel {
    /// World position (m) beside which it stands.
    pub at: Vec2,
    /// Its text.
    pub text: String,
}

/// All marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Lines, bottom first.
    pub lines: Vec<MarkLine>,
    /// Dots, above the lines.
    pub dots: Vec<MarkDot>,
    /// Labels, above everything.
    pub labels: Vec<MarkLabel>,
}

impl Marks {
    /// Removes all marks.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.dots.clear();
        self.labels.clear();
    }
}
