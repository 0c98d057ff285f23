//! A particle: a point with mass, two degrees of freedom.

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A point with mass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particle {}

parameters!(Particle {});

impl Body for Particle {
    fn motion(&self) -> Motion {
        Motion::Point
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }]
    }
    fn outline(&self) -> Outline {
        Outline::Dot
    }
    fn sized_by_drag(&self, _: Vec2) -> Shape {
        Shape::Particle(self.clone())
    }
}
