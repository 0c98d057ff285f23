//! ```text
//! d = p_b - p_a,  u = d/|d|
//! tension = k (|d| - L) + c u·d'       pulls a along u and b against it
//! U = k (|d| - L)²/2,  power = -c (u·d')²
//! ```
//! Ends that coincide have no direction: x is taken.

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A linear spring in parallel with a damper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Stiffness (N/m).
    pub stiffness: f64,
    /// Damping (N s/m).
    #[serde(default)]
    pub damping: f64,
    /// Rest length (m).
    pub rest: f64,
}

impl Default for Spring {
    fn default() -> Self {
        Self {
            stiffness: 50.0,
            damping: 0.5,
            rest: 1.0,
        }
    }
}

parameters!(Spring {
    "stiffness" stiffness: "Stiffness", NewtonPerMetre, 0.0..=1e9;
    "damping" damping: "Damping", NewtonSecondPerMetre, 0.0..=1e9;
    "rest" rest: "Rest length", Metre, 0.0..=1e5;
});

impl Kind for Spring {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let d = ends[1].point.value - ends[0].point.value;
        let length = d.length();
        let u = if length > 0.0 { d / length } else { Vec2::X };
        let rate = u.dot(ends[1].point.rate - ends[0].point.rate);
        let stretch = length - self.rest;
        let pull = (self.stiffness * stretch + self.damping * rate) * u;
        Effect {
            potential: 0.5 * self.stiffness * stretch * stretch,
            power: -self.damping * rate * rate,
            ..Effect::on([pull, -pull], [0.0; 2])
        }
    }

    fn is_conservative(&self) -> bool {
        self.damping == 0.0
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.rest = ends[0].point.value.distance(ends[1].point.value);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Coil {
            from: ends[0].point.value,
            to: ends[1].point.value,
            rest: self.rest,
        }]
    }
}
