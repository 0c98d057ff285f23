//! Key chords: keys with modifiers, as the tables define them and the user reads them.

use std::fmt;

use super::event::{Key, Modifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The key.
    pub key: Key,
    /// Modifiers held with the key. Alt never is.
    pub modifiers: Modifiers,
}

impl Chord {
    /// The chord of a pressed key. On many keyboards plus needs Shift, which is then ignored.
    pub fn pressed(key: Key, modifiers: Modifiers) -> Chord {
        let modifiers = Modifiers {
            shift: modifiers.shift && key != Key::Plus,
            ..modifiers
        };
        Chord { key, modifiers }
    }

    /// The chord of a letter as in the tables of kinds: "J", "Shift+J"; `None` for an empty text.
    pub fn of_letter(key: &str) -> Option<Chord> {
        let (shift, letter) = match key.strip_prefix("Shift+") {
            Some(letter) => (true, letter),
            None => (false, key),
        };
        let modifiers = if shift { Modifiers::SHIFT } else { Modifiers::NONE };
        let key = Key::Letter(letter.chars().next()?);
        Some(Chord { key, modifiers })
    }
}

/// Keys other than letters, digits and function keys that [`Chord::read`] accepts.
const NAMED: [Key; 22] = [
    Key::Space,
    Key::Enter,
    Key::Tab,
    Key::Backspace,
    Key::Delete,
    Key::Insert,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Menu,
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Plus,
    Key::Minus,
    Key::Comma,
    Key::Period,
    Key::Slash,
    Key::BracketLeft,
    Key::BracketRight,
];

impl Chord {
    /// Parses the text that [`Chord`] is displayed as; `None` for any other text.
    pub fn read(text: &str) -> Option<Chord> {
        let (ctrl, rest) = text.strip_prefix("Ctrl+").map_or((false, text), |it| (true, it));
        let (shift, rest) = rest.strip_prefix("Shift+").map_or((false, rest), |it| (true, it));
        let modifiers = Modifiers {
            ctrl,
            shift,
            alt: false,
        };
        let functions = (1..=12).map(Key::Function);
        let named = NAMED.into_iter().chain(functions);
        let letters = ('A'..='Z').map(Key::Letter).chain(('0'..='9').map(Key::Digit));
        let plain = Modifiers::NONE;
        let mut keys = named.chain(letters);
        let key = keys.find(|key| {
            let chord = Chord {
                key: *key,
                modifiers: plain,
            };
            chord.to_string() == rest
        })?;
        Some(Chord { key, modifiers })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.ctrl {
            f.write_str("Ctrl+")?;
        }
        if self.modifiers.shift {
            f.write_str("Shift+")?;
        }
        match self.key {
            Key::Letter(c) | Key::Digit(c) => write!(f, "{c}"),
            Key::Function(n) => write!(f, "F{n}"),
            Key::Escape => f.write_str("Esc"),
            Key::Delete => f.write_str("Del"),
            Key::Left => f.write_str("←"),
            Key::Right => f.write_str("→"),
            Key::Up => f.write_str("↑"),
            Key::Down => f.write_str("↓"),
            Key::Plus => f.write_str("+"),
            Key::Minus => f.write_str("-"),
            Key::Comma => f.write_str(","),
            Key::Period => f.write_str("."),
            Key::Slash => f.write_str("/"),
            Key::BracketLeft => f.write_str("["),
            Key::BracketRight => f.write_str("]"),
            key => write!(f, "{key:?}"),
        }
    }
}
