//! Changes of the way a run is computed, and edits, for the plots.

use crate::worker::race::RunnerId;
use crate::worker::{Contender, Scheme, Snapshot};

/// Most marks kept.
const KEPT: usize = 200;

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Simulated time (s).
    pub time: f64,
    /// Of the leader (0) or of a runner of a race.
    pub slot: usize,
    /// What changed.
    pub text: String,
}

/// The changes of the runs so far.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    marks: Vec<Change>,
    leader: Option<Scheme>,
    /// Which scene they are of.
    generation: u64,
    runners: Vec<(RunnerId, Scheme)>,
}

impl Changes {
    /// All of them, in no order.
    pub fn all(&self) -> &[Change] {
        &self.marks
    }

    /// Compares the runs with what they were at the last call. Time that goes back takes its marks along.
    pub fn follow(&mut self, snapshot: &Snapshot, race: &[Contender]) {
        if self.generation != snapshot.generation {
            // Another scene may be computed in another way, which is no change.
            self.clear();
            self.generation = snapshot.generation;
        }
        let time = snapshot.state.time;
        if snapshot.ahead > 0 {
            return;
        }
        self.marks.retain(|mark| mark.time <= time);
        let leader = Scheme::of(snapshot.settings());
        if let Some(before) = self.leader.replace(leader)
            && before != leader
        {
            self.add(time, 0, leader.words(&before));
        }
        let now: Vec<(RunnerId, Scheme)> = race.iter().map(|it| (it.id, it.scheme)).collect();
        for runner in race {
            let before = self.runners.iter().find(|it| it.0 == runner.id);
            if let Some((_, before)) = before
                && *before != runner.scheme
            {
                let words = runner.scheme.words(before);
                self.add(time, runner.slot, words);
            }
        }
        self.runners = now;
    }

    /// Another scene is on the canvas.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn add(&mut self, time: f64, slot: usize, text: String) {
        if self.marks.len() == KEPT {
            self.marks.remove(0);
        }
        self.marks.push(Change { time, slot, text });
    }
}
