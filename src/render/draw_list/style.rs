//! How shapes are painted: ends of lines, strokes, insides, and where words stand to their place.

use super::Color;
use crate::raster::ImageFile;
use glam::DVec2;
use std::sync::Arc;

/// How a line ends. Joins between segments are always round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Cut off at the end point.
    Butt,
    /// A half disk around the end point.
    #[default]
    Round,
}

/// Pixels at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Which.
    pub file: Arc<ImageFile>,
    /// Middle.
    pub center: DVec2,
    /// Half of width and of height, neither below nothing.
    pub half: DVec2,
    /// Turn about the middle, clockwise as seen, in radians.
    pub angle: f64,
    /// From 0 to 1.
    pub opacity: f64,
}

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Points; a line thinner than a pixel is drawn fainter instead.
    pub width: f64,
    /// Colour with opacity.
    pub color: Color,
    /// Lengths of dash and gap in points; none for a whole line.
    pub dash: Option<[f64; 2]>,
    /// The ends of the line and of its dashes.
    pub cap: Cap,
}

impl Stroke {
    /// A whole line with round ends.
    pub fn new(width: f64, color: Color) -> Stroke {
        Stroke {
            width,
            color,
            dash: None,
            cap: Cap::Round,
        }
    }

    /// The same line in dashes, cut off at their ends so that short gaps stay open.
    #[must_use]
    pub fn dashed(self, dash: f64, gap: f64) -> Stroke {
        Stroke {
            dash: Some([dash, gap]),
            cap: Cap::Butt,
            ..self
        }
    }

    /// The same line with other ends.
    #[must_use]
    pub fn cap(self, cap: Cap) -> Stroke {
        Stroke { cap, ..self }
    }
}

/// The inside and the outline of a closed shape; the outline lies half in, half out and over the inside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Colour of the inside.
    pub fill: Option<Color>,
    /// The outline.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// An inside without an outline.
    pub fn fill(color: Color) -> Paint {
        Paint {
            fill: Some(color),
            stroke: None,
        }
    }

    /// An outline without an inside.
    pub fn stroke(stroke: Stroke) -> Paint {
        Paint {
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// Both.
    pub fn both(fill: Color, stroke: Stroke) -> Paint {
        Paint {
            fill: Some(fill),
            stroke: Some(stroke),
        }
    }
}

/// Which point of a text sits at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Along the line.
    pub x: Align,
    /// Across it.
    pub y: Align,
}

impl Anchor {
    /// The top left corner.
    pub const TOP_LEFT: Anchor = Anchor {
        x: Align::Start,
        y: Align::Start,
    };
    /// The middle of the left edge.
    pub const LEFT: Anchor = Anchor {
        x: Align::Start,
        y: Align::Middle,
    };
    /// The middle.
    pub const CENTER: Anchor = Anchor {
        x: Align::Middle,
        y: Align::Middle,
    };
    /// The middle of the right edge.
    pub const RIGHT: Anchor = Anchor {
        x: Align::End,
        y: Align::Middle,
    };
}

/// Start is left or top, end is right or bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left or top.
    Start,
    /// Halfway.
    Middle,
    /// Right or bottom.
    End,
}

impl Align {
    /// The share of the text that lies before its position: 0, one half or 1.
    pub fn share(self) -> f64 {
        match self {
            Align::Start => 0.0,
            Align::Middle => 0.5,
            Align::End => 1.0,
        }
    }
}
