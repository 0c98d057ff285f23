//! The state that something was worked out of last, as drift was: what follows begins there, and need not work it out again.

use crate::sim::{Model, SimState};

/// What rows and multipliers depend on beside the model.
#[derive(Default)]
pub(in crate::sim) struct Looked {
    /// Whether there is one, and what was worked out is still its.
    holds: bool,
    /// Version of the bodies, and so of their masses.
    bodies: u64,
    q: Vec<f64>,
    v: Vec<f64>,
    time: f64,
    memory: Vec<f64>,
}

impl Looked {
    /// Keeps a state of which it was just worked out.
    pub(in crate::sim) fn keep(&mut self, model: &Model, state: &SimState) {
        self.holds = model.touching.is_empty();
        if self.holds {
            self.q.clone_from(&state.q);
            self.v.clone_from(&state.v);
            self.memory.clone_from(&state.memory);
            self.time = state.time;
            self.bodies = model.bodies.version();
        }
    }

    /// It is no longer that of a state that was kept.
    pub(in crate::sim) fn forget(&mut self) {
        self.holds = false;
    }

    /// Whether it is that of this state, to the bit.
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
        self.holds
            && model.touching.is_empty()
            && self.bodies == model.bodies.version()
            && self.time.to_bits() == time.to_bits()
            && same(&self.q, q)
            && same(&self.v, v)
            && same(&self.memory, memory)
    }
}
