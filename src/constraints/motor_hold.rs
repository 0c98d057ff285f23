//! ```text
//! C = angle_b - angle_a - (phi0 + w t + x(t))        x a [`Programme`]
//! K = [-1, 1] on the angles of c and d, not J^T:     M v' = F + K lambda,  J v' = -gamma - C/tau² - 2 Cdot/tau
//! lambda = torque on d, taken from c (N m)           Baraff, section 8: a force that is not workless
//! ```
//! An angle kept by a motor some joints away: the torque acts between c and d, and controls the angle of b against a. It is a drive with a time
//! constant; switched off it has no rows. Singular where the torque has no effect on the angle.

use serde::{Deserialize, Serialize};

use super::prescribed::{Prescribed, default_time_constant, is_false};
use super::{EndPorts, Glyph, Gradient, Kind, Programme, Push, Row, RowInfo, Sketch, Slot, Stuff, turn};
use crate::math::Vec2;
use crate::parameter::{Unit, parameters};

/// A motor that keeps an angle elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotorHold {
    /// Angle of b against a at t = 0 (rad).
    #[serde(default)]
    pub angle: f64,
    /// Rate of the angle (rad/s).
    #[serde(default)]
    pub speed: f64,
    /// Time constant in which an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
    /// Programme added to the angle (rad).
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
    /// Whether it is switched off and turns freely.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off: bool,
}

impl Default for MotorHold {
    fn default() -> Self {
        Self {
            angle: 0.0,
            speed: 0.0,
            time_constant: default_time_constant(),
            programme: Programme::Steady,
            off: false,
        }
    }
}

parameters!(MotorHold {
    "angle" angle: "Start angle", Radian, -1e6..=1e6;
    "speed" speed: "Speed", RadianPerSecond, -1e4..=1e4;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
} plus programme(Radian) switched off);

impl MotorHold {
    fn prescribed(&self) -> Prescribed<'_> {
        Prescribed {
            rate: self.speed,
            programme: &self.programme,
        }
    }
}

impl Kind for MotorHold {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Angle; 4]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Measured from", "Held", "Motor on", "Turns"]
    }

    // The motor may be on the measured parts; neither pair may be one part.
    fn may_share(&self, one: usize, other: usize) -> bool {
        (one, other) != (0, 1) && (one, other) != (2, 3)
    }

    fn pushed(&self) -> &'static [usize] {
        &[2, 3]
    }

    fn pushes(&self, _ends: &[EndPorts], rows: &mut [Push]) {
        rows[0][2] = Gradient::new(Vec2::ZERO, -1.0);
        rows[0][3] = Gradient::new(Vec2::ZERO, 1.0);
    }

    fn rows(&self) -> Vec<RowInfo> {
        if self.off {
            return Vec::new();
        }
        vec![RowInfo::position(Unit::Radian).driven(self.time_constant)]
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        let Some(row) = rows.first_mut() else { return };
        turn::measure(row, ends);
        self.prescribed().take_from(row, memory[0], time);
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.angle = self.prescribed().start(turn::between(ends), 0.0);
    }

    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        vec![self.angle]
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = self.prescribed().start(turn::between(ends), time);
    }

    fn is_drive(&self) -> bool {
        true
    }

    fn problem(&self) -> Option<String> {
        self.programme.problem()
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let [held, at] = [ends[1].point.value, ends[3].point.value];
        let mut glyph = vec![Glyph::Wire {
            points: vec![held, at],
            closed: false,
            stuff: Stuff::Dashes,
        }];
        glyph.push(Glyph::Block {
            at: held,
            angle: ends[0].angle.value + std::f64::consts::FRAC_PI_4,
        });
        if !self.off {
            // The prescribed turn is drawn at the motor.
            let speed = if self.speed == 0.0 { DRAWN } else { self.speed };
            glyph.push(Glyph::Turn { at, speed });
        }
        glyph
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-3.6, 2.0), (-1.2, -0.4)],
                &[(0.2, -1.8), (2.6, -4.2)],
                &[(-7.6, 3.4), (-6.4, 6.4), (-3.4, 7.2), (-0.8, 5.2), (-1.0, 2.8)],
                &[(-2.8, 4.2), (-1.0, 2.8), (0.4, 4.4)],
                &[(2.6, -7.0), (6.4, -7.0), (6.4, -3.2), (2.6, -3.2), (2.6, -7.0)],
            ],
            dots: &[(-4.4, 3.4, 1.5)],
            rings: &[],
        })
    }
}

/// Speed shown by its arrow where it only holds (rad/s).
const DRAWN: f64 = 2.0;
