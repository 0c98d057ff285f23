//! ```text
//! F = y - (c0 + c1 x + ... + c5 x⁵)        on the frame of a: see [`super::level_set`]
//! ```
//! A slide, a cam seen along its edge, a bead on a parabola. No singular case.

use serde::{Deserialize, Serialize};

use super::level_set::{self, Height};
use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A bead on the graph of a polynomial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// Height at x = 0 (m).
    #[serde(default)]
    pub c0: f64,
    /// Slope at x = 0.
    #[serde(default)]
    pub c1: f64,
    /// Coefficient of x² (1/m).
    #[serde(default)]
    pub c2: f64,
    /// Coefficient of x³ (1/m²).
    #[serde(default)]
    pub c3: f64,
    /// Coefficient of x⁴ (1/m³).
    #[serde(default)]
    pub c4: f64,
    /// Coefficient of x⁵ (1/m⁴).
    #[serde(default)]
    pub c5: f64,
    /// Direction of its x axis in the frame of the part that carries it (rad).
    #[serde(default)]
    pub axis: f64,
    /// Distance to which it is drawn on both sides (m).
    #[serde(default = "super::slot::usual_reach")]
    pub reach: f64,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            c0: 0.0,
            c1: 0.0,
            c2: 0.5,
            c3: 0.0,
            c4: 0.0,
            c5: 0.0,
            axis: 0.0,
            reach: super::slot::usual_reach(),
        }
    }
}

parameters!(Graph {
    "c0" c0: "Height", Metre, -1e5..=1e5;
    "c1" c1: "by x", One, -1e3..=1e3;
    "c2" c2: "by x²", One, -1e3..=1e3;
    "c3" c3: "by x³", One, -1e3..=1e3;
    "c4" c4: "by x⁴", One, -1e3..=1e3;
    "c5" c5: "by x⁵", One, -1e3..=1e3;
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "reach" reach: "Drawn to", Metre, 1e-3..=1e5;
});

impl Graph {
    /// The polynomial with its first two derivatives (Horner).
    fn at(&self, x: f64) -> (f64, f64, f64) {
        let (mut y, mut slope, mut bend) = (0.0, 0.0, 0.0);
        for c in [self.c5, self.c4, self.c3, self.c2, self.c1, self.c0] {
            bend = bend * x + 2.0 * slope;
            slope = slope * x + y;
            y = y * x + c;
        }
        (y, slope, bend)
    }
}

impl Kind for Graph {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Origin", "Runs on it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let p = level_set::local(ends, self.axis);
        let (y, slope, bend) = self.at(p.x);
        let height = Height {
            value: p.y - y,
            gradient: Vec2::new(-slope, 1.0),
            second: [-bend, 0.0, 0.0],
        };
        level_set::row(&mut rows[0], ends, self.axis, height);
    }

    // Shifted vertically to the bead.
    fn fit(&mut self, ends: &[EndPorts]) {
        let p = level_set::local(ends, self.axis);
        self.c0 += p.y - self.at(p.x).0;
        self.reach = self.reach.max(1.25 * p.x.abs());
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let points = (-48..=48).map(|k| {
            let x = self.reach * f64::from(k) / 48.0;
            level_set::world(ends, self.axis, Vec2::new(x, self.at(x).0))
        });
        vec![Glyph::Wire {
            points: points.collect(),
            closed: false,
            stuff: Stuff::Steel,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (-7.0, -6.0),
                (-5.6, -2.2),
                (-4.2, 0.9),
                (-2.8, 3.1),
                (-1.4, 4.4),
                (0.0, 4.8),
                (1.4, 4.4),
                (2.8, 3.1),
                (4.2, 0.9),
                (5.6, -2.2),
                (7.0, -6.0),
            ]],
            dots: &[(4.0, 1.2, 1.9)],
            rings: &[],
        })
    }
}
