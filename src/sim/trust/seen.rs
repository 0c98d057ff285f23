//! Input of the watch.

use crate::sim::{Drift, Energy, Model, SimState};

/// A state that the watch is shown, with its measured quantities.
pub struct Seen<'a> {
    pub model: &'a Model,
    pub state: &'a SimState,
    pub drift: Drift,
    pub energy: Energy,
    /// Cdot and C_t of all rows (per s).
    pub rates: [&'a [f64]; 2],
    /// Whether the method stopped short of the answer.
    pub loose: bool,
}
