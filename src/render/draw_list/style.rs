//! Styles of shapes: line caps, strokes, fills, and text anchors.

use super::Color;
use crate::raster::ImageFile;
use glam::DVec2;
use std::sync::Arc;

/// Shape of the ends of a line. Joins between segments are always round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Cut off at the end point.
    Butt,
    /// A semicircle around the end point.
    #[default]
    Round,
}

/// An image at a place in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The image file.
    pub file: Arc<ImageFile>,
    /// Centre.
    pub center: DVec2,
    /// Half the width and half the height, both non-negative.
    pub half: DVec2,
    /// Rotation about the centre, clockwise as seen, in radians.
    pub angle: f64,
    /// From 0 to 1.
    pub opacity: f64,
}

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Width in points; a line thinner than a pixel is drawn fainter instead.
    pub width: f64,
    /// Colour with opacity.
    pub color: Color,
    /// Lengths of dash and gap in points; `None` for a solid line.
    pub dash: Option<[f64; 2]>,
    /// Ends of the line and of its dashes.
    pub cap: Cap,
}

impl Stroke {
    /// A solid line with round ends.
    pub fn new(width: f64, color: Color) -> Stroke {
        Stroke {
            width,
            color,
            dash: None,
            cap: Cap::Round,
        }
    }

    /// The same line dashed, with butt caps so that short gaps stay open.
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

/// Fill and outline of a closed shape. The outline is centred on the edge and covers the fill.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Colour of the fill.
    pub fill: Option<Color>,
    /// The outline.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// A fill without an outline.
    pub fn fill(color: Color) -> Paint {
        Paint {
            fill: Some(color),
            stroke: None,
        }
    }

    /// An outline without a fill.
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

/// The point of a text that is placed at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Horizontally.
    pub x: Align,
    /// Vertically.
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

/// Alignment along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left or top.
    Start,
    /// Centre.
    Middle,
    /// Right or bottom.
    End,
}

impl Align {
    /// The fraction of the text before its position: 0, 1/2 or 1.
    pub fn share(self) -> f64 {
        match self {
            Align::Start => 0.0,
            Align::Middle => 0.5,
            Align::End => 1.0,
        }
    }
}
