//! What a drive prescribes of what it measures.
//!
//! ```text
//! C = m - (m0 + v t + x(t)),   C_t = -(v + x'),   C_tt = -x''      m measured, x a [`Programme`]
//! ```
//! `m0` is memory once the machine runs, so that a drive moved by hand while paused goes on from where it was left.

use super::{Programme, Row};

/// How fast an error of a drive decays when nothing is said (s).
pub(super) fn default_time_constant() -> f64 {
    0.1
}

/// Whether a switch is left out of a file.
pub(super) fn is_false(it: &bool) -> bool {
    !it
}

/// A rate, and what a programme adds.
#[derive(Clone, Copy)]
pub(super) struct Prescribed<'a> {
    /// Per second.
    pub rate: f64,
    /// What is added in the course of time.
    pub programme: &'a Programme,
}

impl Prescribed<'_> {
    /// Takes what is prescribed off a row of what is measured; `start` is what it is at t = 0 without the programme.
    pub(super) fn take_from(self, row: &mut Row, start: f64, time: f64) {
        let course = self.programme.at(time);
        row.value -= start + self.rate * time + course.value;
        row.time_rate = -(self.rate + course.rate);
        row.curvature -= course.acceleration;
    }

    /// The start with which C = 0 at this time.
    pub(super) fn start(self, measured: f64, time: f64) -> f64 {
        measured - self.rate * time - self.programme.at(time).value
    }
}
