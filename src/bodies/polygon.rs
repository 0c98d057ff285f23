//! A polygon, concave or not, drawn by hand: area, centroid and second moment by Green's theorem.
//!
//! ```text
//! over the edges (p, q), k = p x q:   A = sum k/2,  c = sum k (p + q)/(6 A),  I = sum k (p·p + p·q + q·q)/12
//! ```

use serde::{Deserialize, Serialize};

use super::outline::moments;
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Vec2, cross};
use crate::parameter::parameters;

/// Most corners of a polygon.
pub const MOST_CORNERS: usize = 200;

/// A flat plate of any outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// Its corners in order, counter-clockwise, about its centre of mass (m).
    pub corners: Vec<Vec2>,
}

impl Default for Polygon {
    fn default() -> Self {
        // An angle piece.
        let corners = [
            (0.0, 0.0),
            (0.6, 0.0),
            (0.6, 0.2),
            (0.2, 0.2),
            (0.2, 0.6),
            (0.0, 0.6),
        ];
        Self::about(&corners.map(|(x, y)| Vec2::new(x, y))).0
    }
}

parameters!(Polygon {});

impl Polygon {
    /// The polygon of other corners in the same order, about its centre of mass, and the position of that; `None` where they run clockwise.
    pub fn moved(&self, corners: Vec<Vec2>) -> Option<(Self, Vec2)> {
        (moments(&corners).0 > 0.0).then(|| Self::about(&corners))
    }
    /// The polygon of these corners about its centre of mass, and the position of that.
    pub fn about(corners: &[Vec2]) -> (Self, Vec2) {
        let (area, centroid, _) = moments(corners);
        let mut own: Vec<Vec2> = corners.iter().map(|p| *p - centroid).collect();
        if area < 0.0 {
            own.reverse();
        }
        (Self { corners: own }, centroid)
    }
}

/// Whether two segments cross at inner points.
fn cross_each_other(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let side = |p: Vec2, q: Vec2, r: Vec2| cross(q - p, r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

impl Body for Polygon {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let mut points = vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }];
        let corner = |at: &Vec2| SnapPoint {
            at: *at,
            name: "corner",
        };
        points.extend(self.corners.iter().map(corner));
        points
    }
    fn outline(&self) -> Outline {
        Outline::Polygon(self.corners.clone())
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (-6.0, 5.0),
                (-4.5, -3.0),
                (-0.5, -6.0),
                (1.0, -1.5),
                (6.2, -2.5),
                (4.5, 5.2),
                (-6.0, 5.0),
            ]],
            dots: &[
                (-6.0, 5.0, 1.1),
                (-4.5, -3.0, 1.1),
                (-0.5, -6.0, 1.1),
                (1.0, -1.5, 1.1),
                (6.2, -2.5, 1.1),
                (4.5, 5.2, 1.1),
            ],
            ..Sketch::default()
        })
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        let size = self.corners.iter().fold(Vec2::ZERO, |size, p| size.max(p.abs()));
        let share = (drag.abs() / (2.0 * size)).min_element().clamp(1e-3, 1e4);
        Shape::Polygon(Self {
            corners: self.corners.iter().map(|p| share * *p).collect(),
        })
    }
    fn drawn_as(&self, path: &[Vec2]) -> Option<(Shape, Vec2)> {
        let (polygon, centre) = Self::about(path);
        Some((Shape::Polygon(polygon), centre))
    }
    fn problem(&self) -> Option<String> {
        let n = self.corners.len();
        if !(3..=MOST_CORNERS).contains(&n) {
            return Some(format!("it has {n} corners; give 3 to {MOST_CORNERS}"));
        }
        if let Some(p) = self
            .corners
            .iter()
            .find(|p| !p.is_finite() || p.abs().max_element() > 1e4)
        {
            return Some(format!(
                "it has a corner at ({}, {}); give numbers up to 1e4",
                p.x, p.y
            ));
        }
        let edge = |k: usize| (self.corners[k], self.corners[(k + 1) % n]);
        for i in 0..n {
            for j in i + 1..n {
                let ((a, b), (c, d)) = (edge(i), edge(j));
                if cross_each_other(a, b, c, d) {
                    return Some(format!("its edges {} and {} cross; move a corner", i + 1, j + 1));
                }
            }
        }
        let (area, centroid, _) = moments(&self.corners);
        let size = self.corners.iter().fold(0.0_f64, |size, p| size.max(p.length()));
        if area <= 1e-6 * size * size || area <= 0.0 {
            return Some(
                "it encloses no area, or its corners run clockwise; give them counter-clockwise".to_owned(),
            );
        }
        (centroid.length() > 1e-6 * size).then(|| {
            format!(
                "its centre of mass is at ({}, {}) and not at its origin; take that from every corner",
                centroid.x, centroid.y
            )
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_rectangle_is_a_box() {
        let corners = [(1.0, 2.0), (1.6, 2.0), (1.6, 2.4), (1.0, 2.4)].map(|(x, y)| Vec2::new(x, y));
        let (polygon, centre) = Polygon::about(&corners);
        let (area, second) = polygon.area_moments();
        assert!(centre.distance(Vec2::new(1.3, 2.2)) < 1e-14);
        assert!((area - 0.24).abs() < 1e-14 && (second - 0.24 * 0.52 / 12.0).abs() < 1e-14);
        assert_eq!(polygon.problem(), None);
    }

    #[test]
    fn a_concave_one_is_the_sum_of_its_pieces() {
        // An L is two rectangles.
        let (area, second) = Polygon::default().area_moments();
        assert!((area - 0.2).abs() < 1e-14, "{area}");
        let c = (0.12 * Vec2::new(0.3, 0.1) + 0.08 * Vec2::new(0.1, 0.4)) / 0.2;
        let piece = |m: f64, w: f64, h: f64, at: Vec2| m * ((w * w + h * h) / 12.0 + at.distance_squared(c));
        let exact = piece(0.12, 0.6, 0.2, Vec2::new(0.3, 0.1)) + piece(0.08, 0.2, 0.4, Vec2::new(0.1, 0.4));
        assert!((second - exact).abs() < 1e-14, "{second} {exact}");
    }

    #[test]
    fn what_is_no_plate_is_refused() {
        let of = |corners: &[(f64, f64)]| {
            let corners = corners.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
            Polygon { corners }.problem().unwrap()
        };
        assert!(of(&[(0.0, 0.0), (1.0, 0.0)]).contains("2 corners"));
        assert!(of(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]).contains("cross"));
        assert!(of(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]).contains("no area"));
        assert!(of(&[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]).contains("centre of mass"));
    }
}
