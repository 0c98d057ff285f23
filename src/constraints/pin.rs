//! ```text
//! C      = p_b - p_a          (2 rows)
//! J      = [-1, 1] on the points
//! gamma  = 0 (+ ports)
//! lambda = force on b at the pin (N)
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Exemption, Glyph, Gradient, Kind, Law, Row, RowInfo, Slot};
use crate::bodies::MovingPoint;
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A revolute joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {}

parameters!(Pin {});

/// C of a pin with its derivatives.
#[derive(Clone, Copy)]
pub(crate) struct Gap {
    /// C (m).
    pub(crate) value: Vec2,
    /// Cdot (m/s).
    pub(crate) rate: Vec2,
    /// gamma (m/s²).
    pub(crate) gamma: Vec2,
}

impl Gap {
    /// Gap of a pin that holds b to a.
    #[inline(always)]
    pub(crate) fn between(a: &MovingPoint, b: &MovingPoint) -> Self {
        Self {
            value: b.value - a.value,
            rate: b.rate - a.rate,
            gamma: b.bias - a.bias,
        }
    }
}

/// J of a pin by (x, y, angle) of a rigid body at one end, row by row; `sign` is 1 at the end b, -1 at a.
#[inline(always)]
pub(crate) fn end_block(sign: f64, lever: Vec2) -> [f64; 6] {
    [sign, 0.0, sign * lever.x, 0.0, sign, sign * lever.y]
}

impl Kind for Pin {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre); 2]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let [a, b] = [0, 1].map(|end: usize| MovingPoint::from(&ends[end].point));
        let c = Gap::between(&a, &b).value;
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
        let mut one = Vec::with_capacity(1);
        self.add_glyphs(ends, &mut one);
        one
    }
    fn add_glyphs(&self, ends: &[EndPorts], out: &mut Vec<Glyph>) {
        let at = (ends[0].point.value + ends[1].point.value) / 2.0;
        out.push(Glyph::Pin { at });
    }
}
