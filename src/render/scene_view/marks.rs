//! What views of the laboratory draw over the machine: lines, arrows, dots and words, in world coordinates.

use crate::math::Vec2;
use crate::render::draw_list::Color;

/// Where a line has its arrowhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Nowhere.
    None,
    /// At its middle: where many lines end at one place heads would cover each other.
    Middle,
    /// At its end, as a force has it.
    End,
}

/// A line over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkLine {
    /// World point (m).
    pub from: Vec2,
    /// World point (m).
    pub to: Vec2,
    /// Points.
    pub width: f64,
    /// Its colour.
    pub color: Color,
    /// Its arrowhead.
    pub head: Head,
}

/// A dot over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkDot {
    /// World point (m).
    pub at: Vec2,
    /// Points.
    pub radius: f64,
    /// Its colour.
    pub color: Color,
}

/// Words over the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkLabel {
    /// World point (m) that it stands beside.
    pub at: Vec2,
    /// What it says.
    pub text: String,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Lowest first.
    pub lines: Vec<MarkLine>,
    /// Over the lines.
    pub dots: Vec<MarkDot>,
    /// Over all.
    pub labels: Vec<MarkLabel>,
}

impl Marks {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.dots.clear();
        self.labels.clear();
    }
}
