//! ```text
//! F = -c v,  torque = -k omega,  power = -c v² - k omega²
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// Linear drag on a point and on the spin of its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// N s/m
    pub linear: f64,
    /// N m s
    #[serde(default)]
    pub angular: f64,
}

impl Default for Drag {
    fn default() -> Self {
        Self {
            linear: 0.5,
            angular: 0.05,
        }
    }
}

parameters!(Drag {
    "linear" linear: "Linear drag", NewtonSecondPerMetre, 0.0..=1e9;
    "angular" angular: "Angular drag", NewtonMetreSecond, 0.0..=1e9;
});

impl Kind for Drag {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts]) -> Effect {
        let (v, omega) = (ends[0].point.rate, ends[0].angle.rate);
        Effect {
            force: [-self.linear * v, Vec2::ZERO],
            torque: [-self.angular * omega, 0.0],
            power: -self.linear * v.length_squared() - self.angular * omega * omega,
            ..Effect::default()
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Waves {
            at: ends[0].point.value,
        }]
    }
}
