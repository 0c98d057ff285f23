//! The course that a drive prescribes for the quantity it measures.
//!
//! ```text
//! C = m - (m0 + v t + x(t)),   C_t = -(v + x'),   C_tt = -x''      m measured, x a [`Programme`]
//! ```
//! `m0` is kept in memory once the machine runs, so that a drive moved by hand while paused goes on from where it was left.

use super::{Programme, Row};

/// Default time constant in which an error of a drive decays (s).
pub(super) fn default_time_constant() -> f64 {
    0.1
}

/// Whether a switch is off, so that it is left out of a file.
pub(super) fn is_false(it: &bool) -> bool {
    !it
}

/// Prescribed course: a rate and a programme.
#[derive(Clone, Copy)]
pub(super) struct Prescribed<'a> {
    /// Rate (per second).
    pub rate: f64,
    /// Programme added to it.
    pub programme: &'a Programme,
}

impl Prescribed<'_> {
    /// Subtracts the prescribed course from a row of the measured quantity; `start` is its value at t = 0 without the programme.
    pub(super) fn take_from(self, row: &mut Row, start: f64, time: f64) {
        let course = self.programme.at(time);
        row.value -= start + self.rate * time + course.value;
        row.time_rate = -(self.rate + course.rate);
        row.curvature -= course.acceleration;
    }

    /// The start value with which C = 0 at this time.
    pub(super) fn start(self, measured: f64, time: f64) -> f64 {
        measured - self.rate * time - self.programme.at(time).value
    }
}
