//! What the editor asks of the program around it: it has no clock, file, window or thread of its own.

use std::sync::Arc;

use super::lesson::Lesson;
use super::writing::Writing;
use crate::math::Vec2;
use crate::raster::Image;
use crate::scene::{Id, Template};
use crate::worker::Command;

use super::action::LabView;

/// Something for the program to carry out, in order.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send a command to the worker. All commands go this way, so that the editor knows how far the run is
    /// behind.
    Run(Command),
    /// Give up the solve under way and pause (`Worker::cancel`, which counts as one command).
    Cancel,
    /// A new, empty scene; unsaved work is asked about first. The answer is `Editor::open`.
    New,
    /// A new scene of a template; unsaved work is asked about first.
    Template(Template),
    /// Ask for a file and open it.
    Open,
    /// Ask for the text of another program's mechanism and open it.
    Import,
    /// Save where it came from, or ask where. When done, call `Editor::mark_saved`.
    Save,
    /// Ask where and save.
    SaveAs,
    /// Ask for a file and write this to it.
    Export(Export),
    /// Open another scene of the gallery: the one before or after the present one.
    Gallery(Step),
    /// Play was asked for and the machine stands apart: ask what to do, told which joint is open most. The answer is
    /// `Intent::PlayTorn`.
    AskTorn {
        /// Which joints are open, and how far.
        open: String,
        /// Whether the machine can be drawn together.
        closes: bool,
    },
    /// End the program; unsaved work is asked about first.
    Quit,
    /// Put scene text on the clipboard.
    Clipboard(String),
    /// Put a picture of what the canvas shows on the clipboard.
    CopyPicture,
    /// Fetch the clipboard's text and open the scene that it is; unsaved work is asked about first.
    NewFromClipboard,
    /// Fetch the clipboard's text; it comes back as an event.
    Paste,
    /// Read this text with `read_pasted`, which may take long. The answer is `Intent::Paste`, or words to say.
    ReadPasted(String),
    /// A file was dropped on the window: open it.
    OpenPath(std::path::PathBuf),
    /// Ask for a picture to be traced over. The answer is `Intent::LayUnder`.
    ChoosePicture,
    /// Read this file as such a picture.
    ReadPicture(std::path::PathBuf),
    /// Make such a picture of these pixels.
    TakePicture(Arc<Image>),
    /// Something for the panels.
    Panels(PanelEffect),
    /// Change between light and dark.
    ToggleTheme,
    /// The first drag of a part was done: the hint for it need never be shown again.
    LearnedToGrab,
}

/// What the panels are asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelEffect {
    /// Show the context menu.
    ContextMenu {
        /// Where it was asked for (logical points).
        at: Vec2,
        /// What was under the pointer, or is selected.
        item: Option<Id>,
        /// Whether the keyboard goes on from here.
        by_key: bool,
    },
    /// Ask in place for what is to be written. The answer is `Intent::AddNote`, `SetNote`, `SetDimension` or
    /// `ScaleUnderlay`.
    Write {
        /// What is written into.
        what: Writing,
        /// What it begins with; what is there already where none is given.
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
    /// Ask how the selection is to be mirrored, turned, scaled or repeated. The answer is `Intent::Construct`.
    Construct,
    /// Show the steps of a lesson.
    Lesson {
        /// Which.
        lesson: Lesson,
        /// Whether it begins in the new scene that was asked for before it.
        anew: bool,
    },
    /// Show or hide the user guide.
    Guide,
    /// Say what the program is, its version and licences.
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

/// What is taken home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// What the canvas shows, as PNG, SVG or PDF.
    Picture,
    /// The machine in motion over a turn of its slowest motor, as GIF or numbered PNG files.
    Animation,
    /// The last seconds as they were, likewise.
    LastSeconds,
    /// The paths of traced points, as CSV.
    Paths,
    /// The parts at their true size, as DXF or SVG.
    Parts,
    /// The run so far, with all that was done to it, to be replayed.
    Experiment,
    /// Every quantity of the run so far at each step, as CSV.
    Run,
    /// The scene with the run as it stands, which goes on when it is opened.
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
