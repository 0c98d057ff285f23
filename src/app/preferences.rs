//! What the program remembers of a person from one time to the next.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::storage::{Storage, write_atomically};

/// All of it. What a file lacks keeps its usual value, so old files load for ever.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Dark colours.
    pub dark: bool,
    /// Scale on top of the display's.
    pub scale: f64,
    /// The file open last.
    pub last_file: Option<PathBuf>,
    /// The gallery scene open last, when it was no file.
    pub last_gallery: Option<String>,
    /// The first drag was done: its hint need not be shown any more.
    pub learned_to_grab: bool,
    /// The card for beginners was put away.
    pub card_done: bool,
    /// What panels remember (which sections are folded), as they wrote it.
    pub panels: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            dark: false,
            scale: 1.0,
            last_file: None,
            last_gallery: None,
            learned_to_grab: false,
            card_done: false,
            panels: String::new(),
        }
    }
}

impl Preferences {
    /// As last stored; the usual ones where there are none or they cannot be read: losing a colour scheme
    /// must not keep anybody from their machine.
    pub fn load(storage: Option<&Storage>) -> Self {
        storage
            .and_then(|storage| std::fs::read_to_string(storage.settings()).ok())
            .and_then(|text| ron::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Stores them.
    pub fn store(&self, storage: &Storage) -> std::io::Result<()> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(std::io::Error::other)?;
        write_atomically(&storage.settings(), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_a_file_lacks_keeps_its_usual_value() {
        let read: Preferences = ron::from_str("(dark: true)").unwrap();
        assert_eq!(
            read,
            Preferences {
                dark: true,
                ..Preferences::default()
            }
        );
    }
}
