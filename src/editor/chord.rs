//! Keys with their modifiers, as tables give them and people read them.

use std::fmt;

use super::event::{Key, Modifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The key.
    pub key: Key,
    /// Held with it. Alt never is.
    pub modifiers: Modifiers,
}

impl Chord {
    /// The chord of a letter as it stands in the tables of kinds: "J", "Shift+J"; none for an empty one.
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
