//! ```text
//! C      = p_b - p_a          (2 rows)
//! J      = [-1, 1] on the points
//! gamma  = 0 (+ ports)
//! lambda = force on b at the pin (N)
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Exemption, Glyph, Gradient, Kind, Law, Row, RowInfo, Slot};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A revolute joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {}

parameters!(Pin {});

impl Kind for Pin {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre); 2]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let c = ends[1].point.value - ends[0].point.value;
        for (row, (value, axis)) in rows.iter_mut().zip([(c.x, Vec2::X), (c.y, Vec2::Y)]) {
            row.value = value;
            row.set_gradients([Gradient::new(-axis, 0.0), Gradient::new(axis, 0.0)]);
        }
    }

    // Nothing to set: a pin between points that are apart draws them together.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn exemptions(&self) -> &'static [Exemption] {
        &[
            (
                Law::ThirdLaw,
                "between points that are apart the forces make a couple, C x lambda",
            ),
            (
                Law::FrameInvariance,
                "C is a vector in the world's axes and turns with the frame",
            ),
        ]
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Pin {
            at: (ends[0].point.value + ends[1].point.value) / 2.0,
        }]
    }
}
