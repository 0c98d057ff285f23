//! Machines with one degree of freedom theta, by influence coefficients: every part's velocity is r'(theta) times the rate of
//! theta, so
//!
//! ```text
//! I(theta)  = sum m |r'|² + I_c phi'²,     V' = sum m g y'
//! free:      I theta'' + I'/2 theta'² + V' = 0
//! driven:    torque = I theta'' + I'/2 theta'² + V'                (virtual power)
//! ```

use super::{G, integrate};
use crate::math::Vec2;

/// A part whose pose depends on theta: first and second derivatives of its centre and of its angle.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// kg
    pub mass: f64,
    /// About its centre (kg m²).
    pub inertia: f64,
    /// r' and r''.
    pub centre: [Vec2; 2],
    /// phi' and phi''.
    pub angle: [f64; 2],
}

/// I, I'/2 and V' of a machine.
fn coefficients(movers: &[Mover]) -> [f64; 3] {
    movers.iter().fold([0.0; 3], |[inertia, half, slope], part| {
        let [first, second] = part.centre;
        let [turn, bend] = part.angle;
        [
            inertia + part.mass * first.length_squared() + part.inertia * turn * turn,
            half + part.mass * first.dot(second) + part.inertia * turn * bend,
            slope + part.mass * G * first.y,
        ]
    })
}

/// Torque on theta that keeps this constant rate (N m).
pub fn torque_of(movers: &[Mover], rate: f64) -> f64 {
    let [_, half, slope] = coefficients(movers);
    half * rate * rate + slope
}

/// theta at these times, released at `theta` with this rate.
pub fn motion_of<const N: usize>(
    movers: impl Fn(f64) -> [Mover; N],
    theta: f64,
    rate: f64,
    times: &[f64],
) -> Vec<f64> {
    let found = integrate(0.0, [theta, rate], times, 0.01, |_, &[theta, rate]| {
        let [inertia, half, slope] = coefficients(&movers(theta));
        [rate, -(half * rate * rate + slope) / inertia]
    });
    found.into_iter().map(|[theta, _]| theta).collect()
}
