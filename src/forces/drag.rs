//! ```text
//! F = -(c + b |v|) v,  torque = -k omega,  power = F·v - k omega²
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::parameter::parameters;

/// Drag on a point and on the spin of its part, linear and quadratic in the speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// Linear drag (N s/m).
    pub linear: f64,
    /// Quadratic drag (N s²/m²).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub quadratic: f64,
    /// Angular drag (N m s).
    #[serde(default)]
    pub angular: f64,
}

fn is_zero(x: &f64) -> bool {
    x.to_bits() == 0
}

impl Default for Drag {
    fn default() -> Self {
        Self {
            linear: 0.5,
            quadratic: 0.0,
            angular: 0.05,
        }
    }
}

parameters!(Drag {
    "linear" linear: "Linear drag", NewtonSecondPerMetre, 0.0..=1e9;
    "quadratic" quadratic: "Quadratic drag", NewtonSecond2PerMetre2, 0.0..=1e9;
    "angular" angular: "Angular drag", NewtonMetreSecond, 0.0..=1e9;
});

impl Kind for Drag {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let (v, omega) = (ends[0].point.rate, ends[0].angle.rate);
        let force = -(self.linear + self.quadratic * v.length()) * v;
        Effect {
            power: force.dot(v) - self.angular * omega * omega,
            ..Effect::on([force], [-self.angular * omega])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Waves {
            at: ends[0].point.value,
        }]
    }
}
