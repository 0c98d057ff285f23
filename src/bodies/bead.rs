//! A bead whose only coordinate is its place along a wire: no constraint `C(q) = 0` has to hold it there, since q cannot leave the wire.
//!
//! ```text
//! p = o + R c(u),   M = m c'·c',   F = -m c'·c'' u'² + c'·R^T f      (Witkin, section 5)
//! ellipse: c = (a cos u, b sin u);     parabola: c = (a u, b u²)
//! ```

use serde::{Deserialize, Serialize};

use super::VectorPort;
use crate::math::{Pose, Vec2, unit};

/// The form of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// Closed; with equal axes a circle.
    Ellipse,
    /// Open, upright.
    Parabola,
}

/// A wire: its form and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Form.
    pub form: Form,
    /// Size along its own x (m).
    pub a: f64,
    /// Size along its own y (m).
    pub b: f64,
}

/// A place along a wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bead {
    /// The wire.
    pub curve: Curve,
    /// Pose of the wire.
    pub frame: Pose,
    /// u at the start.
    pub start: f64,
    /// u' at the start (1/s).
    pub start_rate: f64,
}

impl Curve {
    /// c, c' and c'' by u.
    pub fn at(self, u: f64) -> (Vec2, Vec2, Vec2) {
        let size = Vec2::new(self.a, self.b);
        match self.form {
            Form::Ellipse => {
                let along = unit(u);
                let place = size * along;
                (place, size * along.perp(), -place)
            }
            Form::Parabola => (
                size * Vec2::new(u, u * u),
                size * Vec2::new(1.0, 2.0 * u),
                size * Vec2::new(0.0, 2.0),
            ),
        }
    }
}

impl Bead {
    pub(super) fn mass(self, mass: f64, u: f64) -> f64 {
        mass * self.curve.at(u).1.length_squared()
    }

    pub(super) fn inertial_force(self, mass: f64, u: f64, rate: f64) -> f64 {
        let (_, first, second) = self.curve.at(u);
        -mass * first.dot(second) * rate * rate
    }

    pub(super) fn point(self, u: f64, rate: f64) -> VectorPort {
        let turn = unit(self.frame.angle);
        let (place, first, second) = self.curve.at(u);
        let mut port = VectorPort::default();
        port.gradient[0] = turn.rotate(first);
        port.value = self.frame.position + turn.rotate(place);
        port.rate = rate * port.gradient[0];
        port.bias = rate * rate * turn.rotate(second);
        port
    }
}
