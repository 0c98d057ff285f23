//! A state of the run that was asked for before it was there.

use std::sync::{Arc, OnceLock};

use crate::sim::SimState;

/// What the run is once all that was asked for before is done. Who asks may go on at once: the worker fills it in its turn, before
/// it takes any later command.
#[derive(Clone, Debug, Default)]
pub struct PendingState(Arc<OnceLock<SimState>>);

impl PendingState {
    /// The state, once it is there.
    pub fn state(&self) -> Option<&SimState> {
        self.0.get()
    }

    /// Puts the state into it, the first time.
    pub(super) fn fill(&self, state: &SimState) {
        self.0.get_or_init(|| state.clone());
    }
}
