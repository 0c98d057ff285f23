//! Convex pieces of outlines, the shapes that collide. A piece is the set of all points within a radius of a convex polygon, which may be a point
//! or a segment: a disk is a point with a radius, a bar a segment with a radius, a box four corners without one.

use crate::bodies::Outline;
use crate::math::{Pose, Vec2, perp};

use super::convex_parts::convex_parts;

/// A convex piece in some frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConvexPiece {
    /// Counter-clockwise.
    pub corners: Vec<Vec2>,
    /// Outward normals of the edges from each corner to the next, once [computed](Self::find_normals); a point has none.
    pub normals: Vec<Vec2>,
    /// Radius about the polygon (m).
    pub radius: f64,
    /// For a segment of a bent line: the far ends of the segments before and after it.
    pub neighbours: [Option<Vec2>; 2],
}

/// Component of a unit normal along a segment that counts as rounding.
const ROUNDING: f64 = 1e-9;

impl ConvexPiece {
    /// The pieces of an outline in the frame of its part. Lines without width have none; a ring collides as a full disk.
    pub fn of(outline: &Outline) -> Vec<Self> {
        let mut pieces = Vec::new();
        add(outline, Pose::default(), &mut pieces);
        pieces
    }

    /// Writes this piece at a position and the direction of its part into `into`; its normals are left out.
    pub fn place(&self, (position, direction): (Vec2, Vec2), into: &mut Self) {
        let point = |local: Vec2| position + direction.rotate(local);
        into.radius = self.radius;
        into.corners.clear();
        into.corners
            .extend(self.corners.iter().map(|corner| point(*corner)));
        into.normals.clear();
        into.neighbours = self.neighbours.map(|it| it.map(point));
    }

    /// Computes the edge normals, unless they are known for the present placement.
    pub fn find_normals(&mut self) {
        let edges = self.corners.len();
        if edges > 1 && self.normals.is_empty() {
            let corner = |i: usize| self.corners[i % edges];
            self.normals
                .extend((0..edges).map(|i| outward(corner(i), corner(i + 1))));
        }
    }

    /// Indices of the corners at both ends of an edge.
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        [edge, (edge + 1) % self.corners.len()]
    }

    /// Whether a contact with this outward normal belongs to this piece. At a joint of a bent line it belongs to one of the two segments, and only
    /// if the normal lies between theirs, so that a part that slides along the line does not feel the joints.
    pub fn owns(&self, normal: Vec2) -> bool {
        let ([start, end], [before, after]) = (&self.corners[..], self.neighbours) else {
            return true;
        };
        let tilt = normal.dot((*end - *start).normalize_or_zero());
        if tilt < -ROUNDING {
            before.is_none()
        } else if tilt > ROUNDING {
            after.is_none_or(|next| normal.dot((next - *end).normalize_or_zero()) <= ROUNDING)
        } else {
            true
        }
    }

    /// Extent along a direction (m).
    pub fn extent(&self, direction: Vec2) -> f64 {
        let (low, high) = self.range(direction);
        high - low + 2.0 * self.radius
    }

    /// The least and the largest coordinate of its corners along a direction (m).
    pub fn range(&self, direction: Vec2) -> (f64, f64) {
        let along = self.corners.iter().map(|p| p.dot(direction));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        })
    }

    /// Largest distance of any point from the origin of its frame (m).
    pub fn reach(&self) -> f64 {
        let corners = self.corners.iter().map(|p| p.length());
        self.radius + corners.fold(0.0, f64::max)
    }

    /// Lower left and upper right corner of the bounding box.
    pub fn bounds(&self) -> [Vec2; 2] {
        let mut bounds = [Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY)];
        for p in &self.corners {
            bounds = [bounds[0].min(*p), bounds[1].max(*p)];
        }
        [bounds[0] - self.radius, bounds[1] + self.radius]
    }
}

/// Outward normal of an edge.
fn outward(from: Vec2, to: Vec2) -> Vec2 {
    -perp(to - from).normalize_or_zero()
}

fn add(outline: &Outline, pose: Pose, pieces: &mut Vec<ConvexPiece>) {
    let mut piece = |corners: Vec<Vec2>, radius: f64| {
        let corners = corners.into_iter().map(|p| pose.point(p)).collect();
        pieces.push(ConvexPiece {
            corners,
            normals: Vec::new(),
            radius,
            neighbours: [None; 2],
        });
    };
    match outline {
        Outline::Dot => piece(vec![Vec2::ZERO], 0.0),
        Outline::Circle { radius } | Outline::Ring { radius, .. } => piece(vec![Vec2::ZERO], *radius),
        Outline::Capsule { from, to, radius } => piece(vec![*from, *to], *radius),
        Outline::Polygon(corners) => {
            for part in convex_parts(corners) {
                piece(part, 0.0);
            }
        }
        Outline::Band { points, radius } => {
            let at = |k: usize| points.get(k).map(|p| pose.point(*p));
            for k in 0..points.len().saturating_sub(1) {
                pieces.push(ConvexPiece {
                    corners: at(k).into_iter().chain(at(k + 1)).collect(),
                    normals: Vec::new(),
                    radius: *radius,
                    neighbours: [k.checked_sub(1).and_then(at), at(k + 2)],
                });
            }
        }
        Outline::Thread { .. } => {}
        Outline::Several(parts) => {
            for (own, outline) in parts {
                let at = Pose {
                    position: pose.point(own.position),
                    angle: pose.angle + own.angle,
                };
                add(outline, at, pieces);
            }
        }
    }
}
