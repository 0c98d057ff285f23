//! A disk: I = m r²/2.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, SnapPoint};
use crate::math::{Vec2, unit};
use crate::parameter::parameters;

/// A flat disk about its centre.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disk {
    /// Radius (m).
    pub radius: f64,
}

impl Default for Disk {
    fn default() -> Self {
        Self { radius: 0.3 }
    }
}

parameters!(Disk { "radius" radius: "Radius", Metre, 1e-3..=1e4; });

/// Number of rim holes of a disk, as in the spools of a wooden construction kit.
const RIM_HOLES: u32 = 8;

/// The centre and the rim holes of a disk of this radius (m).
pub(super) fn rim_holes(radius: f64) -> Vec<SnapPoint> {
    let mut points = vec![SnapPoint {
        at: Vec2::ZERO,
        name: "centre",
    }];
    points.extend((0..RIM_HOLES).map(|k| SnapPoint {
        at: 0.75 * radius * unit(f64::from(k) * 2.0 * PI / f64::from(RIM_HOLES)),
        name: "rim hole",
    }));
    points
}

impl Body for Disk {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        rim_holes(self.radius)
    }
    fn outline(&self) -> Outline {
        Outline::Circle { radius: self.radius }
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::Disk(Disk {
            radius: drag.length(),
        })
    }
}
