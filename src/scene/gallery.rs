//! The gallery: scenes that come with the program. A scene is a file in `scenes/` and a line in the table;
//! what it is called and what it is about stands in the file.

use super::Scene;
use super::file::{self, FileError};

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called on the command line.
    pub id: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! scenes {
    ($($id:literal,)*) => {
        /// All of them, in the order shown; the first is what a new user sees.
        pub const GALLERY: &[Entry] = &[$(Entry {
            id: $id,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/", $id, ".ron")),
        }),*];
    };
}

scenes! {
    "jansen",
    "four-bar",
    "double-pendulum",
    "slider-crank",
    "steering",
    "peaucellier",
    "parallelogram",
    "shaker",
    "planetary",
    "workshop",
    "wires",
    "scotch-yoke",
    "atwood",
    "trucks",
    "stars",
    "resonance",
    "weather",
    "springy",
    "afar",
    "truss-bridge",
    "ball-and-chain",
    "chain",
    "net",
}

/// The scene of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GALLERY.iter().find(|entry| entry.id == id)
}

impl Entry {
    /// Reads it.
    ///
    /// # Errors
    /// Never: a test reads them all.
    pub fn scene(&self) -> Result<Scene, FileError> {
        file::read(self.text, &format!("scenes/{}.ron", self.id))
    }
}
