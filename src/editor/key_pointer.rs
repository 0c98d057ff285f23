//! The pointer by keys while a tool is in hand: arrows move it over the canvas by steps of the grid, with Shift by a tenth of one, and Enter
//! clicks where it is. So all that a click makes is made without a mouse.

use crate::math::Vec2;

use super::event::{Button, Event, Key, Modifiers};
use super::{Editor, Tool};

/// Share of a step of the grid with Shift.
const FINE: f64 = 0.1;

impl Editor {
    /// Takes a key that moves the pointer of the tool in hand or clicks with it. False where it is none of those.
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
        // From line to line of the grid along the way, and not off it.
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

    /// Where the tool is: at the pointer, or in the middle of the canvas where that is elsewhere (logical points).
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
