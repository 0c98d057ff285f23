//! ```text
//! w = (angle_b - angle_a)' sense >= 0,   J = ±[-1, 1] on the angles,   gamma = 0
//! lambda >= 0: torque that carries b along (N m);  no row while b runs ahead
//! ```
//! A freewheel: b may turn faster than a in its free sense, and is carried along by a otherwise. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, turn};
use crate::parameter::{Choice, parameters};

/// A one-way clutch between two parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clutch {
    /// Whether b may run ahead clockwise instead of counter-clockwise.
    #[serde(default)]
    pub clockwise: bool,
}

parameters!(Clutch {} with {
    fn choices(&self) -> Vec<Choice> {
        vec![turn::one_way(self.clockwise)]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        turn::choose_one_way(&mut self.clockwise, key, option)
    }
});

impl Kind for Clutch {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Carries", "Runs ahead"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::velocity(crate::parameter::Unit::Radian)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::OneWay)
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if Mode::of(memory) == Mode::Inside {
            return;
        }
        turn::measure(&mut rows[0], ends);
        turn::towards(&mut rows[0], self.clockwise);
        rows[0].value = 0.0;
    }

    // Only rates matter.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![
            Glyph::Turn {
                at: ends[1].point.value,
                speed: turn::sense(self.clockwise),
            },
            Glyph::Block {
                at: ends[1].point.value,
                angle: ends[0].angle.value,
            },
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[
                    (-2.5, 5.0),
                    (-5.0, 2.0),
                    (-5.0, -2.0),
                    (-2.0, -5.0),
                    (2.0, -5.0),
                    (5.0, -2.0),
                ],
                &[(2.5, -2.5), (5.0, -2.0), (6.0, -4.5)],
            ],
            dots: &[(0.0, 0.0, 2.2)],
            rings: &[],
        })
    }
}
