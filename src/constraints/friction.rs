//! ```text
//! w = (angle_b - angle_a)',   J = [-1, 1] on the angles,   gamma = 0
//! lambda = torque on b (N m), |lambda| <= torque:  w = 0 where it is less, against w where it is as large
//! ```
//! Dry friction in a pin, or a brake. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, glyph, turn};
use crate::parameter::{Unit, parameters};

/// Dry friction against the turning of one part on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Friction {
    /// Largest torque (N m).
    pub torque: f64,
}

impl Default for Friction {
    fn default() -> Self {
        Self { torque: 0.1 }
    }
}

parameters!(Friction { "torque" torque: "Largest torque", NewtonMetre, 0.0..=1e9; });

/// Radius of the shoe as it is drawn (m).
const RADIUS: f64 = 0.07;

impl Kind for Friction {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::velocity(Unit::Radian)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::Capped { most: self.torque })
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if Mode::of(memory) != Mode::Inside {
            return;
        }
        turn::measure(&mut rows[0], ends);
        rows[0].value = 0.0;
    }

    // Only rates matter.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let at = ends[1].point.value;
        vec![Glyph::Wire {
            points: glyph::circle(at, RADIUS),
            closed: true,
            stuff: Stuff::Rubber,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-5.5, -5.0), (-5.5, 5.0)],
                &[(-7.0, -3.0), (-5.5, -4.0)],
                &[(-7.0, 1.0), (-5.5, 0.0)],
                &[(-7.0, 5.0), (-5.5, 4.0)],
            ],
            dots: &[(1.0, 0.0, 1.4)],
            rings: &[(1.0, 0.0, 5.8)],
        })
    }
}
