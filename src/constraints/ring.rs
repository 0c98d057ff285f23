//! ```text
//! C = |p_b - p_a| - r       b runs on a circle about the point of a    (see [`super::separation`])
//! J = [-u^T, u^T]           lambda = force of the wire on b, outwards (N)
//! ```
//! Singular where b is at the centre.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff, glyph, separation};
use crate::parameter::{Unit, parameters};

/// A bead on a round wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    /// Radius (m).
    pub radius: f64,
}

impl Default for Ring {
    fn default() -> Self {
        Self { radius: 1.0 }
    }
}

parameters!(Ring { "radius" radius: "Radius", Metre, 1e-4..=1e5; });

impl Kind for Ring {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Centre", "Runs on it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        separation::measure(&mut rows[0], ends, self.radius);
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.radius = ends[0].point.value.distance(ends[1].point.value);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Wire {
            points: glyph::circle(ends[0].point.value, self.radius),
            closed: true,
            stuff: Stuff::Steel,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[],
            dots: &[(4.2, -4.2, 2.2)],
            rings: &[(0.0, 0.0, 6.0)],
        })
    }
}
