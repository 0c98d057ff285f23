//! The icons themselves: strokes in a square from -8 to 8, y down as on a screen.

use std::f32::consts::{PI, TAU};

use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::Icon;

/// Draws an icon into a square.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let unit = rect.width().min(rect.height()) / 16.0;
    let at = |x: f32, y: f32| rect.center() + unit * vec2(x, y);
    let thin = Stroke::new((1.3 * unit).max(1.0), color);
    let line = |points: Vec<Pos2>| {
        painter.add(Shape::line(points, thin));
    };
    let fill = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let dot = |p: Pos2, r: f32| {
        painter.circle_filled(p, r * unit, color);
    };
    let ring = |p: Pos2, r: f32| {
        painter.circle_stroke(p, r * unit, thin);
    };
    let bar = |x: f32| {
        painter.rect_filled(
            Rect::from_center_size(at(x, 0.0), unit * vec2(2.2, 10.0)),
            0.0,
            color,
        );
    };
    match icon {
        Icon::Play => fill(vec![at(-3.5, -5.0), at(5.0, 0.0), at(-3.5, 5.0)]),
        Icon::Pause => {
            bar(-2.6);
            bar(2.6);
        }
        Icon::Step => {
            fill(vec![at(-5.0, -5.0), at(2.0, 0.0), at(-5.0, 5.0)]);
            bar(4.2);
        }
        Icon::StepBack => {
            fill(vec![at(5.0, -5.0), at(-2.0, 0.0), at(5.0, 5.0)]);
            bar(-4.2);
        }
        Icon::Reset => {
            line(arc(at(0.0, 0.5), 5.0 * unit, -0.75 * PI, 1.5 * PI));
            let tip = at(0.0, 0.5) + 5.0 * unit * Vec2::angled(-0.75 * PI);
            let (x, y) = (2.6 * unit, 3.2 * unit);
            fill(vec![
                tip + vec2(-x, -0.2 * y),
                tip + vec2(0.9 * x, -y),
                tip + vec2(x, 0.7 * y),
            ]);
        }
        Icon::Pointer => {
            let outline = vec![
                at(-4.0, -6.5),
                at(-4.0, 4.5),
                at(-1.2, 2.2),
                at(0.8, 6.5),
                at(2.8, 5.6),
                at(0.9, 1.5),
                at(4.5, 1.3),
            ];
            painter.add(Shape::closed_line(outline, thin));
        }
        Icon::Trace => {
            for k in 0..6 {
                let t = k as f32 / 5.0;
                let y = 4.5 - 9.0 * t * t;
                dot(at(-6.0 + 12.0 * t, y), 0.8 + 0.9 * t);
            }
        }
        Icon::Dot => dot(at(0.0, 0.0), 3.2),
        Icon::Disk => {
            ring(at(0.0, 0.0), 6.0);
            dot(at(0.0, 0.0), 1.4);
            for k in 0..5 {
                dot(
                    at(0.0, 0.0) + 3.7 * unit * Vec2::angled(TAU * k as f32 / 5.0),
                    0.7,
                );
            }
        }
        Icon::Block => {
            let body = Rect::from_center_size(at(0.0, 0.0), unit * vec2(12.0, 9.0));
            painter.rect_stroke(body, CornerRadius::same(2), thin, StrokeKind::Middle);
        }
        Icon::Bar => {
            let (a, b) = (at(-4.0, 4.0), at(4.0, -4.0));
            let side = 2.4 * unit * Vec2::angled(0.25 * PI);
            line(vec![a + side, b + side]);
            line(vec![a - side, b - side]);
            line(arc(a, 2.4 * unit, 0.25 * PI, PI));
            line(arc(b, 2.4 * unit, -0.75 * PI, PI));
            dot(a, 0.9);
            dot(b, 0.9);
        }
        Icon::Rod => {
            line(vec![at(-5.0, 4.5), at(5.0, -4.5)]);
            dot(at(-5.0, 4.5), 2.0);
            dot(at(5.0, -4.5), 2.0);
        }
        Icon::Pin => {
            ring(at(0.0, 0.0), 5.0);
            dot(at(0.0, 0.0), 2.2);
        }
        Icon::Turn => {
            dot(at(0.0, 0.0), 1.6);
            line(arc(at(0.0, 0.0), 5.2 * unit, -1.1 * PI, 1.35 * PI));
            let end = at(0.0, 0.0) + 5.2 * unit * Vec2::angled(0.25 * PI);
            fill(vec![
                end + unit * vec2(-3.4, 1.8),
                end + unit * vec2(1.7, -2.2),
                end + unit * vec2(1.6, 3.0),
            ]);
        }
        Icon::Rack => {
            ring(at(0.0, -2.5), 4.0);
            dot(at(0.0, -2.5), 1.1);
            let mut points = Vec::new();
            for k in 0..4 {
                let x = -7.0 + 3.5 * k as f32;
                for (dx, y) in [(0.0, 6.0), (0.8, 3.2), (1.8, 3.2), (2.6, 6.0)] {
                    points.push(at(x + dx, y));
                }
            }
            line(points);
        }
        Icon::Coil => {
            let mut points = vec![at(-7.0, 0.0), at(-5.0, 0.0)];
            for k in 0..6 {
                let x = -4.2 + 1.7 * k as f32;
                points.push(at(x, if k % 2 == 0 { -4.0 } else { 4.0 }));
            }
            points.extend([at(5.0, 0.0), at(7.0, 0.0)]);
            line(points);
        }
        Icon::Arrow => {
            line(vec![at(-5.0, 5.0), at(3.0, -3.0)]);
            fill(vec![at(6.0, -6.0), at(4.0, 0.4), at(-0.4, -4.0)]);
        }
        Icon::Waves => {
            for row in -1..=1 {
                let points = (0..=16).map(|k| {
                    let x = k as f32 / 16.0;
                    at(-6.0 + 12.0 * x, 4.2 * row as f32 + 1.2 * (x * 2.0 * TAU).sin())
                });
                line(points.collect());
            }
        }
        Icon::Sliders => {
            for (y, x) in [(-4.5, 2.5), (0.0, -3.0), (4.5, 1.0)] {
                line(vec![at(-6.0, y), at(6.0, y)]);
                dot(at(x, y), 1.9);
            }
        }
        Icon::List => {
            for y in [-4.5, 0.0, 4.5] {
                dot(at(-5.5, y), 1.0);
                line(vec![at(-2.5, y), at(6.0, y)]);
            }
        }
        Icon::Page => {
            let body = Rect::from_center_size(at(0.0, 0.0), unit * vec2(10.0, 13.0));
            painter.rect_stroke(body, CornerRadius::same(1), thin, StrokeKind::Middle);
            for y in [-3.0, 0.0, 3.0] {
                line(vec![at(-2.8, y), at(2.8, y)]);
            }
        }
        Icon::More => {
            // Its button is low: the dots go beyond the square.
            for x in [-9.0, 0.0, 9.0] {
                dot(at(x, 0.0), 2.4);
            }
        }
        Icon::Drawn(sketch) => {
            for points in sketch.lines {
                line(points.iter().map(|(x, y)| at(*x, *y)).collect());
            }
            for (x, y, r) in sketch.dots {
                dot(at(*x, *y), *r);
            }
            for (x, y, r) in sketch.rings {
                ring(at(*x, *y), *r);
            }
        }
        Icon::Matrix => {
            for side in [-1.0, 1.0] {
                line(vec![
                    at(4.2 * side, -6.0),
                    at(6.2 * side, -6.0),
                    at(6.2 * side, 6.0),
                    at(4.2 * side, 6.0),
                ]);
            }
            for (x, y) in [(-3.0, -3.2), (0.0, 0.0), (3.0, 3.2), (0.0, -3.2), (-3.0, 0.0)] {
                dot(at(x, y), 1.1);
            }
        }
    }
}

/// Points of an arc, clockwise as seen.
fn arc(center: Pos2, radius: f32, start: f32, sweep: f32) -> Vec<Pos2> {
    let count = 24;
    (0..=count)
        .map(|k| center + radius * Vec2::angled(start + sweep * k as f32 / count as f32))
        .collect()
}
