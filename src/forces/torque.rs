//! ```text
//! torque = tau + x(t)        (x is a [`Programme`])
//! steady: U = -tau angle;  by programme: power = torque omega from a source of its own
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Programme, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A torque on a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torque {
    /// Torque (N m).
    pub torque: f64,
    /// Programme added to the torque (N m).
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
}

impl Default for Torque {
    fn default() -> Self {
        Self {
            torque: 1.0,
            programme: Programme::Steady,
        }
    }
}

parameters!(Torque { "torque" torque: "Torque", NewtonMetre, -1e9..=1e9; } plus programme(NewtonMetre));

impl Kind for Torque {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle]
    }

    fn is_conservative(&self) -> bool {
        self.programme.is_steady()
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64) -> Effect {
        let angle = &ends[0].angle;
        let torque = self.torque + self.programme.at(time).value;
        let steady = self.programme.is_steady();
        Effect {
            potential: if steady { -torque * angle.value } else { 0.0 },
            drive: if steady { 0.0 } else { torque * angle.rate },
            ..Effect::on([Vec2::ZERO], [torque])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Turn {
            at: ends[0].point.value,
            speed: self.torque,
        }]
    }

    fn problem(&self) -> Option<String> {
        self.programme.problem()
    }
}
