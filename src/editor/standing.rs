//! A motor that stands.

use crate::scene::Id;

/// Since when a motor stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Which.
    pub motor: Id,
    /// Simulated time (s).
    pub since: f64,
    /// Its angle then (rad).
    pub angle: f64,
}
