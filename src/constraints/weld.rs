//! ```text
//! C1, C2 = x and y of p_b - p_a in the frame of a      C3 = angle_b - angle_a - angle
//! J      = as in [`super::carried`] along both axes;   [-1, 1] on the angles
//! lambda = force on b in the frame of a (N), torque on b (N m)
//! ```
//! Two parts welded move as one of the summed mass and inertia. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, carried, turn};
use crate::math::perp;
use crate::parameter::{Unit, parameters};

/// A weld: joins two parts to one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weld {
    /// Angle of b against a (rad).
    #[serde(default)]
    pub angle: f64,
}

parameters!(Weld { "angle" angle: "Angle", Radian, -1e6..=1e6; });

impl Kind for Weld {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::PointAndAngle]
    }

    fn rows(&self) -> Vec<RowInfo> {
        let along = RowInfo::position(Unit::Metre);
        vec![along, along, RowInfo::position(Unit::Radian)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let (u, ..) = ends[0].direction(0.0);
        carried::component(&mut rows[0], u, &ends[0], &ends[1]);
        carried::component(&mut rows[1], perp(u), &ends[0], &ends[1]);
        turn::measure(&mut rows[2], ends);
        rows[2].value -= self.angle;
    }

    // The points are drawn together; the angle stays as it is.
    fn fit(&mut self, ends: &[EndPorts]) {
        self.angle = turn::between(ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Block {
            at: (ends[0].point.value + ends[1].point.value) / 2.0,
            angle: ends[0].angle.value,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.0, -4.0), (1.0, -4.0), (1.0, 2.0), (-6.0, 2.0), (-6.0, -4.0)],
                &[(-1.0, -1.0), (6.0, -1.0), (6.0, 5.0), (-1.0, 5.0), (-1.0, -1.0)],
            ],
            dots: &[(0.0, 0.5, 1.8)],
            rings: &[],
        })
    }
}
