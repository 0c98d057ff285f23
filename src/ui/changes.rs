//! Log of changes to the solver settings and of edits during a run, which the plots mark.

use std::sync::Arc;

use crate::editor::Editor;
use crate::sim::Model;
use crate::worker::race::RunnerId;
use crate::worker::{Contender, Scheme, Snapshot};

/// Maximum number of marks kept.
const KEPT: usize = 200;
/// Longest time between changes of the same numbers that are one mark, as when a slider is dragged (s).
const GESTURE: f64 = 1.0;

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Simulated time (s).
    pub time: f64,
    /// Slot whose settings changed: 0 is the leader, others are runners of a race.
    pub slot: usize,
    /// The change in words.
    pub text: String,
}

/// The changes recorded in the current scene.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    marks: Vec<Change>,
    leader: Option<Scheme>,
    /// Generation of the scene to which the marks belong.
    generation: u64,
    runners: Vec<(RunnerId, Scheme)>,
    /// Number of scene edits at the last call; below it, the model in use at that time.
    edits: usize,
    model: Option<Arc<Model>>,
    /// Label of an edit that the run has not adopted yet.
    edited: Option<String>,
}

impl Changes {
    /// All marks, in no particular order.
    pub fn all(&self) -> &[Change] {
        &self.marks
    }

    /// Compares the runs with their state at the last call and records differences. When time goes back, later marks are dropped.
    pub fn follow(&mut self, editor: &Editor, snapshot: &Snapshot, race: &[Contender]) {
        if self.generation != snapshot.generation {
            // Another scene may come with other settings; that is no change.
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

    /// Stores the label of the latest edit or undo; the run adopts it a little later.
    fn note_edit(&mut self, editor: &Editor) {
        let edits = editor.edits();
        let before = std::mem::replace(&mut self.edits, edits);
        if edits > before {
            self.edited = editor.undo_label().map(str::to_owned);
        } else if edits < before {
            self.edited = editor.redo_label().map(|it| format!("Undo: {it}"));
        }
    }

    /// Forgets everything; called when another scene is opened.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds a mark. One that tells other values of the same numbers soon before is replaced.
    fn add(&mut self, time: f64, slot: usize, text: String) {
        let goes_on = |mark: &&mut Change| {
            mark.slot == slot
                && time - mark.time < GESTURE
                && without_digits(&mark.text) == without_digits(&text)
        };
        if let Some(mark) = self.marks.last_mut().filter(goes_on) {
            (mark.time, mark.text) = (time, text);
            return;
        }
        if self.marks.len() == KEPT {
            self.marks.remove(0);
        }
        self.marks.push(Change { time, slot, text });
    }
}

/// A text without the values of its numbers.
fn without_digits(text: &str) -> String {
    text.chars().filter(|it| !it.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_that_is_dragged_leaves_one_mark() {
        let mut changes = Changes::default();
        for (k, ks) in [400, 450, 1020].into_iter().enumerate() {
            changes.add(1.0 + 0.3 * k as f64, 0, format!("Sparse, ks {ks}, kd 40"));
        }
        changes.add(1.7, 1, "Sparse, ks 1020, kd 40".to_owned());
        changes.add(4.0, 1, "Sparse, ks 1, kd 40".to_owned());
        changes.add(4.1, 1, "Sparse, Runge-Kutta 4".to_owned());
        let all: Vec<(f64, &str)> = changes
            .all()
            .iter()
            .map(|it| (it.time, it.text.as_str()))
            .collect();
        let expected = [
            (1.6, "Sparse, ks 1020, kd 40"),
            (1.7, "Sparse, ks 1020, kd 40"),
            (4.0, "Sparse, ks 1, kd 40"),
            (4.1, "Sparse, Runge-Kutta 4"),
        ];
        assert_eq!(all, expected);
    }
}
