//! ```text
//! u = axis of the rail (turns with a), n = perp(u), d = p_b - p_a
//! C1 = n·d - offset                 b stays on the rail        (see [`super::carried`])
//! C2 = angle_b - angle_a - angle    and does not turn on it
//! lambda = force across the rail (N), torque on b (N m)
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::slot::{laid_reach, rail};
use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, carried, turn};
use crate::math::perp;
use crate::parameter::{Unit, parameters};

/// A prismatic joint: a shoe on a rail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Direction of the rail in the frame of a (rad).
    #[serde(default)]
    pub axis: f64,
    /// Distance of the rail from the point of a, to the left of the axis (m).
    #[serde(default)]
    pub offset: f64,
    /// Angle of b against a (rad).
    #[serde(default)]
    pub angle: f64,
    /// Distance to which the rail is drawn on both sides of the point of a (m).
    #[serde(default = "super::slot::usual_reach")]
    pub reach: f64,
}

impl Default for Slider {
    fn default() -> Self {
        Self {
            axis: 0.0,
            offset: 0.0,
            angle: 0.0,
            reach: super::slot::usual_reach(),
        }
    }
}

parameters!(Slider {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "offset" offset: "Offset", Metre, -1e5..=1e5;
    "angle" angle: "Angle", Radian, -1e6..=1e6;
    "reach" reach: "Drawn to", Metre, 1e-3..=1e5;
});

impl Kind for Slider {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::PointAndAngle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Rail", "Slides"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre), RowInfo::position(Unit::Radian)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let (u, ..) = ends[0].direction(self.axis);
        let height = carried::component(&mut rows[0], perp(u), &ends[0], &ends[1]);
        rows[0].value = height - self.offset;
        turn::measure(&mut rows[1], ends);
        rows[1].value -= self.angle;
    }

    // The rail is laid from one point to the other.
    fn fit(&mut self, ends: &[EndPorts]) {
        (self.axis, self.offset) = carried::laid_along(self.axis, self.offset, ends);
        self.angle = turn::between(ends);
        self.reach = laid_reach(self.reach, ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![rail(ends, self.axis, self.offset, self.reach, true)]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 2.5), (7.0, 2.5)],
                &[(-3.5, 1.5), (-3.5, -3.5), (3.5, -3.5), (3.5, 1.5), (-3.5, 1.5)],
            ],
            dots: &[(0.0, -1.0, 1.2)],
            rings: &[],
        })
    }
}
