//! Undo history: the list of edits, one step per gesture, no empty steps.

use crate::math::Pose;
use crate::scene::{Edit, Id};

use super::run::PausedState;
use super::undo_step::{GestureKey, InRun, Step};

/// Most steps that store a state of the run, which may take some megabytes.
const STATES: usize = 32;

/// All steps since a scene was opened.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Number of done steps when the scene was saved; `None` once that state cannot be reached again.
    saved: Option<usize>,
}

impl History {
    /// An empty history, which counts as saved.
    pub fn new() -> Self {
        Self {
            saved: Some(0),
            ..Self::default()
        }
    }

    /// Whether an edit with this key is merged into the last step.
    pub fn continues(&self, key: Option<&GestureKey>) -> bool {
        key.is_some() && self.done.last().is_some_and(|last| last.key.as_ref() == key)
    }

    /// Records an edit that was just applied. With the key of the last step it is merged into that step.
    pub fn push(&mut self, edit: Edit, poses: Vec<(Id, Pose)>, in_run: InRun, key: Option<GestureKey>) {
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            // The saved scene equals the present one if the undone steps up to it changed only the run.
            self.saved = (!self.is_modified()).then_some(self.done.len());
        }
        self.undone.clear();
        let continues = self.continues(key.as_ref());
        if continues && self.saved == Some(self.done.len()) && !edit.is_empty() {
            self.saved = None;
        }
        if continues && let Some(last) = self.done.last_mut() {
            last.continue_with(edit, in_run);
        } else {
            self.done.push(Step {
                edit,
                poses,
                in_run,
                key,
            });
        }
        if let Some(old) = self.done.len().checked_sub(STATES + 1) {
            self.done[old].in_run.state = None;
        }
    }

    /// Records that the run was assembled after the last step.
    pub fn mark_assembled(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.in_run.assembled = true;
        }
    }

    /// Stores the state of the paused run on the other side of the step just undone or redone.
    pub fn note_state(&mut self, undone: bool, state: Option<PausedState>) {
        let list = if undone { &mut self.undone } else { &mut self.done };
        if let Some(step) = list.last_mut() {
            step.in_run.state = state;
        }
        if let Some(old) = list.len().checked_sub(STATES + 1) {
            list[old].in_run.state = None;
        }
    }

    /// Discards the stored states of the run, and the steps that only moved parts in it, because time goes on.
    pub fn let_time_go(&mut self) {
        if let Some(saved) = &mut self.saved {
            let order = self.done.iter().chain(self.undone.iter().rev());
            *saved -= order.take(*saved).filter(|step| step.only_poses()).count();
        }
        for list in [&mut self.done, &mut self.undone] {
            list.retain(|step| !step.only_poses());
            list.iter_mut().for_each(|step| step.in_run.state = None);
        }
    }

    /// Ends the gesture: the next edit is a new step. A gesture without a net change leaves no step.
    pub fn seal(&mut self) {
        let Some(last) = self.done.last_mut() else { return };
        if last.key.take().is_some() && last.is_empty() {
            self.done.pop();
        }
    }

    /// The last step, which the caller reverts.
    pub fn undo(&mut self) -> Option<&Step> {
        self.seal();
        let step = self.done.pop()?;
        self.undone.push(step);
        self.undone.last()
    }
    /// The step undone last, which the caller applies again.
    pub fn redo(&mut self) -> Option<&Step> {
        let step = self.undone.pop()?;
        self.done.push(step);
        self.done.last()
    }
    /// Stores the poses of deleted parts in the step just undone or redone.
    pub fn note_poses(&mut self, undone: bool, poses: Vec<(Id, Pose)>) {
        let list = if undone { &mut self.undone } else { &mut self.done };
        if let Some(step) = list.last_mut()
            && !poses.is_empty()
        {
            step.poses = poses;
        }
    }
    /// Label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.done
            .iter()
            .rev()
            .find(|step| !step.is_empty())
            .map(|step| step.edit.label.as_str())
    }
    /// Label of the step that redo would repeat.
    pub fn redo_label(&self) -> Option<&str> {
        self.undone.last().map(|step| step.edit.label.as_str())
    }
    /// Labels of the steps, undone ones last; and the number of done ones.
    pub fn steps(&self) -> (Vec<&str>, usize) {
        let steps = self.done.iter().chain(self.undone.iter().rev());
        (
            steps.map(|step| step.edit.label.as_str()).collect(),
            self.done.len(),
        )
    }
    /// Number of done steps that changed the scene.
    pub fn edits(&self) -> usize {
        self.done.iter().filter(|step| !step.edit.is_empty()).count()
    }
    /// Whether the scene differs from the saved one.
    pub fn is_modified(&self) -> bool {
        let done = self.done.len();
        self.saved.is_none_or(|saved| {
            let order = self.done.iter().chain(self.undone.iter().rev());
            let mut between = order.skip(saved.min(done)).take(saved.abs_diff(done));
            between.any(|step| !step.edit.is_empty())
        })
    }
    /// Marks the present scene as saved.
    pub fn mark_saved(&mut self) {
        self.seal();
        self.saved = Some(self.done.len());
    }
    /// Marks the present scene as unsaved: a scene recovered after a crash.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene::{Change, Info};

    fn titled(before: &str, after: &str) -> Edit {
        let info = |title: &str| Info {
            title: title.to_owned(),
            ..Info::default()
        };
        let mut edit = Edit::new("title");
        edit.changes.push(Change::Info {
            before: info(before),
            after: info(after),
        });
        edit
    }

    #[test]
    fn a_gesture_is_one_step_and_none_when_it_came_back() {
        let mut history = History::new();
        let key = Some(GestureKey("slide".to_owned()));
        history.push(titled("a", "b"), Vec::new(), InRun::default(), key.clone());
        history.push(titled("b", "c"), Vec::new(), InRun::default(), key.clone());
        history.seal();
        assert_eq!(history.undo().unwrap().edit, titled("a", "c"));
        assert!(history.undo().is_none());
        history.push(titled("a", "b"), Vec::new(), InRun::default(), key.clone());
        history.push(titled("b", "a"), Vec::new(), InRun::default(), key);
        assert_eq!(history.undo_label(), None);
        assert!(!history.is_modified());
        history.seal();
        assert!(history.undo().is_none());
    }

    #[test]
    fn what_was_saved_is_known_through_undo_and_lost_in_a_branch() {
        let mut history = History::new();
        history.push(titled("a", "b"), Vec::new(), InRun::default(), None);
        assert!(history.is_modified());
        history.mark_saved();
        assert!(!history.is_modified());
        history.undo();
        assert!(history.is_modified());
        history.redo();
        assert!(!history.is_modified());
        history.undo();
        history.push(titled("a", "z"), Vec::new(), InRun::default(), None);
        assert!(history.is_modified());
    }
    #[test]
    fn steps_that_only_pose_a_run_are_no_edits() {
        let pose = |history: &mut History| {
            let in_run = InRun {
                posed: true,
                ..InRun::default()
            };
            history.push(Edit::new("move"), Vec::new(), in_run, None);
        };
        let mut history = History::new();
        history.push(titled("a", "b"), Vec::new(), InRun::default(), None);
        pose(&mut history);
        assert_eq!((history.steps().1, history.edits()), (2, 1));
        // Saved after a move that is undone and replaced by another move: the scene still equals the saved one.
        history.mark_saved();
        history.undo();
        pose(&mut history);
        assert!(!history.is_modified());
        history.undo();
        history.undo();
        assert!(history.is_modified());
        pose(&mut history);
        assert!(history.is_modified(), "the saved state is gone");
    }
}
