//! Raw input of the canvas: which gesture it belongs to.

use super::action::command_of;
use super::event::Event;
use super::{Editor, Effect};

/// How much a notch of the wheel enlarges, and with Shift.
const WHEEL: (f64, f64) = (1.15, 1.03);

impl Editor {
    pub(super) fn take_event(&mut self, event: &Event) {
        match event {
            Event::Wheel {
                delta,
                position,
                modifiers,
            } => {
                let notch = if modifiers.shift { WHEEL.1 } else { WHEEL.0 };
                // Some systems turn the wheel sideways while Shift is held.
                let notches = if delta.y == 0.0 && modifiers.shift {
                    delta.x
                } else {
                    delta.y
                };
                self.view.zoom_at(*position, notch.powf(notches));
            }
            Event::KeyPressed { key, modifiers, .. } => {
                if let Some(action) = command_of(*key, *modifiers, self) {
                    self.take_action(action);
                }
            }
            Event::Resized { size, scale } => self.view.resize(*size, *scale),
            Event::FileDropped { path } => self.out.push(Effect::OpenPath(path.clone())),
            _ => {}
        }
    }
}
