//! ```text
//! d = p_b - p_a,  u = d/|d|
//! C = |d| - L >= 0        J, gamma as of a rod (see [`super::separation`]) where it is pressed, no row where it is not
//! lambda >= 0: compression (N)
//! ```
//! Singular where the ends coincide: u has no direction there, and x is taken.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, separation};
use crate::parameter::{Unit, parameters};

/// A strut keeps two points at least a distance apart: a prop, a bumper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strut {
    /// Length (m).
    pub length: f64,
    /// Speed after a hit over the speed before it.
    #[serde(default)]
    pub restitution: f64,
}

impl Default for Strut {
    fn default() -> Self {
        Self {
            length: 0.5,
            restitution: 0.0,
        }
    }
}

parameters!(Strut {
    "length" length: "Length", Metre, 1e-4..=1e5;
    "restitution" restitution: "Restitution", One, 0.0..=1.0;
});

impl Kind for Strut {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::range(self.restitution))
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if let Some(length) = Mode::of(memory).bound(self.length, f64::INFINITY) {
            separation::measure(&mut rows[0], ends, length);
        }
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.length = ends[0].point.value.distance(ends[1].point.value);
    }

    // Drawn as a rod of its length from one end; the other end is away from it where the strut is not pressed.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (a, b) = (ends[0].point.value, ends[1].point.value);
        let d = separation::between(&ends[0], &ends[1]);
        vec![
            Glyph::Rod {
                from: a,
                to: a + self.length.min(d.length) * d.u,
            },
            Glyph::Pin { at: b },
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[(-6.5, 0.0), (2.0, 0.0)], &[(2.0, -3.5), (2.0, 3.5)]],
            dots: &[(-6.5, 0.0, 1.5), (6.0, 0.0, 1.9)],
            rings: &[],
        })
    }
}
