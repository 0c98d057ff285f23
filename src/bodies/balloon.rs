//! A disk that also grows and shrinks: four degrees of freedom.
//!
//! ```text
//! U = K (R s - R)²/2,   damping D (R s')²       K with respect to the radius, so k = K R² with respect to the size s
//! M = diag(m, m, s² I, I),   I = m R²/2         spun up and let go: s = sqrt(s0² + (w0 s0 t)²)
//! ```
//! Its mass does not change as it grows, and its points move apart.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::disk::rim_holes;
use super::elastic::{Elastic, FormMode};
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A disk of variable size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balloon {
    /// Radius at size 1, where its spring is at rest (m).
    pub radius: f64,
    /// Stiffness of its spring against a change of the radius (N/m); 0 for none.
    #[serde(default)]
    pub stiffness: f64,
    /// Damping of its damper against a change of the radius (N s/m).
    #[serde(default)]
    pub damping: f64,
    /// Radius at the start, over `radius`.
    #[serde(default = "one")]
    pub size: f64,
    /// Rate of the radius at the start (m/s).
    #[serde(default)]
    pub growth: f64,
}

fn one() -> f64 {
    1.0
}

impl Default for Balloon {
    fn default() -> Self {
        Self {
            radius: 0.3,
            stiffness: 20.0,
            damping: 0.05,
            size: 1.0,
            growth: 0.0,
        }
    }
}

parameters!(Balloon {
    "radius" radius: "Radius at ease", Metre, 1e-3..=1e4;
    "stiffness" stiffness: "Stiffness", NewtonPerMetre, 0.0..=1e9;
    "damping" damping: "Damping", NewtonSecondPerMetre, 0.0..=1e9;
    "size" size: "Size at the start", One, 1e-2..=1e2;
    "growth" growth: "Growth at the start", MetrePerSecond, -1e3..=1e3;
});

impl Body for Balloon {
    fn motion(&self) -> Motion {
        let r2 = self.radius * self.radius;
        Motion::Elastic(Box::new(Elastic {
            way: FormMode::Size,
            rest: 1.0,
            stiffness: self.stiffness * r2,
            damping: self.damping * r2,
            start: self.size,
            start_rate: self.growth / self.radius,
        }))
    }
    fn area_moments(&self) -> (f64, f64) {
        let r2 = self.radius * self.radius;
        (PI * r2, PI * r2 * r2 / 2.0)
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        rim_holes(self.radius)
    }
    fn outline(&self) -> Outline {
        Outline::Circle {
            radius: self.radius * self.size.abs(),
        }
    }
    // Its radius varies, so nothing rolls on it at a fixed ratio.
    fn pitch_radius(&self) -> Option<f64> {
        None
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(4.2, -4.2), (7.0, -7.0)],
                &[(4.6, -7.0), (7.0, -7.0), (7.0, -4.6)],
                &[(-4.2, 4.2), (-7.0, 7.0)],
                &[(-4.6, 7.0), (-7.0, 7.0), (-7.0, 4.6)],
            ],
            dots: &[(0.0, 0.0, 1.0)],
            rings: &[(0.0, 0.0, 3.0), (0.0, 0.0, 5.0)],
        })
    }
    fn formed(&self, u: f64) -> Option<Shape> {
        Some(Shape::Balloon(Self {
            size: u,
            ..self.clone()
        }))
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::Balloon(Self {
            radius: drag.length(),
            ..self.clone()
        })
    }
}
