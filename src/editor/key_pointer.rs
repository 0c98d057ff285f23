//! Keyboard pointer for a tool: arrows move it by grid steps, with Shift by a tenth of a step, and Enter clicks. Everything made by clicks
//! can thus be made without a mouse.

use crate::math::Vec2;

use super::event::{Button, Event, Key, Modifiers};
use super::{Editor, Tool};

/// Fraction of a grid step with Shift.
const FINE: f64 = 0.1;

impl Editor {
    /// Handles a key that moves the tool's pointer or clicks. Returns false for other keys.
    pub(super) fn point_by_key(&mut self, key: Key, modifiers: Modifiers) -> bool {
        if self.tool == Tool::Select || modifiers.ctrl || modifiers.alt {
            return false;
        }
        let way = match key {
            Key::Left => -Vec2::X,
            Key::Right => Vec2::X,
            Key::Up => Vec2::Y,
            Key::Down => -Vec2::Y,
            Key::Enter => {
                self.click_by_key();
                return true;
            }
            _ => return false,
        };
        self.forget_finished();
        let step = self.grid_step() * if modifiers.shift { FINE } else { 1.0 };
        let from = self.view.world_from_screen(self.place_of_tool());
        // Moves to the next grid line along the direction, and keeps the other coordinate.
        let along = (from / step).round() * step;
        let to = from + (along + step * way - from) * way.abs();
        let (low, high) = self.view.canvas();
        let position = self.view.screen_from_world(to).clamp(low, high.max(low));
        self.take_event(&Event::PointerMoved {
            position,
            modifiers: Modifiers::NONE,
        });
        true
    }

    /// Position of the tool: the pointer, or the middle of the canvas where the pointer is outside of it (logical points).
    fn place_of_tool(&self) -> Vec2 {
        let (low, high) = self.view.canvas();
        let is_inside = |at: &Vec2| at.cmpge(low).all() && at.cmple(high).all();
        self.pointer.filter(is_inside).unwrap_or((low + high) / 2.0)
    }

    fn click_by_key(&mut self) {
        let (button, position) = (Button::Primary, self.place_of_tool());
        let (modifiers, click_count) = (Modifiers::NONE, 1);
        for event in [
            Event::PointerPressed {
                button,
                position,
                modifiers,
                click_count,
            },
            Event::PointerReleased {
                button,
                position,
                modifiers,
                click_count,
            },
        ] {
            self.take_event(&event);
        }
    }
}
