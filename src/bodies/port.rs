//! Ports: what a body offers to hold on to. Constraints and forces act on ports only, so a new kind of
//! body touches none of them.
//!
//! A port is a function of the body's coordinates: its value, its rate along the motion, its gradient by
//! each coordinate, and its bias, the part of its second time derivative that does not come from the
//! accelerations: `value'' = gradient · v̇ + bias`.

use crate::math::Vec2;
use crate::solver::system::MAX_BODY_DIM;

/// A point fixed in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VectorPort {
    /// m
    pub value: Vec2,
    /// m/s
    pub rate: Vec2,
    /// m/s²
    pub bias: Vec2,
    /// By each coordinate of the body; zero beyond its degrees of freedom.
    pub gradient: [Vec2; MAX_BODY_DIM],
}

/// The angle of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnglePort {
    /// rad, unwrapped
    pub value: f64,
    /// rad/s
    pub rate: f64,
    /// rad/s²
    pub bias: f64,
    /// By each coordinate of the body; zero beyond its degrees of freedom.
    pub gradient: [f64; MAX_BODY_DIM],
}
