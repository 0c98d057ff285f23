//! Changes of the way a run is computed, and edits, for the plots.

use std::sync::Arc;

use crate::editor::Editor;
use crate::sim::Model;
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
    /// How many edits of the scene there were, and the machine that is run.
    edits: usize,
    model: Option<Arc<Model>>,
    /// An edit that the run has not taken in yet.
    edited: Option<String>,
}

impl Changes {
    /// All of them, in no order.
    pub fn all(&self) -> &[Change] {
        &self.marks
    }

    /// Compares the runs with what they were at the last call. Time that goes back takes its marks along.
    pub fn follow(&mut self, editor: &Editor, snapshot: &Snapshot, race: &[Contender]) {
        if self.generation != snapshot.generation {
            // Another scene may be computed in another way, which is no change.
            self.clear();
            self.generation = snapshot.generation;
            self.edits = editor.edits();
        }
        self.note_edit(editor);
        let time = snapshot.state.time;
        if snapshot.ahead > 0 {
            return;
        }
        self.marks.retain(|mark| mark.time <= time);
        let model = self.model.replace(Arc::clone(&snapshot.model));
        let another = model.is_some_and(|it| !Arc::ptr_eq(&it, &snapshot.model));
        let edited = self.edited.take_if(|_| another);
        let leader = Scheme::of(snapshot.settings());
        let before = self.leader.replace(leader);
        if let Some(before) = before.filter(|it| *it != leader) {
            self.add(time, 0, leader.words(&before));
        } else if let Some(text) = edited.filter(|_| time > 0.0) {
            self.add(time, 0, text);
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

    /// What the last edit did, or took back; the run takes it in a little later.
    fn note_edit(&mut self, editor: &Editor) {
        let edits = editor.edits();
        let before = std::mem::replace(&mut self.edits, edits);
        if edits > before {
            self.edited = editor.undo_label().map(str::to_owned);
        } else if edits < before {
            self.edited = editor.redo_label().map(|it| format!("Undo: {it}"));
        }
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
