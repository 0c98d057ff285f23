//! ```text
//! u = (p_b - p_a)/|p_b - p_a|,  tension = c u·(p_b' - p_a'),  power = -c (u·(p_b' - p_a'))²
//! ```
//! Ends that coincide have no direction: x is taken.

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Sketch, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// Resists any change of the distance between two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damper {
    /// Damping (N s/m).
    pub damping: f64,
}

impl Default for Damper {
    fn default() -> Self {
        Self { damping: 2.0 }
    }
}

parameters!(Damper { "damping" damping: "Damping", NewtonSecondPerMetre, 0.0..=1e9; });

impl Kind for Damper {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let d = ends[1].point.value - ends[0].point.value;
        let length = d.length();
        let u = if length > 0.0 { d / length } else { Vec2::X };
        let rate = u.dot(ends[1].point.rate - ends[0].point.rate);
        let pull = self.damping * rate * u;
        Effect {
            power: -self.damping * rate * rate,
            ..Effect::on([pull, -pull], [0.0; 2])
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Piston {
            from: ends[0].point.value,
            to: ends[1].point.value,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 0.0), (-4.0, 0.0)],
                &[(4.0, -3.5), (-4.0, -3.5), (-4.0, 3.5), (4.0, 3.5)],
                &[(1.0, -2.5), (1.0, 2.5)],
                &[(1.0, 0.0), (7.0, 0.0)],
            ],
            dots: &[],
            rings: &[],
        })
    }
}
