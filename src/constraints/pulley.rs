//! ```text
//! C = |p_a - p_over1| + |p_over1 - p_over2| + n |p_over2 - p_b| - L        (distances as in [`super::separation`])
//! lambda = compression of the rope at a: minus its tension (N); n times that at b
//! ```
//! A rope of fixed length that runs freely over two points, each on a part or the ground. n is the number of
//! strands on which b hangs (a tackle). It does not sag: it also pushes. Singular where an end touches the
//! point it runs over.

use serde::{Deserialize, Serialize};

use super::{
    EndPorts, Glyph, Gradient, Kind, MAX_LINES, Row, RowInfo, Sketch, Slot, Stuff, glyph, separation,
};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A rope over two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pulley {
    /// Of the whole rope, the strands of the second end counted (m).
    pub length: f64,
    /// Strands on which the second end hangs.
    #[serde(default = "one")]
    pub ratio: f64,
}

fn one() -> f64 {
    1.0
}

impl Default for Pulley {
    fn default() -> Self {
        Self {
            length: 3.0,
            ratio: one(),
        }
    }
}

parameters!(Pulley {
    "length" length: "Length", Metre, 1e-3..=1e6;
    "ratio" ratio: "Strands at 2", One, 1e-2..=1e3;
});

/// How large the wheels are drawn under a rope (m).
const DRAWN: f64 = 0.06;

impl Kind for Pulley {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point, Slot::Point, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["From", "Over", "And over", "To"]
    }

    fn may_share(&self, one: usize, other: usize) -> bool {
        // An end may be tied to the block it runs over, but only one of them.
        (one, other) != (0, 1)
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let row = &mut rows[0];
        row.value = -self.length;
        for (k, weight) in [1.0, 1.0, self.ratio].into_iter().enumerate() {
            let strand = separation::between(&ends[k], &ends[k + 1]);
            row.value += weight * strand.length;
            row.curvature += weight * strand.curvature;
            // Two points at one place are one: what joins them has no direction.
            if strand.length > 0.0 {
                row.gradient[k] = Gradient::new(row.gradient[k].point - weight * strand.u, 0.0);
                row.gradient[k + 1] = Gradient::new(weight * strand.u, 0.0);
            }
        }
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        let strand = |k: usize| ends[k].point.value.distance(ends[k + 1].point.value);
        self.length = strand(0) + strand(1) + self.ratio * strand(2);
    }

    fn fits_with(&self, key: &str) -> bool {
        // More strands take more rope.
        key == "ratio"
    }

    fn lines(&self, ends: &[EndPorts], lines: &mut [Vec2; MAX_LINES]) -> usize {
        for (k, line) in lines.iter_mut().enumerate() {
            *line = ends[k + 1].point.value - ends[k].point.value;
        }
        lines.len()
    }

    fn closed_up(&self) -> &'static str {
        "one of its ends has come to the point that it runs over; make the rope longer, or hold what pulls it before it gets there"
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let wheel = |k: usize| Glyph::Wire {
            points: glyph::circle(ends[k].point.value, DRAWN),
            closed: true,
            stuff: Stuff::Steel,
        };
        vec![
            Glyph::Wire {
                points: ends.iter().map(|end| end.point.value).collect(),
                closed: false,
                stuff: Stuff::Rope,
            },
            wheel(1),
            wheel(2),
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.2, -4.0), (-6.2, 3.0)],
                &[(-4.0, -6.2), (4.0, -6.2)],
                &[(6.2, -4.0), (6.2, 1.0)],
                &[(-7.5, 3.0), (-4.9, 3.0), (-4.9, 6.0), (-7.5, 6.0), (-7.5, 3.0)],
                &[(4.9, 1.0), (7.5, 1.0), (7.5, 4.0), (4.9, 4.0), (4.9, 1.0)],
            ],
            dots: &[],
            rings: &[(-4.0, -4.0, 2.2), (4.0, -4.0, 2.2)],
        })
    }
}
