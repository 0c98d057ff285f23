//! Questions that hold up opening, saving and leaving until they are answered.

use std::path::PathBuf;

use crate::scene::Template;

/// What the person wants to do with another scene, or without any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An empty scene.
    New,
    /// A new scene of a template.
    Template(Template),
    /// A file yet to be chosen.
    Open,
    /// This file.
    OpenPath(PathBuf),
    /// A mechanism of another program whose text is yet to be given.
    Import,
    /// The scene, or the mechanism of another program, that this text is.
    ImportText(String),
    /// A scene of the gallery, by its id.
    Gallery(&'static str),
    /// None: leave.
    Quit,
}

/// How far work is that takes long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Underway {
    /// How long it has been under way (s).
    pub seconds: f64,
    /// The share of it that is done, where that is known.
    pub share: Option<f64>,
}

/// What has to be answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// There is unsaved work: save it, drop it, or stay?
    Unsaved(Goal),
    /// There is a file of this name: write over it?
    Overwrite(PathBuf),
    /// Another program has changed the file of the scene: load what is there now?
    ChangedOutside(PathBuf),
    /// The same, found when saving: write over it?
    OverwriteChanged(PathBuf),
    /// Which file to open? There is no system dialog here.
    PathToOpen(PathBuf),
    /// Which file to save to? There is no system dialog here.
    PathToSave(PathBuf),
    /// Which picture to trace over? There is no system dialog here.
    PathToPicture(PathBuf),
    /// Which text holds the mechanism of another program?
    TextToImport,
    /// Parts are to be cut out: how wide are the holes for their pins (m)?
    Holes(f64),
    /// Play was asked for and joints are open: draw the machine together first?
    Torn {
        /// Which, and how far.
        open: String,
        /// Whether the machine can be drawn together.
        closes: bool,
    },
    /// Nothing to decide: something went wrong with a file.
    Failed {
        /// What.
        title: String,
        /// Each fault with its place.
        lines: Vec<String>,
    },
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Save first, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Yes, write over it.
    Overwrite,
    /// Yes, load what is there now.
    Load,
    /// No, save to another file.
    Elsewhere,
    /// Draw the machine together, then play.
    Assemble,
    /// Play as it is.
    Play,
    /// This text.
    Text(String),
    /// This path.
    Path(PathBuf),
    /// Holes so wide (m).
    Holes(f64),
    /// Stay as it was; also closes what only informs.
    Cancel,
}
