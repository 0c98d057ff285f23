//! ```text
//! phi = angle_b - angle_a
//! torque on b = -k (phi - rest) - c phi',  on a the opposite
//! U = k (phi - rest)²/2,  power = -c phi'²
//! ```

use serde::{Deserialize, Serialize};

use super::{Effect, Kind};
use crate::constraints::{EndPorts, Glyph, Sketch, Slot};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A spring that turns two parts back to an angle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorsionSpring {
    /// Stiffness (N m/rad).
    pub stiffness: f64,
    /// Damping (N m s).
    #[serde(default)]
    pub damping: f64,
    /// Rest angle of b against a (rad).
    #[serde(default)]
    pub rest: f64,
}

impl Default for TorsionSpring {
    fn default() -> Self {
        Self {
            stiffness: 5.0,
            damping: 0.02,
            rest: 0.0,
        }
    }
}

parameters!(TorsionSpring {
    "stiffness" stiffness: "Stiffness", NewtonMetrePerRadian, 0.0..=1e9;
    "damping" damping: "Damping", NewtonMetreSecond, 0.0..=1e9;
    "rest" rest: "Rest angle", Radian, -1e6..=1e6;
});

impl Kind for TorsionSpring {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64) -> Effect {
        let turn = ends[1].angle.value - ends[0].angle.value - self.rest;
        let rate = ends[1].angle.rate - ends[0].angle.rate;
        let torque = self.stiffness * turn + self.damping * rate;
        Effect {
            potential: 0.5 * self.stiffness * turn * turn,
            power: -self.damping * rate * rate,
            ..Effect::on([Vec2::ZERO; 2], [torque, -torque])
        }
    }

    fn is_conservative(&self) -> bool {
        self.damping == 0.0
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.rest = ends[1].angle.value - ends[0].angle.value;
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Spiral {
            at: ends[1].point.value,
            from: ends[0].angle.value,
            to: ends[1].angle.value,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (6.5, 0.0),
                (5.0, 4.0),
                (1.0, 6.0),
                (-3.6, 4.8),
                (-5.8, 0.8),
                (-4.6, -3.6),
                (-0.6, -5.4),
                (3.0, -3.6),
                (4.0, 0.0),
                (2.6, 2.8),
                (-0.4, 3.6),
                (-3.0, 1.2),
                (-2.4, -1.8),
                (0.0, -2.4),
                (1.2, 0.0),
            ]],
            dots: &[(0.0, 0.3, 1.0)],
            rings: &[],
        })
    }
}
