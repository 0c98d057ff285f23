//! The state at which drift was measured last: the step that follows begins there, and need not evaluate its rows again.

use crate::sim::{Model, SimState};

/// What an evaluation of rows depends on beside the model.
#[derive(Default)]
pub(super) struct Looked {
    /// Whether there is one, and the rows are still its.
    holds: bool,
    q: Vec<f64>,
    v: Vec<f64>,
    time: f64,
    memory: Vec<f64>,
}

impl Looked {
    /// Keeps a state whose rows were just evaluated.
    pub(super) fn keep(&mut self, model: &Model, state: &SimState) {
        self.holds = model.touching.is_empty();
        if self.holds {
            self.q.clone_from(&state.q);
            self.v.clone_from(&state.v);
            self.memory.clone_from(&state.memory);
            self.time = state.time;
        }
    }

    /// The rows are no longer those of a state that was kept.
    pub(super) fn forget(&mut self) {
        self.holds = false;
    }

    /// Whether the rows are those of this state, to the bit.
    pub(super) fn is_at(&self, model: &Model, q: &[f64], v: &[f64], time: f64, memory: &[f64]) -> bool {
        let same = |kept: &[f64], now: &[f64]| {
            kept.len() == now.len()
                && kept
                    .iter()
                    .zip(now)
                    .all(|(kept, now)| kept.to_bits() == now.to_bits())
        };
        self.holds
            && model.touching.is_empty()
            && self.time.to_bits() == time.to_bits()
            && same(&self.q, q)
            && same(&self.v, v)
            && same(&self.memory, memory)
    }
}
