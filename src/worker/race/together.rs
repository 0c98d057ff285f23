//! Synchronised display of a race: A (the leader) and its copies at one simulated time. On a busy computer a copy reaches a time some frames later
//! than A; drawn at different times, equal runs would appear apart.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Contender, RunStatus, RunnerId, lag_in_step};
use crate::worker::Snapshot;

/// Number of snapshots kept of A, and of each copy.
const KEPT: usize = 16;
/// Times that differ by less count as equal (s).
const ROUNDING: f64 = 1e-9;

/// The latest snapshots of A and of its copies.
#[derive(Debug, Default)]
pub struct SyncedDisplay {
    leader: VecDeque<Arc<Snapshot>>,
    copies: VecDeque<(RunnerId, Arc<RunStatus>)>,
}

impl SyncedDisplay {
    /// Returns the newest snapshot of A at whose time every copy that keeps up has a known status, and sets the copies to that status.
    /// Returns the latest snapshot if there is none, or while paused.
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

    /// The status of a copy at a time (s), as last seen.
    fn copy_at(&self, id: RunnerId, time: f64) -> Option<Arc<RunStatus>> {
        let is_there =
            |it: &&(RunnerId, Arc<RunStatus>)| it.0 == id && (it.1.state.time - time).abs() <= ROUNDING;
        self.copies.iter().rev().find(is_there).map(|it| it.1.clone())
    }
}
