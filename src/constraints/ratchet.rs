//! ```text
//! phi = s (angle_b - angle_a - phase),  s = ±1,  p = 2 pi/teeth
//! C = phi - k p >= 0      J = s [-1, 1] on the angles, gamma = 0       k the last tooth that was passed
//! lambda >= 0: torque that holds b (N m), against a in the sense s;  no row while b stands off its tooth
//! ```
//! A wheel with a pawl: b turns ahead freely, and falls back to the last tooth at most. k is kept in memory and only grows. No singular case.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, turn};
use crate::math::unit;
use crate::parameter::{Choice, Unit, parameters};

/// A ratchet between two parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratchet {
    /// Teeth of the wheel.
    pub teeth: f64,
    /// Angle of b against a at which it stands on a tooth (rad).
    #[serde(default)]
    pub phase: f64,
    /// Whether b turns ahead clockwise instead of counter-clockwise.
    #[serde(default)]
    pub clockwise: bool,
    /// Speed after falling back onto a tooth over the speed before it.
    #[serde(default)]
    pub restitution: f64,
}

impl Default for Ratchet {
    fn default() -> Self {
        Self {
            teeth: 12.0,
            phase: 0.0,
            clockwise: false,
            restitution: 0.0,
        }
    }
}

parameters!(Ratchet {
    "teeth" teeth: "Teeth", Count, 1.0..=1000.0;
    "phase" phase: "Phase", Radian, -1e6..=1e6;
    "restitution" restitution: "Restitution", One, 0.0..=1.0;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![turn::one_way(self.clockwise)]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        turn::choose_one_way(&mut self.clockwise, key, option)
    }
});

/// Share of a tooth that counts as rounding.
const ROUNDING: f64 = 1e-9;
/// Radius of the drawn wheel, and height of a drawn tooth (m).
const RADIUS: f64 = 0.17;
const HEIGHT: f64 = 0.03;
/// Most teeth that are drawn.
const DRAWN: u32 = 60;

impl Ratchet {
    fn pitch(&self) -> f64 {
        TAU / self.teeth
    }

    fn ahead(&self, ends: &[EndPorts]) -> f64 {
        turn::sense(self.clockwise) * (turn::between(ends) - self.phase)
    }

    /// Number of the last tooth passed.
    fn tooth(&self, ends: &[EndPorts]) -> f64 {
        (self.ahead(ends) / self.pitch() + ROUNDING).floor()
    }
}

impl Kind for Ratchet {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Pawl on", "Wheel"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Radian)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::range(self.restitution))
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if let Some(bound) = Mode::of(memory).bound(memory[0] * self.pitch(), f64::INFINITY) {
            turn::measure(&mut rows[0], ends);
            turn::towards(&mut rows[0], self.clockwise);
            rows[0].value = self.ahead(ends) - bound;
        }
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        vec![self.tooth(ends), Mode::Inside.number()]
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        if Mode::of(memory) == Mode::Inside {
            memory[0] = memory[0].max(self.tooth(ends));
        }
    }

    // The present angle is that of a tooth.
    fn fit(&mut self, ends: &[EndPorts]) {
        self.phase = turn::between(ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (at, sense) = (ends[1].point.value, turn::sense(self.clockwise));
        let teeth = self.teeth.clamp(1.0, f64::from(DRAWN)) as u32;
        let pitch = TAU / f64::from(teeth);
        // A tooth rises backwards against the way the wheel turns freely, and falls off steeply.
        let tooth = |k: u32| {
            let foot = ends[1].angle.value - self.phase - sense * f64::from(k) * pitch;
            [
                at + (RADIUS + HEIGHT) * unit(foot),
                at + RADIUS * unit(foot - sense * 0.02 * pitch),
            ]
        };
        let pawl = ends[0].angle.value;
        let root = at + 1.7 * RADIUS * unit(pawl - sense * 0.6);
        vec![
            Glyph::Wire {
                points: (0..teeth).flat_map(tooth).collect(),
                closed: true,
                stuff: Stuff::Steel,
            },
            Glyph::Wire {
                points: vec![root, at + RADIUS * unit(pawl - sense * 0.02 * pitch)],
                closed: false,
                stuff: Stuff::Steel,
            },
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[
                    (0.0, -5.8),
                    (2.6, -3.0),
                    (5.8, 0.0),
                    (3.0, 2.6),
                    (0.0, 5.8),
                    (-2.6, 3.0),
                    (-5.8, 0.0),
                    (-3.0, -2.6),
                    (0.0, -5.8),
                ],
                &[(7.4, -6.6), (2.8, -3.2)],
            ],
            dots: &[(0.0, 0.0, 1.6), (7.0, -6.3, 1.0)],
            rings: &[],
        })
    }
}
