//! Drawing parts together that were joined while apart: at once, or shown as the motion it is. What cannot be met
//! is named, and the parts are left as near to it as they come; undo takes all of it back.

use crate::math::{Pose, Vec2};
use crate::scene::Id;
use crate::worker::Snapshot;

use super::adjust::{MOST_ROWS, draw_together};
use super::assembly::{Assembly, CLOSED, NAMED, TORN, listed, open_in_words, torn};
use super::draft::Draft;
use super::feedback::Hint;
use super::glide::Glide;
use super::undo_step::GestureKey;
use super::{Editor, Level};

/// Of machines with more rows than this only the joint that is open most is told: it is asked in each frame.
const MOST_TOLD_ROWS: usize = 300;
/// Most constraints that are named as those that fight.
const FIGHTING: usize = 4;

impl Editor {
    /// Draws together what is apart in a draft of the start, as near as it comes, and commits it. True where all is
    /// closed.
    pub(super) fn commit_assembled(
        &mut self,
        mut draft: Draft,
        poses: Vec<(Id, Pose)>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        let assembly = draft.assemble(self.gliding);
        let edit = draft.into_edit(&self.scene, label);
        let made = self.commit(edit, poses, key);
        if !assembly.is_closed() {
            let fights = fighting(&Draft::new(&self.scene), &assembly);
            self.say(
                Level::Warning,
                format!("{fights} where the parts come closest, as shown. Undo puts them back"),
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

    /// Draws together what is apart at the start.
    pub(super) fn assemble(&mut self) {
        let draft = Draft::new(&self.scene);
        if draft.gap() <= CLOSED {
            self.say(Level::Info, "Every joint is closed already");
        } else {
            self.commit_assembled(draft, Vec::new(), "Assemble", None);
        }
    }

    /// Commits a draft with something new in a run that has begun. Where it is to be drawn to what it is joined to, the start is drawn
    /// together as well, and what cannot be met in either is said.
    pub(super) fn commit_joined_in_run(
        &mut self,
        (mut draft, opens): (Draft, bool),
        poses: Vec<(Id, Pose)>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        if opens {
            draw_together(&mut draft, &[]);
        }
        let left = opens.then(|| self.left_open(&draft, &poses)).flatten();
        let made = self.commit_in_run((draft, opens), poses, label, key);
        if let Some(left) = left.filter(|_| made) {
            self.say(Level::Warning, left);
        }
        made
    }

    /// What of a draft cannot be met, with its parts where they are in the run or are put there; else what cannot be at the start.
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

    /// The joints that are open, at their places, while the machine stands: that which is open most first.
    pub(super) fn open_joints(&self) -> Vec<Hint> {
        let standing = self.run.snapshot();
        let seen = standing.filter(|_| !self.run.playing() && self.run.caught_up());
        let Some(seen) = seen.filter(|it| it.drift.largest().0 > TORN) else {
            return Vec::new();
        };
        let few = seen.model.topology.rows() <= MOST_TOLD_ROWS;
        let mut open = if few {
            torn(&seen.model, &seen.state)
        } else {
            Vec::new()
        };
        if open.is_empty() {
            // A stop that is passed is no gap.
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

    /// What is to be said of a joint that is open by so much (m, rad).
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

    /// Lets time pass for parts on their way (s).
    pub(super) fn pass_glide(&mut self, seconds: f64) {
        let Some(glide) = &mut self.glide else { return };
        glide.elapsed += seconds;
        match glide.poses() {
            Some(poses) if !self.run.playing() => self.run.preview(poses),
            _ => self.end_glide(),
        }
    }

    /// Shows parts where they are.
    pub(super) fn end_glide(&mut self) {
        if self.glide.take().is_some() {
            self.run.preview([]);
        }
    }

    /// Whether parts that are joined are shown on their way.
    pub fn gliding(&self) -> bool {
        self.gliding
    }
}

/// Which constraints of a draft cannot all hold, and how far they are open: "\"pin\" and \"rod\" cannot all be met: \"rod\" is 0.350 m open".
fn fighting(draft: &Draft, assembly: &Assembly) -> String {
    let names = assembly.fighting.iter();
    let names = names.map(|id| format!("{:?}", draft.scene().name(Some(*id))));
    let text = listed(names.collect(), FIGHTING, |more| format!("{more} more")).unwrap_or_default();
    let verb = if assembly.fighting.len() > 1 {
        "cannot all be met"
    } else {
        "cannot be met"
    };
    let open = draft
        .worst_in_words()
        .unwrap_or_else(|| "a gap is left".to_owned());
    format!("{text} {verb}: {open}")
}
