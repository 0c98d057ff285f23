//! Observation of a motor that stands.

use crate::scene::Id;

/// Angle of a motor, and since when it has stood there.
#[derive(Clone, Copy, Debug)]
pub struct StoppedMotor {
    /// The motor.
    pub motor: Id,
    /// Simulated time (s).
    pub since: f64,
    /// Angle at that time (rad).
    pub angle: f64,
}
