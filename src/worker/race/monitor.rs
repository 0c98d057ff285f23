//! What the window sees of a race.

use std::sync::{Arc, Mutex, PoisonError};

use super::channel::Channel;
use super::{Contender, RunnerId};
use crate::worker::Sample;

/// Where the window looks up how the race stands.
#[derive(Clone, Default)]
pub struct Monitor(Arc<Mutex<Vec<Arc<Channel>>>>);

impl Monitor {
    /// Every runner, in order.
    pub fn contenders(&self) -> Vec<Contender> {
        self.channels().iter().map(|it| it.contender()).collect()
    }

    /// Whether nobody has anything left to do: what is published stays so until the leader moves.
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

    /// Shows other runners.
    pub(super) fn show(&self, channels: Vec<Arc<Channel>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = channels;
    }

    fn channels(&self) -> Vec<Arc<Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
