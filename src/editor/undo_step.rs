//! An undo step: its changes of the scene and its effects on a run.

use crate::math::Pose;
use crate::scene::{Change, Edit, Id};

use super::run::PausedState;

/// Key of the edits of one gesture: successive edits with the same key are one undo step.
#[derive(Clone, Debug, PartialEq)]
pub struct GestureKey(pub String);

/// One undo step.
#[derive(Clone, Debug)]
pub struct Step {
    /// Changes of the scene.
    pub edit: Edit,
    /// Poses in the run of parts that the edit adds or deletes, for their restoration.
    pub poses: Vec<(Id, Pose)>,
    /// Effects on a run.
    pub in_run: InRun,
    /// Key of further edits that are merged into the step; `None` once the gesture has ended.
    pub key: Option<GestureKey>,
}

/// Effects of a step on a run that had begun.
#[derive(Clone, Debug, Default)]
pub struct InRun {
    /// State of the paused run on the other side of the step: before it in the list of done steps, after it in that of undone ones. `None` once
    /// time has gone on.
    pub state: Option<PausedState>,
    /// Parts that it moved: pose before and after.
    pub put: Vec<(Id, [Pose; 2])>,
    /// Whether the run was assembled after it.
    pub assembled: bool,
    /// Whether it moved parts in the run, possibly without a change of the scene.
    pub posed: bool,
}

impl Step {
    /// Whether it has no effect.
    pub(super) fn is_empty(&self) -> bool {
        self.edit.is_empty() && !self.in_run.posed
    }
    /// Whether it only moved parts in a run.
    pub(super) fn only_poses(&self) -> bool {
        self.edit.is_empty() && self.in_run.posed
    }

    /// Appends a later edit and its effects.
    pub(super) fn continue_with(&mut self, edit: Edit, in_run: InRun) {
        merge(&mut self.edit, edit);
        self.in_run.continue_with(in_run);
    }
}

impl InRun {
    /// Appends later effects.
    fn continue_with(&mut self, next: InRun) {
        for (id, [was, now]) in next.put {
            match self.put.iter_mut().find(|it| it.0 == id) {
                Some((_, [_, last])) => *last = now,
                None => self.put.push((id, [was, now])),
            }
        }
        self.assembled |= next.assembled;
        self.posed |= next.posed;
    }
}

/// Merges `second` into the edit before it.
fn merge(first: &mut Edit, second: Edit) {
    for change in second.changes {
        let same = first.changes.iter_mut().find(|it| match (&**it, &change) {
            (Change::Item { id: a, .. }, Change::Item { id: b, .. }) => a == b,
            (Change::Settings { .. }, Change::Settings { .. }) => true,
            (Change::Scopes { .. }, Change::Scopes { .. })
            | (Change::Info { .. }, Change::Info { .. })
            | (Change::Variables { .. }, Change::Variables { .. })
            | (Change::Underlay { .. }, Change::Underlay { .. })
            | (Change::Run { .. }, Change::Run { .. }) => true,
            _ => false,
        });
        match (same, change) {
            (Some(Change::Item { after, .. }), Change::Item { after: now, .. }) => *after = now,
            (Some(Change::Settings { after, .. }), Change::Settings { after: now, .. }) => *after = now,
            (Some(Change::Scopes { after, .. }), Change::Scopes { after: now, .. }) => *after = now,
            (Some(Change::Info { after, .. }), Change::Info { after: now, .. }) => *after = now,
            (Some(Change::Variables { after, .. }), Change::Variables { after: now, .. }) => *after = now,
            (Some(Change::Underlay { after, .. }), Change::Underlay { after: now, .. }) => *after = now,
            (Some(Change::Run { after, .. }), Change::Run { after: now, .. }) => *after = now,
            (_, change) => first.changes.push(change),
        }
    }
}
