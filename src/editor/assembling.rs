//! Drawing parts together that were joined while apart: at once, or shown as the motion it is. What cannot be met
//! is named, and the parts are left as near to it as they come; undo takes all of it back.

use crate::math::Pose;
use crate::scene::Id;

use super::draft::{Assembly, CLOSED, Draft};
use super::glide::Glide;
use super::history::GestureKey;
use super::{Editor, Level};

/// Most constraints that are named.
const NAMED: usize = 4;

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
            self.say_fighting(&assembly);
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

    /// Says which constraints cannot all hold.
    fn say_fighting(&mut self, assembly: &Assembly) {
        let mut names: Vec<String> = assembly
            .fighting
            .iter()
            .map(|id| format!("{:?}", self.scene.name(Some(*id))))
            .collect();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        let last = if more > 0 {
            Some(format!("{more} more"))
        } else if names.len() > 1 {
            names.pop()
        } else {
            None
        };
        let mut text = names.join(", ");
        if let Some(last) = last {
            text += &format!(" and {last}");
        }
        let verb = if assembly.fighting.len() > 1 {
            "cannot all be met"
        } else {
            "cannot be met"
        };
        let open = Draft::new(&self.scene)
            .worst_in_words()
            .unwrap_or_else(|| "a gap is left".to_owned());
        self.say(
            Level::Warning,
            format!("{text} {verb}: {open} where the parts come closest, as shown. Undo puts them back"),
        );
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
