//! Motion of points along their paths while the motor turns at constant speed. Where one motor determines the whole motion, its speed determines all
//! velocities and accelerations, independently of masses and forces.

use crate::math::Vec2;
use crate::scene::{Attach, Method};
use crate::sim::{Dynamics, Model, Place, SimState};

/// Motion of a point at a pose, with the motor turning by one radian a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMotion {
    /// Position (m).
    pub at: Vec2,
    /// Velocity (m/s).
    pub velocity: Vec2,
    /// Acceleration (m/s²).
    pub acceleration: Vec2,
}

impl PointMotion {
    /// The same at another speed of the motor (rad/s).
    pub fn at_speed(self, omega: f64) -> Self {
        Self {
            velocity: omega * self.velocity,
            acceleration: omega * omega * self.acceleration,
            ..self
        }
    }
}

/// Motion of points at closed poses of a model whose motor is prescribed by angle, at one radian a second: for each point, pose by pose. `None`
/// if a pose does not determine it.
pub(super) fn motions<'a>(
    model: &Model,
    poses: impl Iterator<Item = &'a SimState>,
    ends: &[Attach],
) -> Option<Vec<Vec<PointMotion>>> {
    let places: Option<Vec<Place>> = ends.iter().map(|end| model.place(*end)).collect();
    let places = places?;
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(model);
    let mut found = vec![Vec::new(); ends.len()];
    for pose in poses {
        let mut state = pose.clone();
        state.v.fill(0.0);
        dynamics.project_velocities(model, &mut state).ok()?;
        dynamics
            .accelerations(model, &state.q, &state.v, state.time, &state.memory, None)
            .ok()?;
        let all = &dynamics.solution.acceleration;
        for (place, motions) in places.iter().zip(&mut found) {
            let motion = point_motion(model, &state, place, all)?;
            let is_finite = motion.velocity.is_finite() && motion.acceleration.is_finite();
            motions.push(Some(motion).filter(|_| is_finite)?);
        }
    }
    Some(found)
}

fn point_motion(model: &Model, state: &SimState, place: &Place, all: &[f64]) -> Option<PointMotion> {
    let point = model.ports(place, &state.q, &state.v).point;
    let acceleration = match place.body() {
        None => Vec2::ZERO,
        Some(body) => {
            let body = model.bodies.get(body)?;
            let of_body = all.get(body.offset..body.offset + body.motion.dim())?;
            let pairs = point.gradient.iter().zip(of_body);
            pairs.fold(point.bias, |sum, (gradient, a)| sum + *gradient * *a)
        }
    };
    Some(PointMotion {
        at: point.value,
        velocity: point.rate,
        acceleration,
    })
}
