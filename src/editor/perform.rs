//! Implementation of commands of the table.

use crate::editor::Lesson;
use crate::math::Vec2;
use crate::scene::{Edit, Id, Method, Settings, file};
use crate::worker::Command;

use super::assembly::{CLOSED, OPEN_GAP};
use super::draft::Draft;
use super::selection::How;
use super::tools::Tool;
use super::undo_step::GestureKey;
use super::{Editor, Effect, Level, PanelEffect};

/// Most constraint rows of a scene whose gaps are checked before play; in a larger one the check would delay play noticeably.
const MOST_ASKED_ROWS: usize = 100_000;

/// Speeds that the commands for slower and faster step through.
const SPEEDS: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0,
];

impl Editor {
    pub(super) fn begin_lesson(&mut self, lesson: Lesson) {
        let anew = lesson.builds() && !self.scene.is_empty();
        if anew {
            self.out.push(Effect::New);
        }
        self.out.push(PanelEffect::Lesson { lesson, anew }.into());
    }

    pub(super) fn copy_scene(&mut self) {
        self.out.push(Effect::Clipboard(file::write(&self.document())));
        self.say(
            Level::Info,
            "The text of the whole scene is on the clipboard: \"New from clipboard\" opens it",
        );
    }

    pub(super) fn step_forward(&mut self) {
        self.run(Command::Step);
        self.run.expect(false, false);
    }

    pub(super) fn step_back(&mut self) {
        let start = self.run.at_start();
        self.run(Command::StepBack);
        self.run.expect(false, start);
    }

    pub(super) fn cancel_solve(&mut self) {
        self.deferred.clear();
        self.cancel_gesture();
        self.run.count();
        self.out.push(Effect::Cancel);
        let start = self.run.at_start();
        self.run.expect(false, start);
    }

    /// Plays or pauses. Before a machine with open joints is played, the user is asked what to do.
    pub(super) fn play_or_pause(&mut self) {
        let begins = !self.run.playing() && self.run.at_start();
        match begins.then(|| self.torn()).flatten() {
            Some((open, closes)) => self.out.push(Effect::AskOpenJoints { open, closes }),
            None => self.set_playing(!self.run.playing()),
        }
    }

    /// The open joints in words, if joints are open at the start, and whether the machine can be assembled.
    fn torn(&self) -> Option<(String, bool)> {
        let mut draft = Draft::new(&self.scene);
        if draft.rows() > MOST_ASKED_ROWS || draft.gap() <= OPEN_GAP {
            return None;
        }
        let open = draft.open_joints_in_words()?;
        Some((open, draft.assemble(false).is_closed()))
    }

    /// Plays a machine with open joints, as it is or assembled first. A machine that cannot be assembled stays paused.
    pub(super) fn play_torn(&mut self, assemble: bool) {
        if self.run.playing() || !self.run.at_start() {
            return;
        }
        if assemble {
            self.assemble();
        }
        if !assemble || Draft::new(&self.scene).gap() <= CLOSED {
            self.end_glide();
            self.set_playing(true);
        }
    }

    pub(super) fn set_playing(&mut self, playing: bool) {
        let start = self.run.at_start() && !playing;
        self.run(if playing { Command::Play } else { Command::Pause });
        self.run.expect(playing, start);
    }

    pub(super) fn set_tool(&mut self, tool: Tool) {
        self.finish_gesture();
        self.measuring = None;
        self.tool = tool;
    }

    pub(super) fn escape(&mut self) {
        if self.cancel_gesture() || self.measuring.take().is_some() {
            return;
        }
        if self.tool != Tool::Select {
            self.tool = Tool::Select;
        } else {
            self.selection.clear();
        }
    }

    pub(super) fn slower(&mut self) {
        self.change_speed(|s| SPEEDS.iter().rev().copied().find(|it| *it < s * 0.999));
    }

    pub(super) fn faster(&mut self) {
        self.change_speed(|s| SPEEDS.iter().copied().find(|it| *it > s * 1.001));
    }

    fn change_speed(&mut self, next: impl Fn(f64) -> Option<f64>) {
        if let Some(speed) = next(self.scene.settings.speed) {
            let settings = Settings {
                speed,
                ..self.scene.settings
            };
            self.set_settings(settings, "Speed", None);
            self.say(Level::Info, format!("Speed {speed}×"));
        }
    }

    pub(super) fn switch_method(&mut self) {
        let now = self.scene.settings.method;
        let place = Method::ALL.iter().position(|it| *it == now).unwrap_or(0);
        let settings = Settings {
            method: Method::ALL[(place + 1) % Method::ALL.len()],
            ..self.scene.settings
        };
        self.set_settings(settings, "Solver method", None);
    }

    pub(super) fn set_settings(&mut self, settings: Settings, label: &str, key: Option<GestureKey>) {
        let mut edit = Edit::new(label);
        edit.changes.push(crate::scene::Change::Settings {
            before: Box::new(self.scene.settings),
            after: Box::new(settings),
        });
        self.commit(edit, Vec::new(), key);
    }

    pub(super) fn delete_selected(&mut self) {
        let ids = self.selection.ids().to_vec();
        let label = self.label_of("Delete", &ids);
        let edit = self.scene.plan_delete(&ids, label);
        self.commit(edit, Vec::new(), None);
    }

    /// "Delete bar", "Delete 3 items".
    pub(super) fn label_of(&self, verb: &str, ids: &[Id]) -> String {
        match ids {
            [id] => format!("{verb} {}", self.scene.name(Some(*id))),
            _ => format!("{verb} {} items", ids.len()),
        }
    }

    pub(super) fn select_all(&mut self) {
        let all = self.scene.items().map(|(id, _)| id);
        let all: Vec<Id> = all.filter(|id| self.is_pickable(*id)).collect();
        self.selection.select(all, How::Replace);
    }

    pub(super) fn nudge(&mut self, direction: Vec2) {
        let by = direction * self.grid_step();
        let poses: Vec<_> = self
            .selection
            .parts(&self.scene)
            .into_iter()
            .filter_map(|id| {
                let mut pose = self.pose(id)?;
                pose.position += by;
                Some((id, pose))
            })
            .collect();
        self.move_parts(&poses, |p| p + by, "Nudge", None);
    }

    pub(super) fn zoom(&mut self, factor: f64) {
        let (a, b) = self.view.canvas();
        self.view.zoom_at((a + b) / 2.0, factor);
    }

    /// Fits the view to everything, or to the selection, at the present poses.
    pub(super) fn fit(&mut self, selected: bool) {
        let mut low = Vec2::INFINITY;
        let mut high = Vec2::NEG_INFINITY;
        let mut include = |at: Vec2, radius: f64| {
            low = low.min(at - radius);
            high = high.max(at + radius);
        };
        for (id, item) in self.scene.items() {
            if selected && !self.selection.contains(id) || !selected && self.scene.is_hidden(id) {
                continue;
            }
            if let (Some(part), Some(pose)) = (item.as_part(), self.pose(id)) {
                include(pose.position, part.shape.outline().radius());
            }
            for end in item.attachments() {
                include(self.run.point(&self.scene, *end), 0.0);
            }
        }
        if low.x > high.x
            && let Some(picture) = &self.scene.underlay
        {
            let half = picture.half().length() * Vec2::ONE;
            (low, high) = (picture.center - half, picture.center + half);
        }
        if low.x <= high.x {
            let camera = self.view.fitting(low, high);
            self.view.animate_to(camera);
        }
    }
}
