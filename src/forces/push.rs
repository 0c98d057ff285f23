//! ```text
//! F = constant in the world's frame,  U = -F·p
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A constant force on a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    /// N, in the world's frame.
    pub force: Vec2,
}

impl Default for Push {
    fn default() -> Self {
        Self {
            force: Vec2::new(5.0, 0.0),
        }
    }
}

parameters!(Push {
    "x" force.x: "Force x", Newton, -1e9..=1e9;
    "y" force.y: "Force y", Newton, -1e9..=1e9;
});

/// World length drawn for one newton (m), so that an arrow says how strong the force is.
const METRE_PER_NEWTON: f64 = 0.05;

impl Kind for Push {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts]) -> Effect {
        Effect {
            force: [self.force, Vec2::ZERO],
            potential: -self.force.dot(ends[0].point.value),
            ..Effect::default()
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let from = ends[0].point.value;
        vec![Glyph::Arrow {
            from,
            to: from + METRE_PER_NEWTON * self.force,
        }]
    }
}
