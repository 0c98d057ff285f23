//! ```text
//! torque = constant,  U = -torque angle
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::parameter::parameters;

/// A constant torque on a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torque {
    /// N m
    pub torque: f64,
}

impl Default for Torque {
    fn default() -> Self {
        Self { torque: 1.0 }
    }
}

parameters!(Torque { "torque" torque: "Torque", NewtonMetre, -1e9..=1e9; });

impl Kind for Torque {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle]
    }

    fn evaluate(&self, ends: &[EndPorts]) -> Effect {
        Effect {
            torque: [self.torque, 0.0],
            potential: -self.torque * ends[0].angle.value,
            ..Effect::default()
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Turn {
            at: ends[0].point.value,
            speed: self.torque,
        }]
    }
}
