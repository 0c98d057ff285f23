//! A step of undo: what it changed in the scene, and what it did to a run.

use crate::math::Pose;
use crate::scene::{Change, Edit, Id};

use super::run::Stand;

/// What holds the edits of one gesture together: as long as the same key comes, it is one step.
#[derive(Clone, Debug, PartialEq)]
pub struct GestureKey(pub String);

/// One step of undo.
#[derive(Clone, Debug)]
pub struct Step {
    /// What changed in the scene.
    pub edit: Edit,
    /// Where parts that the edit adds or deletes were in the run, to be put back there.
    pub poses: Vec<(Id, Pose)>,
    /// What it did to a run.
    pub in_run: InRun,
    /// What more can come to it; none once the gesture has ended.
    pub key: Option<GestureKey>,
}

/// What a step did to a run that had begun.
#[derive(Clone, Debug, Default)]
pub struct InRun {
    /// The paused run on the other side of the step: before it where it is done, after it where it is taken back. None once
    /// time has gone on.
    pub state: Option<Stand>,
    /// Parts that it put elsewhere: where each was, and where it was put.
    pub put: Vec<(Id, [Pose; 2])>,
    /// Whether the machine was drawn together afterwards.
    pub assembled: bool,
    /// Whether it put parts elsewhere in the run and may have left the scene alone.
    pub posed: bool,
}

impl Step {
    /// Whether it does nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.edit.is_empty() && !self.in_run.posed
    }
    /// Whether it only put parts elsewhere in a run.
    pub(super) fn only_poses(&self) -> bool {
        self.edit.is_empty() && self.in_run.posed
    }

    /// Makes it what it and an edit after it did, one after the other.
    pub(super) fn continue_with(&mut self, edit: Edit, in_run: InRun) {
        merge(&mut self.edit, edit);
        self.in_run.continue_with(in_run);
    }
}

impl InRun {
    /// Makes it what it and `next` did, one after the other.
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

/// Makes `first` the two edits one after the other.
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
