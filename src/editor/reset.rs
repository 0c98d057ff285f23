//! The built pose: resetting to it, replacing it by the present pose, and bringing parts back into view.

use std::collections::BTreeSet;

use crate::math::Pose;
use crate::scene::{Camera, Id};
use crate::worker::Command;

use super::draft::Draft;
use super::{Editor, Level};

/// |C| at the start that a reset ignores, such as rounding in a file (m, rad).
const TOLERATED: f64 = 1e-6;

impl Editor {
    /// Resets the run to the built pose. Joints made in the run may be open there: the start is assembled.
    pub(super) fn reset(&mut self) {
        self.run(Command::Reset);
        self.run.expect(false, true);
        self.run.expect_built();
        let mut draft = Draft::new(&self.scene);
        if draft.gap() <= TOLERATED {
            return;
        }
        if draft.close_gaps(&[]) {
            let edit = draft.into_edit(&self.scene, "Assemble");
            self.commit(edit, Vec::new(), None);
            self.say(
                Level::Info,
                "Parts joined in the run were drawn together at the start",
            );
        } else {
            self.say_open(&draft);
        }
    }

    /// Goes to a remembered time of the run (s), pausing.
    pub(super) fn scrub(&mut self, time: f64) {
        self.finish_gesture();
        self.run(Command::Scrub(time));
        let start = self.run.at_start() || time <= 0.0;
        self.run.expect(false, start);
    }

    /// Moves by a time within the remembered run (s).
    pub(super) fn scrub_by(&mut self, seconds: f64) {
        if let Some(snapshot) = self.run.snapshot() {
            let time = snapshot.state.time + seconds;
            self.scrub(time);
        }
    }

    /// Makes the pose of the run the built pose, and resets to it.
    pub(super) fn keep_pose(&mut self) {
        let playing = self.run.playing();
        if self.keep_run_pose("Keep this pose", None) {
            self.run(Command::Reset);
            self.run.expect(false, true);
            self.run.expect_built();
            if playing {
                self.set_playing(true);
            }
        }
    }

    fn say_open(&mut self, draft: &Draft) {
        let text = match draft.worst_in_words() {
            Some(worst) => format!("{worst} and cannot be met at the start; move its parts, or delete it"),
            None => "Not all joints can be met at the start".to_owned(),
        };
        self.say(Level::Warning, text);
    }

    /// Brings a part back into view: at the start the view moves there; in a run the part and all parts joined to it return to their built
    /// poses.
    pub(super) fn bring_back(&mut self, id: Id) {
        let Some(part) = self.scene.part(id) else { return };
        let center = part.pose.position;
        if !self.run.at_start() {
            let (poses, before) = (self.island(id), self.standing());
            self.pass_on_scene(poses);
            let label = format!("Bring back {}", self.scene.name(Some(id)));
            self.note_posed(&label, before, None);
        }
        let (low, high) = self.view.visible();
        if !(center.cmpge(low).all() && center.cmple(high).all()) {
            let height = self.view.height();
            self.view.animate_to(Camera { center, height });
        }
    }

    /// Built poses of a part and of all parts connected to it by constraints.
    pub(super) fn island(&self, id: Id) -> Vec<(Id, Pose)> {
        let mut found = BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.scene.part(id).is_some_and(|part| part.fixed) {
                continue;
            }
            for other in self.partners(id) {
                if found.insert(other) {
                    open.push(other);
                }
            }
        }
        found
            .into_iter()
            .filter_map(|id| Some((id, self.scene.part(id)?.pose)))
            .collect()
    }
}
