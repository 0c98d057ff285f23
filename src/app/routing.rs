//! Event routing: decides whether an event belongs to the panels or to the canvas below them.
//!
//! The owner of the pointer is fixed at the press: a drag that starts on the canvas stays with the canvas over any panel, and
//! the other way round. Panels still receive presses on the canvas, so that menus close and fields lose focus. Floating
//! layers in the foreground (menus, dialogs) take all keys while they are open.
//!
//! egui determines the widget under the pointer once per pass, at the pointer's last position. So a pass gets at most one press or
//! release of the panels, and later events wait for the next pass: under load a press, its release and a
//! jump elsewhere arrive at once, and a click on the canvas must use the tool that was clicked on before. Motion before a press or release
//! has a pass of its own, since egui counts the motion of the whole pass as part of a drag that begins in it, and none of it for one that ends.
//! Likewise a pass gets at most one typed character of the canvas: it may open a field, to which the next character belongs.

mod typing;

use super::keys;
use std::collections::VecDeque;

use crate::editor::event::{Button, Event, Modifiers};
use glam::DVec2;

/// Owner of a held button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Canvas,
    Panels,
}

/// Held buttons and their owner, and events that wait for a pass of the panels.
#[derive(Default)]
pub struct Router {
    /// Events for the panels' next pass.
    pub for_panels: Vec<egui::Event>,
    /// Modifiers held at present; events carry the modifiers of their own time.
    pub modifiers: Modifiers,
    /// Whether a panel wants to paste the clipboard's text.
    pub wants_paste: bool,
    /// Whether the focused widget is a text field; otherwise it is a button or the like, and takes only keys that press it or move the focus.
    writing: bool,
    /// The focused widget after the last pass; below it, the last field that showed a caret.
    focused: Option<egui::Id>,
    written: Option<egui::Id>,
    /// Whether the focus has just moved to a widget of which only the next pass shows whether it is a text field.
    unsure: bool,
    owner: Option<Owner>,
    held: Vec<Button>,
    over_canvas: bool,
    /// Events for a later pass.
    waiting: VecDeque<Event>,
}

impl Router {
    /// Passes the panels their events, and returns those of the canvas in order, up to the first press or release of the panels or the first
    /// character of the canvas.
    pub fn route(&mut self, ctx: &egui::Context, events: Vec<Event>) -> Vec<Event> {
        self.waiting.extend(events);
        let mut canvas = Vec::new();
        if self.unsure {
            return canvas;
        }
        while let Some(event) = self.waiting.pop_front() {
            if self.follows_motion(ctx, &event) {
                self.waiting.push_front(event);
                break;
            }
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

    /// Records the focused widget after a pass, and whether it shows a caret. A text field scrolled out of sight shows none but still counts
    /// as one; a number field shows none in the pass in which it gets the focus.
    pub fn note_writing(&mut self, focused: Option<egui::Id>, has_caret: bool) {
        if has_caret {
            self.written = focused;
        }
        self.writing = focused.is_some() && focused == self.written;
        self.unsure = focused.is_some() && focused != self.focused && !self.writing;
        self.focused = focused;
    }

    /// Whether events wait for the next pass.
    pub fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether this is a press or release of the panels after motion in the same pass.
    fn follows_motion(&self, ctx: &egui::Context, event: &Event) -> bool {
        let (Event::PointerPressed { position, .. } | Event::PointerReleased { position, .. }) = event else {
            return false;
        };
        let is_motion = |it: &egui::Event| matches!(it, egui::Event::PointerMoved(_));
        self.owner_at(ctx, *position) == Owner::Panels && self.for_panels.iter().any(is_motion)
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

    /// Owner of the pointer here: the owner of the press, else what is under the pointer.
    fn owner_at(&self, ctx: &egui::Context, position: DVec2) -> Owner {
        match self.owner {
            Some(owner) => owner,
            None if is_over_panel(ctx, position) => Owner::Panels,
            None => Owner::Canvas,
        }
    }

    /// A button went down: what is under the pointer owns it until all buttons are up. Returns true where that is the canvas.
    fn pressed(&mut self, ctx: &egui::Context, button: Button, position: DVec2) -> bool {
        let owner = self.owner_at(ctx, position);
        self.owner = Some(owner);
        self.held.push(button);
        self.press_panels(button, position, true);
        self.over_canvas |= owner == Owner::Canvas;
        owner == Owner::Canvas
    }

    /// A button went up. Returns true where the canvas owns it.
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

/// A turn of the wheel as an egui event.
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

/// A position as an egui position.
pub fn point(p: DVec2) -> egui::Pos2 {
    egui::pos2(p.x as f32, p.y as f32)
}

#[cfg(test)]
#[path = "routing_tests.rs"]
mod tests;
