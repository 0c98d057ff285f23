//! Keys that the user has assigned to commands, in place of those of the table.

use std::collections::BTreeMap;

use super::action::{self, Action};
use super::chord::Chord;

/// Key assignments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Assigned chords by command identifier.
    pub(super) changed: BTreeMap<String, Chord>,
    /// The command for which the next key is chosen.
    pub(super) choosing: Option<Action>,
}

impl Keys {
    /// Parses the output of [`Keys::to_texts`], which is keyed by command identifier; unknown entries are ignored.
    pub fn read(texts: &BTreeMap<String, String>) -> Self {
        let is_known = |id: &str| action::table().iter().any(|it| it.id == id);
        let one = |(id, text): (&String, &String)| {
            let chord = Chord::read(text).filter(|_| is_known(id))?;
            Some((id.clone(), chord))
        };
        Self {
            changed: texts.iter().filter_map(one).collect(),
            choosing: None,
        }
    }
    /// Assignments that differ from the table, by command identifier.
    pub fn to_texts(&self) -> BTreeMap<String, String> {
        let changed = self.changed.iter();
        changed
            .map(|(id, chord)| (id.clone(), chord.to_string()))
            .collect()
    }
    /// Whether a chord invokes the command with this identifier and these default keys.
    pub fn does(&self, id: &str, usual: &[Chord], chord: Chord) -> bool {
        match self.changed.get(id) {
            Some(own) => *own == chord,
            // A default key that was assigned to another command no longer invokes this one.
            None => usual.contains(&chord) && !self.changed.values().any(|it| *it == chord),
        }
    }
    /// The command for which the next key is chosen.
    pub fn choosing(&self) -> Option<Action> {
        self.choosing
    }
}
