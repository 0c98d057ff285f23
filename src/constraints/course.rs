//! What a programme comes to at a time.

/// A value with its first two time derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The value.
    pub value: f64,
    /// Per second.
    pub rate: f64,
    /// Per second squared.
    pub acceleration: f64,
}
