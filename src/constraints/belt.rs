//! ```text
//! C = ra (angle_a - phi) ∓ rb (angle_b - phi) - C0       see [`super::rolling`]; - open, + crossed
//! lambda = force along the belt (N)
//! ```
//! A belt that neither stretches nor slips, on wheels whose centres are held by axles. Singular where the
//! centres coincide.

use serde::{Deserialize, Serialize};

use super::rolling::{self, Rolling};
use super::{EndPorts, Glyph, Kind, MAX_LINES, Round, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::{Vec2, trig::atan2, unit};
use crate::parameter::{Choice, Unit, parameters};

/// A belt round two wheels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belt {
    /// Radius on a (m).
    pub radius_a: f64,
    /// Radius on b (m).
    pub radius_b: f64,
    /// Whether its strands cross, so that the wheels turn against each other.
    #[serde(default)]
    pub crossed: bool,
}

impl Default for Belt {
    fn default() -> Self {
        Self {
            radius_a: 0.3,
            radius_b: 0.3,
            crossed: false,
        }
    }
}

parameters!(Belt {
    "radius_a" radius_a: "Radius 1", Metre, 1e-3..=1e4;
    "radius_b" radius_b: "Radius 2", Metre, 1e-3..=1e4;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice {
            key: "crossed",
            label: "Strands",
            options: &[
                ("Open", "Both wheels turn the same way."),
                ("Crossed", "The wheels turn against each other."),
            ],
            chosen: usize::from(self.crossed),
        }]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        self.crossed = option == 1;
        key == "crossed"
    }
});

impl Belt {
    fn rolling(&self) -> Rolling {
        Rolling {
            ra: self.radius_a,
            rb: self.radius_b,
            sense: if self.crossed { 1.0 } else { -1.0 },
        }
    }
}

impl Kind for Belt {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Centre, Slot::Centre]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Round", "And round"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        self.rolling().evaluate(ends, memory, &mut rows[0]);
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        self.rolling().memory(ends)
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        self.rolling().remember(ends, memory);
    }

    fn take_sizes(&mut self, parts: &[Option<Round>]) {
        if let [a, b] = *parts {
            self.radius_a = a.map_or(self.radius_a, |it| it.radius);
            self.radius_b = b.map_or(self.radius_b, |it| it.radius);
        }
    }

    // The radii do not depend on where the wheels stand.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        lines[0] = points[1] - points[0];
        1
    }

    fn degenerate_line_message(&self) -> &'static str {
        rolling::CLOSED_UP
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Wire {
            points: self.path(ends[0].point.value, ends[1].point.value),
            closed: true,
            stuff: Stuff::Rubber,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[(-4.0, -4.0), (4.6, -2.4)], &[(-4.0, 4.0), (4.6, 2.4)]],
            dots: &[(-4.0, 0.0, 1.0), (4.6, 0.0, 1.0)],
            rings: &[(-4.0, 0.0, 3.6), (4.6, 0.0, 2.2)],
        })
    }

    fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        rolling::misplaced(ends)
    }
}

impl Belt {
    /// Its course: half round a from where it leaves for b, and back.
    fn path(&self, a: Vec2, b: Vec2) -> Vec<Vec2> {
        const PIECES: u32 = 24;
        let d = b - a;
        let phi = atan2(d.y, d.x);
        let reach = if self.crossed {
            self.radius_a + self.radius_b
        } else {
            self.radius_a - self.radius_b
        };
        // Angle from the line of centres to the points where the strands leave.
        let share = (reach / d.length().max(1e-9)).clamp(-1.0, 1.0);
        let leave = atan2((1.0 - share * share).sqrt(), share);
        let mut points = Vec::new();
        let mut arc = |center: Vec2, radius: f64, from: f64, to: f64| {
            for k in 0..=PIECES {
                let angle = from + (to - from) * f64::from(k) / f64::from(PIECES);
                points.push(center + radius * unit(angle));
            }
        };
        let full = std::f64::consts::TAU;
        arc(a, self.radius_a, phi + leave, phi + full - leave);
        if self.crossed {
            let back = phi + std::f64::consts::PI;
            arc(b, self.radius_b, back - leave, back - full + leave);
        } else {
            arc(b, self.radius_b, phi - leave, phi + leave);
        }
        points
    }
}
