//! A picture as a plain list of shapes: what the scene is drawn into, and what every painter reads.
//!
//! Coordinates are screen points (logical pixels) as `f64`, x to the right and y DOWN, the origin at the top left.
//! Angles go from +x towards +y, which is clockwise as seen: a body's angle enters with its sign turned.
//! Later shapes cover earlier ones.

mod style;

use std::sync::Arc;

pub use self::style::{Align, Anchor, Cap, Paint, Picture, Stroke};
pub use super::color::Color;
use glam::DVec2;

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
