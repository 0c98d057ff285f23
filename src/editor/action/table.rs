//! Table of all commands: menus, palette, help screen and key handling are made from it.

use std::sync::LazyLock;

use crate::bodies::Shape;
use crate::scene::{Id, Template};

use super::{Action, Arrangement, Group, LabView};
use crate::editor::Editor;
use crate::editor::chord::Chord;
use crate::editor::event::{Key, Modifiers};
use crate::editor::lesson::Lesson;
use crate::editor::tools::Tool;

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The command.
    pub action: Action,
    /// Unique identifier for scripts and tests.
    pub id: &'static str,
    /// Name shown to the user.
    pub label: &'static str,
    /// Default keys.
    pub keys: Vec<Chord>,
    /// The menu it is in.
    pub group: Group,
    /// Whether the command does anything in the present state.
    pub enabled: fn(&Editor) -> bool,
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::CTRL;
const CTRL_SHIFT: Modifiers = Modifiers::CTRL_SHIFT;

/// A line of the table as a constant, before its keys are collected in a `Vec`.
type Line = (
    Action,
    &'static str,
    &'static str,
    Group,
    &'static [(Modifiers, Key)],
    fn(&Editor) -> bool,
);

fn always(_: &Editor) -> bool {
    true
}
fn selected(editor: &Editor) -> bool {
    !editor.selection().is_empty()
}
fn parts_selected(editor: &Editor) -> bool {
    selected(editor)
        && editor
            .selection()
            .ids()
            .iter()
            .any(|id| editor.scene().part(*id).is_some())
}
fn two_selected(editor: &Editor) -> bool {
    editor.selection().parts(editor.scene()).len() >= 2
}
fn three_selected(editor: &Editor) -> bool {
    editor.selection().parts(editor.scene()).len() >= 3
}
fn compound_selected(editor: &Editor) -> bool {
    let compound = |id: &Id| {
        let part = editor.scene().part(*id);
        part.is_some_and(|part| matches!(part.shape, Shape::Compound(_)))
    };
    editor.selection().ids().iter().any(compound)
}
fn group_selected(editor: &Editor) -> bool {
    let mut ids = editor.selection().ids().iter();
    ids.any(|id| editor.scene().group(*id).is_some())
}
fn filled(editor: &Editor) -> bool {
    !editor.scene().is_empty()
}
fn traced_over(editor: &Editor) -> bool {
    editor.scene().underlay.is_some()
}
fn underway(editor: &Editor) -> bool {
    !editor.at_start()
}

#[rustfmt::skip]
const LINES: &[Line] = {
    use Group::{Edit, File, Help, Lab, Run, View};
    use Key::Letter;
    &[
        (Action::New, "new", "New scene", File, &[(CTRL, Letter('N'))], always),
        (Action::Template(Template::FourBar), "template-four-bar", "New: four-bar", File, &[], always),
        (Action::Template(Template::SliderCrank), "template-slider-crank", "New: slider-crank", File, &[], always),
        (Action::Template(Template::GearPair), "template-gear-pair", "New: gear pair", File, &[], always),
        (Action::Template(Template::Truss), "template-truss", "New: truss", File, &[], always),
        (Action::Template(Template::Pendulum), "template-pendulum", "New: pendulum", File, &[], always),
        (Action::Template(Template::Car), "template-car", "New: car", File, &[], always),
        (Action::Template(Template::Empty), "template-empty", "New: empty, without a floor", File, &[], always),
        (Action::Open, "open", "Open…", File, &[(CTRL, Letter('O'))], always),
        (Action::Import, "import", "Import a link or text (PMKS+, Linkage)…", File, &[], always),
        (Action::NewFromClipboard, "new-from-clipboard", "New from clipboard", File, &[], always),
        (Action::CopyScene, "copy-scene", "Copy scene as text", File, &[], always),
        (Action::Save, "save", "Save", File, &[(CTRL, Letter('S'))], always),
        (Action::SaveAs, "save-as", "Save as…", File, &[(CTRL_SHIFT, Letter('S'))], always),
        (Action::ExportPicture, "export-picture", "Export picture (PNG, SVG, PDF)…", File, &[(CTRL, Letter('E'))], filled),
        (Action::PictureScale(1), "picture-scale-1", "PNG as large as on the screen", File, &[], always),
        (Action::PictureScale(2), "picture-scale-2", "PNG twice as large", File, &[], always),
        (Action::PictureScale(4), "picture-scale-4", "PNG four times as large", File, &[], always),
        (Action::PictureScale(8), "picture-scale-8", "PNG eight times as large", File, &[], always),
        (Action::ExportAnimation, "export-animation", "Export animation of a turn (GIF, PNG)…", File, &[], filled),
        (Action::ExportLastSeconds, "export-last-seconds", "Export the last seconds (GIF, PNG)…", File, &[], |editor| !editor.at_start()),
        (Action::ExportPaths, "export-paths", "Export traced paths (CSV)…", File, &[], |editor| editor.scene().traces().next().is_some()),
        (Action::ExportParts, "export-parts", "Export parts for cutting (DXF, SVG)…", File, &[], filled),
        (Action::ExportStanding, "export-standing", "Export the scene with its run as it stands…", File, &[], |editor| !editor.at_start()),
        (Action::ExportExperiment, "export-experiment", "Export the experiment (scene and inputs)…", File, &[], filled),
        (Action::ExportRun, "export-run", "Export the whole run (CSV)…", File, &[], filled),
        (Action::PreviousScene, "previous-scene", "Previous scene of the gallery", File, &[(NONE, Key::BracketLeft)], always),
        (Action::NextScene, "next-scene", "Next scene of the gallery", File, &[(NONE, Key::BracketRight)], always),
        (Action::Quit, "quit", "Quit", File, &[(CTRL, Letter('Q'))], always),
        (Action::Undo, "undo", "Undo", Edit, &[(CTRL, Letter('Z'))], |editor| editor.undo_label().is_some()),
        (Action::Redo, "redo", "Redo", Edit, &[(CTRL, Letter('Y')), (CTRL_SHIFT, Letter('Z'))], |editor| editor.redo_label().is_some()),
        (Action::Cut, "cut", "Cut", Edit, &[(CTRL, Letter('X'))], selected),
        (Action::Copy, "copy", "Copy", Edit, &[(CTRL, Letter('C'))], selected),
        (Action::CopyPicture, "copy-picture", "Copy as a picture", Edit, &[(CTRL_SHIFT, Letter('C'))], filled),
        (Action::Paste, "paste", "Paste", Edit, &[(CTRL, Letter('V'))], always),
        (Action::Duplicate, "duplicate", "Duplicate", Edit, &[(CTRL, Letter('D'))], parts_selected),
        (Action::Delete, "delete", "Delete", Edit, &[(NONE, Key::Delete), (NONE, Key::Backspace)], selected),
        (Action::SelectAll, "select-all", "Select all", Edit, &[(CTRL, Letter('A'))], filled),
        (Action::NudgeLeft, "nudge-left", "Nudge left", Edit, &[(NONE, Key::Left)], parts_selected),
        (Action::NudgeRight, "nudge-right", "Nudge right", Edit, &[(NONE, Key::Right)], parts_selected),
        (Action::NudgeUp, "nudge-up", "Nudge up", Edit, &[(NONE, Key::Up)], parts_selected),
        (Action::NudgeDown, "nudge-down", "Nudge down", Edit, &[(NONE, Key::Down)], parts_selected),
        (Action::LayerUp, "layer-up", "One layer to the front", Edit, &[(CTRL, Key::BracketRight)], parts_selected),
        (Action::LayerDown, "layer-down", "One layer to the back", Edit, &[(CTRL, Key::BracketLeft)], parts_selected),
        (Action::Group, "group", "Group the selected parts", Edit, &[(CTRL, Letter('G'))], two_selected),
        (Action::Ungroup, "ungroup", "Ungroup", Edit, &[(CTRL_SHIFT, Letter('G'))], group_selected),
        (Action::Lock, "lock", "Lock the selected parts", Edit, &[(CTRL, Letter('L'))], parts_selected),
        (Action::UnlockAll, "unlock-all", "Unlock all", Edit, &[(CTRL_SHIFT, Letter('L'))], |editor| editor.scene().locked_parts() > 0),
        (Action::Hide, "hide", "Hide the selected parts", Edit, &[(CTRL, Letter('H'))], parts_selected),
        (Action::ShowAll, "show-all", "Show all that is hidden", Edit, &[(CTRL_SHIFT, Letter('H'))], |editor| editor.scene().hidden_parts() > 0),
        (Action::DimensionSelected, "dimension-selected", "Dimension the selected", Edit, &[], selected),
        (Action::Menu, "menu", "Menu of the selection", Edit, &[(SHIFT, Key::Function(10)), (NONE, Key::Menu)], always),
        (Action::ChoosePicture, "choose-picture", "Picture to trace over…", Edit, &[], always),
        (Action::ToggleUnderlay, "toggle-picture", "Show or hide the picture that is traced over", Edit, &[], traced_over),
        (Action::RemoveUnderlay, "remove-picture", "Remove the picture that is traced over", Edit, &[], traced_over),
        (Action::Write, "write", "Write in the note or dimension", Edit, &[(NONE, Key::Enter)], |editor| editor.selected_writing().is_some()),
        (Action::Assemble, "assemble", "Assemble what is apart", Edit, &[], filled),
        (Action::Arrange(Arrangement::Left), "align-left", "Align left edges", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::Right), "align-right", "Align right edges", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::Top), "align-top", "Align upper edges", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::Bottom), "align-bottom", "Align lower edges", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::MiddleX), "align-middle-x", "Align middles above each other", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::MiddleY), "align-middle-y", "Align middles side by side", Edit, &[], two_selected),
        (Action::Arrange(Arrangement::SpreadX), "spread-x", "Distribute from left to right", Edit, &[], three_selected),
        (Action::Arrange(Arrangement::SpreadY), "spread-y", "Distribute from below upwards", Edit, &[], three_selected),
        (Action::Construct, "construct", "Mirror, turn, scale or repeat…", Edit, &[(CTRL_SHIFT, Letter('D'))], parts_selected),
        (Action::Unite, "unite", "Make one part of the selected", Edit, &[], |editor| parts_selected(editor)),
        (Action::TakeApart, "take-apart", "Take a compound part apart", Edit, &[], |editor| compound_selected(editor)),
        (Action::KeepPose, "keep-pose", "Keep this pose as the start", Edit, &[], underway),
        (Action::Escape, "escape", "Cancel gesture, tool, selection", Edit, &[(NONE, Key::Escape)], always),
        (Action::PlayPause, "play", "Play or pause", Run, &[(NONE, Key::Space), (NONE, Letter('P'))], always),
        (Action::StepForward, "step", "One step forward", Run, &[(NONE, Key::Right)], always),
        (Action::StepBack, "step-back", "One step back", Run, &[(NONE, Key::Left)], |editor| editor.snapshot().is_some_and(|it| it.history > 0)),
        (Action::SecondBack, "second-back", "One second back", Run, &[(SHIFT, Key::Left)], |editor| editor.snapshot().is_some_and(|it| it.history > 0)),
        (Action::SecondForward, "second-forward", "One second forward, where time was taken back", Run, &[(SHIFT, Key::Right)], |editor| editor.snapshot().is_some_and(|it| it.ahead > 0)),
        (Action::Reset, "reset", "Back to the built pose", Run, &[(NONE, Letter('R'))], always),
        (Action::Slower, "slower", "Slower", Run, &[(NONE, Key::Comma)], always),
        (Action::Faster, "faster", "Faster", Run, &[(NONE, Key::Period)], always),
        (Action::SwitchMethod, "method", "Next solver method", Run, &[(NONE, Letter('X'))], always),
        (Action::CancelSolve, "cancel-solve", "Give up a slow solve", Run, &[], always),
        (Action::Fit, "fit", "Fit the selection, or everything", View, &[(NONE, Letter('F'))], |editor| filled(editor) || traced_over(editor)),
        (Action::FitAll, "fit-all", "Fit everything", View, &[(NONE, Key::Home)], |editor| filled(editor) || traced_over(editor)),
        (Action::ZoomIn, "zoom-in", "Zoom in", View, &[(NONE, Key::Plus)], always),
        (Action::ZoomOut, "zoom-out", "Zoom out", View, &[(NONE, Key::Minus)], always),
        (Action::ZoomReset, "zoom-reset", "The scene's own view", View, &[(NONE, Key::Digit('0'))], always),
        (Action::ToggleGrid, "grid", "Snap to the grid", View, &[(NONE, Letter('G'))], always),
        (Action::ToggleRulers, "rulers", "Rulers", View, &[(CTRL, Letter('R'))], always),
        (Action::ToggleGlide, "glide", "Joined parts glide together", View, &[], always),
        (Action::TogglePanels, "panels", "Show or hide the panels", View, &[(NONE, Key::Tab)], always),
        (Action::NextPanel, "next-panel", "Keys to the next panel", View, &[(CTRL, Key::Tab)], always),
        (Action::PreviousPanel, "previous-panel", "Keys to the panel before", View, &[(CTRL_SHIFT, Key::Tab)], always),
        (Action::ToggleTheme, "theme", "Light or dark", View, &[], always),
        (Action::Lab(LabView::ForceXray), "force-xray", "Force x-ray", Lab, &[(NONE, Key::Function(2))], always),
        (Action::Lab(LabView::Timing), "timing", "Timing", Lab, &[(NONE, Key::Function(3))], always),
        (Action::Lab(LabView::Scopes), "scopes", "Scopes", Lab, &[(NONE, Key::Function(4))], always),
        (Action::Lab(LabView::DriftHeat), "drift-heat", "Drift heat", Lab, &[(NONE, Key::Function(5))], always),
        (Action::Lab(LabView::Matrix), "matrix", "Matrix", Lab, &[(NONE, Key::Function(6))], always),
        (Action::Lab(LabView::Equation), "equation", "Equation card", Lab, &[(NONE, Key::Function(7))], always),
        (Action::Lab(LabView::StepThrough), "step-through", "Step through one step", Lab, &[(NONE, Key::Function(8))], always),
        (Action::Lab(LabView::Freedoms), "freedoms", "Freedom and redundancy", Lab, &[(NONE, Key::Function(9))], always),
        (Action::Lab(LabView::Lens), "lens", "Complexity lens", Lab, &[(NONE, Key::Function(10))], always),
        (Action::Lab(LabView::Precision), "precision", "Work and precision", Lab, &[(NONE, Key::Function(12))], always),
        (Action::Lab(LabView::Sweep), "sweep", "Sweep", Lab, &[(SHIFT, Key::Function(12))], always),
        (Action::Palette, "palette", "Find a command…", Help, &[(NONE, Key::Slash), (CTRL, Letter('K'))], always),
        (Action::ToggleHelp, "help", "Keys and help", Help, &[(NONE, Key::Function(1))], always),
        (Action::Guide, "guide", "User guide", Help, &[(SHIFT, Key::Function(1))], always),
        (Action::Lesson(Lesson::FourBar), "lesson-four-bar", "Lesson: a four-bar", Help, &[], always),
        (Action::Lesson(Lesson::SliderCrank), "lesson-slider-crank", "Lesson: a slider-crank", Help, &[], always),
        (Action::Lesson(Lesson::Gears), "lesson-gears", "Lesson: gears", Help, &[], always),
        (Action::Lesson(Lesson::Truss), "lesson-truss", "Lesson: a truss", Help, &[], always),
        (Action::Lesson(Lesson::Race), "lesson-race", "Lesson: a race of solvers", Help, &[], always),
        (Action::About, "about", "About Tinkertoy", Help, &[], always),
    ]
};

static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let chord = |&(modifiers, key): &(Modifiers, Key)| Chord { key, modifiers };
    let mut table: Vec<Entry> = LINES
        .iter()
        .map(|&(action, id, label, group, keys, enabled)| Entry {
            action,
            id,
            label,
            keys: keys.iter().map(chord).collect(),
            group,
            enabled,
        })
        .collect();
    table.extend(Tool::all().into_iter().map(|tool| Entry {
        action: Action::Tool(tool),
        id: tool.id(),
        label: tool.label(),
        keys: tool.keys(),
        group: Group::Tool,
        enabled: always,
    }));
    table
});

/// Every command, menu by menu and in order within each.
pub fn table() -> &'static [Entry] {
    &TABLE
}

/// The table line of a command.
pub fn entry(action: Action) -> Option<&'static Entry> {
    table().iter().find(|entry| entry.action == action)
}

/// The enabled command of a key: arrows nudge the selected parts, and step the run where none are selected.
pub fn command_of(key: Key, modifiers: Modifiers, editor: &Editor) -> Option<Action> {
    let chord = Chord::pressed(key, modifiers);
    table()
        .iter()
        .find(|entry| editor.keys().does(entry.id, &entry.keys, chord) && (entry.enabled)(editor))
        .map(|entry| entry.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn every_id_and_key_is_given_once() {
        // Arrows have two meanings: with and without a selection.
        let twice = [Key::Left, Key::Right];
        let mut ids = Vec::new();
        let mut keys: Vec<Chord> = Vec::new();
        for entry in table() {
            assert!(!ids.contains(&entry.id), "{} is given twice", entry.id);
            ids.push(entry.id);
            for chord in &entry.keys {
                assert!(
                    !keys.contains(chord) || twice.contains(&chord.key),
                    "{chord} is given twice, at last to {}",
                    entry.id
                );
                keys.push(*chord);
            }
            assert!(!entry.label.is_empty());
        }
    }

    #[test]
    fn arrows_step_while_nothing_is_selected() {
        let editor = Editor::new(Scene::default());
        assert_eq!(command_of(Key::Right, NONE, &editor), Some(Action::StepForward));
        assert_eq!(
            command_of(Key::Letter('X'), CTRL, &editor),
            None,
            "nothing to cut"
        );
        assert_eq!(
            command_of(Key::Letter('I'), NONE, &editor),
            Some(Action::Tool(Tool::Constraint("rod")))
        );
    }
}
