//! ```text
//! v = p' - wind,  F = -(c + k |v|) v
//! dissipation = F·v,  work of the wind = F·wind
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Sketch, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// Moving air on a point of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    /// Velocity of the air (m/s).
    pub velocity: Vec2,
    /// Linear drag (N s/m).
    #[serde(default)]
    pub linear: f64,
    /// Quadratic drag (N s²/m²).
    #[serde(default)]
    pub quadratic: f64,
}

impl Default for Wind {
    fn default() -> Self {
        Self {
            velocity: Vec2::new(3.0, 0.0),
            linear: 0.0,
            quadratic: 0.2,
        }
    }
}

parameters!(Wind {
    "x" velocity.x: "Wind x", MetrePerSecond, -1e4..=1e4;
    "y" velocity.y: "Wind y", MetrePerSecond, -1e4..=1e4;
    "linear" linear: "Linear drag", NewtonSecondPerMetre, 0.0..=1e9;
    "quadratic" quadratic: "Quadratic drag", NewtonSecond2PerMetre2, 0.0..=1e9;
});

/// World length drawn for one metre per second (m).
const METRE_PER_SPEED: f64 = 0.12;

impl Kind for Wind {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let v = ends[0].point.rate - self.velocity;
        let force = -(self.linear + self.quadratic * v.length()) * v;
        Effect {
            power: force.dot(v),
            drive: force.dot(self.velocity),
            ..Effect::on([force], [0.0])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let at = ends[0].point.value;
        vec![Glyph::Arrow {
            from: at - METRE_PER_SPEED * self.velocity,
            to: at,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, -3.0), (3.0, -3.0), (5.0, -4.5), (3.4, -6.2), (1.6, -5.0)],
                &[(-7.0, 0.0), (6.5, 0.0)],
                &[(-7.0, 3.0), (2.0, 3.0), (4.0, 4.5), (2.4, 6.2), (0.8, 5.2)],
            ],
            dots: &[],
            rings: &[],
        })
    }
}
