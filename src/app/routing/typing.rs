//! Routing of keys and text: to a text field, to the focused widget, or to the canvas.

use super::Router;
use crate::app::keys;
use crate::editor::event::{Event, Key, Modifiers};

impl Router {
    /// Routes typed or pasted text to the text field being edited. Returns whether the panels took it.
    pub(super) fn panels_take_words(&mut self, ctx: &egui::Context, event: &Event) -> bool {
        let is_written_in = self.is_written_in(ctx);
        match event {
            Event::Text(text) if is_written_in || has_popup(ctx) => {
                self.for_panels.push(egui::Event::Text(text.clone()));
                true
            }
            Event::Pasted(text) if is_written_in => {
                self.for_panels.push(egui::Event::Paste(text.clone()));
                true
            }
            Event::PastedPicture(_) => is_written_in,
            _ => false,
        }
    }

    /// Whether a text field of the panels is being edited.
    pub(super) fn is_written_in(&self, ctx: &egui::Context) -> bool {
        self.writing && ctx.wants_keyboard_input()
    }

    /// Whether a key goes to the panels alone. While a text field is edited, keys that no field uses still reach the canvas; while a button has
    /// the focus, so do all keys that neither press it nor move the focus.
    pub(super) fn panels_take_key(&self, ctx: &egui::Context, key: Key, modifiers: Modifiers) -> bool {
        if has_popup(ctx) {
            return true;
        }
        let is_command = matches!(key, Key::Function(_))
            || modifiers.ctrl && matches!(key, Key::Letter('S' | 'O' | 'N' | 'K' | 'Q') | Key::Tab);
        let theirs = self.writing || is_for_widgets(key) && !modifiers.ctrl;
        ctx.wants_keyboard_input() && !is_command && theirs
    }

    pub(super) fn key_to_panels(&mut self, ctx: &egui::Context, key: Key, pressed: bool, repeat: bool) {
        let modifiers = keys::egui_modifiers(self.modifiers);
        // Tab moves the focus where a panel has it or a popup is open; otherwise it would move the focus into a panel although no field was
        // being edited. Ctrl+Tab moves from panel to panel, which is a command.
        if key == Key::Tab && (self.modifiers.ctrl || !panels_have_keys(ctx)) {
            return;
        }
        if pressed && self.modifiers.ctrl && self.is_written_in(ctx) {
            match key {
                Key::Letter('C') => return self.for_panels.push(egui::Event::Copy),
                Key::Letter('X') => return self.for_panels.push(egui::Event::Cut),
                Key::Letter('V') => {
                    self.wants_paste = true;
                    return;
                }
                _ => {}
            }
        }
        if let Some(key) = keys::to_egui(key) {
            self.for_panels.push(egui::Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat,
                modifiers,
            });
        }
    }
}

/// Keys for a focused widget that is no text field: those that press it, change it, or move the focus.
fn is_for_widgets(key: Key) -> bool {
    matches!(
        key,
        Key::Tab | Key::Space | Key::Enter | Key::Escape | Key::Left | Key::Right | Key::Up | Key::Down
    )
}

/// Whether a popup is open or a widget has the focus.
fn panels_have_keys(ctx: &egui::Context) -> bool {
    ctx.wants_keyboard_input() || has_popup(ctx)
}

pub(super) fn has_popup(ctx: &egui::Context) -> bool {
    ctx.memory(|m| {
        m.any_popup_open()
            || m.areas()
                .visible_layer_ids()
                .iter()
                .any(|layer| layer.order == egui::Order::Foreground)
    })
}
