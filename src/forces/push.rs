//! ```text
//! F = (1 + x(t)) f, f constant in the world's frame        (x is a [`Programme`])
//! steady: U = -f·p;  by programme: power = F·p' from a source of its own
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Programme, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A force on a point, in a direction of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    /// Force, in the world's frame (N).
    pub force: Vec2,
    /// Programme whose value times the force is added to it.
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
}

impl Default for Push {
    fn default() -> Self {
        Self {
            force: Vec2::new(5.0, 0.0),
            programme: Programme::Steady,
        }
    }
}

parameters!(Push {
    "x" force.x: "Force x", Newton, -1e9..=1e9;
    "y" force.y: "Force y", Newton, -1e9..=1e9;
} plus programme(One));

/// World length drawn for one newton (m), so that an arrow shows the size of the force.
const METRE_PER_NEWTON: f64 = 0.05;

impl Kind for Push {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point]
    }

    fn is_conservative(&self) -> bool {
        self.programme.is_steady()
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64) -> Effect {
        let point = &ends[0].point;
        if self.programme.is_steady() {
            return Effect {
                potential: -self.force.dot(point.value),
                ..Effect::on([self.force], [0.0])
            };
        }
        let force = (1.0 + self.programme.at(time).value) * self.force;
        Effect {
            drive: force.dot(point.rate),
            ..Effect::on([force], [0.0])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let from = ends[0].point.value;
        vec![Glyph::Arrow {
            from,
            to: from + METRE_PER_NEWTON * self.force,
        }]
    }

    fn problem(&self) -> Option<String> {
        self.programme.problem()
    }
}
