//! A state of the run that has been requested but not delivered yet.

use std::sync::{Arc, OnceLock};

use crate::sim::SimState;

/// The state of the run once all earlier commands are done. The requester need not wait: the worker fills the state in its turn,
/// before any later command.
#[derive(Clone, Debug, Default)]
pub struct PendingState(Arc<OnceLock<SimState>>);

impl PendingState {
    /// The state, once it has been filled in.
    pub fn state(&self) -> Option<&SimState> {
        self.0.get()
    }

    /// Fills in the state; only the first call has an effect.
    pub(super) fn fill(&self, state: &SimState) {
        self.0.get_or_init(|| state.clone());
    }
}
