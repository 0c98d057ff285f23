//! ```text
//! F = (f + x(t)) u,  u fixed in the part        (x is a [`Programme`])
//! power = F·p', from a source of its own
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Programme, Sketch, Slot};
use crate::parameter::parameters;

/// A jet that turns with its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thruster {
    /// Thrust (N).
    pub force: f64,
    /// Direction of the thrust, in the frame of the part (rad).
    #[serde(default)]
    pub direction: f64,
    /// Programme added to the thrust (N).
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
}

impl Default for Thruster {
    fn default() -> Self {
        Self {
            force: 5.0,
            direction: 0.0,
            programme: Programme::Steady,
        }
    }
}

parameters!(Thruster {
    "force" force: "Force", Newton, -1e9..=1e9;
    "direction" direction: "Direction", Radian, -1e3..=1e3;
} plus programme(Newton));

/// World length drawn for one newton (m).
const METRE_PER_NEWTON: f64 = 0.05;

impl Kind for Thruster {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle]
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64) -> Effect {
        let (u, ..) = ends[0].direction(self.direction);
        let force = (self.force + self.programme.at(time).value) * u;
        Effect {
            drive: force.dot(ends[0].point.rate),
            ..Effect::on([force], [0.0])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (u, ..) = ends[0].direction(self.direction);
        let at = ends[0].point.value;
        vec![Glyph::Arrow {
            from: at,
            to: at + METRE_PER_NEWTON * self.force * u,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[
                    (-1.0, -3.0),
                    (3.0, -3.0),
                    (7.0, 0.0),
                    (3.0, 3.0),
                    (-1.0, 3.0),
                    (-1.0, -3.0),
                ],
                &[(-2.5, -1.6), (-5.0, -1.6)],
                &[(-2.5, 0.0), (-7.0, 0.0)],
                &[(-2.5, 1.6), (-5.0, 1.6)],
            ],
            dots: &[(2.6, 0.0, 1.1)],
            rings: &[],
        })
    }

    fn problem(&self) -> Option<String> {
        self.programme.problem()
    }
}
