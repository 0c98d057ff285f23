//! A box: I = m (w² + h²)/12.

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A flat rectangle about its centre.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Box {
    /// Along its own x (m).
    pub width: f64,
    /// Along its own y (m).
    pub height: f64,
}

impl Default for Box {
    fn default() -> Self {
        Self {
            width: 0.6,
            height: 0.4,
        }
    }
}

parameters!(Box {
    "width" width: "Width", Metre, 1e-3..=1e4;
    "height" height: "Height", Metre, 1e-3..=1e4;
});

impl Box {
    fn corners(&self) -> [Vec2; 4] {
        let (w, h) = (self.width / 2.0, self.height / 2.0);
        [
            Vec2::new(-w, -h),
            Vec2::new(w, -h),
            Vec2::new(w, h),
            Vec2::new(-w, h),
        ]
    }
}

impl Body for Box {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    // Exact to the bit, where the sum over the corners would round.
    fn area_moments(&self) -> (f64, f64) {
        let (w, h) = (self.width, self.height);
        (w * h, w * h * (w * w + h * h) / 12.0)
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let corners = self.corners();
        let mut points = vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }];
        for k in 0..4 {
            points.push(SnapPoint {
                at: corners[k],
                name: "corner",
            });
            points.push(SnapPoint {
                at: (corners[k] + corners[(k + 1) % 4]) / 2.0,
                name: "edge midpoint",
            });
        }
        points
    }
    fn outline(&self) -> Outline {
        Outline::Polygon(self.corners().to_vec())
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::Box(Box {
            width: drag.x.abs(),
            height: drag.y.abs(),
        })
    }
}
