//! What the report must show: a figure and the limit it has to stay below.

/// A figure with its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What it is of.
    pub what: String,
    /// What came of it.
    pub figure: f64,
    /// What it must stay below.
    pub limit: f64,
}

impl Goal {
    /// Whether it is met; never by what is not a number.
    pub fn met(&self) -> bool {
        self.figure < self.limit
    }
}
