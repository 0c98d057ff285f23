//! ```text
//! phi = angle_b - angle_a
//! by speed:  Cdot = phi' - w                       J = [-1, 1] on the angles, gamma = 0
//! by angle:  C    = phi - (phi0 + w t + x(t))      the same J, C_t = -(w + x'), C_tt = -x''
//! lambda = torque on b (N m), |lambda| <= torque where it is limited
//! ```
//! By speed there is no C, so a motor that starts from rest needs the feedback of Cdot, and has a time constant of its own. `phi0` is kept in
//! memory once the machine runs, so that a motor turned by hand while paused goes on from where it was left. `x` is a [`Programme`]. A motor that
//! is off has no rows and turns freely. With limited torque it stalls against a larger load: the row is given up and the torque is at its limit,
//! until that would drive b beyond the prescribed motion. No singular case.

use serde::{Deserialize, Serialize};

use super::prescribed::{Prescribed, default_time_constant, is_false};
use super::{Cap, EndPorts, Glyph, Kind, Limits, Mode, Programme, Row, RowInfo, Slot, turn};
use crate::parameter::{Choice, Text, Unit, parameters};

/// Law of a motor: the quantity that it prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MotorLaw {
    /// The relative speed, approached with the time constant.
    Speed,
    /// The relative angle at every instant: `angle + speed * t` and a programme.
    Angle,
}

/// A rotary drive between two parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// The prescribed quantity.
    pub law: MotorLaw,
    /// Speed of b against a (rad/s).
    pub speed: f64,
    /// Relative angle at t = 0 (rad); used by [`MotorLaw::Angle`].
    #[serde(default)]
    pub angle: f64,
    /// Time constant in which an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
    /// Programme added to the angle (rad); used by [`MotorLaw::Angle`].
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
    /// Largest torque (N m).
    #[serde(default, skip_serializing_if = "Cap::is_none")]
    pub torque: Cap,
    /// Whether it is switched off and turns freely.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off: bool,
}

impl Default for Motor {
    fn default() -> Self {
        Self {
            law: MotorLaw::Speed,
            speed: 3.0,
            angle: 0.0,
            time_constant: default_time_constant(),
            programme: Programme::Steady,
            torque: Cap::default(),
            off: false,
        }
    }
}

parameters!(Motor {
    "speed" speed: "Speed", RadianPerSecond, -1e4..=1e4;
    "angle" angle: "Start angle", Radian, -1e6..=1e6;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
} plus programme(Radian) capped torque("Largest torque", NewtonMetre) with {
    fn choices(&self) -> Vec<Choice> {
        let mut choices = vec![
            Choice::switch(self.off),
            Choice {
                key: "law",
                label: "Prescribes",
                options: &[
                    ("Speed", "The relative speed, reached within the time constant."),
                    ("Angle", "The relative angle at every instant: start angle + speed × time, and a programme."),
                ],
                chosen: usize::from(self.law == MotorLaw::Angle),
            },
        ];
        if self.law == MotorLaw::Angle {
            choices.push(self.programme.choice());
        }
        choices.push(self.torque.choice());
        choices
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        match (key, option) {
            ("off", 0 | 1) => self.off = option == 1,
            ("law", 0) => {
                self.law = MotorLaw::Speed;
                self.programme = Programme::Steady;
            }
            ("law", 1) => self.law = MotorLaw::Angle,
            ("strength", _) => return self.torque.choose(key, option),
            _ => return self.law == MotorLaw::Angle && self.programme.choose(key, option),
        }
        true
    }
    fn texts(&self) -> Vec<Text> {
        self.programme.text().into_iter().collect()
    }
    fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
        self.programme.set_text(key, text)
    }
});

impl Motor {
    fn prescribed(&self) -> Prescribed<'_> {
        Prescribed {
            rate: self.speed,
            programme: &self.programme,
        }
    }
}

impl Kind for Motor {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Held by", "Turns"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        let row = match self.law {
            MotorLaw::Speed => RowInfo::velocity(Unit::Radian),
            MotorLaw::Angle => RowInfo::position(Unit::Radian),
        };
        if self.off {
            return Vec::new();
        }
        vec![row.driven(self.time_constant)]
    }

    fn limits(&self) -> Option<Limits> {
        self.torque.limits().filter(|_| !self.off)
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        let Some(row) = rows.first_mut() else { return };
        if self.limits().is_some() && Mode::of(memory) != Mode::Inside {
            return;
        }
        turn::measure(row, ends);
        match self.law {
            MotorLaw::Angle => self.prescribed().take_from(row, memory[0], time),
            MotorLaw::Speed => {
                row.value = 0.0;
                row.time_rate = -self.speed;
            }
        }
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.angle = self.prescribed().start(turn::between(ends), 0.0);
    }

    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        let mode = self.limits().map(|_| Mode::Inside.number());
        [self.angle].into_iter().chain(mode).collect()
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = self.prescribed().start(turn::between(ends), time);
    }

    fn problem(&self) -> Option<String> {
        if self.law == MotorLaw::Speed && !self.programme.is_steady() {
            return Some(
                "a motor by speed follows no programme; give it the law Angle, or no programme".to_owned(),
            );
        }
        self.programme.problem()
    }

    fn is_drive(&self) -> bool {
        true
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Turn {
            at: ends[1].point.value,
            speed: if self.off { 0.0 } else { self.speed },
        }]
    }
}
