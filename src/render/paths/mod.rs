//! A picture as filled and stroked paths, for output formats without other primitives: shapes as lines and cubic Bézier curves, text as the
//! outlines of its glyphs.

mod outline;
mod type_setting;

use super::draw_list::{Color, DrawList, Paint, Picture, Shape, Stroke, trail_pieces};
use crate::raster::Image;
use std::sync::Arc;
use tiny_skia::{Path, Transform};
use ttf_parser::{Face, FaceParsingError};

/// The font of pictures and panels.
pub const FONT: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans.ttf");

/// The parsed font.
///
/// # Errors
/// When the file in `assets` is not a font.
pub fn face() -> Result<Face<'static>, FaceParsingError> {
    Face::parse(FONT, 0)
}

/// Output of paths, in points.
pub trait Painter {
    /// Fills the path by the nonzero winding rule.
    fn fill(&mut self, path: &Path, color: Color);
    /// Strokes the path with round joins; the width is positive.
    fn line(&mut self, path: &Path, stroke: &Stroke);
    /// Draws an image; `onto` maps its pixels to points.
    fn image(&mut self, image: &Arc<Image>, onto: Transform, opacity: f64);
}

/// The map from an image's pixels to its place in the picture.
fn onto(image: &Image, picture: &Picture) -> Transform {
    let (Picture { center, half, .. }, angle) = (picture, picture.angle);
    let [cx, cy, sin, cos] = [center.x, center.y, angle.sin(), angle.cos()].map(|x| x as f32);
    let (x, y) = (
        2.0 * half.x as f32 / image.width as f32,
        2.0 * half.y as f32 / image.height as f32,
    );
    let corner = Transform::from_row(x, 0.0, 0.0, y, -half.x as f32, -half.y as f32);
    corner.post_concat(Transform::from_row(cos, sin, -sin, cos, cx, cy))
}

/// Draws all shapes of a picture, bottom first. Shapes with non-finite coordinates are left out.
pub fn paint(list: &DrawList, face: &Face<'_>, painter: &mut impl Painter) {
    for shape in &list.shapes {
        paint_shape(shape, face, painter);
    }
}

fn paint_shape(shape: &Shape, face: &Face<'_>, painter: &mut impl Painter) {
    match shape {
        Shape::Circle {
            center,
            radius,
            paint,
        } => closed(outline::circle(*center, *radius), paint, painter),
        Shape::Polygon { points, paint } => closed(outline::polyline(points, true), paint, painter),
        Shape::Line { ends, stroke } => line(outline::polyline(ends, false), stroke, painter),
        Shape::Polyline { points, stroke } => line(outline::polyline(points, false), stroke, painter),
        Shape::Trail {
            points,
            width,
            from,
            to,
        } => {
            for (ends, stroke) in trail_pieces(points, *width, *from, *to) {
                line(outline::polyline(ends, false), &stroke, painter);
            }
        }
        Shape::Rect {
            center,
            half,
            angle,
            corner,
            paint,
        } => closed(
            outline::rectangle(*center, half.abs(), *angle, *corner),
            paint,
            painter,
        ),
        Shape::Arc {
            center,
            radius,
            start,
            sweep,
            stroke,
        } => line(outline::arc(*center, *radius, *start, *sweep), stroke, painter),
        Shape::Image(picture) => {
            if let Ok(image) = picture.file.image() {
                painter.image(image, onto(image, picture), picture.opacity);
            }
        }
        Shape::Nested(list) => paint(list, face, painter),
        Shape::Text {
            position,
            anchor,
            text,
            size,
            color,
        } => {
            if let Some(path) = type_setting::outline(face, *position, *anchor, text, *size) {
                painter.fill(&path, *color);
            }
        }
    }
}

fn closed(path: Option<Path>, paint: &Paint, painter: &mut impl Painter) {
    if let (Some(path), Some(color)) = (&path, paint.fill) {
        painter.fill(path, color);
    }
    if let Some(stroke) = &paint.stroke {
        line(path, stroke, painter);
    }
}

fn line(path: Option<Path>, stroke: &Stroke, painter: &mut impl Painter) {
    if let (Some(path), true) = (path, stroke.width > 0.0) {
        painter.line(&path, stroke);
    }
}
