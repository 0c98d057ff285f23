//! A wall: all points near a bent line. Drawn by hand, it is the ground that parts run over, and is fixed where it is drawn.
//!
//! ```text
//! A, c, I: those of its straight pieces as rectangles, and half a disk at each end
//! ```
//! At a bend two rectangles overlap on one side by as much as they leave open on the other, up to the third order of the angle.

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// Most points of a wall.
pub const MOST_WALL_POINTS: usize = 500;

/// A bent line with a width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Points along its middle, about its centre of mass (m).
    pub points: Vec<Vec2>,
    /// Width (m).
    pub width: f64,
}

impl Default for Wall {
    fn default() -> Self {
        let points = [(-1.5, 0.2), (-0.6, 0.0), (0.6, 0.0), (1.5, 0.2)];
        Self::about(&points.map(|(x, y)| Vec2::new(x, y)), 0.1).0
    }
}

parameters!(Wall { "width" width: "Width", Metre, 1e-4..=1e4; });

impl Wall {
    /// The wall along these points about its centre of mass, and the position of that.
    pub fn about(points: &[Vec2], width: f64) -> (Self, Vec2) {
        let (_, centre, _) = moments(points, width / 2.0);
        let points = points.iter().map(|p| *p - centre).collect();
        (Self { points, width }, centre)
    }
}

/// Area (m²), centroid (m) and second moment about the origin (m⁴) of the region within `r` of a line.
fn moments(points: &[Vec2], r: f64) -> (f64, Vec2, f64) {
    use std::f64::consts::PI;
    let (mut area, mut first, mut second) = (0.0, Vec2::ZERO, 0.0);
    for pair in points.windows(2) {
        let (length, middle) = (pair[0].distance(pair[1]), 0.5 * (pair[0] + pair[1]));
        let own = 2.0 * r * length;
        area += own;
        first += own * middle;
        second += own * ((length * length + 4.0 * r * r) / 12.0 + middle.length_squared());
    }
    // Half disks, with their centroids 4r/3pi from their flat sides.
    let ends = [
        points.first().zip(points.get(1)),
        points.last().zip(points.iter().nth_back(1)),
    ];
    for (end, next) in ends.into_iter().flatten() {
        let outwards = (*end - *next).normalize_or_zero();
        let (own, off) = (0.5 * PI * r * r, 4.0 * r / (3.0 * PI));
        let middle = *end + off * outwards;
        area += own;
        first += own * middle;
        second += own * (0.5 * r * r - off * off + middle.length_squared());
    }
    let centre = if area > 0.0 { first / area } else { Vec2::ZERO };
    (area, centre, second)
}

impl Body for Wall {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn area_moments(&self) -> (f64, f64) {
        let (area, _, second) = moments(&self.points, self.width / 2.0);
        (area, second)
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let point = |at: &Vec2| SnapPoint {
            at: *at,
            name: "corner",
        };
        self.points.iter().map(point).collect()
    }
    fn outline(&self) -> Outline {
        Outline::Band {
            points: self.points.clone(),
            radius: self.width / 2.0,
        }
    }
    fn ends(&self) -> Option<(Vec2, Vec2)> {
        match self.points[..] {
            [from, to] => Some((from, to)),
            _ => None,
        }
    }
    fn is_ground(&self) -> bool {
        true
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, -1.0), (-3.0, 2.0), (1.0, 1.0), (4.0, -2.5), (7.0, -3.0)],
                &[(-5.0, 0.8), (-6.5, 3.8)],
                &[(-1.0, 1.8), (-2.5, 5.0)],
                &[(2.5, -0.5), (1.5, 3.0)],
                &[(5.5, -2.6), (4.5, 0.8)],
            ],
            ..Sketch::default()
        })
    }
    // A straight wall, from the start of the drag.
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        let half = 0.5 * drag.length().max(self.width) * Vec2::X;
        Shape::Wall(Self {
            points: vec![-half, half],
            width: self.width,
        })
    }
    fn drawn_along(&self, path: &[Vec2]) -> Option<(Shape, Vec2)> {
        let (wall, centre) = Self::about(path, self.width);
        Some((Shape::Wall(wall), centre))
    }
    fn problem(&self) -> Option<String> {
        let n = self.points.len();
        if !(2..=MOST_WALL_POINTS).contains(&n) {
            return Some(format!("it has {n} points; give 2 to {MOST_WALL_POINTS}"));
        }
        let bad = |p: &&Vec2| !p.is_finite() || p.abs().max_element() > 1e4;
        if let Some(p) = self.points.iter().find(bad) {
            return Some(format!(
                "it has a point at ({}, {}); give numbers up to 1e4",
                p.x, p.y
            ));
        }
        if let Some(k) = self
            .points
            .windows(2)
            .position(|pair| pair[0].distance(pair[1]) < 1e-9)
        {
            return Some(format!(
                "its points {} and {} are one place; take one out",
                k + 1,
                k + 2
            ));
        }
        let (_, centre, _) = moments(&self.points, self.width / 2.0);
        let size = self
            .points
            .iter()
            .fold(self.width, |size, p| size.max(p.length()));
        (centre.length() > 1e-6 * size).then(|| {
            format!(
                "its centre of mass is at ({}, {}) and not at its origin; take that from every point",
                centre.x, centre.y
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_one_is_a_bar() {
        let bar = super::super::Bar {
            length: 0.8,
            width: 0.3,
        };
        let (wall, centre) = Wall::about(&[Vec2::new(1.0, 2.0), Vec2::new(1.8, 2.0)], 0.3);
        assert!(centre.distance(Vec2::new(1.4, 2.0)) < 1e-12);
        let ((a, i), (b, j)) = (bar.area_moments(), wall.area_moments());
        assert!((a - b).abs() < 1e-12 && (i - j).abs() < 1e-12, "{a} {b} {i} {j}");
        assert_eq!(wall.problem(), None);
    }
}
