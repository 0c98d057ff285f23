//! The value of a programme at a time.

/// A value with its first two time derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The value.
    pub value: f64,
    /// First derivative (per second).
    pub rate: f64,
    /// Second derivative (per second squared).
    pub acceleration: f64,
}
