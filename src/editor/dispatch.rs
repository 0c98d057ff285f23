//! Dispatch of commands: to the editor, its view, or the program around it. Each match lists the commands that it leaves to the others, so
//! that the compiler reports a command without a handler.

use crate::math::Vec2;

use super::deferred::Deferred;
use super::gesture::Gesture;
use super::tools::Tool;
use super::{Action, Editor, Effect, Export, PanelEffect, Step};

/// Zoom factor of one press of plus.
const ZOOM_STEP: f64 = 1.25;

/// Commands that change the view only.
#[rustfmt::skip]
macro_rules! of_view {
    () => {
        Action::Fit | Action::FitAll | Action::ZoomIn | Action::ZoomOut | Action::ZoomReset
            | Action::ToggleGrid | Action::ToggleRulers | Action::ToggleGlide | Action::PictureScale(_)
    };
}

/// Commands of the program around the editor.
#[rustfmt::skip]
macro_rules! of_program {
    () => {
        Action::New | Action::Template(_) | Action::Open | Action::Import | Action::Save | Action::SaveAs
            | Action::ExportPicture | Action::ExportAnimation | Action::ExportLastSeconds | Action::ExportPaths
            | Action::ExportParts | Action::ExportExperiment | Action::ExportRun
            | Action::ExportStanding
            | Action::CopyPicture | Action::NewFromClipboard | Action::Paste | Action::ChoosePicture
            | Action::PreviousScene | Action::NextScene | Action::Quit
            | Action::TogglePanels | Action::NextPanel | Action::PreviousPanel
            | Action::ToggleHelp | Action::Guide | Action::About | Action::Lab(_) | Action::ToggleTheme
            | Action::Palette | Action::Construct
    };
}

/// Commands that the editor carries out.
#[rustfmt::skip]
macro_rules! of_editor {
    () => {
        Action::PlayPause | Action::StepForward | Action::StepBack | Action::SecondBack | Action::SecondForward
            | Action::Slower | Action::Faster | Action::Reset | Action::KeepPose | Action::Assemble
            | Action::Arrange(_) | Action::Unite | Action::TakeApart | Action::CancelSolve | Action::SwitchMethod
            | Action::Undo | Action::Redo | Action::Cut | Action::Copy | Action::CopyScene | Action::Duplicate
            | Action::Delete | Action::SelectAll | Action::Escape
            | Action::NudgeLeft | Action::NudgeRight | Action::NudgeUp | Action::NudgeDown
            | Action::LayerUp | Action::LayerDown | Action::Group | Action::Ungroup
            | Action::Lock | Action::UnlockAll | Action::Hide | Action::ShowAll
            | Action::DimensionSelected | Action::Menu | Action::Write
            | Action::ToggleUnderlay | Action::RemoveUnderlay | Action::Lesson(_) | Action::Tool(_)
    };
}

impl Editor {
    pub(super) fn take_action(&mut self, action: Action) {
        if self.may_begin(action) {
            self.begin(action);
        }
    }

    /// Ends the gesture under way, as far as a command needs it. Returns false where the command is deferred, or consumed by cancelling a gesture.
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
            // Undo during a gesture cancels the gesture and reverts nothing else.
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
            Action::StepForward => self.step_forward(),
            Action::StepBack => self.step_back(),
            Action::SecondBack => self.scrub_by(-1.0),
            Action::SecondForward => self.scrub_by(1.0),
            Action::Slower => self.slower(),
            Action::Faster => self.faster(),
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
            Action::SelectAll => self.select_all(),
            Action::Escape => self.escape(),
            Action::NudgeLeft => self.nudge(-Vec2::X),
            Action::NudgeRight => self.nudge(Vec2::X),
            Action::NudgeUp => self.nudge(Vec2::Y),
            Action::NudgeDown => self.nudge(-Vec2::Y),
            Action::LayerUp => self.raise(1),
            Action::LayerDown => self.raise(-1),
            Action::Group => self.group(),
            Action::Ungroup => self.ungroup(),
            Action::Lock => self.set_locked(&self.selection.parts(&self.scene), true),
            Action::UnlockAll => self.unlock_all(),
            Action::Hide => self.set_hidden(&self.selection.parts(&self.scene), true),
            Action::ShowAll => self.show_all(),
            Action::DimensionSelected => self.dimension_selected(),
            Action::Menu => self.ask_for_menu_of_selection(),
            Action::Write => {
                if let Some(what) = self.selected_writing() {
                    self.ask_to_write(what, None);
                }
            }
            Action::ToggleUnderlay => self.toggle_underlay(),
            Action::RemoveUnderlay => {
                self.change_underlay(None, "Remove the picture", None);
            }
            Action::Lesson(lesson) => self.begin_lesson(lesson),
            Action::Tool(Tool::Underlay) => self.trace_over(),
            Action::Tool(tool) => self.set_tool(tool),
            of_view!() => self.change_view(action),
            of_program!() => self.out.extend(asked_of_program(action)),
        }
    }

    /// Carries out a command that changes the view.
    fn change_view(&mut self, action: Action) {
        match action {
            Action::Fit => self.fit(!self.selection.is_empty()),
            Action::FitAll => self.fit(false),
            Action::ZoomIn => self.zoom(ZOOM_STEP),
            Action::ZoomOut => self.zoom(1.0 / ZOOM_STEP),
            Action::ZoomReset => self.view.show_scene(self.scene.camera),
            Action::ToggleGrid => self.grid = !self.grid,
            Action::ToggleRulers => self.rulers = !self.rulers,
            Action::ToggleGlide => self.gliding = !self.gliding,
            Action::PictureScale(scale) => self.picture_scale = scale,
            of_editor!() | of_program!() => {}
        }
    }
}

/// Whether a command changes the view only.
fn is_of_view(action: Action) -> bool {
    matches!(action, of_view!())
}

/// Whether a command leaves a gesture under way unchanged.
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

/// The effect that a command has in the surrounding program; `None` where the editor carries it out.
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
        Action::ExportStanding => Effect::Export(Export::Standing),
        Action::PreviousScene => Effect::Gallery(Step::Previous),
        Action::NextScene => Effect::Gallery(Step::Next),
        Action::Quit => Effect::Quit,
        Action::TogglePanels => PanelEffect::TogglePanels.into(),
        Action::NextPanel => PanelEffect::FocusPanel(Step::Next).into(),
        Action::PreviousPanel => PanelEffect::FocusPanel(Step::Previous).into(),
        Action::ToggleHelp => PanelEffect::ToggleHelp.into(),
        Action::Guide => PanelEffect::Guide.into(),
        Action::About => PanelEffect::About.into(),
        Action::Lab(view) => PanelEffect::ToggleLab(view).into(),
        Action::ToggleTheme => Effect::ToggleTheme,
        Action::Palette => PanelEffect::Palette.into(),
        Action::Construct => PanelEffect::Construct.into(),
        Action::NewFromClipboard => Effect::NewFromClipboard,
        Action::Paste => Effect::Paste,
        Action::ChoosePicture => Effect::ChoosePicture,
        of_editor!() | of_view!() => return None,
    })
}
