//! The gallery: scenes that come with the program. Each scene is a file in `scenes/` and a line in the table;
//! title and description are in the file.

use super::Scene;
use super::file::{self, FileError};

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name on the command line.
    pub id: &'static str,
    /// Heading of its group.
    pub group: &'static str,
    /// Text of its file.
    pub text: &'static str,
}

macro_rules! scenes {
    ($($group:literal: [$($id:literal),* $(,)?],)*) => {
        /// All scenes, group by group in the order shown; the first is the one a new user sees.
        pub const GALLERY: &[Entry] = &[$($(Entry {
            id: $id,
            group: $group,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/", $id, ".ron")),
        },)*)*];
    };
}

scenes! {
    "Linkages": ["jansen", "four-bar", "by-numbers", "slider-crank", "scotch-yoke", "peaucellier", "parallelogram"],
    "Wheels and drives": ["steering", "planetary", "workshop", "shaker", "hammer", "crane", "thruster", "afar", "by-equation"],
    "Swings and fields": ["double-pendulum", "resonance", "stars", "weather", "springy"],
    "Wires, ropes, skates": ["wires", "atwood", "trucks"],
    "Stops and hits": ["catch", "winch", "cradle"],
    "Things that touch": ["walker", "marbles", "ragdoll", "trebuchet", "dominoes", "cards", "arches", "car", "pinball"],
    "Machines by contact": ["clock", "geneva", "cam", "bearing", "toggle"],
    "For the laboratory": ["ring", "hub", "taut", "heavy-on-light", "stiff-feedback", "capped", "for-an-hour"],
    "Large": ["truss-bridge", "ball-and-chain", "chain", "net", "pile"],
}

/// The scene with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GALLERY.iter().find(|entry| entry.id == id)
}

/// Error message, with the available names, for a name that is neither that of a file nor that of a scene of the gallery.
pub fn no_such() -> String {
    let names: Vec<&str> = GALLERY.iter().map(|entry| entry.id).collect();
    format!(
        "there is no such file, and no scene of that name in the gallery; the gallery has {}",
        names.join(", ")
    )
}

impl Entry {
    /// Parses the scene.
    ///
    /// # Errors
    /// Never: a test parses all of them.
    pub fn scene(&self) -> Result<Scene, FileError> {
        file::read(self.text, &format!("scenes/{}.ron", self.id))
    }
}
