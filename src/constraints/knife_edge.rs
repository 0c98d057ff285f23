//! ```text
//! n = perp of the blade (turns with b),  d = p_b - p_a
//! Cdot = n·(p_b' - p_a' - w_a perp(d))                 no motion across the blade over the part a
//! J    = [-n^T, -n·perp(d); n^T, 0]
//! gamma = w_b perp(n)·(p_b' - p_a' - w_a perp(d)) - w_a n·perp(d') (+ ports)
//! lambda = force across the blade on b (N)
//! ```
//! A skate on the ice of a, a wheel seen from above. It holds at velocity level only: every place can be
//! reached. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::perp;
use crate::parameter::{Unit, parameters};

/// A blade that does not move sideways.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnifeEdge {
    /// Direction of the blade in the frame of b (rad).
    #[serde(default)]
    pub axis: f64,
}

parameters!(KnifeEdge { "axis" axis: "Direction", Radian, -1e3..=1e3; });

/// Length of the blade as it is drawn, to each side (m).
const DRAWN: f64 = 0.16;

impl Kind for KnifeEdge {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::PointAndAngle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Ice", "Blade"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::velocity(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let [a, b] = [&ends[0], &ends[1]];
        let (u, ..) = b.direction(self.axis);
        let n = perp(u);
        let d = b.point.value - a.point.value;
        let v = b.point.rate - a.point.rate;
        let (wa, wb) = (a.angle.rate, b.angle.rate);
        rows[0].curvature = wb * perp(n).dot(v - wa * perp(d)) - wa * n.dot(perp(v));
        rows[0].set_gradients([Gradient::new(-n, -n.dot(perp(d))), Gradient::new(n, 0.0)]);
    }

    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (u, ..) = ends[1].direction(self.axis);
        let at = ends[1].point.value;
        vec![Glyph::Wire {
            points: vec![at - DRAWN * u, at + DRAWN * u],
            closed: false,
            stuff: Stuff::Steel,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.0, 3.0), (5.0, 3.0), (7.0, 1.0)],
                &[(-3.0, 3.0), (-3.0, 0.0)],
                &[(2.5, 3.0), (2.5, 0.0)],
                &[
                    (-5.0, 0.0),
                    (5.0, 0.0),
                    (1.0, -3.0),
                    (-1.0, -6.0),
                    (-5.0, -6.0),
                    (-5.0, 0.0),
                ],
            ],
            dots: &[],
            rings: &[],
        })
    }
}
