//! The window's view of a race.

use std::sync::{Arc, Mutex, PoisonError};

use super::channel::Channel;
use super::{Contender, RunnerId};
use crate::worker::Sample;

/// Handle through which the window reads the standing of the race.
#[derive(Clone, Default)]
pub struct Monitor(Arc<Mutex<Vec<Arc<Channel>>>>);

impl Monitor {
    /// All runners, in order of their slots.
    pub fn contenders(&self) -> Vec<Contender> {
        self.channels().iter().map(|it| it.contender()).collect()
    }

    /// Whether no runner has anything left to do: the published status stays the same until the leader moves.
    pub fn is_settled(&self) -> bool {
        self.channels().iter().all(|it| it.is_settled())
    }

    /// Plot points of every runner since the last call, oldest first.
    pub fn take_samples(&self) -> Vec<(RunnerId, Vec<Sample>)> {
        self.channels()
            .iter()
            .map(|it| (it.id, it.take_samples()))
            .collect()
    }

    /// Replaces the list of runners.
    pub(super) fn show(&self, channels: Vec<Arc<Channel>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = channels;
    }

    fn channels(&self) -> Vec<Arc<Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
