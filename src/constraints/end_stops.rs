//! ```text
//! u = axis of the rail (turns with a),  x = u·(p_b - p_a),   lower <= x <= upper        (see [`super::carried`])
//! C = x - lower  or  x - upper,   no row between the two
//! lambda = force on b along the rail (N): positive at the lower end, negative at the upper one
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::{Dial, EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, carried, stops};
use crate::math::{Vec2, perp, unit};
use crate::parameter::{Unit, parameters};

/// Stops at both ends of the travel along a rail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndStops {
    /// Direction of the rail in the frame of a (rad).
    #[serde(default)]
    pub axis: f64,
    /// Least position along the rail, from the point of a (m).
    pub lower: f64,
    /// Largest position (m).
    pub upper: f64,
    /// Speed after a hit over the speed before it.
    #[serde(default)]
    pub restitution: f64,
}

impl Default for EndStops {
    fn default() -> Self {
        Self {
            axis: 0.0,
            lower: -0.5,
            upper: 0.5,
            restitution: 0.0,
        }
    }
}

parameters!(EndStops {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "lower" lower: "Lower", Metre, -1e5..=1e5;
    "upper" upper: "Upper", Metre, -1e5..=1e5;
    "restitution" restitution: "Restitution", One, 0.0..=1.0;
});

/// Half the length of a stop as it is drawn (m).
const HALF: f64 = 0.08;

impl EndStops {
    fn way(&self, ends: &[EndPorts]) -> f64 {
        let (u, ..) = ends[0].direction(self.axis);
        u.dot(ends[1].point.value - ends[0].point.value)
    }
}

impl Kind for EndStops {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Rail", "Slides"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::range(self.restitution))
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if let Some(bound) = Mode::of(memory).bound(self.lower, self.upper) {
            let (u, ..) = ends[0].direction(self.axis);
            carried::component(&mut rows[0], u, &ends[0], &ends[1]);
            rows[0].value -= bound;
        }
    }

    // Of the same width as before, about b where b is beyond them.
    fn fit(&mut self, ends: &[EndPorts]) {
        (self.axis, _) = carried::laid_along(self.axis, 0.0, ends);
        [self.lower, self.upper] = stops::around(self.way(ends), [self.lower, self.upper]);
    }

    fn problem(&self) -> Option<String> {
        (self.lower > self.upper).then(|| {
            format!(
                "its lower stop at {} m is beyond its upper stop at {} m; exchange them",
                self.lower, self.upper
            )
        })
    }

    fn dials(&self, ends: &[EndPorts]) -> Vec<Dial> {
        let u = unit(ends[0].angle.value + self.axis);
        let on = |way: f64| ends[0].point.value + way * u;
        stops::dials([self.lower, self.upper], Unit::Metre, on)
    }

    fn dialled(&self, ends: &[EndPorts], key: &str, to: Vec2) -> Option<f64> {
        let u = unit(ends[0].angle.value + self.axis);
        matches!(key, "lower" | "upper").then(|| u.dot(to - ends[0].point.value))
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let u = unit(ends[0].angle.value + self.axis);
        let stop = |way: f64| {
            let at = ends[0].point.value + way * u;
            Glyph::Wire {
                points: vec![at - HALF * perp(u), at + HALF * perp(u)],
                closed: false,
                stuff: Stuff::Steel,
            }
        };
        let [from, to] = [self.lower, self.upper].map(|way| ends[0].point.value + way * u);
        let way = Glyph::Wire {
            points: vec![from, to],
            closed: false,
            stuff: Stuff::Dashes,
        };
        vec![way, stop(self.lower), stop(self.upper)]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.0, 0.0), (6.0, 0.0)],
                &[(-6.0, -4.0), (-6.0, 4.0)],
                &[(6.0, -4.0), (6.0, 4.0)],
            ],
            dots: &[(2.0, 0.0, 2.2)],
            rings: &[],
        })
    }
}
