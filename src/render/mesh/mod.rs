//! Tessellation of a picture into triangles with soft edges, for a graphics card.
//!
//! Every edge fades over one pixel (a "feather", half inside and half outside the true outline), so that shapes
//! are antialiased without multisampling. All shapes go into one vertex list and one index
//! list: thousands of parts cost one draw call.

mod fill;
mod round;
mod stroke;

use super::color::nearest;
use super::draw_list::{Color, DrawList, Paint, Picture, Shape};
use crate::raster::ImageFile;
use glam::DVec2;
use std::f64::consts::TAU;
use std::ops::Range;
use std::sync::Arc;

/// A vertex.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// In points.
    pub position: [f32; 2],
    /// Coordinates in the glyph texture, which is opaque at (0, 0).
    pub uv: [f32; 2],
    /// Premultiplied colour, and opacity.
    pub color: [u8; 4],
}

/// A triangle mesh: every three indices form a triangle.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Indices into `vertices`, three per triangle.
    pub indices: Vec<u32>,
    /// The runs of triangles that show images, in order.
    pub images: Vec<ImageRun>,
    /// Triangles of the last nested picture, kept when the mesh is cleared.
    still: Option<Still>,
}

/// Triangles of a nested picture that is reused from frame to frame.
#[derive(Clone, Debug)]
struct Still {
    shapes: Arc<DrawList>,
    /// Pixel size for which they were made (points).
    pixel: f64,
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
}

/// Triangles that show an image.
#[derive(Clone, Debug)]
pub struct ImageRun {
    /// The image file.
    pub file: Arc<ImageFile>,
    /// Range of indices.
    pub indices: Range<usize>,
}

/// A line of text in a picture, passed to the text renderer.
pub struct TextRun<'a> {
    /// Position of the anchor.
    pub position: DVec2,
    /// The point of the text at that position.
    pub anchor: super::draw_list::Anchor,
    /// The text.
    pub text: &'a str,
    /// Font size in points.
    pub size: f64,
    /// Colour.
    pub color: Color,
}

impl Mesh {
    /// Removes all triangles, keeping the memory.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.indices.clear();
        self.images.clear();
    }

    /// Adds a vertex and returns its index.
    fn vertex(&mut self, position: DVec2, color: [u8; 4]) -> u32 {
        let index = self.vertices.len() as u32;
        self.vertices.push(Vertex {
            position: [position.x as f32, position.y as f32],
            uv: [0.0, 0.0],
            color,
        });
        index
    }

    /// Adds a rectangle with an image.
    fn image(&mut self, picture: &Picture) {
        let first = self.indices.len();
        let tint = [(255.0 * picture.opacity.clamp(0.0, 1.0)).round() as u8; 4];
        let turn = DVec2::from_angle(picture.angle);
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(u, v)| {
            let to = picture.center + turn.rotate(picture.half * (2.0 * DVec2::new(u, v) - 1.0));
            let corner = self.vertex(to, tint);
            self.vertices[corner as usize].uv = [u as f32, v as f32];
            corner
        });
        self.quad(corners[0], corners[1], corners[2], corners[3]);
        let indices = first..self.indices.len();
        let file = Arc::clone(&picture.file);
        self.images.push(ImageRun { file, indices });
    }

    /// Adds the triangles of a nested picture; reuses those of the last time where picture and pixel size are the same.
    fn show_still(&mut self, shapes: &Arc<DrawList>, pixel: f64) {
        let known = self.still.take();
        let known =
            known.filter(|it| Arc::ptr_eq(&it.shapes, shapes) && it.pixel.to_bits() == pixel.to_bits());
        let still = known.unwrap_or_else(|| {
            let mut made = Mesh::default();
            tessellate(shapes, pixel, &mut made, &mut |_, _| {});
            Still {
                shapes: Arc::clone(shapes),
                pixel,
                vertices: made.vertices,
                indices: made.indices,
            }
        });
        let base = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&still.vertices);
        self.indices
            .extend(still.indices.iter().map(|index| base + index));
        self.still = Some(still);
    }

    /// Adds a triangle.
    fn triangle(&mut self, a: u32, b: u32, c: u32) {
        self.indices.extend([a, b, c]);
    }

    /// Adds the two triangles of a strip segment between the edges a-b and c-d.
    fn quad(&mut self, a: u32, b: u32, c: u32, d: u32) {
        self.indices.extend([a, b, c, c, b, d]);
    }
}

/// Adds the whole picture to `mesh`; `pixel` is the size of a pixel in points. Text is passed to `text`, in drawing order with
/// the other shapes, so that glyphs can be added to the same mesh.
pub fn tessellate(list: &DrawList, pixel: f64, mesh: &mut Mesh, text: &mut dyn FnMut(&TextRun, &mut Mesh)) {
    let mut outline = Vec::new();
    for shape in &list.shapes {
        match shape {
            Shape::Circle {
                center,
                radius,
                paint,
            } => round::circle(*center, *radius, paint, pixel, mesh),
            Shape::Polygon { points, paint } => closed(points, paint, pixel, mesh),
            Shape::Line { ends, stroke } => stroke::line(ends, false, stroke, pixel, mesh),
            Shape::Polyline { points, stroke } => stroke::line(points, false, stroke, pixel, mesh),
            Shape::Trail {
                points,
                width,
                from,
                to,
            } => {
                stroke::trail(points, *width, *from, *to, pixel, mesh);
            }
            Shape::Rect {
                center,
                half,
                angle,
                corner,
                paint,
            } => {
                if let (true, Some(color), None) = (*corner <= pixel, paint.fill, &paint.stroke) {
                    fill::rect(*center, *half, *angle, color, pixel, mesh);
                    continue;
                }
                outline.clear();
                round::round_rect(*center, *half, *angle, *corner, pixel, &mut outline);
                closed(&outline, paint, pixel, mesh);
            }
            Shape::Arc {
                center,
                radius,
                start,
                sweep,
                stroke,
            } => {
                outline.clear();
                round::arc_points(*center, *radius, *start, *sweep, pixel, &mut outline);
                stroke::line(&outline, sweep.abs() >= TAU, stroke, pixel, mesh);
            }
            Shape::Image(picture) => mesh.image(picture),
            Shape::Nested(list) => mesh.show_still(list, pixel),
            Shape::Text {
                position,
                anchor,
                text: words,
                size,
                color,
            } => {
                let run = TextRun {
                    position: *position,
                    anchor: *anchor,
                    text: words,
                    size: *size,
                    color: *color,
                };
                text(&run, mesh);
            }
        }
    }
}

/// The premultiplied colour.
fn premultiplied(color: Color) -> [u8; 4] {
    faded(color, 1.0)
}

/// The premultiplied colour with its opacity multiplied by `share`.
fn faded(color: Color, share: f64) -> [u8; 4] {
    let a = f64::from(color.a) * share;
    let channel = |c: u8| nearest(f64::from(c) * a / 255.0);
    [channel(color.r), channel(color.g), channel(color.b), nearest(a)]
}

/// Radius (pixels) up to which a disk is drawn as a square on its corner, which looks the same.
const SMALL: f64 = 2.0;

/// Number of segments with which a circle deviates from its true edge by less than an eighth of a pixel.
fn circle_segments(radius: f64, pixel: f64) -> usize {
    let radius = (radius / pixel).max(0.5);
    if radius <= SMALL {
        return 4;
    }
    let half_step = (1.0 - 0.125 / radius).clamp(0.5, 1.0).acos();
    ((TAU / (2.0 * half_step)).ceil() as usize).clamp(6, 160)
}

fn closed(points: &[DVec2], paint: &Paint, pixel: f64, mesh: &mut Mesh) {
    if let Some(color) = paint.fill {
        fill::polygon(points, color, pixel, mesh);
    }
    if let Some(stroke) = &paint.stroke {
        stroke::line(points, true, stroke, pixel, mesh);
    }
}

#[cfg(test)]
mod tests;
