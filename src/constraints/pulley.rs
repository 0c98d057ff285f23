//! ```text
//! C = |p_a - p_over1| + |p_over1 - p_over2| + n |p_over2 - p_b| - L        (distances as in [`super::separation`])
//! lambda = compression of the rope at a: minus its tension (N); n times that at b
//! ```
//! A rope of fixed length that runs freely over two points, each on a part or the ground. n is the number of
//! strands on which b hangs (a tackle). It does not sag: it also pushes. Singular where an end touches the
//! point it runs over.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::{
    EndPorts, Glyph, Gradient, Kind, MAX_LINES, Row, RowInfo, Sketch, Slot, Stuff, glyph, separation,
};
use crate::math::{Vec2, perp};
use crate::parameter::{Unit, parameters};

/// A rope over two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pulley {
    /// Length of the whole rope, with all strands of the second end (m).
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

/// Radius of the wheels drawn under a rope (m).
const DRAWN: f64 = 0.06;
/// Strands that are drawn one by one at most.
const DRAWN_STRANDS: u32 = 12;
/// Sides of a half turn of the rope round a sheave.
const HALF_TURN: u32 = 12;

/// A rope between two blocks of sheaves, as it is drawn: strand beside strand, each sheave between two of them.
struct Tackle {
    /// The rope from the first sheave to its fixed end.
    rope: Vec<Vec2>,
    /// Centres of the sheaves, and the radius of all (m).
    sheaves: Vec<Vec2>,
    radius: f64,
    /// Axles of the upper and of the lower block, from end to end.
    blocks: [[Vec2; 2]; 2],
}

impl Pulley {
    /// The tackle drawn between the last point that the rope runs over and its end, where that hangs on a whole number of strands, few enough to be
    /// drawn.
    fn tackle(&self, [lead, over, to]: [Vec2; 3]) -> Option<Tackle> {
        let strands = (2..=DRAWN_STRANDS).find(|count| f64::from(*count) == self.ratio)?;
        let radius = DRAWN * (4.0 / f64::from(strands)).min(1.0);
        let height = over.distance(to);
        let down = (to - over).try_normalize().unwrap_or(Vec2::NEG_Y);
        // The rope comes in at the first strand.
        let across = match perp(down) {
            it if it.dot(lead - over) > 0.0 => -it,
            it => it,
        };
        let point = |x: f64, y: f64| over + x * across + y * down;
        let strand = |k: u32| radius * (2.0 * f64::from(k) - f64::from(strands - 1));
        let half_turn = |x: f64, y: f64, side: f64| {
            let steps = (0..=HALF_TURN).map(move |k| PI * (1.0 - f64::from(k) / f64::from(HALF_TURN)));
            steps.map(move |angle| point(x + radius * angle.cos(), y + side * radius * angle.sin()))
        };
        let mut rope = Vec::new();
        let mut sheaves = [Vec::new(), Vec::new()];
        for k in 0..strands {
            // Down on the even strands, from a sheave above; up on the odd ones, from a sheave below.
            let (block, y, side) = if k % 2 == 0 {
                (0, 0.0, -1.0)
            } else {
                (1, height, 1.0)
            };
            let x = strand(k) - radius;
            sheaves[block].push(x);
            rope.extend(half_turn(x, y, side));
        }
        let ends_below = strands % 2 == 1;
        let last = strand(strands - 1);
        rope.push(point(last, if ends_below { height } else { 0.0 }));
        let axle = |block: usize, y: f64| {
            let made_fast = ((block == 1) == ends_below).then_some(last);
            let all = || sheaves[block].iter().copied().chain(made_fast);
            let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
            [point(low, y), point(high, y)]
        };
        let centres = [(0, 0.0), (1, height)].map(|(block, y)| (&sheaves[block], y));
        Some(Tackle {
            rope,
            radius,
            blocks: [axle(0, 0.0), axle(1, height)],
            sheaves: centres
                .into_iter()
                .flat_map(|(all, y)| all.iter().map(move |x| point(*x, y)))
                .collect(),
        })
    }
}

impl Kind for Pulley {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point, Slot::Point, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["From", "Over", "And over", "To"]
    }

    fn may_share(&self, one: usize, other: usize) -> bool {
        // An end may be tied to the block it runs over, but not the first end to the first point.
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
            // Points that coincide count as one: there is no direction between them.
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

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        for (k, line) in lines.iter_mut().enumerate() {
            *line = points[k + 1] - points[k];
        }
        lines.len()
    }

    fn degenerate_line_message(&self) -> &'static str {
        "one of its ends has come to the point that it runs over; make the rope longer, or hold what pulls it before it gets there"
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let at = |k: usize| ends[k].point.value;
        let rope = |points: Vec<Vec2>| Glyph::Wire {
            points,
            closed: false,
            stuff: Stuff::Rope,
        };
        let wheel = |at: Vec2, radius: f64| Glyph::Wire {
            points: glyph::circle(at, radius),
            closed: true,
            stuff: Stuff::Steel,
        };
        let Some(tackle) = self.tackle([at(1), at(2), at(3)]) else {
            let points = (0..ends.len()).map(at).collect();
            return vec![rope(points), wheel(at(1), DRAWN), wheel(at(2), DRAWN)];
        };
        let mut points = vec![at(0), at(1)];
        points.extend(&tackle.rope);
        let mut drawn = vec![rope(points), wheel(at(1), DRAWN)];
        drawn.extend(tackle.sheaves.iter().map(|it| wheel(*it, tackle.radius)));
        drawn.extend(tackle.blocks.map(|points| Glyph::Wire {
            points: points.to_vec(),
            closed: false,
            stuff: Stuff::Steel,
        }));
        drawn
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
