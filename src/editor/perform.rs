//! Carrying out the commands of the table.

use crate::editor::Lesson;
use crate::math::Vec2;
use crate::scene::{Edit, Id, Method, Settings, file};
use crate::worker::Command;

use super::adjust::MOST_ROWS;
use super::deferred::Deferred;
use super::draft::{Draft, TORN};
use super::gesture::Gesture;
use super::history::GestureKey;
use super::selection::How;
use super::tools::Tool;
use super::{Action, Editor, Effect, Export, Level, Step};

/// How much a press of plus enlarges.
const ZOOM_STEP: f64 = 1.25;
/// Speeds that slower and faster go through.
const SPEEDS: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0,
];

impl Editor {
    pub(super) fn take_action(&mut self, action: Action) {
        if self.may_begin(action) {
            self.begin(action);
        }
    }

    /// Ends what is under way, as far as a command needs it. False where the command waits for that, or has cancelled it instead.
    fn may_begin(&mut self, action: Action) -> bool {
        if at_once(action) {
            return true;
        }
        if self.settling() {
            self.deferred.push_back(Deferred::Action(action));
            return false;
        }
        self.finished = None;
        self.dropped = None;
        if action == Action::Escape {
            return true;
        }
        if action == Action::Undo && !matches!(self.gesture, Gesture::Idle) {
            // To take back what is under way is to take back this, and nothing before it.
            self.cancel_gesture();
            return false;
        }
        self.finish_gesture();
        if self.settling() {
            self.deferred.push_back(Deferred::Action(action));
            return false;
        }
        true
    }

    fn begin(&mut self, action: Action) {
        match action {
            Action::PlayPause => self.play_or_pause(),
            Action::StepForward => {
                self.run(Command::Step);
                self.run.expect(false, false);
            }
            Action::StepBack => self.step_back(),
            Action::SecondBack => self.scrub_by(-1.0),
            Action::SecondForward => self.scrub_by(1.0),
            Action::Slower => self.change_speed(|s| SPEEDS.iter().rev().copied().find(|it| *it < s * 0.999)),
            Action::Faster => self.change_speed(|s| SPEEDS.iter().copied().find(|it| *it > s * 1.001)),
            Action::Reset => self.reset(),
            Action::KeepPose => self.keep_pose(),
            Action::Assemble => self.assemble(),
            Action::Arrange(how) => self.arrange(how),
            Action::Unite => self.unite(),
            Action::TakeApart => self.take_apart(),
            Action::CancelSolve => self.cancel_solve(),
            Action::SwitchMethod => self.switch_method(),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Cut => self.cut(),
            Action::Copy => {
                self.copy();
            }
            Action::CopyScene => self.copy_scene(),
            Action::Duplicate => self.duplicate(),
            Action::Delete => self.delete_selected(),
            Action::SelectAll => {
                let all = self.scene.items().map(|(id, _)| id);
                let all: Vec<Id> = all.filter(|id| self.can_be_taken(*id)).collect();
                self.selection.select(all, How::Replace);
            }
            Action::Escape => self.escape(),
            Action::NudgeLeft => self.nudge(-Vec2::X),
            Action::NudgeRight => self.nudge(Vec2::X),
            Action::NudgeUp => self.nudge(Vec2::Y),
            Action::NudgeDown => self.nudge(-Vec2::Y),
            Action::LayerUp => self.raise(1),
            Action::LayerDown => self.raise(-1),
            Action::Group => self.group(),
            Action::Ungroup => self.ungroup(),
            Action::Lock => {
                let ids = self.selection.parts(&self.scene);
                self.set_locked(&ids, true);
            }
            Action::UnlockAll => self.unlock_all(),
            Action::Hide => {
                let ids = self.selection.parts(&self.scene);
                self.set_hidden(&ids, true);
            }
            Action::ShowAll => self.show_all(),
            Action::DimensionSelected => self.dimension_selected(),
            Action::Write => {
                if let Some(what) = self.selected_writing() {
                    self.ask_to_write(what, None);
                }
            }
            Action::ToggleUnderlay => self.toggle_underlay(),
            Action::RemoveUnderlay => {
                self.change_underlay(None, "Remove the picture", None);
            }
            _ if is_of_view(action) => self.see(action),
            Action::Lesson(lesson) => self.begin_lesson(lesson),
            Action::Tool(Tool::Underlay) => self.trace_over(),
            Action::Tool(tool) => self.set_tool(tool),
            asked => self.out.extend(asked_of_program(asked)),
        }
    }

    /// Looks otherwise at the machine.
    fn see(&mut self, action: Action) {
        match action {
            Action::Fit => self.fit(!self.selection.is_empty()),
            Action::FitAll => self.fit(false),
            Action::ZoomIn => self.zoom(ZOOM_STEP),
            Action::ZoomOut => self.zoom(1.0 / ZOOM_STEP),
            Action::ZoomReset => self.view.show_scene(self.scene.camera),
            Action::ToggleGrid => self.grid = !self.grid,
            Action::ToggleRulers => self.rulers = !self.rulers,
            Action::ToggleGlide => self.gliding = !self.gliding,
            _ => {}
        }
    }

    fn begin_lesson(&mut self, lesson: Lesson) {
        let anew = lesson.builds() && !self.scene.is_empty();
        if anew {
            self.out.push(Effect::New);
        }
        self.out.push(Effect::Lesson { lesson, anew });
    }

    fn copy_scene(&mut self) {
        self.out.push(Effect::Clipboard(file::write(&self.document())));
        self.say(
            Level::Info,
            "The text of the whole scene is on the clipboard: \"New from clipboard\" opens it",
        );
    }

    fn step_back(&mut self) {
        let start = self.run.at_start();
        self.run(Command::StepBack);
        self.run.expect(false, start);
    }

    fn cancel_solve(&mut self) {
        self.deferred.clear();
        self.cancel_gesture();
        self.run.count();
        self.out.push(Effect::Cancel);
        let start = self.run.at_start();
        self.run.expect(false, start);
    }

    /// Plays or pauses. Before a machine that stands apart is played, the person is asked what to do with it.
    fn play_or_pause(&mut self) {
        let begins = !self.run.playing() && self.run.at_start();
        match begins.then(|| self.torn()).flatten() {
            Some(worst) => self.out.push(Effect::AskTorn(worst)),
            None => self.set_playing(!self.run.playing()),
        }
    }

    /// The joint that is open most, in words, where play would tear the machine together.
    fn torn(&self) -> Option<String> {
        let draft = Draft::new(&self.scene);
        (draft.rows() <= MOST_ROWS && draft.gap() > TORN)
            .then(|| draft.worst_in_words())
            .flatten()
    }

    /// Plays a machine that stands apart: as it is, or drawn together first. What cannot be drawn together stays paused.
    pub(super) fn play_torn(&mut self, assemble: bool) {
        if self.run.playing() || !self.run.at_start() {
            return;
        }
        if assemble {
            self.assemble();
        }
        if !assemble || self.torn().is_none() {
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

    fn escape(&mut self) {
        if self.cancel_gesture() || self.measuring.take().is_some() {
            return;
        }
        if self.tool != Tool::Select {
            self.tool = Tool::Select;
        } else {
            self.selection.clear();
        }
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

    fn switch_method(&mut self) {
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

    fn nudge(&mut self, direction: Vec2) {
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

    fn zoom(&mut self, factor: f64) {
        let (a, b) = self.view.canvas();
        self.view.zoom_at((a + b) / 2.0, factor);
    }

    /// Shows everything, or the selection, where it is now.
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
            self.view.fly_to(camera);
        }
    }
}

/// Whether a command looks otherwise at the machine.
fn is_of_view(action: Action) -> bool {
    matches!(
        action,
        Action::Fit
            | Action::FitAll
            | Action::ZoomIn
            | Action::ZoomOut
            | Action::ZoomReset
            | Action::ToggleGrid
            | Action::ToggleRulers
            | Action::ToggleGlide
    )
}

/// Whether a command leaves a gesture under way alone.
fn at_once(action: Action) -> bool {
    is_of_view(action)
        || matches!(
            action,
            Action::Slower
                | Action::Faster
                | Action::SwitchMethod
                | Action::CancelSolve
                | Action::TogglePanels
                | Action::NextPanel
                | Action::PreviousPanel
                | Action::ToggleHelp
                | Action::Guide
                | Action::About
                | Action::Lab(_)
                | Action::ToggleTheme
                | Action::Palette
        )
}

/// What an action asks of the program around the editor; nothing where the editor does it.
fn asked_of_program(action: Action) -> Option<Effect> {
    Some(match action {
        Action::New => Effect::New,
        Action::Template(template) => Effect::Template(template),
        Action::Open => Effect::Open,
        Action::Import => Effect::Import,
        Action::Save => Effect::Save,
        Action::SaveAs => Effect::SaveAs,
        Action::ExportPicture => Effect::Export(Export::Picture),
        Action::ExportAnimation => Effect::Export(Export::Animation),
        Action::ExportLastSeconds => Effect::Export(Export::LastSeconds),
        Action::CopyPicture => Effect::CopyPicture,
        Action::ExportPaths => Effect::Export(Export::Paths),
        Action::ExportParts => Effect::Export(Export::Parts),
        Action::ExportExperiment => Effect::Export(Export::Experiment),
        Action::ExportRun => Effect::Export(Export::Run),
        Action::PreviousScene => Effect::Gallery(Step::Previous),
        Action::NextScene => Effect::Gallery(Step::Next),
        Action::Quit => Effect::Quit,
        Action::TogglePanels => Effect::TogglePanels,
        Action::NextPanel => Effect::FocusPanel(Step::Next),
        Action::PreviousPanel => Effect::FocusPanel(Step::Previous),
        Action::ToggleHelp => Effect::ToggleHelp,
        Action::Guide => Effect::Guide,
        Action::About => Effect::About,
        Action::Lab(view) => Effect::ToggleLab(view),
        Action::ToggleTheme => Effect::ToggleTheme,
        Action::Palette => Effect::Palette,
        Action::Construct => Effect::Construct,
        Action::NewFromClipboard => Effect::NewFromClipboard,
        Action::Paste => Effect::Paste,
        Action::ChoosePicture => Effect::ChoosePicture,
        _ => return None,
    })
}
