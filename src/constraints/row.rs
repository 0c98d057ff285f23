//! One scalar row of a constraint, and the ports it is a function of.

use crate::bodies::{AnglePort, VectorPort};
use crate::math::{Vec2, perp, unit};
use crate::parameter::Unit;

/// Most ends a constraint has.
pub const MAX_ENDS: usize = 4;

/// The ports at one end of a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EndPorts {
    /// The point picked.
    pub point: VectorPort,
    /// The angle of its part.
    pub angle: AnglePort,
}

impl EndPorts {
    /// Ports of the ground or of a fixed part: a point and an angle at rest.
    pub fn fixed(point: Vec2, angle: f64) -> Self {
        let mut ports = Self::default();
        ports.point.value = point;
        ports.angle.value = angle;
        ports
    }
    /// The unit vector that lies at `local` (rad) in the part's frame, with its first two time
    /// derivatives along the motion apart from the angular acceleration: (u, u', u'').
    pub fn direction(&self, local: f64) -> (Vec2, Vec2, Vec2) {
        let u = unit(self.angle.value + local);
        let omega = self.angle.rate;
        (u, omega * perp(u), -omega * omega * u)
    }
}

/// Level of a row: whether it constrains C, or Cdot only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// C = 0, and so Cdot = 0.
    Position,
    /// Only Cdot = 0; there is no C.
    Velocity,
}

/// Properties of a row that do not depend on the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowInfo {
    /// Its level.
    pub level: Level,
    /// Unit of C: metre or radian.
    pub unit: Unit,
    /// A drive's own time constant (s); rows without one follow the scene's ks and kd.
    pub time_constant: Option<f64>,
    /// Whether C depends on time beside the ports (a programme).
    pub timed: bool,
}

impl RowInfo {
    /// A position row of this unit under the scene's ks and kd.
    pub fn position(unit: Unit) -> Self {
        Self {
            level: Level::Position,
            unit,
            time_constant: None,
            timed: false,
        }
    }
    /// A velocity row of this unit: it holds a rate only.
    pub fn velocity(unit: Unit) -> Self {
        Self {
            level: Level::Velocity,
            ..Self::position(unit)
        }
    }
    /// Whether its multiplier is a torque.
    pub fn turns(&self) -> bool {
        matches!(self.unit, Unit::Radian | Unit::RadianPerSecond)
    }
    /// The same row as a drive's: it follows a programme, and its error decays in this time (s).
    pub fn driven(self, time_constant: f64) -> Self {
        Self {
            time_constant: Some(time_constant),
            timed: true,
            ..self
        }
    }
}

/// Gradient of a row by the ports of one end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gradient {
    /// By the point.
    pub point: Vec2,
    /// By the angle.
    pub angle: f64,
}

impl Gradient {
    /// Gradient of a row that depends on a point and an angle.
    pub fn new(point: Vec2, angle: f64) -> Self {
        Self { point, angle }
    }
}

/// The force of a unit multiplier on the ports of each end, where it differs from the gradient.
pub type Push = [Gradient; MAX_ENDS];

/// C of one row with its derivatives; see the module head for how they are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// C; 0 for a row of velocity level.
    pub value: f64,
    /// dC/dt at constant ports.
    pub time_rate: f64,
    /// Second derivative of C along the ports' rates and time: C_xx x'x' + 2 C_xt x' + C_tt.
    pub curvature: f64,
    /// Gradient by the ports of each end.
    pub gradient: [Gradient; MAX_ENDS],
}

impl Row {
    /// Sets the gradients by the first ends; those of the others are not used.
    pub fn set_gradients<const N: usize>(&mut self, gradients: [Gradient; N]) {
        self.gradient[..N].copy_from_slice(&gradients);
    }
    /// Cdot at these ends.
    pub fn rate(&self, ends: &[EndPorts]) -> f64 {
        let mut rate = self.time_rate;
        for (gradient, end) in self.gradient.iter().zip(ends) {
            rate += gradient.point.dot(end.point.rate) + gradient.angle * end.angle.rate;
        }
        rate
    }
    /// gamma, the part of Cddot that is not J times acceleration.
    pub fn gamma(&self, ends: &[EndPorts]) -> f64 {
        let mut gamma = self.curvature;
        for (gradient, end) in self.gradient.iter().zip(ends) {
            gamma += gradient.point.dot(end.point.bias) + gradient.angle * end.angle.bias;
        }
        gamma
    }
}
