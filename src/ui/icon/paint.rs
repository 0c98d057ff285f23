//! The icons: strokes in a square from -8 to 8, y down as on the screen.

use std::f32::consts::{PI, TAU};

use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::Icon;

/// Drawing state of an icon.
struct Pen<'a> {
    painter: &'a Painter,
    middle: Pos2,
    /// Screen points per unit of the square.
    unit: f32,
    thin: Stroke,
    color: Color32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.middle + self.unit * vec2(x, y)
    }

    fn line(&self, points: Vec<Pos2>) {
        self.painter.add(Shape::line(points, self.thin));
    }

    fn fill(&self, points: Vec<Pos2>) {
        self.painter
            .add(Shape::convex_polygon(points, self.color, Stroke::NONE));
    }

    fn dot(&self, at: Pos2, radius: f32) {
        self.painter.circle_filled(at, radius * self.unit, self.color);
    }

    fn ring(&self, at: Pos2, radius: f32) {
        self.painter.circle_stroke(at, radius * self.unit, self.thin);
    }

    fn bar(&self, x: f32) {
        let bar = Rect::from_center_size(self.at(x, 0.0), self.unit * vec2(2.2, 10.0));
        self.painter.rect_filled(bar, 0.0, self.color);
    }
}

/// Draws an icon into a square.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let unit = rect.width().min(rect.height()) / 16.0;
    let pen = Pen {
        painter,
        middle: rect.center(),
        unit,
        thin: Stroke::new((1.3 * unit).max(1.0), color),
        color,
    };
    match icon {
        Icon::Play
        | Icon::Pause
        | Icon::Step
        | Icon::StepBack
        | Icon::Reset
        | Icon::Pointer
        | Icon::Trace => control(&pen, icon),
        Icon::Dot | Icon::Disk | Icon::Block | Icon::Bar => part(&pen, icon),
        Icon::Rod | Icon::Pin | Icon::Turn | Icon::Rack | Icon::Coil | Icon::Arrow | Icon::Waves => {
            link(&pen, icon)
        }
        Icon::Sliders | Icon::List | Icon::Page | Icon::More | Icon::Drawn(_) | Icon::Matrix | Icon::Race => {
            panel(&pen, icon)
        }
    }
}

/// Transport controls and the pointer.
fn control(pen: &Pen, icon: Icon) {
    match icon {
        Icon::Play => pen.fill(vec![pen.at(-3.5, -5.0), pen.at(5.0, 0.0), pen.at(-3.5, 5.0)]),
        Icon::Pause => {
            pen.bar(-2.6);
            pen.bar(2.6);
        }
        Icon::Step => {
            pen.fill(vec![pen.at(-5.0, -5.0), pen.at(2.0, 0.0), pen.at(-5.0, 5.0)]);
            pen.bar(4.2);
        }
        Icon::StepBack => {
            pen.fill(vec![pen.at(5.0, -5.0), pen.at(-2.0, 0.0), pen.at(5.0, 5.0)]);
            pen.bar(-4.2);
        }
        Icon::Reset => {
            pen.line(arc(pen.at(0.0, 0.5), 5.0 * pen.unit, -0.75 * PI, 1.5 * PI));
            let tip = pen.at(0.0, 0.5) + 5.0 * pen.unit * Vec2::angled(-0.75 * PI);
            let (x, y) = (2.6 * pen.unit, 3.2 * pen.unit);
            pen.fill(vec![
                tip + vec2(-x, -0.2 * y),
                tip + vec2(0.9 * x, -y),
                tip + vec2(x, 0.7 * y),
            ]);
        }
        Icon::Pointer => {
            let outline = vec![
                pen.at(-4.0, -6.5),
                pen.at(-4.0, 4.5),
                pen.at(-1.2, 2.2),
                pen.at(0.8, 6.5),
                pen.at(2.8, 5.6),
                pen.at(0.9, 1.5),
                pen.at(4.5, 1.3),
            ];
            pen.painter.add(Shape::closed_line(outline, pen.thin));
        }
        Icon::Trace => {
            for k in 0..6 {
                let t = k as f32 / 5.0;
                let y = 4.5 - 9.0 * t * t;
                pen.dot(pen.at(-6.0 + 12.0 * t, y), 0.8 + 0.9 * t);
            }
        }
        _ => {}
    }
}

/// Shapes of parts.
fn part(pen: &Pen, icon: Icon) {
    match icon {
        Icon::Dot => pen.dot(pen.at(0.0, 0.0), 3.2),
        Icon::Disk => {
            pen.ring(pen.at(0.0, 0.0), 6.0);
            pen.dot(pen.at(0.0, 0.0), 1.4);
            for k in 0..5 {
                pen.dot(
                    pen.at(0.0, 0.0) + 3.7 * pen.unit * Vec2::angled(TAU * k as f32 / 5.0),
                    0.7,
                );
            }
        }
        Icon::Block => {
            let body = Rect::from_center_size(pen.at(0.0, 0.0), pen.unit * vec2(12.0, 9.0));
            pen.painter
                .rect_stroke(body, CornerRadius::same(2), pen.thin, StrokeKind::Middle);
        }
        Icon::Bar => {
            let (a, b) = (pen.at(-4.0, 4.0), pen.at(4.0, -4.0));
            let side = 2.4 * pen.unit * Vec2::angled(0.25 * PI);
            pen.line(vec![a + side, b + side]);
            pen.line(vec![a - side, b - side]);
            pen.line(arc(a, 2.4 * pen.unit, 0.25 * PI, PI));
            pen.line(arc(b, 2.4 * pen.unit, -0.75 * PI, PI));
            pen.dot(a, 0.9);
            pen.dot(b, 0.9);
        }
        _ => {}
    }
}

/// Joints, wheels and forces.
fn link(pen: &Pen, icon: Icon) {
    match icon {
        Icon::Rod => {
            pen.line(vec![pen.at(-5.0, 4.5), pen.at(5.0, -4.5)]);
            pen.dot(pen.at(-5.0, 4.5), 2.0);
            pen.dot(pen.at(5.0, -4.5), 2.0);
        }
        Icon::Pin => {
            pen.ring(pen.at(0.0, 0.0), 5.0);
            pen.dot(pen.at(0.0, 0.0), 2.2);
        }
        Icon::Turn => {
            pen.dot(pen.at(0.0, 0.0), 1.6);
            pen.line(arc(pen.at(0.0, 0.0), 5.2 * pen.unit, -1.1 * PI, 1.35 * PI));
            let end = pen.at(0.0, 0.0) + 5.2 * pen.unit * Vec2::angled(0.25 * PI);
            pen.fill(vec![
                end + pen.unit * vec2(-3.4, 1.8),
                end + pen.unit * vec2(1.7, -2.2),
                end + pen.unit * vec2(1.6, 3.0),
            ]);
        }
        Icon::Rack => {
            pen.ring(pen.at(0.0, -2.5), 4.0);
            pen.dot(pen.at(0.0, -2.5), 1.1);
            let mut points = Vec::new();
            for k in 0..4 {
                let x = -7.0 + 3.5 * k as f32;
                for (dx, y) in [(0.0, 6.0), (0.8, 3.2), (1.8, 3.2), (2.6, 6.0)] {
                    points.push(pen.at(x + dx, y));
                }
            }
            pen.line(points);
        }
        Icon::Coil => {
            let mut points = vec![pen.at(-7.0, 0.0), pen.at(-5.0, 0.0)];
            for k in 0..6 {
                let x = -4.2 + 1.7 * k as f32;
                points.push(pen.at(x, if k % 2 == 0 { -4.0 } else { 4.0 }));
            }
            points.extend([pen.at(5.0, 0.0), pen.at(7.0, 0.0)]);
            pen.line(points);
        }
        Icon::Arrow => {
            pen.line(vec![pen.at(-5.0, 5.0), pen.at(3.0, -3.0)]);
            pen.fill(vec![pen.at(6.0, -6.0), pen.at(4.0, 0.4), pen.at(-0.4, -4.0)]);
        }
        Icon::Waves => {
            for row in -1..=1 {
                let points = (0..=16).map(|k| {
                    let x = k as f32 / 16.0;
                    pen.at(-6.0 + 12.0 * x, 4.2 * row as f32 + 1.2 * (x * 2.0 * TAU).sin())
                });
                pen.line(points.collect());
            }
        }
        _ => {}
    }
}

/// Sections of the panels, and sketches supplied by kinds.
fn panel(pen: &Pen, icon: Icon) {
    match icon {
        Icon::Sliders => {
            for (y, x) in [(-4.5, 2.5), (0.0, -3.0), (4.5, 1.0)] {
                pen.line(vec![pen.at(-6.0, y), pen.at(6.0, y)]);
                pen.dot(pen.at(x, y), 1.9);
            }
        }
        Icon::List => {
            for y in [-4.5, 0.0, 4.5] {
                pen.dot(pen.at(-5.5, y), 1.0);
                pen.line(vec![pen.at(-2.5, y), pen.at(6.0, y)]);
            }
        }
        Icon::Page => {
            let body = Rect::from_center_size(pen.at(0.0, 0.0), pen.unit * vec2(10.0, 13.0));
            pen.painter
                .rect_stroke(body, CornerRadius::same(1), pen.thin, StrokeKind::Middle);
            for y in [-3.0, 0.0, 3.0] {
                pen.line(vec![pen.at(-2.8, y), pen.at(2.8, y)]);
            }
        }
        Icon::More => {
            // The button is low and wide: the dots extend beyond the square.
            for x in [-9.0, 0.0, 9.0] {
                pen.dot(pen.at(x, 0.0), 2.4);
            }
        }
        Icon::Drawn(sketch) => {
            for points in sketch.lines {
                pen.line(points.iter().map(|(x, y)| pen.at(*x, *y)).collect());
            }
            for (x, y, r) in sketch.dots {
                pen.dot(pen.at(*x, *y), *r);
            }
            for (x, y, r) in sketch.rings {
                pen.ring(pen.at(*x, *y), *r);
            }
        }
        Icon::Race => {
            for (y, tip) in [(-3.2, 6.0), (3.2, 2.5)] {
                pen.line(vec![pen.at(-6.0, y), pen.at(tip, y)]);
                pen.line(vec![
                    pen.at(tip - 2.6, y - 2.4),
                    pen.at(tip, y),
                    pen.at(tip - 2.6, y + 2.4),
                ]);
            }
        }
        Icon::Matrix => {
            for side in [-1.0, 1.0] {
                pen.line(vec![
                    pen.at(4.2 * side, -6.0),
                    pen.at(6.2 * side, -6.0),
                    pen.at(6.2 * side, 6.0),
                    pen.at(4.2 * side, 6.0),
                ]);
            }
            for (x, y) in [(-3.0, -3.2), (0.0, 0.0), (3.0, 3.2), (0.0, -3.2), (-3.0, 0.0)] {
                pen.dot(pen.at(x, y), 1.1);
            }
        }
        _ => {}
    }
}

/// Points of an arc, clockwise as seen.
fn arc(center: Pos2, radius: f32, start: f32, sweep: f32) -> Vec<Pos2> {
    let count = 24;
    (0..=count)
        .map(|k| center + radius * Vec2::angled(start + sweep * k as f32 / count as f32))
        .collect()
}
