//! Undo and redo of steps of the history.
//!
//! Undo never rewinds motion. A paused run is restored bit for bit as long as no time has passed since; after that, parts are placed
//! relative to the present pose.

use crate::math::Pose;
use crate::scene::{Change, Edit, Id, Part};
use crate::sim::Input;
use crate::worker::Command;

use super::Editor;
use super::commit::{acts_on_run, carry};
use super::run::PausedState;
use super::undo_step::Step;

impl Editor {
    /// Undoes the last step.
    pub(super) fn undo(&mut self) {
        if let Some(mut step) = self.history.undo().cloned() {
            step.edit = step.edit.inverse();
            self.replay(step, true);
        }
    }

    /// Redoes the step undone last.
    pub(super) fn redo(&mut self) {
        if let Some(step) = self.history.redo().cloned() {
            self.replay(step, false);
        }
    }

    /// Undoes or redoes until this many steps are done.
    pub(super) fn go_to_step(&mut self, step: usize) {
        self.finish_gesture();
        self.seal();
        while self.history.steps().1 > step {
            self.undo();
        }
        while self.history.steps().1 < step && self.history.redo_label().is_some() {
            self.redo();
        }
    }

    fn replay(&mut self, step: Step, undone: bool) {
        let (edit, poses, in_run) = (&step.edit, &step.poses[..], &step.in_run);
        self.end_glide();
        self.dropped = None;
        let acts = acts_on_run(edit) || in_run.posed || in_run.assembled || !in_run.put.is_empty();
        let standing = if acts { self.standing() } else { None };
        let mut gone = self.gone_poses(edit);
        let replaced = self.replaced(edit, poses);
        let picture = self.scene.underlay.clone();
        self.scene.apply(edit);
        self.follow_picture(picture.as_ref());
        self.run.forget_places();
        if let Some(state) = &in_run.state {
            self.history.note_poses(undone, gone);
            self.pass_on(edit, &[]);
            self.put_back(state);
        } else {
            let back = self.put_beside(edit, poses, replaced, &in_run.put, undone);
            gone.extend(back.iter().copied());
            self.history.note_poses(undone, gone);
            self.pass_on(edit, &back);
            if in_run.assembled && !self.run.at_start() {
                self.run(Command::Input(Input::Assemble));
            }
        }
        self.history.note_state(undone, standing);
        self.tidy();
    }

    /// Restores the state of a paused run.
    pub(super) fn put_back(&mut self, then: &PausedState) {
        match then {
            PausedState::Seen(then) => {
                self.run(Command::Input(Input::Adopt(Box::new(then.state.clone()))));
                let poses: Vec<(Id, Pose)> = then.model.poses(&then.state).collect();
                self.run.expect_poses(&poses);
            }
            PausedState::Asked(kept, places) => {
                self.run(Command::Restore(kept.clone()));
                self.run.expect_poses(places.list());
            }
        }
        self.run.stand_as(then);
    }

    /// Poses of parts in a run that has gone on: restored parts, and parts that the step had moved.
    fn put_beside(
        &mut self,
        edit: &Edit,
        poses: &[(Id, Pose)],
        replaced: Option<(Pose, Pose)>,
        put: &[(Id, [Pose; 2])],
        undone: bool,
    ) -> Vec<(Id, Pose)> {
        // At the start all parts return to their built poses.
        let mut back: Vec<(Id, Pose)> = appearing(edit)
            .filter(|_| !self.run.at_start())
            .filter_map(|(id, part)| {
                let noted = || {
                    poses
                        .iter()
                        .find(|(other, _)| *other == id)
                        .map(|(_, pose)| *pose)
                };
                let along = || replaced.map(|(then, now)| Some(carry(part, noted()?, then, now)));
                let pose = along().unwrap_or_else(|| self.carried_forward(id, part, edit).or_else(noted))?;
                Some((id, pose))
            })
            .collect();
        let appear: Vec<Id> = appearing(edit).map(|it| it.0).collect();
        for &(id, [was, then]) in put.iter().filter(|it| !appear.contains(&it.0)) {
            let (from, to) = if undone { (then, was) } else { (was, then) };
            if let (Some(part), Some(now)) = (self.scene.part(id), self.run.pose(&self.scene, id)) {
                back.push((id, carry(part, to, from, now)));
            }
        }
        self.rejoin(edit, &mut back, poses);
        back
    }

    /// For an edit that deletes a part and adds others in its place: the recorded pose of the deleted part, and its present one.
    fn replaced(&self, edit: &Edit, noted: &[(Id, Pose)]) -> Option<(Pose, Pose)> {
        appearing(edit).next()?;
        let gone = |change: &Change| match change {
            Change::Item {
                id,
                before: Some(item),
                after: None,
            } => item.as_part().map(|_| *id),
            _ => None,
        };
        let id = edit.changes.iter().find_map(gone)?;
        let now = self.run.pose(&self.scene, id)?;
        let then = noted.iter().find(|(other, _)| *other == id)?.1;
        Some((then, now))
    }

    /// Pose in the run of a restored part, relative to a partner that was there throughout.
    fn carried_forward(&self, id: Id, part: &Part, edit: &Edit) -> Option<Pose> {
        let new = |other: Id| appearing(edit).any(|(it, _)| it == other);
        let partner = self.partners(id).find(|other| !new(*other))?;
        let built = self.scene.part(partner)?.pose;
        let now = self.run.pose(&self.scene, partner)?;
        Some(carry(part, part.pose, built, now))
    }
}

/// Parts that an edit adds.
fn appearing(edit: &Edit) -> impl Iterator<Item = (Id, &Part)> {
    edit.changes.iter().filter_map(|change| match change {
        Change::Item {
            id,
            before: None,
            after: Some(item),
        } => item.as_part().map(|part| (*id, part)),
        _ => None,
    })
}
