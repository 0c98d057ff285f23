//! ```text
//! phi = angle_b - angle_a,   lower <= phi <= upper
//! C = phi - lower  or  phi - upper,   J = [-1, 1] on the angles,   gamma = 0      no row between the two
//! lambda = torque on b (N m): positive at the lower end, negative at the upper one
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::{Dial, EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, stops, turn};
use crate::math::{Vec2, unit, wrap_angle};
use crate::parameter::{Unit, parameters};

/// Stops for the angle between two parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AngleLimits {
    /// Least angle of b against a (rad).
    pub lower: f64,
    /// Largest angle (rad).
    pub upper: f64,
    /// Speed after a hit over the speed before it.
    #[serde(default)]
    pub restitution: f64,
}

impl Default for AngleLimits {
    fn default() -> Self {
        Self {
            lower: -0.5,
            upper: 0.5,
            restitution: 0.0,
        }
    }
}

parameters!(AngleLimits {
    "lower" lower: "Lower", Radian, -1e6..=1e6;
    "upper" upper: "Upper", Radian, -1e6..=1e6;
    "restitution" restitution: "Restitution", One, 0.0..=1.0;
});

/// Pieces of the arc as it is drawn, and its radius (m).
const POINTS: u32 = 12;
const RADIUS: f64 = 0.18;

impl Kind for AngleLimits {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Stands", "Turns"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Radian)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::range(self.restitution))
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if let Some(bound) = Mode::of(memory).bound(self.lower, self.upper) {
            turn::measure(&mut rows[0], ends);
            rows[0].value -= bound;
        }
    }

    // Of the same width as before, about the present angle where that is beyond them.
    fn fit(&mut self, ends: &[EndPorts]) {
        [self.lower, self.upper] = stops::around(turn::between(ends), [self.lower, self.upper]);
    }

    fn problem(&self) -> Option<String> {
        (self.lower > self.upper).then(|| {
            format!(
                "its lower limit of {} rad is above its upper limit of {} rad; exchange them",
                self.lower, self.upper
            )
        })
    }

    fn dials(&self, ends: &[EndPorts]) -> Vec<Dial> {
        let (at, base) = (ends[1].point.value, ends[0].angle.value);
        let on = |angle: f64| at + 1.25 * RADIUS * unit(base + angle);
        stops::dials([self.lower, self.upper], Unit::Radian, on)
    }

    // The angle changes by less than half a turn.
    fn dialled(&self, ends: &[EndPorts], key: &str, to: Vec2) -> Option<f64> {
        let now = match key {
            "lower" => self.lower,
            "upper" => self.upper,
            _ => return None,
        };
        let there = (to - ends[1].point.value).to_angle() - ends[0].angle.value;
        Some(now + wrap_angle(there - now))
    }

    // Two stops on an arc about the turning part, with a pointer between them.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (at, base) = (ends[1].point.value, ends[0].angle.value);
        let span = (self.upper - self.lower).min(std::f64::consts::TAU);
        let on = |angle: f64, radius: f64| at + radius * unit(base + angle);
        let arc = (0..=POINTS).map(|k| on(self.lower + span * f64::from(k) / f64::from(POINTS), RADIUS));
        let line = |points: Vec<_>, stuff| Glyph::Wire {
            points,
            closed: false,
            stuff,
        };
        let stop = |angle: f64| vec![on(angle, 0.75 * RADIUS), on(angle, 1.25 * RADIUS)];
        vec![
            line(arc.collect(), Stuff::Dashes),
            line(stop(self.lower), Stuff::Steel),
            line(stop(self.lower + span), Stuff::Steel),
            line(vec![at, on(turn::between(ends), RADIUS)], Stuff::Dashes),
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-5.0, 5.0), (5.5, 5.0)],
                &[(-5.0, 5.0), (0.0, -5.0)],
                &[(4.0, 2.5), (4.0, 7.0)],
                &[(-2.5, -4.5), (1.5, -2.5)],
                &[(4.0, 5.0), (3.0, 0.5), (-0.5, -3.5)],
            ],
            dots: &[(-5.0, 5.0, 1.5)],
            rings: &[],
        })
    }
}
