//! Effects: requests of the editor to the surrounding program, as the editor has no clock, file, window or thread.

use std::sync::Arc;

use super::lesson::Lesson;
use super::writing::Writing;
use crate::math::Vec2;
use crate::raster::Image;
use crate::scene::{Id, Template};
use crate::worker::Command;

use super::action::LabView;

/// A request that the program carries out, in order.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send a command to the worker. All commands go this way, so that the editor can count those that are not carried out yet.
    Run(Command),
    /// Cancel the running solve and pause (`Worker::cancel`, which counts as one command).
    Cancel,
    /// Open a new, empty scene, after asking about unsaved work. The answer is `Editor::open`.
    New,
    /// Open a new scene from a template, after asking about unsaved work.
    Template(Template),
    /// Ask for a file and open it.
    Open,
    /// Ask for the text of another program's mechanism and open it as a scene.
    Import,
    /// Save to the scene's file, or ask for one. When done, call `Editor::mark_saved`.
    Save,
    /// Ask for a file and save.
    SaveAs,
    /// Ask for a file and write this to it.
    Export(Export),
    /// Open another scene of the gallery: the one before or after the present one.
    Gallery(Step),
    /// Ask what to do: play was pressed while joints are open. The answer is `Intent::PlayOpen`.
    AskOpenJoints {
        /// Names and gaps of the open joints.
        open: String,
        /// Whether the machine can be assembled.
        closes: bool,
    },
    /// End the program, after asking about unsaved work.
    Quit,
    /// Put scene text on the clipboard.
    Clipboard(String),
    /// Put a picture of the canvas on the clipboard.
    CopyPicture,
    /// Fetch the clipboard's text and open it as a scene, after asking about unsaved work.
    NewFromClipboard,
    /// Fetch the clipboard's text; it comes back as an event.
    Paste,
    /// Parse this text with `read_pasted`, which may take long. The answer is `Intent::Paste`, or a notice.
    ReadPasted(String),
    /// A file was dropped on the window: open it.
    OpenPath(std::path::PathBuf),
    /// Ask for a picture file to trace over. The answer is `Intent::LayUnder`.
    ChoosePicture,
    /// Read this file as a picture to trace over.
    ReadPicture(std::path::PathBuf),
    /// Use these pixels as a picture to trace over.
    TakePicture(Arc<Image>),
    /// A request to the panels.
    Panels(PanelEffect),
    /// Switch between the light and the dark theme.
    ToggleTheme,
    /// The first drag of a part was done: the hint about it need not be shown again.
    LearnedToGrab,
}

/// A request to the panels.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelEffect {
    /// Show the context menu.
    ContextMenu {
        /// Position (logical points).
        at: Vec2,
        /// The item under the pointer, or the selected one.
        item: Option<Id>,
        /// Whether it was opened by key, so that the keyboard operates it.
        by_key: bool,
    },
    /// Open a text field on the canvas. The answer is `Intent::AddNote`, `SetNote`, `SetDimension` or `ScaleUnderlay`.
    Write {
        /// The note, dimension or scale to write.
        what: Writing,
        /// Initial text; `None` for the present text.
        text: Option<String>,
    },
    /// Show the inspector of this item.
    Inspect(Id),
    /// Show or hide all panels.
    TogglePanels,
    /// Give the keyboard to the next panel, or to the one before.
    FocusPanel(Step),
    /// Show or hide the list of keys.
    ToggleHelp,
    /// Ask for the parameters of a construction with the selection. The answer is `Intent::Construct`.
    Construct,
    /// Show the steps of a lesson.
    Lesson {
        /// The lesson.
        lesson: Lesson,
        /// Whether the lesson begins in the new scene requested before it.
        anew: bool,
    },
    /// Show or hide the user guide.
    Guide,
    /// Show the program's version and licences.
    About,
    /// Open or close a view of the laboratory.
    ToggleLab(LabView),
    /// Show the list of commands to search.
    Palette,
}

impl From<PanelEffect> for Effect {
    fn from(asked: PanelEffect) -> Effect {
        Effect::Panels(asked)
    }
}

/// A kind of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The canvas, as PNG, SVG or PDF.
    Picture,
    /// The machine in motion over a turn of its slowest motor, as GIF or numbered PNG files.
    Animation,
    /// The last seconds of the run, in the same formats.
    LastSeconds,
    /// The paths of traced points, as CSV.
    Paths,
    /// The parts at their true size, as DXF or SVG.
    Parts,
    /// The run so far as scene and inputs, for replay.
    Experiment,
    /// All quantities of the run so far at each step, as CSV.
    Run,
    /// The scene with the present state of the run, which continues from there when opened.
    Standing,
}

/// A direction in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The one before.
    Previous,
    /// The one after.
    Next,
}
