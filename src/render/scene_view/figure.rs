//! The outline of a part on the screen, plain or grown by a margin.

use crate::bodies::{Outline, Shape};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{DrawList, Paint};
use crate::render::theme::CORNER_SHARE;

use super::view::View;

/// Radius in points of what has none in the world, a particle's bead.
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
}

impl Figure {
    /// The outline of a posed shape, grown by `margin` points.
    pub fn of(shape: &Shape, pose: Pose, view: &View, margin: f64) -> Figure {
        match shape.outline() {
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
                let along = view.direction(pose.direction(to - from));
                Figure::Rect {
                    center: view.screen_from_local(pose, 0.5 * (from + to)),
                    half: Vec2::new(0.5 * along.length() + radius, radius),
                    angle: along.to_angle(),
                    corner: radius,
                }
            }
            Outline::Polygon(corners) => {
                let points: Vec<Vec2> = corners.iter().map(|c| view.screen_from_local(pose, *c)).collect();
                Figure::Polygon(rounded(&grown(&points, margin)))
            }
        }
    }

    /// Half of its narrowest extent, in points: what decides how much detail is worth drawing.
    pub fn thickness(&self) -> f64 {
        match self {
            Figure::Circle { radius, .. } => *radius,
            Figure::Rect { half, .. } => half.min_element(),
            Figure::Polygon(points) => {
                let (low, high) = bounds(points);
                0.5 * (high - low).min_element()
            }
        }
    }

    /// A disk that holds it.
    pub fn bounding_disk(&self) -> (Vec2, f64) {
        match self {
            Figure::Circle { center, radius } => (*center, *radius),
            Figure::Rect { center, half, .. } => (*center, half.length()),
            Figure::Polygon(points) => {
                let (low, high) = bounds(points);
                (0.5 * (low + high), 0.5 * (high - low).length())
            }
        }
    }

    /// The same, moved.
    pub fn shifted(&self, by: Vec2) -> Figure {
        let mut moved = self.clone();
        match &mut moved {
            Figure::Circle { center, .. } | Figure::Rect { center, .. } => *center += by,
            Figure::Polygon(points) => points.iter_mut().for_each(|p| *p += by),
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
        }
    }

    /// Parallel lines across the inside, `spacing` points apart, at 45 degrees.
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

    /// Where a line crosses the outline, as distances along it.
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
                // Straight ends are near enough for a hatch inside a round bar.
                let x = x * (1.0 - 0.5 * half.y / half.x.max(1e-9));
                vec![center - x - y, center + x - y, center + x + y, center - x + y]
            }
            Figure::Polygon(points) => points.clone(),
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

fn bounds(points: &[Vec2]) -> (Vec2, Vec2) {
    let start = (Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY));
    points
        .iter()
        .fold(start, |(low, high), p| (low.min(*p), high.max(*p)))
}

/// Each corner moved away from the middle: a growth that is plain for convex outlines.
fn grown(points: &[Vec2], margin: f64) -> Vec<Vec2> {
    if margin == 0.0 {
        return points.to_vec();
    }
    let n = points.len();
    let turn = if signed_area(points) > 0.0 { 1.0 } else { -1.0 };
    let outward = |a: Vec2, b: Vec2| -turn * (b - a).perp().normalize_or_zero();
    (0..n)
        .map(|k| {
            let (before, here, after) = (points[(k + n - 1) % n], points[k], points[(k + 1) % n]);
            let (u, w) = (outward(before, here), outward(here, after));
            here + margin * (u + w) / (1.0 + u.dot(w)).max(0.2)
        })
        .collect()
}

fn signed_area(points: &[Vec2]) -> f64 {
    (0..points.len())
        .map(|k| points[k].perp_dot(points[(k + 1) % points.len()]))
        .sum()
}

/// The polygon with its corners rounded by a share of its shortest side.
fn rounded(points: &[Vec2]) -> Vec<Vec2> {
    const PIECES: usize = 4;
    let n = points.len();
    let shortest = (0..n)
        .map(|k| points[k].distance(points[(k + 1) % n]))
        .fold(f64::INFINITY, f64::min);
    let cut = CORNER_SHARE * shortest;
    if cut < 1.0 {
        return points.to_vec();
    }
    let mut out = Vec::with_capacity(n * (PIECES + 1));
    for k in 0..n {
        let here = points[k];
        let a = here + cut * (points[(k + n - 1) % n] - here).normalize_or_zero();
        let b = here + cut * (points[(k + 1) % n] - here).normalize_or_zero();
        for piece in 0..=PIECES {
            let t = piece as f64 / PIECES as f64;
            out.push(a.lerp(here, t).lerp(here.lerp(b, t), t));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hatching_stays_inside() {
        let view = View {
            center: Vec2::ZERO,
            scale: 100.0,
            size: Vec2::new(400.0, 400.0),
        };
        for shape in Shape::catalogue() {
            let pose = Pose::new(0.3, -0.2, 0.4);
            let outline = shape.outline();
            for line in Figure::of(&shape, pose, &view, 0.0).hatch(6.0) {
                for end in line {
                    let local = pose.local_point(view.world_from_screen(end));
                    assert!(outline.distance(local) < 0.1, "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn growing_a_square_keeps_its_middle() {
        let square = [
            Vec2::new(0.0, 0.0),
            Vec2::new(10.0, 0.0),
            Vec2::new(10.0, 10.0),
            Vec2::new(0.0, 10.0),
        ];
        let big = grown(&square, 2.0);
        assert!((big[0] - Vec2::new(-2.0, -2.0)).length() < 1e-12);
        assert!((big[2] - Vec2::new(12.0, 12.0)).length() < 1e-12);
    }
}
