//! Assembly of parts that were joined while apart: at once, or shown as a motion. Constraints that cannot be met are named, and the parts
//! stay where they come closest; undo restores them.

use crate::math::{Pose, Vec2};
use crate::scene::Id;
use crate::worker::Snapshot;

use super::adjust::{MOST_ROWS, assemble_draft};
use super::assembly::{Assembly, CLOSED, NAMED, OPEN_GAP, listed, open_gaps, open_in_words};
use super::draft::Draft;
use super::feedback::Hint;
use super::glide::Glide;
use super::settle::without_rounding_errors;
use super::undo_step::GestureKey;
use super::{Editor, Level};

/// Most constraint rows of a machine whose open joints are all listed, since this is done in each frame. Of a larger one only the worst is.
const MOST_TOLD_ROWS: usize = 300;
/// Most contradictory constraints that are named.
const FIGHTING: usize = 4;

impl Editor {
    /// Assembles a draft of the start as far as possible, and commits it. Returns whether it was committed.
    pub(super) fn commit_assembled(
        &mut self,
        mut draft: Draft,
        poses: Vec<(Id, Pose)>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        let assembly = draft.assemble(self.gliding);
        let edit = draft.into_edit(&self.scene, label);
        let is_closest_already = without_rounding_errors(edit.clone(), &self.scene.variables).is_empty();
        let made = self.commit(edit, poses, key);
        // A refused edit has said why.
        if !assembly.is_closed() && (made || is_closest_already) {
            let fights = fighting(&Draft::new(&self.scene), &assembly);
            let undone = if made {
                ", as shown. Undo puts them back"
            } else {
                ", as they are"
            };
            self.say(
                Level::Warning,
                format!("{fights} where the parts come closest{undone}"),
            );
        }
        if made && !assembly.way.is_empty() {
            self.glide = Some(Glide {
                way: assembly.way,
                elapsed: 0.0,
            });
        }
        made
    }

    /// Assembles the start.
    pub(super) fn assemble(&mut self) {
        let draft = Draft::new(&self.scene);
        if draft.gap() <= CLOSED {
            self.say(Level::Info, "Every joint is closed already");
        } else {
            self.commit_assembled(draft, Vec::new(), "Assemble", None);
        }
    }

    /// Commits a draft with a new joint in a run that has begun. Where the joint is open, the start is assembled as well, and constraints that
    /// cannot be met in the run or at the start are reported.
    pub(super) fn commit_joined_in_run(
        &mut self,
        (mut draft, opens): (Draft, bool),
        poses: Vec<(Id, Pose)>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        if opens {
            assemble_draft(&mut draft, &[]);
        }
        let left = opens.then(|| self.left_open(&draft, &poses)).flatten();
        let made = self.commit_in_run((draft, opens), poses, label, key);
        if let Some(left) = left.filter(|_| made) {
            self.say(Level::Warning, left);
        }
        made
    }

    /// Warning about constraints of a draft that cannot be met with its parts at their poses in the run or at `poses`; else about those that
    /// cannot be met at the start.
    fn left_open(&self, draft: &Draft, poses: &[(Id, Pose)]) -> Option<String> {
        if draft.rows() > MOST_ROWS {
            return None;
        }
        let parts: Vec<Id> = self.scene.parts().map(|(id, _)| id).collect();
        let of_run = |id: &Id| Some((*id, self.run.pose(&self.scene, *id)?));
        let forms = |id: &Id| Some((*id, self.run.form(&self.scene, *id)?));
        let mut trial = draft.clone();
        trial.pose(&parts.iter().filter_map(of_run).collect::<Vec<_>>());
        trial.pose(poses);
        trial.form(&parts.iter().filter_map(forms).collect::<Vec<_>>());
        trial.refit_drives();
        let assembly = trial.assemble(false);
        if !assembly.is_closed() {
            let fights = fighting(&trial, &assembly);
            return Some(format!(
                "{fights} where the parts come closest. Undo takes it away"
            ));
        }
        let worst = draft.worst_in_words().filter(|_| draft.gap() > CLOSED)?;
        Some(format!(
            "{worst} at the start and cannot be met there. Undo takes it away"
        ))
    }

    /// Hints at the open joints while the machine stands, the widest gap first.
    pub(super) fn open_joints(&self) -> Vec<Hint> {
        let standing = self.run.snapshot();
        let seen = standing.filter(|_| !self.run.playing() && self.run.caught_up());
        let Some(seen) = seen.filter(|it| it.drift.largest().0 > OPEN_GAP) else {
            return Vec::new();
        };
        let few = seen.model.topology.rows() <= MOST_TOLD_ROWS;
        let mut open = if few {
            open_gaps(&seen.model, &seen.state)
        } else {
            Vec::new()
        };
        if open.is_empty() {
            // The worst constraint may be a drive, which is not among the gaps.
            let link = seen.drift.worst.and_then(|worst| seen.model.links.get(worst));
            open.extend(link.map(|link| (link.id, seen.drift.largest().0)));
        }
        let more = open.len().saturating_sub(NAMED);
        open.truncate(NAMED);
        let last = open.len();
        let told = open.into_iter().zip(1..);
        told.filter_map(|((id, gap), k)| {
            let mut hint = self.open_joint(id, gap, seen)?;
            if k == last && more > 0 {
                hint.text += &format!(", and {more} more are");
            }
            Some(hint)
        })
        .collect()
    }

    /// Hint for a joint with the given gap (m, rad).
    fn open_joint(&self, id: Id, gap: f64, seen: &Snapshot) -> Option<Hint> {
        let it = self.scene.constraint(id)?;
        let ends = it.ends.iter().map(|end| self.run.point(&self.scene, *end));
        let fights = seen
            .freedom
            .as_ref()
            .is_some_and(|it| it.contradictory.contains(&id));
        let verdict = if fights { " and cannot be met" } else { "" };
        Some(Hint {
            at: ends.sum::<Vec2>() / it.ends.len() as f64,
            text: format!("{}{verdict}", open_in_words(it, gap)),
            strength: 1.0,
        })
    }

    /// Advances the displayed glide of parts by a time (s).
    pub(super) fn pass_glide(&mut self, seconds: f64) {
        let Some(glide) = &mut self.glide else { return };
        glide.elapsed += seconds;
        match glide.poses() {
            Some(poses) if !self.run.playing() => self.run.preview(poses),
            _ => self.end_glide(),
        }
    }

    /// Ends the glide: shows the parts where they are.
    pub(super) fn end_glide(&mut self) {
        if self.glide.take().is_some() {
            self.run.preview([]);
        }
    }

    /// Whether assembly is shown as a motion.
    pub fn gliding(&self) -> bool {
        self.gliding
    }
}

/// Names the contradictory constraints of a draft and the largest gap: "\"pin\" and \"rod\" cannot all be met: \"rod\" is 0.350 m open".
fn fighting(draft: &Draft, assembly: &Assembly) -> String {
    let names = assembly.contradictory.iter();
    let names = names.map(|id| format!("{:?}", draft.scene().name(Some(*id))));
    let text = listed(names.collect(), FIGHTING, |more| format!("{more} more")).unwrap_or_default();
    let verb = if assembly.contradictory.len() > 1 {
        "cannot all be met"
    } else {
        "cannot be met"
    };
    let open = draft
        .worst_in_words()
        .unwrap_or_else(|| "a gap is left".to_owned());
    format!("{text} {verb}: {open}")
}
