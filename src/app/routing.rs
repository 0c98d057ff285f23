//! Who an event belongs to: the panels or the canvas below them.
//!
//! The owner of the pointer is fixed at the press: a drag that starts on the canvas stays the canvas's over any panel, and
//! the other way round. Panels still learn of presses on the canvas, so that menus close and fields let go. Floating
//! layers in the foreground (menus, dialogs) take all keys while they are open.
//!
//! The panels' library looks for what is under the pointer once a pass, where the pointer is last. So a pass gets one press or
//! release of the panels at most, and what happened after it waits for the next one: under load a press, its release and a
//! jump elsewhere come at once, and a click on the canvas must find the tool in hand that was clicked on before. Likewise a pass gets
//! one typed character of the canvas at most: it may open a field, which the next one is for.

mod typing;

use super::keys;
use std::collections::VecDeque;

use crate::editor::event::{Button, Event, Modifiers};
use glam::DVec2;

/// Who a held button belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Canvas,
    Panels,
}

/// What is held and by whom, and what the panels have not been told yet.
#[derive(Default)]
pub struct Router {
    /// For the panels' next pass.
    pub for_panels: Vec<egui::Event>,
    /// Modifiers held now; events carry those of their own time.
    pub modifiers: Modifiers,
    /// A panel wants the clipboard's text.
    pub wants_paste: bool,
    /// What has the keys is written in; else it is a button or the like, and takes those that press it and go on.
    writing: bool,
    /// What had the keys after the last pass, and the field that had a caret last.
    focused: Option<egui::Id>,
    written: Option<egui::Id>,
    /// Something new has the keys, and shows in the next pass whether it is written in.
    unsure: bool,
    owner: Option<Owner>,
    held: Vec<Button>,
    over_canvas: bool,
    /// What is for a later pass.
    waiting: VecDeque<Event>,
}

impl Router {
    /// Gives the panels what is theirs and returns what is the canvas's, in order, up to the first button of the panels or the first
    /// character of the canvas.
    pub fn route(&mut self, ctx: &egui::Context, events: Vec<Event>) -> Vec<Event> {
        self.waiting.extend(events);
        let mut canvas = Vec::new();
        if self.unsure {
            return canvas;
        }
        while let Some(event) = self.waiting.pop_front() {
            let pressed = matches!(event, Event::PointerPressed { .. });
            let released = matches!(event, Event::PointerReleased { .. });
            let typed = matches!(event, Event::Text(_));
            let before = (self.owner, canvas.len());
            self.route_one(ctx, event, &mut canvas);
            let owner = if pressed { self.owner } else { before.0 };
            let is_canvas = canvas.len() > before.1;
            // An open menu closes at a press on the canvas, and only where the button is still down at the end of the pass.
            let closes = pressed && typing::has_popup(ctx);
            if (pressed || released) && owner == Some(Owner::Panels) || closes || typed && is_canvas {
                break;
            }
        }
        canvas
    }

    /// Takes note of what has the keys after a pass, and whether it shows a caret. A field that is out of sight shows none and is written in
    /// still; a number shows none in the pass in which it gets the keys.
    pub fn note_writing(&mut self, focused: Option<egui::Id>, has_caret: bool) {
        if has_caret {
            self.written = focused;
        }
        self.writing = focused.is_some() && focused == self.written;
        self.unsure = focused.is_some() && focused != self.focused && !self.writing;
        self.focused = focused;
    }

    /// Whether something waits for the next pass.
    pub fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn route_one(&mut self, ctx: &egui::Context, event: Event, canvas: &mut Vec<Event>) {
        match &event {
            Event::PointerMoved { position, modifiers } => {
                self.modifiers = *modifiers;
                self.moved(ctx, *position, event, canvas);
            }
            Event::PointerPressed {
                button,
                position,
                modifiers,
                ..
            } => {
                self.modifiers = *modifiers;
                if self.pressed(ctx, *button, *position) {
                    canvas.push(event);
                }
            }
            Event::PointerReleased {
                button,
                position,
                modifiers,
                ..
            } => {
                self.modifiers = *modifiers;
                if self.released(*button, *position) {
                    canvas.push(event);
                }
            }
            Event::Wheel {
                delta,
                position,
                modifiers,
            } => {
                self.modifiers = *modifiers;
                let panels = self.owner_at(ctx, *position) == Owner::Panels;
                if panels {
                    self.for_panels.push(wheel(*delta, *modifiers));
                } else {
                    canvas.push(event);
                }
            }
            Event::KeyPressed {
                key,
                modifiers,
                repeat,
            } => {
                self.modifiers = *modifiers;
                self.key_to_panels(ctx, *key, true, *repeat);
                if !self.panels_take_key(ctx, *key, *modifiers) {
                    canvas.push(event);
                }
            }
            Event::KeyReleased { key, modifiers } => {
                self.modifiers = *modifiers;
                self.key_to_panels(ctx, *key, false, false);
                canvas.push(event);
            }
            Event::Text(_) | Event::Pasted(_) | Event::PastedPicture(_) => {
                if !self.panels_take_words(ctx, &event) {
                    canvas.push(event);
                }
            }
            Event::FocusLost => {
                self.modifiers = Modifiers::NONE;
                self.for_panels.push(egui::Event::PointerGone);
                canvas.push(event);
            }
            Event::PointerLeft | Event::FileDropped { .. } | Event::Resized { .. } => canvas.push(event),
        }
    }

    /// Who gets what the pointer does here: who got the press, else who is under it.
    fn owner_at(&self, ctx: &egui::Context, position: DVec2) -> Owner {
        match self.owner {
            Some(owner) => owner,
            None if is_over_panel(ctx, position) => Owner::Panels,
            None => Owner::Canvas,
        }
    }

    /// A button goes down: what is under the pointer owns it until all are up. True where that is the canvas.
    fn pressed(&mut self, ctx: &egui::Context, button: Button, position: DVec2) -> bool {
        let owner = self.owner_at(ctx, position);
        self.owner = Some(owner);
        self.held.push(button);
        self.press_panels(button, position, true);
        self.over_canvas |= owner == Owner::Canvas;
        owner == Owner::Canvas
    }

    /// A button goes up. True where the canvas owns it.
    fn released(&mut self, button: Button, position: DVec2) -> bool {
        self.press_panels(button, position, false);
        self.held.retain(|held| *held != button);
        let owner = self.owner;
        if self.held.is_empty() {
            self.owner = None;
        }
        owner == Some(Owner::Canvas)
    }

    fn moved(&mut self, ctx: &egui::Context, position: DVec2, event: Event, canvas: &mut Vec<Event>) {
        match self.owner {
            Some(Owner::Canvas) => canvas.push(event),
            Some(Owner::Panels) => self.for_panels.push(egui::Event::PointerMoved(point(position))),
            None => {
                self.for_panels.push(egui::Event::PointerMoved(point(position)));
                if !is_over_panel(ctx, position) {
                    self.over_canvas = true;
                    canvas.push(event);
                } else if std::mem::take(&mut self.over_canvas) {
                    canvas.push(Event::PointerLeft);
                }
            }
        }
    }

    fn press_panels(&mut self, button: Button, position: DVec2, pressed: bool) {
        let pos = point(position);
        let button = match button {
            Button::Primary => egui::PointerButton::Primary,
            Button::Secondary => egui::PointerButton::Secondary,
            Button::Middle => egui::PointerButton::Middle,
        };
        let modifiers = keys::egui_modifiers(self.modifiers);
        self.for_panels.push(egui::Event::PointerMoved(pos));
        self.for_panels.push(egui::Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
    }
}

/// A turn of the wheel, for the panels.
fn wheel(delta: DVec2, modifiers: Modifiers) -> egui::Event {
    egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(delta.x as f32, delta.y as f32),
        modifiers: keys::egui_modifiers(modifiers),
    }
}

/// Whether a point is on a panel, a menu or a floating window.
fn is_over_panel(ctx: &egui::Context, position: DVec2) -> bool {
    match ctx.layer_id_at(point(position)) {
        None => false,
        Some(layer) if layer.order == egui::Order::Background => {
            !ctx.available_rect().contains(point(position))
        }
        Some(_) => true,
    }
}

/// A place in the panels' library.
pub fn point(p: DVec2) -> egui::Pos2 {
    egui::pos2(p.x as f32, p.y as f32)
}

#[cfg(test)]
#[path = "routing_tests.rs"]
mod tests;
