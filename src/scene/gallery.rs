//! The gallery: scenes that come with the program. A scene is a file in `scenes/` and a line in the table;
//! what it is called and what it is about stands in the file.

use super::Scene;
use super::file::{self, FileError};

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called on the command line.
    pub id: &'static str,
    /// The heading it is shown under.
    pub group: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! scenes {
    ($($group:literal: [$($id:literal),* $(,)?],)*) => {
        /// All of them, group by group in the order shown; the first is what a new user sees.
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

/// The scene of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GALLERY.iter().find(|entry| entry.id == id)
}

/// What is said where a name is neither that of a file nor that of a scene of the gallery: with the names there are.
pub fn no_such(name: &str) -> String {
    let names: Vec<&str> = GALLERY.iter().map(|entry| entry.id).collect();
    format!(
        "{name}: there is no such file, and no scene of that name in the gallery; the gallery has {}",
        names.join(", ")
    )
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
