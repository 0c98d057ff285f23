//! ```text
//! u = axis of the rail (turns with a)
//! C = u·(p_b - p_a) - h (angle_c - angle_a) - offset        (see [`super::carried`])
//! lambda = force along the rail on b (N); -h times that is the torque on c
//! ```
//! Couples travel along a rail to a rotation: a screw, a winch, a rack far from its wheel. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, Row, RowInfo, Sketch, Slot, Stuff, carried};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A ratio between a slide and a rotation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screw {
    /// Direction of the rail in the frame of a (rad).
    #[serde(default)]
    pub axis: f64,
    /// Travel per radian (m).
    pub lead: f64,
    /// Value of `u·d - h (angle_c - angle_a)` as built (m).
    #[serde(default)]
    pub offset: f64,
}

impl Default for Screw {
    fn default() -> Self {
        Self {
            axis: 0.0,
            lead: 0.2,
            offset: 0.0,
        }
    }
}

parameters!(Screw {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "lead" lead: "Way per radian", Metre, -1e4..=1e4;
    "offset" offset: "Offset", Metre, -1e6..=1e6;
});

impl Screw {
    fn gone(&self, ends: &[EndPorts]) -> f64 {
        let (u, ..) = ends[0].direction(self.axis);
        u.dot(ends[1].point.value - ends[0].point.value)
            - self.lead * (ends[2].angle.value - ends[0].angle.value)
    }
}

impl Kind for Screw {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point, Slot::Centre]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Rail", "Slides", "Turns"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let (u, ..) = ends[0].direction(self.axis);
        carried::component(&mut rows[0], u, &ends[0], &ends[1]);
        rows[0].value = self.gone(ends) - self.offset;
        rows[0].gradient[0].angle += self.lead;
        rows[0].gradient[2] = Gradient::new(Vec2::ZERO, -self.lead);
    }

    // The axis is laid from the rail's point to the sliding one, if they are apart.
    fn fit(&mut self, ends: &[EndPorts]) {
        (self.axis, _) = carried::laid_along(self.axis, 0.0, ends);
        self.offset = self.gone(ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let dashes = |from: usize, to: usize| Glyph::Wire {
            points: vec![ends[from].point.value, ends[to].point.value],
            closed: false,
            stuff: Stuff::Dashes,
        };
        vec![dashes(0, 1), dashes(1, 2)]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 4.0), (7.0, 4.0)],
                &[(1.0, 4.0), (1.0, 0.5), (6.0, 0.5), (6.0, 4.0)],
                &[(-7.0, 6.0), (-5.0, 2.0), (-3.0, 6.0), (-1.0, 2.0)],
            ],
            dots: &[(-3.0, -3.5, 1.0)],
            rings: &[(-3.0, -3.5, 3.2)],
        })
    }
}
