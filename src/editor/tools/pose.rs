//! Dragging a paused machine: the assembly follows the pointer with its constraints satisfied.
//!
//! At the start the result is an edit of the scene, one per gesture; later it poses the run. The worker may be slow, so at most one command
//! is pending, and the edit waits for the last answer.

use crate::math::Vec2;
use crate::sim::Input;
use crate::worker::Command;

use crate::editor::Editor;
use crate::editor::draft::Draft;
use crate::editor::gesture::{Gesture, Posing};
use crate::editor::run::PausedState;
use crate::editor::undo_step::GestureKey;

impl Editor {
    pub(in crate::editor) fn pose_move(&mut self, target: Vec2) {
        if let Gesture::Pose(posing) = &mut self.gesture
            && posing.settle.is_none()
        {
            posing.hand.target = target;
            posing.waiting = true;
        }
        self.pose_send();
    }

    /// Sends the pointer's position, unless the worker has not yet answered the command before.
    fn pose_send(&mut self) {
        let free = self.run.caught_up();
        if let Gesture::Pose(posing) = &mut self.gesture
            && posing.waiting
            && free
        {
            posing.waiting = false;
            let hand = posing.hand;
            self.run(Command::Drag(hand));
        }
    }

    pub(in crate::editor) fn pose_release(&mut self, mut posing: Posing) {
        if posing.waiting {
            posing.waiting = false;
            self.run(Command::Drag(posing.hand));
        }
        // Only the answer tells whether time has begun, since a pause may have come before the first step.
        posing.settle = Some(self.run.sent());
        self.gesture = Gesture::Pose(posing);
        self.pose_observe();
    }

    /// Handles a new snapshot: sends the next command, or finishes the gesture after the last answer.
    pub(in crate::editor) fn pose_observe(&mut self) {
        self.pose_send();
        let Gesture::Pose(posing) = &self.gesture else {
            return;
        };
        if posing.settle.is_some_and(|commands| self.run.reached(commands)) {
            let (part, standing) = (posing.hand.part, posing.standing.clone());
            let drop = self.held_over();
            let joins = drop.and_then(|(point, to)| self.label_of_drop(point, &to));
            let label = joins.unwrap_or_else(|| format!("Move {}", self.scene.name(Some(part))));
            let key = Some(GestureKey("drop".to_owned()));
            self.gesture = Gesture::Idle;
            // By now the worker has filled in a requested state.
            let moved = |then: &PausedState| {
                let now = self.run.snapshot().map(|it| &it.state.q);
                now != then.state().map(|it| &it.q)
            };
            if self.run.at_start() {
                self.keep_run_pose(&label, key.clone());
            } else if let Some(then) = standing
                && moved(&then)
            {
                self.note_posed(&label, Some(then), key.clone());
            }
            if let Some((point, to)) = drop {
                self.drop_point(point, &to, key);
            }
            self.seal();
            self.resume_deferred();
        }
    }

    /// Whether the edit of an ended gesture is pending.
    pub(in crate::editor) fn settling(&self) -> bool {
        matches!(&self.gesture, Gesture::Pose(Posing { settle: Some(_), .. }))
    }

    /// Restores the poses from before the gesture.
    pub(in crate::editor) fn pose_cancel(&mut self, posing: &Posing) {
        if let Some(standing) = &posing.standing {
            return self.put_back(standing);
        }
        // At the start all poses are those of the scene.
        let poses = if self.run.at_start() {
            Vec::new()
        } else {
            posing.before.clone()
        };
        self.pass_on_scene(poses);
    }

    /// Makes the present poses of the run the built ones and refits the drives to them, as one undo step.
    pub(in crate::editor) fn keep_run_pose(&mut self, label: &str, key: Option<GestureKey>) -> bool {
        let poses: Vec<_> = self
            .scene
            .parts()
            .filter_map(|(id, _)| Some((id, self.pose(id)?)))
            .collect();
        let mut draft = Draft::new(&self.scene);
        draft.pose(&poses);
        let forms: Vec<_> = self
            .scene
            .parts()
            .filter_map(|(id, _)| Some((id, self.form(id)?)))
            .collect();
        draft.form(&forms);
        draft.refit_drives();
        let edit = draft.into_edit(&self.scene, label);
        let changes = !edit.is_empty();
        let kept = self.commit(edit, Vec::new(), key);
        if changes && !kept && self.run.at_start() {
            // After a refusal the run returns to the poses of the scene.
            self.pass_on_scene(Vec::new());
        }
        kept
    }

    /// Releases the mouse spring of a running machine.
    pub(in crate::editor) fn let_go(&mut self) {
        self.run(Command::Input(Input::Hand(None)));
    }
}
