//! ```text
//! d = p_b - p_a,  r² = |d|² + e²
//! F on a = k d/r³, on b the opposite        U = -k/r
//! ```
//! The law of gravity between two parts, softened within e so that they can pass through each other. k < 0 repels them.

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Sketch, Slot, Stuff};
use crate::math::Vec2;
use crate::parameter::parameters;

/// Attracts two parts, the more the nearer they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attraction {
    /// Force at a distance of one metre (N m²).
    pub strength: f64,
    /// Distance within which it is softened (m).
    #[serde(default)]
    pub softening: f64,
}

impl Default for Attraction {
    fn default() -> Self {
        Self {
            strength: 5.0,
            softening: 0.05,
        }
    }
}

parameters!(Attraction {
    "strength" strength: "Strength", NewtonMetre2, -1e9..=1e9;
    "softening" softening: "Softening", Metre, 0.0..=1e4;
});

/// Least softening distance, for an attraction without softening (m).
const LEAST: f64 = 1e-6;

impl Attraction {
    /// Distance in the law of force, for ends whose positions differ by `d` (m).
    pub fn softened(&self, d: Vec2) -> f64 {
        let soft = self.softening.max(LEAST);
        (d.length_squared() + soft * soft).sqrt()
    }
}

impl Kind for Attraction {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn is_conservative(&self) -> bool {
        true
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let d = ends[1].point.value - ends[0].point.value;
        let r = self.softened(d);
        let pull = self.strength / (r * r * r) * d;
        Effect {
            potential: -self.strength / r,
            ..Effect::on([pull, -pull], [0.0; 2])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Wire {
            points: vec![ends[0].point.value, ends[1].point.value],
            closed: false,
            stuff: Stuff::Dashes,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-3.5, 0.0), (-0.8, 0.0)],
                &[(-2.2, -1.6), (-0.6, 0.0), (-2.2, 1.6)],
                &[(3.5, 0.0), (0.8, 0.0)],
                &[(2.2, -1.6), (0.6, 0.0), (2.2, 1.6)],
            ],
            dots: &[(-5.8, 0.0, 2.0), (5.8, 0.0, 2.0)],
            rings: &[],
        })
    }
}
