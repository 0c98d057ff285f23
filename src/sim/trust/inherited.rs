//! What is out of bounds where the watch begins anew in the midst of a run, after a change of settings or an edit. The steps that follow may bring
//! it back within bounds, as a cure is meant to; only what stays is held against them.

use super::breach::QUANTITIES;
use super::closing::LONGEST;

/// Growth within that time up to which it is still what was inherited.
const GROWS: f64 = 1.5;

/// Values of the watched quantities at the first look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Inherited {
    since: f64,
    values: [f64; QUANTITIES],
}

impl Inherited {
    pub(super) fn new(since: f64, values: [f64; QUANTITIES]) -> Self {
        Self { since, values }
    }

    /// The value of a quantity (index) at the first look; 0 at the start of a run.
    pub(super) fn value(&self, quantity: usize) -> f64 {
        self.values[quantity]
    }

    /// Whether this value of a quantity (index), seen at `time` (s), is what was there at the first look; NaN is not.
    pub(super) fn explains(&self, quantity: usize, (time, value): (f64, f64)) -> bool {
        (self.since..self.since + LONGEST).contains(&time) && value <= GROWS * self.values[quantity]
    }
}
