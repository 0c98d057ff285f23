//! Angular frequency or decay rate at which forces make the bodies at their ends vibrate or decay, each body taken as free:
//!
//! ```text
//! omega² = sum over ends |dF_e/dx_e| / m_e       rate = sum over ends |dF_e/dx_e'| / m_e
//! 1/m_e  = g M^-1 g^T,  g the gradient of the port: 1/m + r²/I of a point at the lever r, 1/I of an angle
//! ```
//! Found by displacing each end a little along x, y and the diagonals, turning it, and giving it such a rate: no kind of force has to
//! declare its stiffness.

use crate::constraints::EndPorts;
use crate::math::Vec2;
use crate::solver::system::MAX_BODY_DIM;

use super::{Load, Model, Place, SimState};

/// Trial displacement of an end, and its trial rate (m, rad; per s).
const TRIAL: f64 = 1e-6;
/// sin 45°
const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Directions in which points are displaced.
const DIRECTIONS: [Vec2; 4] = [Vec2::X, Vec2::Y, Vec2::new(HALF, HALF), Vec2::new(HALF, -HALF)];

/// The force that responds fastest, by its dense index, and its rate (rad/s).
pub(super) fn fastest(model: &Model, state: &SimState) -> Option<(usize, f64)> {
    let mut worst: Option<(usize, f64)> = None;
    for (index, load) in model.loads.iter().enumerate() {
        let rate = rate(model, load, state);
        if rate > worst.map_or(0.0, |(_, rate)| rate) {
            worst = Some((index, rate));
        }
    }
    worst
}

/// Whether a force (dense index) damps faster than it makes parts vibrate.
pub(super) fn decays(model: &Model, state: &SimState, load: usize) -> bool {
    model.loads.get(load).is_some_and(|load| {
        let [vibration, decay] = rates(model, load, state);
        decay > vibration
    })
}

/// Largest frequency or decay rate of one force (rad/s).
fn rate(model: &Model, load: &Load, state: &SimState) -> f64 {
    let [vibration, decay] = rates(model, load, state);
    vibration.max(decay)
}

/// Largest frequency of one force, and its largest decay rate (rad/s).
fn rates(model: &Model, load: &Load, state: &SimState) -> [f64; 2] {
    let count = load.ends.len();
    let ends = model.end_ports(&load.ends, &state.q, &state.v);
    let effect = |ends: &[EndPorts]| load.kind.evaluate(&ends[..count], state.time);
    let still = effect(&ends);
    let mut fastest = [0.0_f64; 2];
    // Four directions of the point, then turning.
    for direction in DIRECTIONS.into_iter().map(Some).chain([None]) {
        let (mut squared, mut decay) = (0.0, 0.0);
        for (e, place) in load.ends.iter().enumerate() {
            let Place::Moving { body, .. } = place else {
                continue;
            };
            let (mut moved, mut driven) = (ends, ends);
            let answer = |tried: &[EndPorts]| match (effect(tried), direction) {
                (tried, Some(axis)) => (tried.force[e] - still.force[e]).dot(axis).abs() / TRIAL,
                (tried, None) => (tried.torque[e] - still.torque[e]).abs() / TRIAL,
            };
            let port = &ends[e];
            let gradient = |k: usize| match direction {
                Some(axis) => port.point.gradient[k].dot(axis),
                None => port.angle.gradient[k],
            };
            match direction {
                Some(axis) => {
                    moved[e].point.value += TRIAL * axis;
                    driven[e].point.rate += TRIAL * axis;
                }
                None => {
                    moved[e].angle.value += TRIAL;
                    driven[e].angle.rate += TRIAL;
                }
            }
            let mobility = mobility(model, *body, &state.q, gradient);
            squared += answer(&moved) * mobility;
            decay += answer(&driven) * mobility;
        }
        fastest = [fastest[0].max(squared.sqrt()), fastest[1].max(decay)];
    }
    fastest
}

/// Mobility g M^-1 g^T of a body by itself (1/kg, or 1/(kg m²)), by the diagonal of its mass.
fn mobility(model: &Model, body: usize, q: &[f64], gradient: impl Fn(usize) -> f64) -> f64 {
    let body = &model.bodies[body];
    let dim = body.motion.dim();
    let mut block = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
    let block = &mut block[..dim * dim];
    body.motion.mass_block(body.mass, &q[body.offset..], block);
    (0..dim)
        .map(|k| gradient(k) * gradient(k) / block[k * dim + k])
        .sum()
}
