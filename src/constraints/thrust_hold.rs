//! ```text
//! C = n·(p_b - p_a) - (h0 + v t + x(t))      n a direction fixed in a (see [`super::carried`]), x a [`Programme`]
//! K = the direction of the thruster at c, not J^T:   M v' = F + K lambda,   J v' = -gamma - C/tau² - 2 Cdot/tau
//! lambda = thrust (N)                        Baraff, section 8: a force that is not workless
//! ```
//! A height kept by a thruster: the measured point and the pushed point differ. Nothing balances the thrust, as with any thruster. It is a drive
//! with a time constant: it does not hold at once, and switched off it has no rows. Singular where the thrust has no effect on the height.

use serde::{Deserialize, Serialize};

use super::prescribed::{Prescribed, default_time_constant, is_false};
use super::{EndPorts, Glyph, Gradient, Kind, Programme, Push, Row, RowInfo, Sketch, Slot, Stuff, carried};
use crate::parameter::{Unit, parameters};

/// A thruster that keeps a height.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrustHold {
    /// Direction in the frame of a along which the height is measured (rad).
    #[serde(default = "upwards")]
    pub axis: f64,
    /// Direction of the thrust, in the frame of c (rad).
    #[serde(default = "upwards")]
    pub direction: f64,
    /// Height at t = 0 (m).
    #[serde(default)]
    pub height: f64,
    /// Rate of the height (m/s).
    #[serde(default)]
    pub rate: f64,
    /// Time constant in which an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
    /// Programme added to the height (m).
    #[serde(default, skip_serializing_if = "Programme::is_steady")]
    pub programme: Programme,
    /// Whether it is switched off.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off: bool,
}

fn upwards() -> f64 {
    std::f64::consts::FRAC_PI_2
}

impl Default for ThrustHold {
    fn default() -> Self {
        Self {
            axis: upwards(),
            direction: upwards(),
            height: 0.0,
            rate: 0.0,
            time_constant: default_time_constant(),
            programme: Programme::Steady,
            off: false,
        }
    }
}

parameters!(ThrustHold {
    "axis" axis: "Measured along", Radian, -1e3..=1e3;
    "direction" direction: "Thrust along", Radian, -1e3..=1e3;
    "height" height: "Start height", Metre, -1e5..=1e5;
    "rate" rate: "Rate", MetrePerSecond, -1e3..=1e3;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
} plus programme(Metre) switched off);

impl ThrustHold {
    fn prescribed(&self) -> Prescribed<'_> {
        Prescribed {
            rate: self.rate,
            programme: &self.programme,
        }
    }

    fn measured(&self, ends: &[EndPorts]) -> f64 {
        let (n, ..) = ends[0].direction(self.axis);
        n.dot(ends[1].point.value - ends[0].point.value)
    }
}

impl Kind for ThrustHold {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point, Slot::PointAndAngle]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Measured from", "Held", "Thruster on"]
    }

    // The thruster may be on the held part, or on the one it is measured from.
    fn may_share(&self, _one: usize, other: usize) -> bool {
        other == 2
    }

    fn pushed(&self) -> &'static [usize] {
        &[2]
    }

    fn pushes(&self, ends: &[EndPorts], rows: &mut [Push]) {
        let (thrust, ..) = ends[2].direction(self.direction);
        rows[0][2] = Gradient::new(thrust, 0.0);
    }

    fn rows(&self) -> Vec<RowInfo> {
        if self.off {
            return Vec::new();
        }
        vec![RowInfo::position(Unit::Metre).driven(self.time_constant)]
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        let Some(row) = rows.first_mut() else { return };
        let (n, ..) = ends[0].direction(self.axis);
        carried::component(row, n, &ends[0], &ends[1]);
        self.prescribed().take_from(row, memory[0], time);
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.height = self.prescribed().start(self.measured(ends), 0.0);
    }

    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        vec![self.height]
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = self.prescribed().start(self.measured(ends), time);
    }

    fn is_drive(&self) -> bool {
        true
    }

    fn problem(&self) -> Option<String> {
        self.programme.problem()
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (n, ..) = ends[0].direction(self.axis);
        let (thrust, ..) = ends[2].direction(self.direction);
        let (held, at) = (ends[1].point.value, ends[2].point.value);
        let foot = held - self.measured(ends) * n;
        let mut glyph = vec![Glyph::Wire {
            points: vec![ends[0].point.value, foot, held],
            closed: false,
            stuff: Stuff::Dashes,
        }];
        if !self.off {
            glyph.push(Glyph::Arrow {
                from: at - DRAWN * thrust,
                to: at,
            });
        }
        glyph
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-5.0, -5.0), (5.0, -5.0)],
                &[(-3.0, 6.0), (-3.0, 3.6)],
                &[(-3.0, 1.6), (-3.0, -0.8)],
                &[(-3.0, -2.6), (-3.0, -5.0)],
                &[(3.0, 6.8), (3.0, -0.6)],
                &[(1.2, 1.4), (3.0, -0.6), (4.8, 1.4)],
            ],
            dots: &[(3.0, -3.0, 1.3)],
            rings: &[],
        })
    }
}

/// Length of the arrow of the thrust as it is drawn (m).
const DRAWN: f64 = 0.4;
