//! Cache key: the state for which something, such as the rows for the drift, was evaluated last. The next step begins at the same state
//! and need not evaluate it again.

use crate::sim::{Model, SimState};

/// The quantities on which rows and multipliers depend, apart from the model.
#[derive(Default)]
pub(in crate::sim) struct EvaluatedState {
    /// Whether a state is stored and the results for it are still valid.
    valid: bool,
    /// Generation counter of the bodies, and so of their masses.
    bodies: u64,
    q: Vec<f64>,
    v: Vec<f64>,
    time: f64,
    memory: Vec<f64>,
}

impl EvaluatedState {
    /// Stores the state that was just evaluated; invalidates the key if the model has points of contact.
    pub(in crate::sim) fn keep(&mut self, model: &Model, state: &SimState) {
        self.valid = model.touching.is_empty();
        if self.valid {
            self.q.clone_from(&state.q);
            self.v.clone_from(&state.v);
            self.memory.clone_from(&state.memory);
            self.time = state.time;
            self.bodies = model.bodies.version();
        }
    }

    /// Invalidates the key.
    pub(in crate::sim) fn invalidate(&mut self) {
        self.valid = false;
    }

    /// Whether the stored state equals this one bit for bit, for the same bodies.
    pub(in crate::sim) fn is_at(
        &self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) -> bool {
        let same = |kept: &[f64], now: &[f64]| {
            kept.len() == now.len()
                && kept
                    .iter()
                    .zip(now)
                    .all(|(kept, now)| kept.to_bits() == now.to_bits())
        };
        self.valid
            && model.touching.is_empty()
            && self.bodies == model.bodies.version()
            && self.time.to_bits() == time.to_bits()
            && same(&self.q, q)
            && same(&self.v, v)
            && same(&self.memory, memory)
    }
}
