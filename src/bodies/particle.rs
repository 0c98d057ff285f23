//! A particle: a point with mass, two degrees of freedom. Given a radius, it touches like a disk that does not turn.

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A point with mass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particle {
    /// Distance from the centre at which it touches others (m); 0 for a point.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius: f64,
}

fn is_zero(radius: &f64) -> bool {
    *radius == 0.0
}

parameters!(Particle { "radius" radius: "Radius", Metre, 0.0..=1e4; });

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
        match self.radius {
            radius if radius > 0.0 => Outline::Circle { radius },
            _ => Outline::Dot,
        }
    }
    fn sized_by_drag(&self, _: Vec2) -> Shape {
        Shape::Particle(self.clone())
    }
}
