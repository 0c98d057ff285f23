//! Translates keys of the window library to the program's keys, and those to egui's keys.
//!
//! Letters and editing keys are identified by key code; digits and symbols by the character they print, so that `/` or
//! `[` are recognised on any keyboard layout.

use crate::editor::event::{Key, Modifiers};
use macroquad::miniquad::KeyCode;

/// The key for a code; `None` for keys identified by their character, for modifiers, and for unused keys.
pub fn from_code(code: KeyCode) -> Option<Key> {
    let number = code as u16;
    let letter = (KeyCode::A as u16..=KeyCode::Z as u16).contains(&number);
    let function = (KeyCode::F1 as u16..=KeyCode::F12 as u16).contains(&number);
    Some(match code {
        _ if letter => Key::Letter(char::from(b'A' + (number - KeyCode::A as u16) as u8)),
        _ if function => Key::Function((number - KeyCode::F1 as u16 + 1) as u8),
        KeyCode::Space => Key::Space,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Menu => Key::Menu,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        _ => return None,
    })
}

/// The key that prints a character, for keys identified by their character.
pub fn from_character(c: char) -> Option<Key> {
    Some(match c {
        '0'..='9' => Key::Digit(c),
        '+' | '=' => Key::Plus,
        '-' => Key::Minus,
        ',' => Key::Comma,
        '.' => Key::Period,
        '/' => Key::Slash,
        '[' => Key::BracketLeft,
        ']' => Key::BracketRight,
        _ => return None,
    })
}

/// The corresponding egui key, where there is one.
pub fn to_egui(key: Key) -> Option<egui::Key> {
    match key {
        Key::Letter(c) | Key::Digit(c) => egui::Key::from_name(c.encode_utf8(&mut [0; 4])),
        Key::Function(n) => egui::Key::from_name(&format!("F{n}")),
        Key::Space => Some(egui::Key::Space),
        Key::Enter => Some(egui::Key::Enter),
        Key::Escape => Some(egui::Key::Escape),
        Key::Tab => Some(egui::Key::Tab),
        Key::Backspace => Some(egui::Key::Backspace),
        Key::Delete => Some(egui::Key::Delete),
        Key::Insert => Some(egui::Key::Insert),
        Key::Home => Some(egui::Key::Home),
        Key::End => Some(egui::Key::End),
        Key::PageUp => Some(egui::Key::PageUp),
        Key::PageDown => Some(egui::Key::PageDown),
        Key::Menu => None,
        Key::Left => Some(egui::Key::ArrowLeft),
        Key::Right => Some(egui::Key::ArrowRight),
        Key::Up => Some(egui::Key::ArrowUp),
        Key::Down => Some(egui::Key::ArrowDown),
        Key::Plus => Some(egui::Key::Plus),
        Key::Minus => Some(egui::Key::Minus),
        Key::Comma => Some(egui::Key::Comma),
        Key::Period => Some(egui::Key::Period),
        Key::Slash => Some(egui::Key::Slash),
        Key::BracketLeft => Some(egui::Key::OpenBracket),
        Key::BracketRight => Some(egui::Key::CloseBracket),
    }
}

/// The corresponding egui modifiers.
pub fn egui_modifiers(m: Modifiers) -> egui::Modifiers {
    egui::Modifiers {
        alt: m.alt,
        ctrl: m.ctrl,
        shift: m.shift,
        mac_cmd: m.ctrl && cfg!(target_os = "macos"),
        command: m.ctrl,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_of_the_panels_library() {
        let by_code = [
            KeyCode::A,
            KeyCode::Z,
            KeyCode::F1,
            KeyCode::F12,
            KeyCode::Delete,
            KeyCode::KpEnter,
        ];
        let keys: Vec<Option<Key>> = by_code.into_iter().map(from_code).collect();
        assert_eq!(keys[0], Some(Key::Letter('A')));
        assert_eq!(keys[1], Some(Key::Letter('Z')));
        assert_eq!(keys[2], Some(Key::Function(1)));
        assert_eq!(keys[3], Some(Key::Function(12)));
        assert_eq!(keys[5], Some(Key::Enter));
        let by_sign = "0123456789+=-,./[]".chars().map(from_character);
        for key in keys.into_iter().chain(by_sign) {
            assert!(key.and_then(to_egui).is_some(), "{key:?}");
        }
        assert_eq!(from_code(KeyCode::Menu), Some(Key::Menu));
        assert_eq!(from_code(KeyCode::LeftControl), None);
        assert_eq!(from_code(KeyCode::Key1), None, "digits come by their character");
    }
}
