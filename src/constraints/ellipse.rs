//! ```text
//! F = s (rho - 1),  rho² = (x/A)² + (y/B)²,  s = sqrt(A B)        on the frame of a: see [`super::level_set`]
//! ```
//! A Cardan straight line, an orbit, a bead on an oval wire. Singular at the centre.

use serde::{Deserialize, Serialize};

use super::level_set::{self, Height};
use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::{Vec2, unit};
use crate::parameter::{Unit, parameters};

/// A bead on an elliptic wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ellipse {
    /// Half its extent along its own x (m).
    pub a: f64,
    /// Half its extent along its own y (m).
    pub b: f64,
    /// Direction of its x axis in the frame of the part that carries it (rad).
    #[serde(default)]
    pub axis: f64,
}

impl Default for Ellipse {
    fn default() -> Self {
        Self {
            a: 1.0,
            b: 0.6,
            axis: 0.0,
        }
    }
}

parameters!(Ellipse {
    "a" a: "Half width", Metre, 1e-3..=1e5;
    "b" b: "Half height", Metre, 1e-3..=1e5;
    "axis" axis: "Axis", Radian, -1e3..=1e3;
});

impl Ellipse {
    fn height(&self, p: Vec2) -> Height {
        let (a2, b2) = (self.a * self.a, self.b * self.b);
        let size = (self.a * self.b).sqrt();
        let rho = (p.x * p.x / a2 + p.y * p.y / b2).sqrt();
        if rho == 0.0 {
            return Height {
                value: -size,
                gradient: Vec2::new(size / self.a, 0.0),
                second: [0.0; 3],
            };
        }
        let gradient = size / rho * Vec2::new(p.x / a2, p.y / b2);
        // F'' = s (diag(1/A², 1/B²) - g g^T)/rho with g = grad rho.
        let g = gradient / size;
        Height {
            value: size * (rho - 1.0),
            gradient,
            second: [
                size / rho * (1.0 / a2 - g.x * g.x),
                -size / rho * g.x * g.y,
                size / rho * (1.0 / b2 - g.y * g.y),
            ],
        }
    }
}

impl Kind for Ellipse {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Centre", "Runs on it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let height = self.height(level_set::local(ends, self.axis));
        level_set::row(&mut rows[0], ends, self.axis, height);
    }

    // Scaled to go through the bead, with the same proportions.
    fn fit(&mut self, ends: &[EndPorts]) {
        let p = level_set::local(ends, self.axis);
        let rho = Vec2::new(p.x / self.a, p.y / self.b).length();
        if (rho - 1.0).abs() > 1e-12 && rho > 1e-3 && rho < 1e4 {
            self.a *= rho;
            self.b *= rho;
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let points = (0..96).map(|k| {
            let u = unit(f64::from(k) * std::f64::consts::TAU / 96.0);
            level_set::world(ends, self.axis, Vec2::new(self.a * u.x, self.b * u.y))
        });
        vec![Glyph::Wire {
            points: points.collect(),
            closed: true,
            stuff: Stuff::Steel,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (7.0, 0.0),
                (6.5, 1.6),
                (4.9, 2.9),
                (2.7, 3.8),
                (0.0, 4.1),
                (-2.7, 3.8),
                (-4.9, 2.9),
                (-6.5, 1.6),
                (-7.0, 0.0),
                (-6.5, -1.6),
                (-4.9, -2.9),
                (-2.7, -3.8),
                (0.0, -4.1),
                (2.7, -3.8),
                (4.9, -2.9),
                (6.5, -1.6),
                (7.0, 0.0),
            ]],
            dots: &[(4.9, -2.9, 1.9)],
            rings: &[],
        })
    }
}
