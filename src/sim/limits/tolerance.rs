//! What counts as touching and as at rest.

use crate::sim::SimState;

/// Gap that counts as closed (m, rad), at rest and for each m/s at which it closes.
pub const TOUCHING: f64 = 1e-9;
/// Rate that counts as none, against 1 and the fastest there is (m/s, rad/s).
const STILL: f64 = 1e-9;
/// The same of a rate against which friction acts, which is told to the time at which events are located.
const STICKING: f64 = 1e-8;

/// Rate of what slides that is rounding: how far beyond nothing it is when it comes to rest on the way, against 1 and the fastest there is.
const STOPPED: f64 = 1e-11;

/// Rate against its friction at which what slides has stopped: m/s.
pub fn stopped(state: &SimState) -> f64 {
    STOPPED * fastest(state)
}

/// Rate below which a row is at rest: m/s or rad/s.
pub fn still(state: &SimState) -> f64 {
    STILL * fastest(state)
}

/// Rate below which what slips sticks: m/s or rad/s.
pub fn sticking(state: &SimState) -> f64 {
    STICKING * fastest(state)
}

fn fastest(state: &SimState) -> f64 {
    state.v.iter().fold(1.0, |most, v| v.abs().max(most))
}
