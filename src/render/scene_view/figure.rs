//! The outline of a part on the screen, optionally grown by a margin.

use crate::bodies::{Outline, ribbon};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{DrawList, Paint, Stroke};

use super::contour::{bounds, grown, rounded, signed_area};
use super::view::View;

/// Radius of a particle on the screen (points), since particles have no size in the world.
pub(super) fn bead_radius(scale: f64) -> f64 {
    (0.055 * scale).clamp(2.0, 9.0)
}

/// A closed outline in screen points.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figure {
    Circle {
        center: Vec2,
        radius: f64,
    },
    Rect {
        center: Vec2,
        half: Vec2,
        angle: f64,
        corner: f64,
    },
    Polygon(Vec<Vec2>),
    /// A disk with a hole in it.
    Ring {
        center: Vec2,
        radius: f64,
        inner: Vec<Vec2>,
    },
    /// A line without width.
    Line(Vec<Vec2>),
}

/// Number of corners with which the rim of a disk with a hole is drawn.
const RIM: u32 = 96;

impl Figure {
    /// The outlines of a posed shape, from back to front, each grown by `margin` points.
    pub fn all(outline: Outline, pose: Pose, view: &View, margin: f64) -> Vec<Figure> {
        let pieces = outline.pieces(pose).into_iter();
        pieces
            .map(|(pose, piece)| Figure::of(&piece, pose, view, margin))
            .collect()
    }

    /// A posed outline, grown by `margin` points; of a compound outline, the first.
    pub fn of(outline: &Outline, pose: Pose, view: &View, margin: f64) -> Figure {
        let screen = |points: &[Vec2]| -> Vec<Vec2> {
            points.iter().map(|p| view.screen_from_local(pose, *p)).collect()
        };
        match outline {
            Outline::Dot => Figure::Circle {
                center: view.screen_from_world(pose.position),
                radius: bead_radius(view.scale) + margin,
            },
            Outline::Circle { radius } => Figure::Circle {
                center: view.screen_from_world(pose.position),
                radius: radius * view.scale + margin,
            },
            Outline::Capsule { from, to, radius } => {
                let radius = radius * view.scale + margin;
                let along = view.direction(pose.direction(*to - *from));
                Figure::Rect {
                    center: view.screen_from_local(pose, 0.5 * (*from + *to)),
                    half: Vec2::new(0.5 * along.length() + radius, radius),
                    angle: along.to_angle(),
                    corner: radius,
                }
            }
            Outline::Polygon(corners) => Figure::Polygon(rounded(&grown(&screen(corners), margin))),
            Outline::Band { points, radius } => {
                Figure::Polygon(ribbon(&screen(points), radius * view.scale + margin))
            }
            Outline::Ring { radius, inner } => Figure::Ring {
                center: view.screen_from_world(pose.position),
                radius: radius * view.scale + margin,
                inner: screen(inner),
            },
            Outline::Thread { points, closed } => {
                let mut line = screen(points);
                line.extend(closed.then(|| line[0]));
                Figure::Line(line)
            }
            Outline::Several(pieces) => match pieces.first() {
                Some((_, piece)) => Figure::of(piece, pose, view, margin),
                None => Figure::of(&Outline::Dot, pose, view, margin),
            },
        }
    }

    /// Half the smallest extent, in points: decides how much detail is drawn.
    pub fn thickness(&self) -> f64 {
        match self {
            Figure::Circle { radius, .. } => *radius,
            Figure::Rect { half, .. } => half.min_element(),
            Figure::Polygon(points) => {
                let (low, high) = bounds(points);
                0.5 * (high - low).min_element()
            }
            Figure::Ring {
                center,
                radius,
                inner,
            } => {
                let hole = inner
                    .iter()
                    .fold(f64::INFINITY, |least, p| least.min(p.distance(*center)));
                0.5 * (radius - hole)
            }
            Figure::Line(_) => 0.0,
        }
    }

    /// A bounding circle.
    pub fn bounding_disk(&self) -> (Vec2, f64) {
        match self {
            Figure::Circle { center, radius } | Figure::Ring { center, radius, .. } => (*center, *radius),
            Figure::Rect { center, half, .. } => (*center, half.length()),
            Figure::Polygon(points) | Figure::Line(points) => {
                let (low, high) = bounds(points);
                (0.5 * (low + high), 0.5 * (high - low).length())
            }
        }
    }

    /// The same outline, moved.
    pub fn shifted(&self, by: Vec2) -> Figure {
        let mut moved = self.clone();
        match &mut moved {
            Figure::Circle { center, .. } | Figure::Rect { center, .. } => *center += by,
            Figure::Polygon(points) | Figure::Line(points) => points.iter_mut().for_each(|p| *p += by),
            Figure::Ring { center, inner, .. } => {
                *center += by;
                inner.iter_mut().for_each(|p| *p += by);
            }
        }
        moved
    }

    pub fn draw(self, out: &mut DrawList, paint: Paint) {
        match self {
            Figure::Circle { center, radius } => out.circle(center, radius, paint),
            Figure::Rect {
                center,
                half,
                angle,
                corner,
            } => out.rect(center, half, angle, corner, paint),
            Figure::Polygon(points) => out.polygon(points, paint),
            Figure::Ring {
                center,
                radius,
                inner,
            } => draw_ring(center, radius, inner, out, paint),
            Figure::Line(points) => {
                if let Some(stroke) = paint.stroke {
                    out.polyline(points, stroke);
                }
            }
        }
    }

    /// Hatching: parallel lines across the inside at 45 degrees, `spacing` points apart.
    pub fn hatch(&self, spacing: f64) -> Vec<[Vec2; 2]> {
        let (center, radius) = self.bounding_disk();
        let along = Vec2::new(1.0, -1.0).normalize();
        let across = Vec2::new(1.0, 1.0).normalize();
        let count = (radius / spacing).ceil().min(200.0) as i64;
        let mut lines = Vec::new();
        for k in -count..=count {
            let middle = center + k as f64 * spacing * across;
            let mut cuts = self.crossings(middle, along);
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.chunks_exact(2) {
                lines.push([middle + pair[0] * along, middle + pair[1] * along]);
            }
        }
        lines
    }

    /// Intersections of a line with the outline, as distances along the line.
    fn crossings(&self, origin: Vec2, along: Vec2) -> Vec<f64> {
        let corners = match self {
            Figure::Circle { center, radius } => {
                let d = origin - center;
                let b = d.dot(along);
                let inside = b * b - d.length_squared() + radius * radius;
                return if inside > 0.0 {
                    vec![-b - inside.sqrt(), -b + inside.sqrt()]
                } else {
                    Vec::new()
                };
            }
            Figure::Rect {
                center, half, angle, ..
            } => {
                let (x, y) = (
                    half.x * Vec2::from_angle(*angle),
                    half.y * Vec2::from_angle(*angle).perp(),
                );
                // Straight ends approximate round ones well enough for hatching.
                let x = x * (1.0 - 0.5 * half.y / half.x.max(1e-9));
                vec![center - x - y, center + x - y, center + x + y, center - x + y]
            }
            Figure::Polygon(points) => points.clone(),
            Figure::Ring {
                center,
                radius,
                inner,
            } => {
                let disk = Figure::Circle {
                    center: *center,
                    radius: *radius,
                };
                let mut cuts = disk.crossings(origin, along);
                if !cuts.is_empty() {
                    cuts.extend(Figure::Polygon(inner.clone()).crossings(origin, along));
                }
                return cuts;
            }
            Figure::Line(_) => return Vec::new(),
        };
        let mut cuts = Vec::new();
        for (k, &a) in corners.iter().enumerate() {
            let b = corners[(k + 1) % corners.len()];
            let (ha, hb) = (along.perp_dot(a - origin), along.perp_dot(b - origin));
            if (ha > 0.0) != (hb > 0.0) {
                cuts.push(along.dot(a + (b - a) * (ha / (ha - hb)) - origin));
            }
        }
        cuts
    }
}

/// A disk with a hole: filled as one polygon with a seam between its two edges, then outlined along both edges.
fn draw_ring(center: Vec2, radius: f64, inner: Vec<Vec2>, out: &mut DrawList, paint: Paint) {
    let Some(&start) = inner.first() else { return };
    if let Some(fill) = paint.fill {
        let turn = signed_area(&inner).signum();
        let from = (start - center).to_angle();
        let rim = (0..=RIM).map(|k| {
            let angle = from - turn * f64::from(k) * std::f64::consts::TAU / f64::from(RIM);
            center + radius * Vec2::from_angle(angle)
        });
        let seam = [start];
        let points = inner.iter().copied().chain(seam).chain(rim).collect();
        // An outline in the fill's colour hides the seam.
        out.polygon(points, Paint::both(fill, Stroke::new(1.0, fill)));
    }
    if let Some(stroke) = paint.stroke {
        out.circle(center, radius, Paint::stroke(stroke));
        out.polygon(inner, Paint::stroke(stroke));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::Shape;

    #[test]
    fn hatching_stays_inside() {
        let view = View::new(Vec2::ZERO, 100.0, Vec2::new(400.0, 400.0));
        for shape in Shape::catalogue() {
            let pose = Pose::new(0.3, -0.2, 0.4);
            let outline = shape.outline();
            for figure in Figure::all(outline.clone(), pose, &view, 0.0) {
                for end in figure.hatch(6.0).into_iter().flatten() {
                    let local = pose.local_point(view.world_from_screen(end));
                    assert!(outline.distance(local) < 0.1, "{shape:?}");
                }
            }
        }
    }
}
