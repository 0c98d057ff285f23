//! A contact point as two rows of ports: a corner of one part on an edge or on a corner of another.
//!
//! ```text
//! d = p_b - p_a,   n = normal of the edge, which turns with a,   or d/|d|,   t = perp(n),   n' = w t
//! g  = n·d - r_a - r_b                                       the gap
//! g'' = n·(a_b - a_a) + alpha_a t·d + 2 w t·d' - w² n·d      on an edge:  w = w_a
//!     = n·(a_b - a_a) + (t·d')²/|d|                          on a corner: w = t·d'/|d|
//! u  = t·d' - r_b w_b - (n·d - r_b) w_a                      the speed of sliding, at the surface of b
//! u' = t·(a_b - a_a) - r_b alpha_b - (n·d - r_b) alpha_a - w n·d' - g' w_a
//! ```
//! A corner may have a radius: it is then the centre of a disk or of a round end. An edge may have a radius too.

use crate::constraints::{EndPorts, Gradient, Row};
use crate::math::{Vec2, perp, unit};
use crate::sim::contact::{Closed, Slip};

use super::place::Place;

/// Distance beyond the side of a corner that is attributed to rounding (m).
const ROUNDING: f64 = 1e-9;

/// A contact point in a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactRows {
    /// The features in contact, and the state of slip.
    pub closed: Closed,
    /// A point of the edge or the corner of a, and the corner of b.
    pub ends: [Place; 2],
    /// Angle of the edge's outward normal in the frame of a (rad); `None` for a corner.
    pub edge: Option<f64>,
    /// Half the length of the edge (m); infinite for a corner.
    pub half: f64,
    /// Directions of the two sides at the corner of a, and, for a corner on a corner, at the corner of b: unit vectors in the frames of the
    /// bodies. Beyond a side the corner is not the nearest feature.
    pub sides: [[Option<Vec2>; 2]; 2],
    /// Radii of the features of a and of b (m).
    pub radii: [f64; 2],
    /// Coefficient of friction.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Its constraint (dense index of the topology), and its first row.
    pub constraint: usize,
    pub row: usize,
    /// Whether it has two rows, the second for friction. Otherwise a sliding point has one row, whose force includes friction.
    pub has_all_rows: bool,
}

/// A contact point evaluated at given ports.
#[derive(Clone, Copy, Debug, Default)]
pub struct TouchRows {
    /// Unit normal, from a to b.
    pub normal: Vec2,
    /// Position (m).
    pub at: Vec2,
    /// The rows of the gap and of sliding.
    pub rows: [Row; 2],
}

impl ContactRows {
    /// Evaluates both rows at these ports.
    pub fn evaluate(&self, ends: &[EndPorts; 2]) -> TouchRows {
        let ([a, b], [r_a, r_b]) = (ends, self.radii);
        let (d, v, w_a) = (
            b.point.value - a.point.value,
            b.point.rate - a.point.rate,
            a.angle.rate,
        );
        let length = d.length();
        let normal = match self.edge {
            Some(local) => unit(a.angle.value + local),
            None if length > 0.0 => d / length,
            None => Vec2::Y,
        };
        let across = perp(normal);
        let reach = normal.dot(d);
        let (turning, lever, curvature) = match self.edge {
            Some(_) => {
                let curvature = 2.0 * w_a * across.dot(v) - w_a * w_a * reach;
                (w_a, across.dot(d), curvature)
            }
            None if length > 0.0 => {
                let slide = across.dot(v);
                (slide / length, 0.0, slide * slide / length)
            }
            None => (0.0, 0.0, 0.0),
        };
        let mut rows = [Row::default(); 2];
        rows[0].value = reach - r_a - r_b;
        rows[0].curvature = curvature;
        rows[0].set_gradients([Gradient::new(-normal, lever), Gradient::new(normal, 0.0)]);
        let closing = rows[0].rate(ends);
        rows[1].curvature = -turning * normal.dot(v) - closing * w_a;
        rows[1].set_gradients([Gradient::new(-across, r_b - reach), Gradient::new(across, -r_b)]);
        TouchRows {
            normal,
            at: b.point.value - r_b * normal,
            rows,
        }
    }

    /// Returns the distance to a change of the features in contact (m): of the corner to the end of its edge, or to the side of a corner; negative
    /// once other features are nearest.
    pub fn margin(&self, ends: &[EndPorts; 2]) -> f64 {
        let [a, b] = ends;
        let d = b.point.value - a.point.value;
        if let Some(local) = self.edge {
            let along = perp(unit(a.angle.value + local));
            return self.half - along.dot(d).abs();
        }
        let mut least = f64::INFINITY;
        for (sides, (end, d)) in self.sides.iter().zip([(a, d), (b, -d)]) {
            for side in sides.iter().flatten() {
                least = least.min(ROUNDING - unit(end.angle.value).rotate(*side).dot(d));
            }
        }
        least
    }

    /// Whether the gap of this point is not the distance of the parts: a corner beyond the end of its edge, or two sharp corners.
    pub fn is_gap_invalid(&self, ends: &[EndPorts; 2]) -> bool {
        self.is_sharp() || self.edge.is_some() && self.margin(ends) < 0.0
    }

    /// Whether it is a sharp corner on a sharp corner, for which there is no normal.
    fn is_sharp(&self) -> bool {
        self.edge.is_none() && self.radii == [0.0; 2]
    }

    /// Whether the point slides with a single row, whose force includes friction.
    pub fn slides(&self) -> bool {
        !self.has_all_rows && self.closed.slip != Slip::None
    }

    /// Whether it has a row for friction.
    pub fn has_friction_row(&self) -> bool {
        self.friction > 0.0 && !self.slides()
    }

    /// Returns the ratio of friction force to normal force of a sliding point, with sign; 0 if it does not slide.
    pub fn share(&self) -> f64 {
        if self.slides() {
            self.closed.slip.sign() * self.friction
        } else {
            0.0
        }
    }
}
