//! A bar that bends in one mode: four degrees of freedom.
//!
//! ```text
//! U = K u²/2,   u deflection of the ends against the middle line;   M = diag(m, m, I + m u²/5, m/5)
//! free in space it vibrates at omega² = 5 K/m
//! ```
//! Its mass is that of the strip between its holes. A constraint that holds the angle at a point holds the slope there too.

use serde::{Deserialize, Serialize};

use super::elastic::{Elastic, FormMode};
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Vec2, unit};
use crate::parameter::parameters;

/// A springy bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// Length from pin hole to pin hole along its own x, not bent (m).
    pub length: f64,
    /// Width (m).
    pub width: f64,
    /// Stiffness against deflection of the ends (N/m).
    pub stiffness: f64,
    /// Damping of the bending (N s/m).
    #[serde(default)]
    pub damping: f64,
    /// Deflection of the ends at the start (m).
    #[serde(default)]
    pub bend: f64,
    /// Rate of the deflection at the start (m/s).
    #[serde(default)]
    pub bend_rate: f64,
}

impl Default for Leaf {
    fn default() -> Self {
        Self {
            length: 1.0,
            width: 0.06,
            stiffness: 20.0,
            damping: 0.01,
            bend: 0.0,
            bend_rate: 0.0,
        }
    }
}

parameters!(Leaf {
    "length" length: "Length", Metre, 1e-3..=1e4;
    "width" width: "Width", Metre, 1e-4..=1e4;
    "stiffness" stiffness: "Stiffness", NewtonPerMetre, 0.0..=1e9;
    "damping" damping: "Damping", NewtonSecondPerMetre, 0.0..=1e9;
    "bend" bend: "Bend at the start", Metre, -1e4..=1e4;
    "bend_rate" bend_rate: "Bending at the start", MetrePerSecond, -1e3..=1e3;
});

/// Pieces in which each of its sides and each of its round ends is drawn.
const SIDE: u32 = 24;
const END: u32 = 8;

impl Leaf {
    fn elastic(&self) -> Elastic {
        Elastic {
            way: FormMode::Bent {
                half: 0.5 * self.length,
            },
            rest: 0.0,
            stiffness: self.stiffness,
            damping: self.damping,
            start: self.bend,
            start_rate: self.bend_rate,
        }
    }
}

impl Body for Leaf {
    fn motion(&self) -> Motion {
        Motion::Elastic(Box::new(self.elastic()))
    }
    fn area_moments(&self) -> (f64, f64) {
        let (l, w) = (self.length, self.width);
        (l * w, l * w * (l * l + w * w) / 12.0)
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let at = |share: f64, name| SnapPoint {
            at: Vec2::new(share * self.length, 0.0),
            name,
        };
        vec![at(-0.5, "end"), at(0.5, "end"), at(0.0, "centre")]
    }
    fn ends(&self) -> Option<(Vec2, Vec2)> {
        let end = Vec2::new(0.5 * self.length, 0.0);
        Some((-end, end))
    }
    fn outline(&self) -> Outline {
        let (form, half) = (self.elastic(), 0.5 * self.length);
        // A point on the outline, at half a width from the bent middle line, in the direction given by an angle against that line.
        let beside = |x: f64, angle: f64| {
            let at = Vec2::new(x, 0.0);
            form.place(at, self.bend) + 0.5 * self.width * unit(form.slope(at, self.bend) + angle)
        };
        let share = |k: u32, n: u32| f64::from(k) / f64::from(n);
        let quarter = std::f64::consts::FRAC_PI_2;
        let lower = (0..SIDE).map(|k| beside(half * (2.0 * share(k, SIDE) - 1.0), -quarter));
        let right = (0..END).map(|k| beside(half, quarter * (2.0 * share(k, END) - 1.0)));
        let upper = (0..SIDE).map(|k| beside(half * (1.0 - 2.0 * share(k, SIDE)), quarter));
        let left = (0..END).map(|k| beside(-half, quarter * (2.0 * share(k, END) + 1.0)));
        Outline::Polygon(lower.chain(right).chain(upper).chain(left).collect())
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 2.2), (-4.0, -0.6), (0.0, -1.6), (4.0, -0.6), (7.0, 2.2)],
                &[(-7.0, -2.2), (-4.0, -3.8), (0.0, -4.6), (4.0, -3.8), (7.0, -2.2)],
                &[(0.0, 1.0), (0.0, 6.0)],
                &[(-1.6, 4.4), (0.0, 6.0), (1.6, 4.4)],
            ],
            dots: &[(-7.0, 0.0, 1.0), (7.0, 0.0, 1.0)],
            ..Sketch::default()
        })
    }
    fn formed(&self, u: f64) -> Option<Shape> {
        Some(Shape::Leaf(Self {
            bend: u,
            ..self.clone()
        }))
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::Leaf(Self {
            length: drag.length(),
            ..self.clone()
        })
    }
    fn problem(&self) -> Option<String> {
        (self.bend.abs() > 0.5 * self.length).then(|| {
            format!(
                "bend is {}; give less than half its length of {} m",
                self.bend, self.length
            )
        })
    }
}
