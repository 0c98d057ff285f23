//! The states lately passed, bounded in bytes, so that a step can be taken back bit for bit.

use std::collections::VecDeque;

use crate::sim::SimState;

/// Memory the history may take (bytes).
const BUDGET: usize = 64 << 20;

/// A ring of states, newest last.
#[derive(Default)]
pub struct History {
    states: VecDeque<SimState>,
    /// States let go of, kept for their buffers.
    spare: Vec<SimState>,
}

impl History {
    /// Remembers a state before it is left.
    pub fn push(&mut self, state: &SimState) {
        let size = 8 * (state.q.len() + state.v.len() + state.memory.len()) + size_of::<SimState>();
        let mut kept = self.spare.pop();
        while self.states.len() >= (BUDGET / size).max(1) {
            kept = self.states.pop_front();
        }
        let mut kept = kept.unwrap_or_default();
        kept.clone_from(state);
        self.states.push_back(kept);
    }
    /// The state before the present one, forgotten here.
    pub fn pop(&mut self) -> Option<SimState> {
        self.states.pop_back()
    }
    /// How many steps can be taken back.
    pub fn len(&self) -> usize {
        self.states.len()
    }
    /// Forgets all.
    pub fn clear(&mut self) {
        self.spare.extend(self.states.drain(..).take(16));
        self.spare.truncate(16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_back_the_last_states_within_its_budget() {
        let mut history = History::default();
        let large = |k: u64| SimState {
            step: k,
            q: vec![0.0; 1 << 20],
            ..SimState::default()
        };
        for k in 0..20 {
            history.push(&large(k));
        }
        assert!(history.len() < 9, "8 MiB each, 64 MiB in all");
        assert_eq!(history.pop().map(|it| it.step), Some(19));
        assert_eq!(history.pop().map(|it| it.step), Some(18));
        history.clear();
        assert_eq!(history.pop(), None);
    }
}
