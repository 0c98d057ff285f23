//! ```text
//! d = p_b - p_a,  u = d/|d|
//! C = |d| - L <= 0        J, gamma as of a rod (see [`super::separation`]) where it is taut, no row where it is slack
//! lambda <= 0: tension (N)
//! ```
//! Singular where the ends coincide, where a rope of any length is slack.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, separation};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A massless rope between two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    /// Length (m).
    pub length: f64,
    /// Speed at which its ends come together after a jerk, over the speed at which they went apart.
    #[serde(default)]
    pub restitution: f64,
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            length: 1.0,
            restitution: 0.0,
        }
    }
}

parameters!(Rope {
    "length" length: "Length", Metre, 1e-4..=1e5;
    "restitution" restitution: "Restitution", One, 0.0..=1.0;
});

/// Pieces of a rope as it is drawn.
const POINTS: u32 = 16;

impl Kind for Rope {
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
        if let Some(length) = Mode::of(memory).bound(f64::NEG_INFINITY, self.length) {
            separation::measure(&mut rows[0], ends, length);
        }
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.length = ends[0].point.value.distance(ends[1].point.value);
    }

    // It sags as a parabola that is about as long as the rope.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (a, b) = (ends[0].point.value, ends[1].point.value);
        let slack = self.length * self.length - a.distance_squared(b);
        let sag = (3.0 / 16.0 * slack.max(0.0)).sqrt();
        let point = |k: u32| {
            let t = f64::from(k) / f64::from(POINTS);
            a + t * (b - a) - Vec2::new(0.0, 4.0 * sag * t * (1.0 - t))
        };
        let taut = sag < 1e-3 * self.length;
        vec![Glyph::Wire {
            points: if taut {
                vec![a, b]
            } else {
                (0..=POINTS).map(point).collect()
            },
            closed: false,
            stuff: Stuff::Rope,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (-6.5, -4.5),
                (-4.5, 1.0),
                (-1.5, 4.0),
                (1.5, 4.0),
                (4.5, 1.0),
                (6.5, -4.5),
            ]],
            dots: &[(-6.5, -4.5, 1.5), (6.5, -4.5, 1.5)],
            rings: &[],
        })
    }
}
