//! Assigning a key to a command: the user is asked, and the next key press is taken.

use super::action::{self, Action, Entry};
use super::chord::Chord;
use super::event::{Event, Key, Modifiers};
use super::keys::Keys;
use super::{Editor, Level};

impl Editor {
    /// Key assignments that differ from the table.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }
    /// Sets the user's key assignments.
    pub fn set_keys(&mut self, keys: Keys) {
        self.keys = keys;
    }
    /// Keys of a command.
    pub fn keys_of(&self, entry: &Entry) -> Vec<Chord> {
        match self.keys.changed.get(entry.id) {
            Some(own) => vec![*own],
            None => {
                let usual = entry.keys.iter().copied();
                usual
                    .filter(|it| self.keys.does(entry.id, &entry.keys, *it))
                    .collect()
            }
        }
    }
    /// Keys of a command as text: "Space, P".
    pub fn keys_text(&self, action: Action) -> String {
        let keys = action::entry(action).map_or_else(Vec::new, |entry| self.keys_of(entry));
        let keys: Vec<String> = keys.iter().map(Chord::to_string).collect();
        keys.join(", ")
    }

    /// First key of a command; `None` where all its keys were assigned to others.
    pub fn key_text(&self, action: Action) -> Option<String> {
        let keys = action::entry(action).map_or_else(Vec::new, |entry| self.keys_of(entry));
        keys.first().map(Chord::to_string)
    }

    /// Label of a command with its key: "Reset (R)".
    pub fn named(&self, action: Action) -> String {
        let label = action::entry(action).map_or("", |entry| entry.label);
        self.key_text(action)
            .map_or_else(|| label.to_owned(), |key| format!("{label} ({key})"))
    }

    /// Begins to wait for the new key of a command; `None` ends the wait.
    pub(super) fn choose_key(&mut self, action: Option<Action>) {
        self.keys.choosing = action;
    }

    /// Handles the key press that is waited for: Esc changes nothing, Backspace restores the default keys. Returns false if none is waited for
    /// or the event is not consumed.
    pub(super) fn take_new_key(&mut self, event: &Event) -> bool {
        let Some(entry) = self.keys.choosing.and_then(action::entry) else {
            return false;
        };
        match event {
            Event::KeyPressed { key, modifiers, .. } if !modifiers.alt => {
                self.keys.choosing = None;
                match key {
                    Key::Escape => {}
                    Key::Backspace => _ = self.keys.changed.remove(entry.id),
                    Key::Space => self.say(Level::Info, "Space plays, pauses and moves the view"),
                    key => self.give_key(entry, *key, *modifiers),
                }
                true
            }
            Event::KeyPressed { .. } | Event::KeyReleased { .. } | Event::Text(_) => true,
            Event::PointerPressed { .. } | Event::FocusLost => {
                self.keys.choosing = None;
                false
            }
            _ => false,
        }
    }

    fn give_key(&mut self, entry: &'static Entry, key: Key, modifiers: Modifiers) {
        let chord = Chord::pressed(key, modifiers);
        let mut others = action::table().iter().filter(|it| it.id != entry.id);
        let loser = others.find(|it| self.keys.does(it.id, &it.keys, chord));
        self.keys.changed.retain(|_, it| *it != chord);
        self.keys.changed.insert(entry.id.to_owned(), chord);
        let from = loser.map_or_else(String::new, |it| format!(", and no longer {:?}", it.label));
        self.say(Level::Info, format!("{chord} does {:?} now{from}", entry.label));
    }
}
