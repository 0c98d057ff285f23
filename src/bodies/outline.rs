//! Outlines of shapes, for drawing and for hit tests of the mouse.

use std::f64::consts::PI;

use crate::math::{Pose, Vec2, cross};

/// The outline of a shape in its own frame, for drawing and for the mouse.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A dot with a size on the canvas only.
    Dot,
    /// A circle about the centre.
    Circle {
        /// Radius (m).
        radius: f64,
    },
    /// A closed polygon, counter-clockwise.
    Polygon(Vec<Vec2>),
    /// The area between a circle about the centre and a closed line within it.
    Ring {
        /// Radius of the circle (m).
        radius: f64,
        /// The inner line, counter-clockwise.
        inner: Vec<Vec2>,
    },
    /// All points within `radius` of the segment between the ends.
    Capsule {
        /// One end of the axis.
        from: Vec2,
        /// The other end.
        to: Vec2,
        /// Half the width (m).
        radius: f64,
    },
    /// All points within `radius` of a bent line.
    Band {
        /// Points along its middle.
        points: Vec<Vec2>,
        /// Half the width (m).
        radius: f64,
    },
    /// A line without width.
    Thread {
        /// Points along it.
        points: Vec<Vec2>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// Outlines at poses of their own, in drawing order, those behind first.
    Several(Vec<(Pose, Outline)>),
}

impl Outline {
    /// Signed distance from a point in the part's frame to the outline: negative inside (m).
    pub fn distance(&self, p: Vec2) -> f64 {
        match self {
            Outline::Dot => p.length(),
            Outline::Circle { radius } => p.length() - radius,
            Outline::Capsule { from, to, radius } => segment_distance(p, *from, *to) - radius,
            Outline::Polygon(corners) => polygon_distance(corners, p),
            Outline::Band { points, radius } => {
                let pairs = points.windows(2);
                let nearest = pairs.fold(f64::INFINITY, |least, pair| {
                    least.min(segment_distance(p, pair[0], pair[1]))
                });
                nearest - radius
            }
            Outline::Ring { radius, inner } => (p.length() - radius).max(-polygon_distance(inner, p)),
            Outline::Thread { points, closed } => {
                let back = closed.then(|| [points[points.len() - 1], points[0]]);
                let pairs = points.windows(2).map(|pair| [pair[0], pair[1]]).chain(back);
                pairs.fold(f64::INFINITY, |least, [a, b]| {
                    least.min(segment_distance(p, a, b))
                })
            }
            Outline::Several(pieces) => pieces.iter().fold(f64::INFINITY, |least, (pose, piece)| {
                least.min(piece.distance(pose.local_point(p)))
            }),
        }
    }

    /// The largest distance of a point of the outline from the centre (m).
    pub fn radius(&self) -> f64 {
        match self {
            Outline::Dot => 0.0,
            Outline::Circle { radius } | Outline::Ring { radius, .. } => *radius,
            Outline::Capsule { from, to, radius } => from.length().max(to.length()) + radius,
            Outline::Polygon(points) | Outline::Thread { points, .. } => {
                points.iter().fold(0.0, |r, c| r.max(c.length()))
            }
            Outline::Band { points, radius } => {
                points.iter().fold(0.0, |r: f64, c| r.max(c.length())) + radius
            }
            Outline::Several(pieces) => pieces.iter().fold(0.0, |r: f64, (pose, piece)| {
                r.max(match piece {
                    Outline::Polygon(corners) => {
                        corners.iter().fold(0.0, |r, c| r.max(pose.point(*c).length()))
                    }
                    piece => pose.position.length() + piece.radius(),
                })
            }),
        }
    }

    /// Area (m²) and second moment of area about the origin (m⁴) of the enclosed region; a dot counts as 1 and 0.
    pub fn area_moments(&self) -> (f64, f64) {
        let disk = |r2: f64| (PI * r2, PI * r2 * r2 / 2.0);
        match self {
            Outline::Dot => (1.0, 0.0),
            Outline::Circle { radius } => disk(radius * radius),
            Outline::Polygon(corners) => {
                let (area, _, second) = moments(corners);
                (area, second)
            }
            Outline::Ring { radius, inner } => {
                let ((area, second), (hole, _, missing)) = (disk(radius * radius), moments(inner));
                (area - hole, second - missing)
            }
            Outline::Capsule { from, to, radius } => capsule_moments(from.distance(*to), *radius),
            // A wall computes its own.
            Outline::Thread { .. } | Outline::Band { .. } => (0.0, 0.0),
            Outline::Several(pieces) => pieces.iter().fold((0.0, 0.0), |sum, (pose, piece)| {
                let (area, second) = piece.area_moments();
                (
                    sum.0 + area,
                    sum.1 + second + area * pose.position.length_squared(),
                )
            }),
        }
    }

    /// The plain outlines it is made of, at a pose, in drawing order, those behind first.
    pub fn pieces(self, pose: Pose) -> Vec<(Pose, Outline)> {
        match self {
            Outline::Several(pieces) => {
                let within = |(own, piece): (Pose, Outline)| {
                    let at = Pose {
                        position: pose.point(own.position),
                        angle: pose.angle + own.angle,
                    };
                    piece.pieces(at)
                };
                pieces.into_iter().flat_map(within).collect()
            }
            plain => vec![(pose, plain)],
        }
    }

    /// Bounding box in its own frame: lower left and upper right corner; a dot counts as a square of half side `dot` (m).
    pub fn bounds(&self, dot: f64) -> (Vec2, Vec2) {
        let around = |points: &[Vec2], reach: f64| {
            let start = (Vec2::INFINITY, Vec2::NEG_INFINITY);
            points.iter().fold(start, |(low, high), p| {
                (low.min(*p - reach), high.max(*p + reach))
            })
        };
        match self {
            Outline::Dot => around(&[Vec2::ZERO], dot),
            Outline::Circle { radius } | Outline::Ring { radius, .. } => around(&[Vec2::ZERO], *radius),
            Outline::Capsule { from, to, radius } => around(&[*from, *to], *radius),
            Outline::Polygon(points) | Outline::Thread { points, .. } => around(points, 0.0),
            Outline::Band { points, radius } => around(points, *radius),
            Outline::Several(pieces) => {
                let corners: Vec<Vec2> = pieces
                    .iter()
                    .flat_map(|(pose, piece)| {
                        let (low, high) = piece.bounds(dot);
                        [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)]
                            .map(|corner| pose.point(corner))
                    })
                    .collect();
                around(&corners, 0.0)
            }
        }
    }
}

/// The outline of a band, counter-clockwise: forwards along its right side, round its end, and back, with mitred corners.
pub fn ribbon(points: &[Vec2], radius: f64) -> Vec<Vec2> {
    /// Pieces of a round end.
    const ROUND: u32 = 4;
    let n = points.len();
    if n < 2 {
        return Vec::new();
    }
    let along = |k: usize| (points[k + 1] - points[k]).normalize_or_zero();
    let side = |k: usize| {
        let (before, after) = (along(k.max(1) - 1), along(k.min(n - 2)));
        -(before + after).perp() / (1.0 + before.dot(after)).max(0.2)
    };
    let round = |at: Vec2, from: Vec2| {
        (1..ROUND).map(move |k| {
            let turn = Vec2::from_angle(PI * f64::from(k) / f64::from(ROUND));
            at + radius * turn.rotate(from)
        })
    };
    let mut line: Vec<Vec2> = (0..n).map(|k| points[k] + radius * side(k)).collect();
    line.extend(round(points[n - 1], side(n - 1)));
    line.extend((0..n).rev().map(|k| points[k] - radius * side(k)));
    line.extend(round(points[0], -side(0)));
    line
}

/// Area (m²) and second moment about the middle (m⁴) of a capsule: a rectangle of length `l` and a half disk at each end (together a disk whose
/// halves are moved apart; each half disk has its centroid 4r/3pi from its flat side).
fn capsule_moments(l: f64, r: f64) -> (f64, f64) {
    let w = 2.0 * r;
    let (rectangle, disk) = (l * w, PI * r * r);
    let centroid = 4.0 * r / (3.0 * PI);
    let own = disk * (r * r / 2.0 - centroid * centroid);
    let far = l / 2.0 + centroid;
    (
        rectangle + disk,
        rectangle * (l * l + w * w) / 12.0 + own + disk * far * far,
    )
}

/// Area (m²), centroid (m) and second moment about the origin (m⁴) of the region that a closed line encloses; the area is negative for a line that
/// runs clockwise.
pub(super) fn moments(corners: &[Vec2]) -> (f64, Vec2, f64) {
    let (mut area, mut first, mut second) = (0.0, Vec2::ZERO, 0.0);
    for (k, &p) in corners.iter().enumerate() {
        let q = corners[(k + 1) % corners.len()];
        let twice = cross(p, q);
        area += 0.5 * twice;
        first += twice / 6.0 * (p + q);
        second += twice / 12.0 * (p.length_squared() + p.dot(q) + q.length_squared());
    }
    let centroid = if area == 0.0 { Vec2::ZERO } else { first / area };
    (area, centroid, second)
}

/// Signed distance to a closed polygon.
fn polygon_distance(corners: &[Vec2], p: Vec2) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut inside = false;
    let mut a = corners[corners.len() - 1];
    for &b in corners {
        nearest = nearest.min(segment_distance(p, a, b));
        // Even-odd rule over the edges that cross the ray to the right of p.
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
        a = b;
    }
    if inside { -nearest } else { nearest }
}

fn segment_distance(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let ab = b - a;
    let length2 = ab.length_squared();
    let t = if length2 > 0.0 {
        ((p - a).dot(ab) / length2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p - a - ab * t).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_taken_by_its_rim_and_not_through_its_hole() {
        let inner = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let ring = Outline::Ring {
            radius: 2.0,
            inner: inner.map(|(x, y)| Vec2::new(x, y)).to_vec(),
        };
        assert!(ring.distance(Vec2::ZERO) > 0.9);
        assert!(ring.distance(Vec2::new(1.5, 0.0)) < -0.4);
        assert!(ring.distance(Vec2::new(2.5, 0.0)) > 0.4);
    }
}
