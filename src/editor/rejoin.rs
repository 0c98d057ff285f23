//! Items restored by undo or redo during a run: they are placed so that they fit the present pose of the machine, in the branch they were in.
//!
//! The returning parts are moved from their poses when deleted, along with their partners, to the partners' present poses, in small steps
//! with their joints kept closed, so that a linkage does not come back in its other branch. If the partners are out of reach then, they are
//! moved too: the machine is led by its drives from its pose then to their present positions. If that fails, a reset of the run is offered.

use std::collections::BTreeSet;

use crate::constraints::ConstraintKind;
use crate::math::Pose;
use crate::scene::{Change, Constraint, Edit, Id};

use super::continuation::{Poses, Way};
use super::draft::Draft;
use super::notice::Notice;
use super::{Action, Editor, Level};

/// |C| in the run that is ignored (m, rad), as constraint feedback leaves such an error.
const TOLERATED: f64 = 1e-6;
/// Steps from the partners' poses then to their present ones.
const STEPS: usize = 16;
/// Most constraint rows of a machine that is assembled here.
const MOST_ROWS: usize = 400;

impl Editor {
    /// Completes `back` by the poses in the run of all parts that have to move so that restored items fit the machine. On entry `back` holds
    /// the poses chosen so far for returning parts; `then` are the poses of parts when they were deleted.
    pub(super) fn rejoin(&mut self, edit: &Edit, back: &mut Vec<(Id, Pose)>, then: &Poses) {
        if self.run.at_start() || appearing_joints(edit).next().is_none() {
            return;
        }
        let mut posed = Draft::new(&self.scene);
        if posed.rows() > MOST_ROWS {
            return;
        }
        let now: Vec<(Id, Pose)> = self
            .scene
            .parts()
            .filter_map(|(id, _)| Some((id, self.pose(id)?)))
            .collect();
        posed.pose(&now);
        posed.pose(back);
        posed.refit_drives();
        if posed.gap() <= TOLERATED {
            return;
        }
        let returning: BTreeSet<Id> = back.iter().map(|it| it.0).collect();
        if !self.close(&mut posed, &returning, edit, &now, then) {
            if let Some(worst) = posed.worst_in_words() {
                let text = format!(
                    "The machine has moved on: {worst}. {} takes the run back with it",
                    self.named(Action::Reset)
                );
                self.notices
                    .show(Notice::new(Level::Warning, text).offering(Action::Reset));
            }
            return;
        }
        for (id, was) in now {
            if let Some(part) = posed.scene().part(id)
                && !part.fixed
                && (part.pose != was || returning.contains(&id))
            {
                back.retain(|it| it.0 != id);
                back.push((id, part.pose));
            }
        }
    }

    /// Closes the joints of a draft of the run in their former branch: the returning parts follow the others or, if that fails, the machine is
    /// led by its drives from its pose then. Returns false if that is impossible.
    fn close(
        &self,
        posed: &mut Draft,
        returning: &BTreeSet<Id>,
        edit: &Edit,
        now: &Poses,
        then: &Poses,
    ) -> bool {
        // Parts held by a drive stay in place.
        let holds = |it: &Constraint| it.kind.is_drive() && !it.kind.rows().is_empty();
        let driven: Vec<Id> = self
            .scene
            .constraints()
            .filter(|(_, it)| holds(it))
            .flat_map(|(_, it)| it.ends.iter().filter_map(|end| end.part))
            .filter(|id| !returning.contains(id))
            .collect();
        if let Some(led) = self.led(returning, now, then) {
            posed.pose(&led);
            return posed.close_gaps(&driven) || posed.close_gaps(&[]);
        }
        let joints: Vec<Id> = appearing_joints(edit).collect();
        let mut joined = returning.clone();
        for end in joints
            .iter()
            .filter_map(|id| self.scene.constraint(*id))
            .flat_map(|it| &it.ends)
        {
            joined.extend(end.part);
        }
        let joined: BTreeSet<Id> = joined
            .iter()
            .flat_map(|id| self.island(*id))
            .map(|it| it.0)
            .collect();
        let turns = |id: &Id| !returning.contains(id) && self.turns_on_ground(*id);
        let leaders: Vec<Id> = joined.iter().copied().filter(turns).collect();
        match self.rerun(&joints, &leaders, now, then) {
            Way::To(mut way) => {
                way.retain(|(id, _)| joined.contains(id));
                posed.pose(&way);
                true
            }
            Way::Blocked => false,
            Way::Unled => posed.close_gaps(&driven) || posed.close_gaps(&[]),
        }
    }

    /// Whether a part is pinned to the ground.
    fn turns_on_ground(&self, id: Id) -> bool {
        self.scene.part(id).is_some_and(|it| !it.fixed)
            && self.scene.constraints().any(|(_, it)| {
                matches!(it.kind, ConstraintKind::Pin(_))
                    && it.ends.iter().any(|end| end.part == Some(id))
                    && it.ends.iter().any(|end| self.is_ground(end.part))
            })
    }

    /// Poses of the returning parts after they have followed their partners from then to now; `None` where their joints do not stay closed.
    fn led(&self, returning: &BTreeSet<Id>, now: &Poses, then: &Poses) -> Option<Vec<(Id, Pose)>> {
        if returning.is_empty() {
            return None;
        }
        let mut draft = Draft::new(&self.scene);
        let holds = |ends: &[crate::scene::Attach]| {
            ends.iter()
                .any(|end| end.part.is_some_and(|id| returning.contains(&id)))
        };
        let others: Vec<Id> = self
            .scene
            .constraints()
            .filter(|(_, it)| !holds(&it.ends))
            .map(|(id, _)| id)
            .collect();
        for id in others {
            draft.remove(id);
        }
        let at = |list: &Poses, id: Id| list.iter().find(|it| it.0 == id).map(|it| it.1);
        let mut way = Vec::new();
        for (id, pose) in now {
            if returning.contains(id) {
                draft.pose(&[(*id, at(then, *id)?)]);
            } else {
                way.push((*id, at(then, *id).unwrap_or(*pose), *pose));
                draft.change(*id, |item| {
                    if let crate::scene::Item::Part(part) = item {
                        part.fixed = true;
                    }
                });
            }
        }
        let mut closed = false;
        for step in 0..=STEPS {
            let share = step as f64 / STEPS as f64;
            let poses: Vec<(Id, Pose)> = way
                .iter()
                .map(|(id, from, to)| {
                    let pose = Pose {
                        position: from.position.lerp(to.position, share),
                        angle: from.angle + share * (to.angle - from.angle),
                    };
                    (*id, pose)
                })
                .collect();
            draft.pose(&poses);
            draft.refit_drives();
            closed = draft.close_gaps(&[]);
        }
        closed.then(|| {
            returning
                .iter()
                .filter_map(|id| Some((*id, draft.scene().part(*id)?.pose)))
                .collect()
        })
    }
}

/// Constraints that an edit adds.
fn appearing_joints(edit: &Edit) -> impl Iterator<Item = Id> + '_ {
    edit.changes.iter().filter_map(|change| match change {
        Change::Item {
            id,
            before: None,
            after: Some(item),
        } => item.as_constraint().map(|_| *id),
        _ => None,
    })
}
