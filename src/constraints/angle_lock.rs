//! ```text
//! C = angle_b - angle_a - angle,   J = [-1, 1] on the angles,   gamma = 0
//! lambda = torque on b (N m)
//! ```
//! The parts keep their angle to each other and move as they like otherwise. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff, turn};
use crate::parameter::{Unit, parameters};

/// Keeps the angle between two parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AngleLock {
    /// Angle of b against a (rad).
    #[serde(default)]
    pub angle: f64,
}

parameters!(AngleLock { "angle" angle: "Angle", Radian, -1e6..=1e6; });

impl Kind for AngleLock {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Radian)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        turn::measure(&mut rows[0], ends);
        rows[0].value -= self.angle;
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.angle = turn::between(ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (a, b) = (ends[0].point.value, ends[1].point.value);
        vec![
            Glyph::Wire {
                points: vec![a, b],
                closed: false,
                stuff: Stuff::Dashes,
            },
            Glyph::Block {
                at: (a + b) / 2.0,
                angle: ends[0].angle.value + std::f64::consts::FRAC_PI_4,
            },
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.0, 5.0), (6.0, 5.0)],
                &[(-6.0, 5.0), (3.0, -5.0)],
                &[(0.5, 5.0), (0.0, 2.0), (-1.5, 0.2)],
            ],
            dots: &[(-6.0, 5.0, 1.3)],
            rings: &[],
        })
    }
}
