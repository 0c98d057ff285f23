//! Window events, collected in order and translated into plain [`Event`]s.
//!
//! Several quirks of the window library are corrected: modifiers arrive in the state before a key went down,
//! positions are physical pixels, a button is "released" whenever the pointer enters the window with it held, and
//! releases are missing when the window loses keyboard focus.

use super::keys;
use crate::editor::event::{Button, Event, Modifiers};
use glam::DVec2;
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton};

/// Two presses within this many seconds are a double click.
const CLICK_SECONDS: f64 = 0.4;
/// Two presses within this many points are a double click.
const CLICK_REACH: f64 = 5.0;

/// An event of the window library, in physical pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    /// The pointer moved here.
    Motion(DVec2),
    /// The wheel turned by this many notches.
    Wheel(DVec2),
    /// A button went down.
    Down(MouseButton, DVec2),
    /// A button went up, according to the window library.
    Up(MouseButton, DVec2),
    /// A key produced this character.
    Character(char, KeyMods, bool),
    /// A key went down; modifiers in the state before.
    KeyDown(KeyCode, KeyMods, bool),
    /// A key went up; modifiers in the state before.
    KeyUp(KeyCode, KeyMods),
    /// The window lost keyboard focus.
    FocusLost,
}

/// Collects the window's events in a list.
#[derive(Debug, Default)]
pub struct Collector {
    /// The events, in order.
    pub said: Vec<Raw>,
}

fn at(x: f32, y: f32) -> DVec2 {
    DVec2::new(f64::from(x), f64::from(y))
}

impl EventHandler for Collector {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        // Of consecutive positions only the last one matters.
        if let Some(Raw::Motion(place)) = self.said.last_mut() {
            *place = at(x, y);
        } else {
            self.said.push(Raw::Motion(at(x, y)));
        }
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.said.push(Raw::Wheel(at(x, y)));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.said.push(Raw::Down(button, at(x, y)));
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.said.push(Raw::Up(button, at(x, y)));
    }

    fn char_event(&mut self, character: char, mods: KeyMods, repeat: bool) {
        self.said.push(Raw::Character(character, mods, repeat));
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        self.said.push(Raw::KeyDown(code, mods, repeat));
    }

    fn key_up_event(&mut self, code: KeyCode, mods: KeyMods) {
        self.said.push(Raw::KeyUp(code, mods));
    }

    fn window_minimized_event(&mut self) {
        self.said.push(Raw::FocusLost);
    }
}

/// The last press, for counting multiple clicks.
#[derive(Clone, Copy, Debug)]
struct Press {
    button: Button,
    position: DVec2,
    time: f64,
    count: u8,
}

/// Translates window events; tracks held buttons and modifiers.
#[derive(Debug, Default)]
pub struct Translator {
    modifiers: Modifiers,
    position: DVec2,
    held: Vec<Press>,
    last: Option<Press>,
}

impl Translator {
    /// Translates the events since the last call. `pixels_per_point` is the scale, `now` the time in seconds, and
    /// `still_down` tells whether the window library considers a button held after all these events.
    pub fn translate(
        &mut self,
        said: &[Raw],
        pixels_per_point: f64,
        now: f64,
        still_down: &dyn Fn(MouseButton) -> bool,
    ) -> Vec<Event> {
        let mut events = Vec::with_capacity(said.len());
        for (k, raw) in said.iter().enumerate() {
            match *raw {
                Raw::Motion(p) => {
                    self.position = p / pixels_per_point;
                    events.push(Event::PointerMoved {
                        position: self.position,
                        modifiers: self.modifiers,
                    });
                }
                Raw::Wheel(notches) => {
                    // Depending on the system, a notch of the wheel is 1 or a multiple of 120.
                    let unit = if notches.abs().max_element() > 20.0 {
                        120.0
                    } else {
                        1.0
                    };
                    events.push(Event::Wheel {
                        delta: notches / unit,
                        position: self.position,
                        modifiers: self.modifiers,
                    });
                }
                Raw::Down(button, p) => self.press(button, p / pixels_per_point, now, &mut events),
                Raw::Up(button, p) => {
                    let again = said[k + 1..]
                        .iter()
                        .any(|r| matches!(r, Raw::Down(b, _) if *b == button));
                    let only_entered = still_down(button) && !again;
                    if !only_entered {
                        self.release(button, p / pixels_per_point, &mut events);
                    }
                }
                Raw::Character(c, mods, repeat) => {
                    self.modifiers = modifiers(mods);
                    if let Some(key) = keys::from_character(c) {
                        events.push(Event::KeyPressed {
                            key,
                            modifiers: self.modifiers,
                            repeat,
                        });
                    }
                    if is_printable(c) && !self.modifiers.ctrl && !self.modifiers.alt {
                        events.push(Event::Text(c.to_string()));
                    }
                }
                Raw::KeyDown(code, mods, repeat) => {
                    self.modifiers = modifiers(mods);
                    self.hold(code, true);
                    if let Some(key) = keys::from_code(code) {
                        events.push(Event::KeyPressed {
                            key,
                            modifiers: self.modifiers,
                            repeat,
                        });
                    }
                }
                Raw::KeyUp(code, mods) => {
                    self.modifiers = modifiers(mods);
                    self.hold(code, false);
                    if let Some(key) = keys::from_code(code) {
                        events.push(Event::KeyReleased {
                            key,
                            modifiers: self.modifiers,
                        });
                    }
                }
                Raw::FocusLost => self.lose_focus(&mut events),
            }
        }
        events
    }

    /// The modifiers held at present.
    pub fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    fn press(&mut self, button: MouseButton, position: DVec2, now: f64, events: &mut Vec<Event>) {
        self.position = position;
        let Some(button) = own_button(button) else { return };
        if self.held.iter().any(|h| h.button == button) {
            return;
        }
        let count = match self.last {
            Some(last)
                if last.button == button
                    && now - last.time <= CLICK_SECONDS
                    && last.position.distance(position) <= CLICK_REACH =>
            {
                last.count.saturating_add(1)
            }
            _ => 1,
        };
        let press = Press {
            button,
            position,
            time: now,
            count,
        };
        self.last = Some(press);
        self.held.push(press);
        events.push(Event::PointerPressed {
            button,
            position,
            modifiers: self.modifiers,
            click_count: count,
        });
    }

    fn release(&mut self, button: MouseButton, position: DVec2, events: &mut Vec<Event>) {
        self.position = position;
        let Some(button) = own_button(button) else { return };
        let Some(held) = self.held.iter().position(|h| h.button == button) else {
            return;
        };
        let press = self.held.remove(held);
        events.push(Event::PointerReleased {
            button,
            position,
            modifiers: self.modifiers,
            click_count: press.count,
        });
    }

    fn lose_focus(&mut self, events: &mut Vec<Event>) {
        self.modifiers = Modifiers::NONE;
        self.last = None;
        events.push(Event::FocusLost);
        for press in std::mem::take(&mut self.held) {
            events.push(Event::PointerReleased {
                button: press.button,
                position: self.position,
                modifiers: Modifiers::NONE,
                click_count: press.count,
            });
        }
    }

    fn hold(&mut self, code: KeyCode, down: bool) {
        match code {
            KeyCode::LeftControl | KeyCode::RightControl => self.modifiers.ctrl = down,
            KeyCode::LeftShift | KeyCode::RightShift => self.modifiers.shift = down,
            KeyCode::LeftAlt | KeyCode::RightAlt => self.modifiers.alt = down,
            _ => {}
        }
    }
}

fn own_button(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Primary),
        MouseButton::Right => Some(Button::Secondary),
        MouseButton::Middle => Some(Button::Middle),
        MouseButton::Unknown => None,
    }
}

fn modifiers(mods: KeyMods) -> Modifiers {
    let command = cfg!(target_os = "macos") && mods.logo;
    Modifiers {
        ctrl: mods.ctrl || command,
        shift: mods.shift,
        alt: mods.alt,
    }
}

/// Whether a character is text: some systems send keys such as F1 as control or private-use characters.
fn is_printable(c: char) -> bool {
    let private =
        matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}');
    !private && !c.is_control()
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
