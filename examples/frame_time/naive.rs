//! A naive painter for comparison: hands every shape of the picture to egui unchanged.

use egui::epaint::{CircleShape, PathShape, PathStroke, RectShape, StrokeKind};
use egui::{Color32, Rect, Shape, Stroke, pos2, vec2};
use tinkertoy::math::Vec2;
use tinkertoy::render::draw_list::{self, Color, DrawList, Paint};

/// Tessellates the picture; returns the number of vertices.
pub fn triangles(ctx: &egui::Context, picture: &DrawList) -> usize {
    let clip = Rect::EVERYTHING;
    let shapes = picture.shapes.iter().map(|it| egui::epaint::ClippedShape {
        clip_rect: clip,
        shape: shape(it),
    });
    let panels = ctx.tessellate(shapes.collect(), 1.0);
    let vertices = panels.iter().map(|it| match &it.primitive {
        egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
        egui::epaint::Primitive::Callback(_) => 0,
    });
    vertices.sum()
}

fn color(of: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(of.r, of.g, of.b, of.a)
}

fn stroke(of: &draw_list::Stroke) -> Stroke {
    Stroke::new(of.width as f32, color(of.color))
}

fn paint(of: &Paint) -> (Color32, Stroke) {
    (
        of.fill.map_or(Color32::TRANSPARENT, color),
        of.stroke.as_ref().map_or(Stroke::NONE, stroke),
    )
}

fn point(at: Vec2) -> egui::Pos2 {
    pos2(at.x as f32, at.y as f32)
}

fn path(points: Vec<egui::Pos2>, closed: bool, (fill, stroke): (Color32, Stroke)) -> Shape {
    Shape::Path(PathShape {
        points,
        closed,
        fill,
        stroke: PathStroke::new(stroke.width, stroke.color),
    })
}

fn shape(of: &draw_list::Shape) -> Shape {
    match of {
        draw_list::Shape::Circle {
            center,
            radius,
            paint: it,
        } => {
            let (fill, stroke) = paint(it);
            Shape::Circle(CircleShape {
                center: point(*center),
                radius: *radius as f32,
                fill,
                stroke,
            })
        }
        draw_list::Shape::Polygon { points, paint: it } => {
            path(points.iter().map(|it| point(*it)).collect(), true, paint(it))
        }
        draw_list::Shape::Line { ends, stroke: it } => Shape::line_segment(ends.map(point), stroke(it)),
        draw_list::Shape::Polyline { points, stroke: it } => Shape::line(
            points.iter().map(|it| point(*it)).collect(),
            PathStroke::new(it.width as f32, color(it.color)),
        ),
        draw_list::Shape::Trail {
            points, width, to, ..
        } => Shape::line(
            points.iter().map(|it| point(*it)).collect(),
            PathStroke::new(*width as f32, color(*to)),
        ),
        draw_list::Shape::Rect {
            center,
            half,
            angle,
            corner,
            paint: it,
        } => round_rect(*center, *half, *angle, *corner, it),
        draw_list::Shape::Nested(list) => Shape::Vec(list.shapes.iter().map(shape).collect()),
        draw_list::Shape::Arc { .. } | draw_list::Shape::Text { .. } | draw_list::Shape::Image(_) => {
            Shape::Noop
        }
    }
}

/// An upright rectangle as egui's own shape; a rotated one as its outline, since egui cannot rotate it.
fn round_rect(center: Vec2, half: Vec2, angle: f64, corner: f64, of: &Paint) -> Shape {
    let (fill, stroke) = paint(of);
    if angle == 0.0 {
        let size = vec2(2.0 * half.x as f32, 2.0 * half.y as f32);
        let rect = Rect::from_center_size(point(center), size);
        return Shape::Rect(RectShape::new(
            rect,
            corner as f32,
            fill,
            stroke,
            StrokeKind::Middle,
        ));
    }
    let turn = Vec2::from_angle(angle);
    let mut points = Vec::new();
    for (k, way) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .into_iter()
        .enumerate()
    {
        let middle = (half - corner).max(Vec2::ZERO) * Vec2::new(way.0, way.1);
        for step in 0..=8 {
            let bend = (k as f64 + f64::from(step) / 8.0) * std::f64::consts::FRAC_PI_2;
            points.push(point(
                center + turn.rotate(middle + corner * Vec2::from_angle(bend)),
            ));
        }
    }
    path(points, true, (fill, stroke))
}
