//! ```text
//! phi = angle_b - angle_a
//! by speed:  Cdot = phi' - w                       J = [-1, 1] on the angles, gamma = 0
//! by angle:  C    = phi - (phi0 + w t)             the same J, C_t = -w
//! lambda = torque on b (N m)
//! ```
//! By speed there is no C, so a motor that starts from rest needs the feedback of Cdot: it has a time
//! constant of its own. `phi0` is memory once the machine runs, so that a motor turned by hand while
//! paused goes on from where it was left. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, Level, Row, RowInfo, Slot};
use crate::parameter::{Unit, parameters};

/// What a motor prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MotorLaw {
    /// The relative speed, approached with the time constant.
    Speed,
    /// The relative angle at every instant: `angle + speed * t`.
    Angle,
}

/// A rotary drive between two parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// What is prescribed.
    pub law: MotorLaw,
    /// rad/s, b against a.
    pub speed: f64,
    /// Relative angle at t = 0 (rad); used by [`MotorLaw::Angle`].
    #[serde(default)]
    pub angle: f64,
    /// How fast an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
}

fn default_time_constant() -> f64 {
    0.1
}

impl Default for Motor {
    fn default() -> Self {
        Self {
            law: MotorLaw::Speed,
            speed: 3.0,
            angle: 0.0,
            time_constant: default_time_constant(),
        }
    }
}

parameters!(Motor {
    "speed" speed: "Speed", RadianPerSecond, -1e4..=1e4;
    "angle" angle: "Start angle", Radian, -1e6..=1e6;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
});

impl Kind for Motor {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle, Slot::Angle]
    }

    fn rows(&self) -> Vec<RowInfo> {
        let level = match self.law {
            MotorLaw::Speed => Level::Velocity,
            MotorLaw::Angle => Level::Position,
        };
        vec![RowInfo {
            level,
            unit: Unit::Radian,
            time_constant: Some(self.time_constant),
        }]
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        let phi = ends[1].angle.value - ends[0].angle.value;
        let row = &mut rows[0];
        if self.law == MotorLaw::Angle {
            row.value = phi - (memory[0] + self.speed * time);
        }
        row.time_rate = -self.speed;
        row.gradient[0].angle = -1.0;
        row.gradient[1] = Gradient {
            angle: 1.0,
            ..Gradient::default()
        };
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.angle = ends[1].angle.value - ends[0].angle.value;
    }

    fn memory(&self) -> Vec<f64> {
        vec![self.angle]
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = ends[1].angle.value - ends[0].angle.value - self.speed * time;
    }

    fn is_drive(&self) -> bool {
        true
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Turn {
            at: ends[1].point.value,
            speed: self.speed,
        }]
    }
}
