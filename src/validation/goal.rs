//! Goals of the report: figures with upper limits.

/// A figure with its upper limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Description of the figure.
    pub what: String,
    /// The measured figure.
    pub figure: f64,
    /// Its upper limit.
    pub limit: f64,
}

impl Goal {
    /// Whether the goal is met; NaN never meets it.
    pub fn met(&self) -> bool {
        self.figure < self.limit
    }
}
