//! Tolerances: gaps that count as closed, and rates that count as rest.

use crate::sim::SimState;

/// Gap that counts as closed: at rest (m, rad), and for each m/s at which it closes.
pub const TOUCHING: f64 = 1e-9;
/// Rate that counts as none, relative to the fastest coordinate or 1 (m/s, rad/s).
const STILL: f64 = 1e-9;
/// The same for a rate against which friction acts, which is known only to the precision at which events are located.
const STICKING: f64 = 1e-8;

/// Rate of sliding that counts as stopped, relative to the fastest coordinate or 1: how far rounding takes it beyond zero where sliding ends on the
/// way.
const STOPPED: f64 = 1e-11;

/// Rate against its friction at which a sliding row has stopped (m/s).
pub fn stopped(state: &SimState) -> f64 {
    STOPPED * fastest(state)
}

/// Rate below which a row is at rest (m/s or rad/s).
pub fn still(state: &SimState) -> f64 {
    STILL * fastest(state)
}

/// Rate below which a slipping row sticks (m/s or rad/s).
pub fn sticking(state: &SimState) -> f64 {
    STICKING * fastest(state)
}

fn fastest(state: &SimState) -> f64 {
    state.v.iter().fold(1.0, |most, v| v.abs().max(most))
}
