//! A body whose form has one degree of freedom: its size, or how far it is bent.
//!
//! ```text
//! p  = c + R (r0 + u r1)               size: r0 = 0, r1 = r;   bent: r0 = r, r1 = (0, phi(x))
//! T  = m |c'|²/2 + (A + B u²) w²/2 + B u'²/2
//! (A + B u²) w' = torque - 2 B u u' w,      B u'' = Q + B u w² - k (u - rest) - d u'
//! ```
//! A size has A = 0 and B = I, the inertia at size 1 (Baraff's example of a body with more than rigid motion). A bent bar of length L has A = I and
//! the mode `phi = (3 (2x/L)² - 1)/2`, which neither moves its centre of mass nor turns it, so the coordinates are not coupled: B = m/5, the
//! integral of phi² over its mass. phi is 1 at its ends, so u is their deflection.

use super::{AnglePort, MassProperties, VectorPort};
use crate::math::{Vec2, perp, unit};

/// The way in which a form changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormMode {
    /// It grows and shrinks about its centre; u is its size, 1 as made.
    Size,
    /// It bends; u is the deflection of its ends (m).
    Bent {
        /// Distance from its centre to its ends (m).
        half: f64,
    },
}

/// A change of form, with a spring and a damper of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// The way in which the form changes.
    pub way: FormMode,
    /// Rest value of u of its spring.
    pub rest: f64,
    /// Stiffness of its spring, by u: J for a size, N/m for a bent bar.
    pub stiffness: f64,
    /// Damping of its damper, by u.
    pub damping: f64,
    /// u at the start.
    pub start: f64,
    /// u' at the start.
    pub start_rate: f64,
}

/// Modal mass of the bending, as a share of the mass of the bar.
const MODAL: f64 = 0.2;

impl Elastic {
    pub(super) fn coordinate_names(self) -> &'static [&'static str] {
        match self.way {
            FormMode::Size => &["x", "y", "angle", "size"],
            FormMode::Bent { .. } => &["x", "y", "angle", "bend"],
        }
    }

    /// Whether its size changes.
    pub(super) fn is_size(self) -> bool {
        self.way == FormMode::Size
    }

    pub(super) fn velocity_names(self) -> &'static [&'static str] {
        match self.way {
            FormMode::Size => &["vx", "vy", "omega", "size_rate"],
            FormMode::Bent { .. } => &["vx", "vy", "omega", "bend_rate"],
        }
    }

    /// A and B of the mass block.
    fn inertia(self, mass: MassProperties) -> (f64, f64) {
        match self.way {
            FormMode::Size => (0.0, mass.inertia),
            FormMode::Bent { .. } => (mass.inertia, MODAL * mass.mass),
        }
    }

    /// The diagonal of the mass block.
    pub(super) fn mass(self, mass: MassProperties, u: f64) -> [f64; 4] {
        let (a, b) = self.inertia(mass);
        [mass.mass, mass.mass, a + b * u * u, b]
    }

    /// See [`super::Motion::add_own_force`].
    pub(super) fn add_own_force(self, mass: MassProperties, q: &[f64], v: &[f64], force: &mut [f64]) -> f64 {
        let (_, b) = self.inertia(mass);
        let (u, omega, rate) = (q[3], v[2], v[3]);
        force[2] -= 2.0 * b * u * rate * omega;
        force[3] += b * u * omega * omega - self.stiffness * (u - self.rest) - self.damping * rate;
        -self.damping * rate * rate
    }

    pub(super) fn potential(self, u: f64) -> f64 {
        0.5 * self.stiffness * (u - self.rest) * (u - self.rest)
    }

    /// The arms r0 and r1 of a point.
    fn arms(self, at: Vec2) -> (Vec2, Vec2) {
        match self.way {
            FormMode::Size => (Vec2::ZERO, at),
            FormMode::Bent { half } => (at, Vec2::new(0.0, mode(at.x / half))),
        }
    }

    /// Slope of the mode, dphi/dx.
    fn steepness(self, at: Vec2) -> f64 {
        match self.way {
            FormMode::Size => 0.0,
            FormMode::Bent { half } => 3.0 * at.x / (half * half),
        }
    }

    /// Adds the arm of a point to the port of the centre.
    pub(super) fn add_arm(self, at: Vec2, q: &[f64], v: &[f64], port: &mut VectorPort) {
        let (r0, r1) = self.arms(at);
        let turn = unit(q[2]);
        let (arm, form) = (turn.rotate(r0 + q[3] * r1), turn.rotate(r1));
        let (omega, rate) = (v[2], v[3]);
        port.value += arm;
        port.rate += omega * perp(arm) + rate * form;
        port.bias = -omega * omega * arm + 2.0 * omega * rate * perp(form);
        port.gradient[2] = perp(arm);
        port.gradient[3] = form;
    }

    /// Adds the slope `atan(u phi')` at a point to the port of the angle.
    pub(super) fn add_slope(self, at: Vec2, u: f64, rate: f64, port: &mut AnglePort) {
        let s = self.steepness(at);
        if s == 0.0 {
            return;
        }
        let by_u = s / (1.0 + u * u * s * s);
        port.value += self.slope(at, u);
        port.rate += by_u * rate;
        port.bias -= 2.0 * u * s * by_u * by_u * rate * rate;
        port.gradient[3] = by_u;
    }

    pub(super) fn place(self, at: Vec2, u: f64) -> Vec2 {
        let (r0, r1) = self.arms(at);
        r0 + u * r1
    }

    pub(super) fn slope(self, at: Vec2, u: f64) -> f64 {
        libm::atan(u * self.steepness(at))
    }

    pub(super) fn held(self, place: Vec2, u: f64) -> Vec2 {
        match self.way {
            FormMode::Size => place / u,
            FormMode::Bent { .. } => place - u * self.arms(place).1,
        }
    }
}

/// The bending mode phi, x relative to the half length.
fn mode(x: f64) -> f64 {
    0.5 * (3.0 * x * x - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bending_neither_moves_the_centre_nor_turns_it_and_weighs_a_fifth() {
        let n = 2000;
        let (mut first, mut turn, mut square) = (0.0, 0.0, 0.0);
        for k in 0..n {
            let x = -1.0 + (2.0 * f64::from(k) + 1.0) / f64::from(n);
            first += mode(x) / f64::from(n);
            turn += x * mode(x) / f64::from(n);
            square += mode(x) * mode(x) / f64::from(n);
        }
        assert!(first.abs() < 1e-6 && turn.abs() < 1e-12 && (square - MODAL).abs() < 1e-6);
        assert_eq!(mode(1.0), 1.0);
    }
}
