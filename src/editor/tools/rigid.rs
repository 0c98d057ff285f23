//! Translating and rotating parts rigidly while paused. A drag is previewed until the release.

use crate::math::{Pose, Vec2, wrap_angle};
use crate::scene::Id;

use crate::editor::assembly::CLOSED;
use crate::editor::draft::Draft;
use crate::editor::dropped::Held;
use crate::editor::event::Modifiers;
use crate::editor::finished::Finished;
use crate::editor::gesture::{Gesture, Rigid};
use crate::editor::undo_step::GestureKey;
use crate::editor::{Editor, Level};

use super::select::along_axis;

/// Steps of a rotation with Shift (rad).
const TURN_STEP: f64 = std::f64::consts::PI / 12.0;

impl Editor {
    pub(in crate::editor) fn begin_move(&mut self, ids: &[Id], from: Vec2, held: Option<Held>) {
        self.begin_rigid(ids, from, None, held);
    }

    pub(in crate::editor) fn begin_turn(&mut self, ids: &[Id], center: Vec2, from: Vec2) {
        self.begin_rigid(ids, from, Some(center), None);
    }

    fn begin_rigid(&mut self, ids: &[Id], from: Vec2, center: Option<Vec2>, held: Option<Held>) {
        self.gesture = Gesture::Rigid(Rigid {
            parts: ids.iter().filter_map(|id| Some((*id, self.pose(*id)?))).collect(),
            from,
            held,
            center,
            by: Vec2::ZERO,
            turn: 0.0,
        });
    }

    pub(in crate::editor) fn rigid_move(&mut self, world: Vec2, modifiers: Modifiers) {
        let Gesture::Rigid(rigid) = &self.gesture else {
            return;
        };
        let mut rigid = rigid.clone();
        match rigid.center {
            Some(center) => {
                let angle = |p: Vec2| (p - center).to_angle();
                let turn = wrap_angle(angle(world) - angle(rigid.from));
                rigid.turn = if modifiers.shift {
                    (turn / TURN_STEP).round() * TURN_STEP
                } else {
                    turn
                };
            }
            None => {
                // The centre of the first part snaps to the grid.
                let first = rigid.parts.first().map_or(Vec2::ZERO, |it| it.1.position);
                let there = first + world - rigid.from;
                let free = !modifiers.shift && !modifiers.alt && self.typing.is_none();
                let target = rigid.held.as_mut().and_then(|held| {
                    held.target = free
                        .then(|| self.drop_target(held, held.from + world - rigid.from))
                        .flatten();
                    Some(held.target?.world - held.from)
                });
                rigid.by = if let Some(by) = target {
                    by
                } else if modifiers.shift {
                    along_axis(first, there) - first
                } else if modifiers.alt {
                    there - first
                } else {
                    self.stood_on_floor(&rigid.parts, self.snap_to_grid(there).0 - first)
                };
            }
        }
        self.hold_motion(&mut rigid);
        self.run.preview(self.rigid_poses(&rigid));
        self.gesture = Gesture::Rigid(rigid);
    }

    pub(in crate::editor) fn rigid_release(&mut self, rigid: &Rigid) {
        self.run.preview([]);
        let poses = self.rigid_poses(rigid);
        let verb = if rigid.center.is_some() { "Turn" } else { "Move" };
        let label = match poses[..] {
            [(id, _)] => format!("{verb} {}", self.scene.name(Some(id))),
            _ => format!("{verb} {} parts", poses.len()),
        };
        let drop = rigid
            .held
            .as_ref()
            .and_then(|held| Some((held.point, held.target?)));
        let joins = drop.and_then(|(point, to)| self.label_of_drop(point, &to));
        let key = Some(GestureKey("drop".to_owned()));
        let steps = self.history.steps().1;
        self.move_parts(
            &poses,
            |p| rigid.point(p),
            joins.as_ref().unwrap_or(&label),
            key.clone(),
        );
        if let Some((point, to)) = drop {
            self.drop_point(point, &to, key);
        } else if self.run.at_start() && self.history.steps().1 > steps {
            // Typing numbers undoes the step, so there has to be one.
            self.note_finished(Finished::Rigid(rigid.clone()));
        }
        self.seal();
    }

    /// Poses of the parts after a rigid motion. A particle has no angle.
    fn rigid_poses(&self, rigid: &Rigid) -> Vec<(Id, Pose)> {
        let turns = |id: Id| {
            self.scene
                .part(id)
                .is_some_and(|part| part.shape.motion().has_direction())
        };
        rigid
            .parts
            .iter()
            .map(|&(id, before)| {
                let mut pose = rigid.pose(before);
                if !turns(id) {
                    pose.angle = before.angle;
                }
                (id, pose)
            })
            .collect()
    }

    /// Moves parts: at the start as an edit, with the ground anchors of the selection moved alike and the rest of the machine assembled after
    /// them; later in the run only. Moves of fixed parts are always edits of the scene.
    pub(in crate::editor) fn move_parts(
        &mut self,
        poses: &[(Id, Pose)],
        to: impl Fn(Vec2) -> Vec2,
        label: &str,
        key: Option<GestureKey>,
    ) {
        let (nailed, loose): (Vec<_>, Vec<_>) = poses
            .iter()
            .copied()
            .partition(|it| self.scene.part(it.0).is_some_and(|part| part.fixed));
        let start = self.run.at_start();
        let mut draft = Draft::new(&self.scene);
        let was_closed = draft.gap() <= CLOSED;
        draft.pose(if start { poses } else { &nailed });
        if start {
            for &id in self.selection.ids() {
                draft.move_anchors(id, &to);
            }
            draft.refit_drives();
            let held: Vec<Id> = poses.iter().map(|it| it.0).collect();
            if was_closed && !draft.close_gaps(&held) && !draft.close_gaps(&[]) {
                self.say(
                    Level::Warning,
                    "What was moved is joined to parts that cannot follow; the joints stay open until it runs",
                );
            }
        }
        let edit = draft.into_edit(&self.scene, label);
        let committed = self.commit(edit, Vec::new(), key.clone());
        if !start && committed {
            self.run.expect_poses(&nailed);
        }
        if !start && !loose.is_empty() {
            // An edit stores the state from before it, and a continued gesture has the state from before its first event.
            let has_state = committed || self.history.continues(key.as_ref());
            let before = if has_state { None } else { self.standing() };
            self.pass_on_scene(loose);
            self.note_posed(label, before, key);
        }
    }
}
