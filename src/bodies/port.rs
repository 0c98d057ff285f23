//! Ports: the points and angles of bodies that constraints and forces act on. These act on ports only, so a new kind of body needs no change of
//! either.
//!
//! A port is a function of the body's coordinates: its value, its rate along the motion, its gradient by
//! each coordinate, and its bias, the part of its second time derivative that does not come from the
//! accelerations: `value'' = gradient · v̇ + bias`.

use crate::math::Vec2;
use crate::solver::system::MAX_BODY_DIM;

/// A point fixed in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VectorPort {
    /// Position (m).
    pub value: Vec2,
    /// Velocity (m/s).
    pub rate: Vec2,
    /// Part of the acceleration that does not come from the accelerations of the coordinates (m/s²).
    pub bias: Vec2,
    /// Gradient by each coordinate of the body; zero beyond its degrees of freedom.
    pub gradient: [Vec2; MAX_BODY_DIM],
}

/// The angle of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnglePort {
    /// Angle (rad, unwrapped).
    pub value: f64,
    /// Angular velocity (rad/s).
    pub rate: f64,
    /// Part of the angular acceleration that does not come from the accelerations of the coordinates (rad/s²).
    pub bias: f64,
    /// Gradient by each coordinate of the body; zero beyond its degrees of freedom.
    pub gradient: [f64; MAX_BODY_DIM],
}
