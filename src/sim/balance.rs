//! An energy error beside the allowed one: of a sub-step, or of a run.

/// An energy error, with the allowed one (J).
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    pub error: f64,
    pub allowed: f64,
}

impl Balance {
    /// Whether the error is allowed. Written so that NaN is not.
    pub fn is_allowed(&self) -> bool {
        self.error <= self.allowed
    }

    /// Whether the error is a larger share of the allowed one than another is. NaN is the largest.
    pub fn is_worse_than(&self, other: &Self) -> bool {
        let is_better = other.error.is_nan() || self.error * other.allowed <= other.error * self.allowed;
        !is_better
    }
}
