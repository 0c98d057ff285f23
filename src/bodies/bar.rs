//! A bar: a capsule whose pin holes are a given length apart.

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A link of a mechanism: straight, round at both ends, with a pin hole at each end and one in the middle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// Length from pin hole to pin hole, along its own x (m).
    pub length: f64,
    /// Width (m).
    pub width: f64,
}

impl Default for Bar {
    fn default() -> Self {
        Self {
            length: 1.0,
            width: 0.1,
        }
    }
}

parameters!(Bar {
    "length" length: "Length", Metre, 1e-3..=1e4;
    "width" width: "Width", Metre, 1e-4..=1e4;
});

impl Bar {
    fn end(&self) -> Vec2 {
        Vec2::new(self.length / 2.0, 0.0)
    }
}

impl Body for Bar {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        vec![
            SnapPoint {
                at: -self.end(),
                name: "end",
            },
            SnapPoint {
                at: self.end(),
                name: "end",
            },
            SnapPoint {
                at: Vec2::ZERO,
                name: "midpoint",
            },
        ]
    }
    fn outline(&self) -> Outline {
        Outline::Capsule {
            from: -self.end(),
            to: self.end(),
            radius: self.width / 2.0,
        }
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::Bar(Bar {
            length: drag.length(),
            width: self.width,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_inertia_is_the_integral_over_its_outline() {
        let bar = Bar {
            length: 0.8,
            width: 0.3,
        };
        let outline = bar.outline();
        let (n, size) = (800, 1.2);
        let cell = size / f64::from(n);
        let (mut area, mut second) = (0.0, 0.0);
        for i in 0..n {
            for j in 0..n {
                let p = Vec2::new(f64::from(i) + 0.5, f64::from(j) + 0.5) * cell - Vec2::splat(size / 2.0);
                if outline.distance(p) < 0.0 {
                    area += cell * cell;
                    second += cell * cell * p.length_squared();
                }
            }
        }
        let (a, i) = bar.area_moments();
        assert!((a - area).abs() < 1e-3 * a, "{a} against {area}");
        assert!((i - second).abs() < 1e-3 * i, "{i} against {second}");
    }
}
