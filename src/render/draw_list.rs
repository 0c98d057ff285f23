//! Draw list: a picture as a plain list of shapes, the output of scene drawing and the input of every painter.
//!
//! Coordinates are screen points (logical pixels) as `f64`, x to the right and y DOWN, the origin at the top left.
//! Angles go from +x towards +y, which is clockwise as seen: a body's angle enters with its sign turned.
//! Later shapes cover earlier ones.

mod style;

use std::sync::Arc;

pub use self::style::{Align, Anchor, Cap, Paint, Picture, Stroke};
pub use super::color::Color;
use glam::DVec2;

/// A trail as straight segments, each in the mean colour of its ends, for formats whose lines have a single colour.
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
        /// Centre.
        center: DVec2,
        /// In points.
        radius: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// A closed polygon, convex or not, which must not intersect itself.
    Polygon {
        /// Corners in order, in either orientation, the first not repeated.
        points: Vec<DVec2>,
        /// Fill and outline.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// Both end points.
        ends: [DVec2; 2],
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// An open line through the points.
    Polyline {
        /// The points, in order.
        points: Vec<DVec2>,
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// A line whose colour changes by equal amounts per point from one colour to another: a fading trace.
    Trail {
        /// The points, in order.
        points: Vec<DVec2>,
        /// In points.
        width: f64,
        /// Colour at the first point.
        from: Color,
        /// Colour at the last point.
        to: Color,
    },
    /// A rectangle with round corners, rotated about its centre.
    Rect {
        /// Centre.
        center: DVec2,
        /// Half the width and half the height.
        half: DVec2,
        /// Rotation about the centre, clockwise as seen, in radians.
        angle: f64,
        /// Radius of the corners, at most half the shorter side.
        corner: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// An arc of a circle.
    Arc {
        /// Centre.
        center: DVec2,
        /// In points.
        radius: f64,
        /// Angle of the start point.
        start: f64,
        /// Swept angle, clockwise as seen where positive.
        sweep: f64,
        /// Width, colour, dash.
        stroke: Stroke,
    },
    /// An image, rotated about its centre. An image that cannot be decoded draws nothing.
    Image(Picture),
    /// A nested picture that is reused from frame to frame; identified by its address. Contains no text and no images.
    Nested(Arc<DrawList>),
    /// One line of text.
    Text {
        /// Position of the anchor.
        position: DVec2,
        /// The point of the text that is placed at `position`.
        anchor: Anchor,
        /// The text.
        text: String,
        /// Font size in points.
        size: f64,
        /// Colour with opacity.
        color: Color,
    },
}

/// A picture: shapes from the bottom to the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// The shapes, bottom first.
    pub shapes: Vec<Shape>,
}

impl DrawList {
    /// An empty picture.
    pub fn new() -> DrawList {
        DrawList::default()
    }

    /// Removes all shapes, keeping the memory for the next frame.
    pub fn clear(&mut self) {
        self.shapes.clear();
    }

    /// Adds a disk or ring on top.
    pub fn circle(&mut self, center: DVec2, radius: f64, paint: Paint) {
        self.shapes.push(Shape::Circle {
            center,
            radius,
            paint,
        });
    }

    /// Adds a polygon on top.
    pub fn polygon(&mut self, points: Vec<DVec2>, paint: Paint) {
        self.shapes.push(Shape::Polygon { points, paint });
    }

    /// Adds a polyline on top.
    pub fn polyline(&mut self, points: Vec<DVec2>, stroke: Stroke) {
        self.shapes.push(Shape::Polyline { points, stroke });
    }

    /// Adds a straight line on top.
    pub fn line(&mut self, a: DVec2, b: DVec2, stroke: Stroke) {
        let ends = [a, b];
        self.shapes.push(Shape::Line { ends, stroke });
    }

    /// Adds a line that fades from one colour to another, on top.
    pub fn trail(&mut self, points: Vec<DVec2>, width: f64, from: Color, to: Color) {
        self.shapes.push(Shape::Trail {
            points,
            width,
            from,
            to,
        });
    }

    /// Adds a rotated rectangle with round corners on top.
    pub fn rect(&mut self, center: DVec2, half: DVec2, angle: f64, corner: f64, paint: Paint) {
        self.shapes.push(Shape::Rect {
            center,
            half,
            angle,
            corner,
            paint,
        });
    }

    /// Adds an arc on top.
    pub fn arc(&mut self, center: DVec2, radius: f64, start: f64, sweep: f64, stroke: Stroke) {
        self.shapes.push(Shape::Arc {
            center,
            radius,
            start,
            sweep,
            stroke,
        });
    }

    /// Adds a line of text on top.
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
