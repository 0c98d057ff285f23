//! ```text
//! C = (|p_c - p_a|² - |p_c - p_b|²)/(2 w) - offset        w the distance of a and b where it was made
//! J on a, b, c: -(p_c - p_a)/w, (p_c - p_b)/w, (p_b - p_a)/w
//! gamma = (|p_c' - p_a'|² - |p_c' - p_b'|²)/w             lambda = force on c along the line from a to b (N)
//! ```
//! A point as far from one point as from another: the middle of a pantograph, the nose of a symmetric frame. Singular
//! where a and b coincide.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::parameter::{Unit, parameters};

/// Keeps a point in the middle between two others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Midline {
    /// Distance of the two points where it was made (m).
    pub width: f64,
    /// How far from the middle, towards the second point (m).
    #[serde(default)]
    pub offset: f64,
}

impl Default for Midline {
    fn default() -> Self {
        Self {
            width: 1.0,
            offset: 0.0,
        }
    }
}

parameters!(Midline {
    "width" width: "Width", Metre, 1e-3..=1e5;
    "offset" offset: "Off the middle", Metre, -1e5..=1e5;
});

impl Kind for Midline {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Between", "And", "Stays in the middle"]
    }

    // The first two may be points of one part, or of the ground.
    fn may_share(&self, one: usize, other: usize) -> bool {
        (one, other) == (0, 1)
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let [a, b, c] = [ends[0].point, ends[1].point, ends[2].point];
        let (to_a, to_b) = (c.value - a.value, c.value - b.value);
        let (from_a, from_b) = (c.rate - a.rate, c.rate - b.rate);
        let scale = 1.0 / self.width;
        rows[0].value = 0.5 * scale * (to_a.length_squared() - to_b.length_squared()) - self.offset;
        rows[0].curvature = scale * (from_a.length_squared() - from_b.length_squared());
        rows[0].set_gradients([
            Gradient::new(-scale * to_a, 0.0),
            Gradient::new(scale * to_b, 0.0),
            Gradient::new(scale * (b.value - a.value), 0.0),
        ]);
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        let [a, b, c] = [ends[0].point.value, ends[1].point.value, ends[2].point.value];
        self.width = a.distance(b).max(1e-3);
        self.offset = 0.5 / self.width * (c.distance_squared(a) - c.distance_squared(b));
    }

    fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        let apart = ends[0].point.value.distance(ends[1].point.value);
        (apart < 1e-6).then(|| "its first two points are in one place; move one of them".to_owned())
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let [a, b, c] = [ends[0].point.value, ends[1].point.value, ends[2].point.value];
        vec![Glyph::Wire {
            points: vec![a, c, b],
            closed: false,
            stuff: Stuff::Dashes,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.0, 5.0), (0.0, -5.0), (6.0, 5.0)],
                &[(0.0, -1.0), (0.0, 7.0)],
            ],
            dots: &[(-6.0, 5.0, 1.3), (6.0, 5.0, 1.3), (0.0, -5.0, 1.9)],
            rings: &[],
        })
    }
}
