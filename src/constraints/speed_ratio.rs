//! ```text
//! Cdot = (w_c - w_a) - n (w_b - w_a),   J = [n - 1, -n, 1] on the angles,   gamma = 0
//! lambda = torque on c (N m)
//! ```
//! Two rotations against a frame a, c turning n times as fast as b. It holds at velocity level only: the relative angles are free, as with friction
//! wheels. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A ratio of two speeds of rotation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeedRatio {
    /// Turns of c for one turn of b.
    pub ratio: f64,
}

impl Default for SpeedRatio {
    fn default() -> Self {
        Self { ratio: 2.0 }
    }
}

parameters!(SpeedRatio { "ratio" ratio: "Ratio", One, -1e4..=1e4; });

impl Kind for SpeedRatio {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle, Slot::Angle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Against", "Drives", "Follows"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::velocity(Unit::Radian)]
    }

    fn evaluate(&self, _ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let turn = |by: f64| Gradient::new(Vec2::ZERO, by);
        rows[0].set_gradients([turn(self.ratio - 1.0), turn(-self.ratio), turn(1.0)]);
    }

    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Wire {
            points: vec![ends[1].point.value, ends[2].point.value],
            closed: false,
            stuff: Stuff::Dashes,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[(-0.4, -1.6), (0.8, -0.4)], &[(-6.0, 6.0), (6.0, 6.0)]],
            dots: &[(-3.6, -1.6, 1.0), (4.0, -1.6, 1.0)],
            rings: &[(-3.6, -1.6, 3.4), (4.0, -1.6, 2.4)],
        })
    }

    fn problem(&self) -> Option<String> {
        (self.ratio == 0.0).then(|| "ratio is 0; give another number".to_owned())
    }
}
