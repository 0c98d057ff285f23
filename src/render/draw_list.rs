//! A picture as a plain list of shapes: what the scene is drawn into, and what every painter reads.
//!
//! Coordinates are screen points (logical pixels) as `f64`, x to the right and y DOWN, the origin at the top left.
//! Angles go from +x towards +y, which is clockwise as seen: a body's angle enters with its sign turned.
//! Later shapes cover earlier ones.

use std::sync::Arc;

pub use super::color::Color;
use crate::raster::ImageFile;
use glam::DVec2;

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

/// A trail as straight pieces, each in the mean colour of its ends: for pictures whose lines have one colour each.
pub(super) fn trail_pieces(
    points: &[DVec2],
    width: f64,
    from: Color,
    to: Color,
) -> impl Iterator<Item = (&[DVec2], Stroke)> {
    let count = points.len().saturating_sub(1).max(1) as f64;
    points.windows(2).enumerate().map(move |(k, ends)| {
        let color = from.mix(to, (k as f64 + 0.5) / count);
        (ends, Stroke::new(width, color).cap(Cap::Butt))
    })
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

/// One shape of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disk or a ring.
    Circle {
        /// Middle.
        center: DVec2,
        /// Points.
        radius: f64,
        /// Inside and outline.
        paint: Paint,
    },
    /// A closed outline through the points, convex or not, which must not cross itself.
    Polygon {
        /// Corners in order, either way round, the first not repeated.
        points: Vec<DVec2>,
        /// Inside and outline.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// Where it begins, and where it ends.
        ends: [DVec2; 2],
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// An open line through the points.
    Polyline {
        /// In order.
        points: Vec<DVec2>,
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// A line whose colour runs evenly by point from one colour to another: a fading trace.
    Trail {
        /// In order.
        points: Vec<DVec2>,
        /// Points.
        width: f64,
        /// Colour at the first point.
        from: Color,
        /// Colour at the last point.
        to: Color,
    },
    /// A rectangle with round corners, turned about its middle.
    Rect {
        /// Middle.
        center: DVec2,
        /// Half of width and of height.
        half: DVec2,
        /// Turn about the middle, clockwise as seen, in radians.
        angle: f64,
        /// Radius of the corners, at most the smaller half.
        corner: f64,
        /// Inside and outline.
        paint: Paint,
    },
    /// A part of a circle's line.
    Arc {
        /// Middle.
        center: DVec2,
        /// Points.
        radius: f64,
        /// Angle of the first end.
        start: f64,
        /// Angle passed on the way to the other end, clockwise as seen where positive.
        sweep: f64,
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// Pixels, turned about their middle. What cannot be read of them leaves nothing.
    Image(Picture),
    /// A picture in the picture that stays from frame to frame: it is the same as long as it is at the same address. Without words and images.
    Still(Arc<DrawList>),
    /// One line of text.
    Text {
        /// Where the anchor goes.
        position: DVec2,
        /// Which point of the text is at `position`.
        anchor: Anchor,
        /// What it says.
        text: String,
        /// Height of the type in points.
        size: f64,
        /// Colour with opacity.
        color: Color,
    },
}

/// A picture: shapes from the lowest to the topmost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// Lowest first.
    pub shapes: Vec<Shape>,
}

impl DrawList {
    /// An empty picture.
    pub fn new() -> DrawList {
        DrawList::default()
    }

    /// Forgets all shapes, keeping the memory for the next frame.
    pub fn clear(&mut self) {
        self.shapes.clear();
    }

    /// A disk or ring on top.
    pub fn circle(&mut self, center: DVec2, radius: f64, paint: Paint) {
        self.shapes.push(Shape::Circle {
            center,
            radius,
            paint,
        });
    }

    /// A closed outline on top.
    pub fn polygon(&mut self, points: Vec<DVec2>, paint: Paint) {
        self.shapes.push(Shape::Polygon { points, paint });
    }

    /// A line through points on top.
    pub fn polyline(&mut self, points: Vec<DVec2>, stroke: Stroke) {
        self.shapes.push(Shape::Polyline { points, stroke });
    }

    /// A straight line on top.
    pub fn line(&mut self, a: DVec2, b: DVec2, stroke: Stroke) {
        let ends = [a, b];
        self.shapes.push(Shape::Line { ends, stroke });
    }

    /// A line that fades from one colour to another, on top.
    pub fn trail(&mut self, points: Vec<DVec2>, width: f64, from: Color, to: Color) {
        self.shapes.push(Shape::Trail {
            points,
            width,
            from,
            to,
        });
    }

    /// A turned rectangle with round corners on top.
    pub fn rect(&mut self, center: DVec2, half: DVec2, angle: f64, corner: f64, paint: Paint) {
        self.shapes.push(Shape::Rect {
            center,
            half,
            angle,
            corner,
            paint,
        });
    }

    /// A part of a circle's line on top.
    pub fn arc(&mut self, center: DVec2, radius: f64, start: f64, sweep: f64, stroke: Stroke) {
        self.shapes.push(Shape::Arc {
            center,
            radius,
            start,
            sweep,
            stroke,
        });
    }

    /// A line of text on top.
    pub fn text(
        &mut self,
        position: DVec2,
        anchor: Anchor,
        text: impl Into<String>,
        size: f64,
        color: Color,
    ) {
        self.shapes.push(Shape::Text {
            position,
            anchor,
            text: text.into(),
            size,
            color,
        });
    }
}
