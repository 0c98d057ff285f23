//! A race as the window shows it: A and its copies at one simulated time. A copy tells of a time some frames later than A does, where the
//! computer is busy; drawn at different times, runs that are the same would part.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Contender, RunStatus, RunnerId, lag_in_step};
use crate::worker::Snapshot;

/// What is kept of A, and of each copy.
const KEPT: usize = 16;
/// Difference of times that is rounding (s).
const ROUNDING: f64 = 1e-9;

/// The last that A and its copies were seen at.
#[derive(Debug, Default)]
pub struct Together {
    leader: VecDeque<Arc<Snapshot>>,
    copies: VecDeque<(RunnerId, Arc<RunStatus>)>,
}

impl Together {
    /// The newest of A at whose time all copies are known that keep up, which are put there; the latest where there is none, or time stands.
    pub fn follow(&mut self, latest: Arc<Snapshot>, race: &mut [Contender]) -> Arc<Snapshot> {
        if race.is_empty() || !latest.playing {
            *self = Self::default();
            return latest;
        }
        self.keep(&latest, race);
        let now = latest.state.time;
        let most = lag_in_step(latest.model.settings.speed);
        let is_recent = |it: &&Arc<Snapshot>| {
            it.generation == latest.generation && (now - most..=now).contains(&it.state.time)
        };
        for snapshot in self.leader.iter().rev().take_while(is_recent) {
            let keeps_up = |it: &Contender| {
                !it.lost && it.status.stopped.is_none() && now - it.status.state.time <= most
            };
            let found: Vec<Option<Arc<RunStatus>>> = race
                .iter()
                .map(|it| match keeps_up(it) {
                    true => self.copy_at(it.id, snapshot.state.time),
                    false => Some(it.status.clone()),
                })
                .collect();
            if found.iter().all(Option::is_some) {
                let found = found.into_iter().flatten();
                race.iter_mut()
                    .zip(found)
                    .for_each(|(it, status)| it.status = status);
                return snapshot.clone();
            }
        }
        latest
    }

    fn keep(&mut self, latest: &Arc<Snapshot>, race: &[Contender]) {
        if !self.leader.back().is_some_and(|it| Arc::ptr_eq(it, latest)) {
            self.leader.push_back(latest.clone());
        }
        for it in race {
            let is_known = self.copies.iter().any(|known| Arc::ptr_eq(&known.1, &it.status));
            if !is_known {
                self.copies.push_back((it.id, it.status.clone()));
            }
        }
        let surplus = self.leader.len().saturating_sub(KEPT);
        self.leader.drain(..surplus);
        let surplus = self.copies.len().saturating_sub(KEPT * race.len());
        self.copies.drain(..surplus);
    }

    /// A copy as it was last seen at a time (s).
    fn copy_at(&self, id: RunnerId, time: f64) -> Option<Arc<RunStatus>> {
        let is_there =
            |it: &&(RunnerId, Arc<RunStatus>)| it.0 == id && (it.1.state.time - time).abs() <= ROUNDING;
        self.copies.iter().rev().find(is_there).map(|it| it.1.clone())
    }
}
