//! Keys that a person has given to commands, in place of those of the table.

use std::collections::BTreeMap;

use super::action::{self, Action};
use super::chord::Chord;

/// Which keys do what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// By the id of the command.
    pub(super) changed: BTreeMap<String, Chord>,
    /// The command whose next key is waited for.
    pub(super) choosing: Option<Action>,
}

impl Keys {
    /// Those that were written by [`Keys::to_texts`], by the ids of the commands; what cannot be read is left as in the table.
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
    /// What differs from the table, by the ids of the commands.
    pub fn to_texts(&self) -> BTreeMap<String, String> {
        let changed = self.changed.iter();
        changed
            .map(|(id, chord)| (id.clone(), chord.to_string()))
            .collect()
    }
    /// Whether a key does the command of an id that has these keys in the table.
    pub fn does(&self, id: &str, usual: &[Chord], chord: Chord) -> bool {
        match self.changed.get(id) {
            Some(own) => *own == chord,
            // What was given to another command is no longer its own.
            None => usual.contains(&chord) && !self.changed.values().any(|it| *it == chord),
        }
    }
    /// The command whose next key is waited for.
    pub fn choosing(&self) -> Option<Action> {
        self.choosing
    }
}
