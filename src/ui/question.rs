//! Questions that hold up opening, saving and quitting until they are answered.

use std::path::PathBuf;

use crate::scene::Template;

/// The operation that replaces the scene, or quits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An empty scene.
    New,
    /// A new scene of a template.
    Template(Template),
    /// Open a file yet to be chosen.
    Open,
    /// Open this file.
    OpenPath(PathBuf),
    /// A mechanism of another program whose text is yet to be given.
    Import,
    /// Open this text: a scene, or a mechanism of another program.
    ImportText(String),
    /// A scene of the gallery, by its id.
    Gallery(&'static str),
    /// Quit the program.
    Quit,
}

/// Progress of a long operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Underway {
    /// Elapsed time (s).
    pub seconds: f64,
    /// The finished fraction, where it is known.
    pub share: Option<f64>,
}

/// A question to the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// There is unsaved work: save it, drop it, or stay?
    Unsaved(Goal),
    /// A file of this name exists: overwrite it?
    Overwrite(PathBuf),
    /// Another program has changed the file of the scene: reload it?
    ChangedOutside(PathBuf),
    /// The same, detected while saving: overwrite the file?
    OverwriteChanged(PathBuf),
    /// Path of the file to open, where there is no system dialog.
    PathToOpen(PathBuf),
    /// Path of the file to save to, where there is no system dialog.
    PathToSave(PathBuf),
    /// Path of the picture to trace over, where there is no system dialog.
    PathToPicture(PathBuf),
    /// Text of a mechanism of another program.
    TextToImport,
    /// Before parts are exported for cutting: diameter of the holes for their pins (m)?
    Holes(f64),
    /// Play was requested while joints are open: assemble the machine first?
    OpenJoints {
        /// The open joints, and how far they are open.
        open: String,
        /// Whether the machine can be assembled.
        closes: bool,
    },
    /// A report without a decision: an operation on a file failed.
    Failed {
        /// Heading of the report.
        title: String,
        /// Each fault with its position.
        lines: Vec<String>,
    },
}

/// An answer of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Save first, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Overwrite the file.
    Overwrite,
    /// Reload the file.
    Load,
    /// Save to another file.
    SaveAs,
    /// Assemble the machine, then play.
    Assemble,
    /// Play as it is.
    Play,
    /// The text entered.
    Text(String),
    /// The path entered.
    Path(PathBuf),
    /// Diameter of the holes (m).
    Holes(f64),
    /// Cancel; also closes a report.
    Cancel,
}
