//! Commands, and the table of all commands.

mod lab_view;
mod needs;
mod table;

use super::lesson::Lesson;
use super::tools::Tool;
use crate::scene::Template;

pub use self::lab_view::LabView;
pub use self::table::{Entry, command_of, entry, table};

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is described by its line of the table")]
pub enum Action {
    PlayPause,
    StepForward,
    StepBack,
    SecondBack,
    SecondForward,
    Slower,
    Faster,
    Reset,
    KeepPose,
    Assemble,
    Arrange(Arrangement),
    Construct,
    Unite,
    TakeApart,
    CancelSolve,
    SwitchMethod,
    Undo,
    Redo,
    Cut,
    Copy,
    CopyPicture,
    CopyScene,
    Paste,
    Duplicate,
    Delete,
    SelectAll,
    Escape,
    NudgeLeft,
    NudgeRight,
    NudgeUp,
    NudgeDown,
    LayerUp,
    LayerDown,
    Group,
    Ungroup,
    Lock,
    UnlockAll,
    Hide,
    ShowAll,
    DimensionSelected,
    Menu,
    ChoosePicture,
    ToggleUnderlay,
    RemoveUnderlay,
    Write,
    Fit,
    FitAll,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    ToggleGrid,
    ToggleRulers,
    ToggleGlide,
    /// Sets the pixels per point of exported pictures.
    PictureScale(u8),
    New,
    Template(Template),
    Open,
    Import,
    NewFromClipboard,
    Save,
    SaveAs,
    ExportPicture,
    ExportAnimation,
    ExportLastSeconds,
    ExportPaths,
    ExportParts,
    ExportExperiment,
    ExportRun,
    ExportStanding,
    PreviousScene,
    NextScene,
    Quit,
    TogglePanels,
    NextPanel,
    PreviousPanel,
    ToggleHelp,
    Guide,
    About,
    ToggleTheme,
    Palette,
    Lab(LabView),
    Lesson(Lesson),
    Tool(Tool),
}

/// How parts are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Left edges in line with the leftmost.
    Left,
    /// Right edges in line with the rightmost.
    Right,
    /// Upper edges in line with the uppermost.
    Top,
    /// Lower edges in line with the lowest.
    Bottom,
    /// Middles above each other.
    MiddleX,
    /// Middles side by side at one height.
    MiddleY,
    /// Middles at equal distances from left to right.
    SpreadX,
    /// Middles at equal distances from below upwards.
    SpreadY,
}

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Scenes.
    File,
    /// Changing the scene.
    Edit,
    /// The view.
    View,
    /// Running.
    Run,
    /// The laboratory.
    Lab,
    /// Tools.
    Tool,
    /// Help.
    Help,
}

impl Group {
    /// All menus, in order.
    pub const ALL: [Group; 7] = [
        Group::File,
        Group::Edit,
        Group::View,
        Group::Run,
        Group::Lab,
        Group::Tool,
        Group::Help,
    ];
    /// Name shown to the user.
    pub fn label(self) -> &'static str {
        match self {
            Group::File => "File",
            Group::Edit => "Edit",
            Group::View => "View",
            Group::Run => "Run",
            Group::Lab => "Laboratory",
            Group::Tool => "Tools",
            Group::Help => "Help",
        }
    }
}
