//! ```text
//! C = |p_b - p_a| - (L0 + rate t + x(t))        (see [`super::separation`]; x is a [`Programme`])
//! C_t = -(rate + x'),  C_tt = -x''              lambda = compression (N), |lambda| <= force where it is limited
//! ```
//! `L0` is kept in memory once the machine runs, so that an actuator moved by hand while paused goes on from where it was left. Switched off, it
//! has no rows and moves freely. Singular where the ends coincide.

use serde::{Deserialize, Serialize};

use super::prescribed::{Prescribed, default_time_constant, is_false};
use super::{
    Cap, EndPorts, Glyph, Kind, Limits, MAX_LINES, Mode, Programme, Row, RowInfo, Sketch, Slot, separation,
};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A drive that prescribes the distance between two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actuator {
    /// Length at t = 0 (m).
    pub length: f64,
    /// Rate of the length (m/s).
    #[serde(default)]
    pub rate: f64,
    /// Time constant in which an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
    /// Programme added to the length (m).
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
    /// Largest force (N).
    #[serde(default, skip_serializing_if = "Cap::is_none")]
    pub force: Cap,
    /// Whether it is switched off and moves freely.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off: bool,
}

impl Default for Actuator {
    fn default() -> Self {
        Self {
            length: 1.0,
            rate: 0.0,
            time_constant: default_time_constant(),
            programme: Programme::Sinusoid {
                amplitude: 0.2,
                frequency: 0.5,
                phase: 0.0,
            },
            force: Cap::default(),
            off: false,
        }
    }
}

parameters!(Actuator {
    "length" length: "Start length", Metre, 1e-4..=1e5;
    "rate" rate: "Rate", MetrePerSecond, -1e3..=1e3;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
} plus programme(Metre) switched off capped force("Largest force", Newton));

impl Actuator {
    fn prescribed(&self) -> Prescribed<'_> {
        Prescribed {
            rate: self.rate,
            programme: &self.programme,
        }
    }
}

/// Amplitude given to a sinusoid whose stroke is longer than the cylinder, as a share of the cylinder's length.
const STROKE: f64 = 0.4;

fn apart(ends: &[EndPorts]) -> f64 {
    ends[0].point.value.distance(ends[1].point.value)
}

impl Kind for Actuator {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn rows(&self) -> Vec<RowInfo> {
        if self.off {
            return Vec::new();
        }
        vec![RowInfo::position(Unit::Metre).driven(self.time_constant)]
    }

    fn limits(&self) -> Option<Limits> {
        self.force.limits().filter(|_| !self.off)
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        let Some(row) = rows.first_mut() else { return };
        if self.limits().is_some() && Mode::of(memory) != Mode::Inside {
            return;
        }
        separation::measure(row, ends, 0.0);
        self.prescribed().take_from(row, memory[0], time);
    }

    // A stroke that is longer than the cylinder becomes one that fits it.
    fn fit(&mut self, ends: &[EndPorts]) {
        let apart = apart(ends);
        self.length = self.prescribed().start(apart, 0.0);
        if self.length + self.programme.least() <= 0.0
            && let Programme::Sinusoid { amplitude, .. } = &mut self.programme
        {
            *amplitude = STROKE * apart * amplitude.signum();
            self.length = self.prescribed().start(apart, 0.0);
        }
    }

    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        let mode = self.limits().map(|_| Mode::Inside.number());
        [self.length].into_iter().chain(mode).collect()
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = self.prescribed().start(apart(ends), time);
    }

    fn is_drive(&self) -> bool {
        true
    }

    fn problem(&self) -> Option<String> {
        let shortest = self.length + self.programme.least();
        self.programme.problem().or_else(|| {
            (shortest <= 0.0 && !self.off).then(|| {
                format!(
                    "its programme takes its length down to {shortest} m; give a longer start, or less of it"
                )
            })
        })
    }

    // Its rate alone may shorten it to nothing as well, in the course of time.
    fn lost(&self, _ends: &[EndPorts], time: f64, memory: &[f64]) -> Option<String> {
        let length = memory[0] + self.rate * time + self.programme.at(time).value;
        (length <= 0.0 && !self.off).then(|| {
            "it is to be shorter than nothing, and there is no such length; give another rate, or switch it off in time".to_owned()
        })
    }

    fn may_be_lost(&self) -> bool {
        !self.off
    }

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        lines[0] = points[1] - points[0];
        usize::from(!self.off)
    }

    fn degenerate_line_message(&self) -> &'static str {
        "its ends came together, where it has no direction; keep it longer, or switch it off in time"
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Piston {
            from: ends[0].point.value,
            to: ends[1].point.value,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-6.5, 6.5), (-4.0, 4.0)],
                &[(-5.5, 2.5), (-1.0, -2.0), (2.0, 1.0), (-2.5, 5.5), (-5.5, 2.5)],
                &[(0.5, -0.5), (6.0, -6.0)],
            ],
            dots: &[(6.0, -6.0, 1.4), (-6.5, 6.5, 1.4)],
            rings: &[],
        })
    }
}
