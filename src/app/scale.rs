//! Window sizes and scales: pixels per point, the user's scale, and its steps.

use super::USER_SCALES;
use crate::editor::event::{Event, Key};
use glam::DVec2;
use macroquad::miniquad::window;

/// Window size (points) below which the user's scale is reduced.
const LEAST: DVec2 = DVec2::new(480.0, 300.0);

/// The window size limited to the screen (pixels).
pub fn within_screen(size: [u32; 2], screen: Option<[u32; 2]>) -> [u32; 2] {
    let least = |size: u32, screen: u32| if screen > 0 { size.min(screen) } else { size };
    screen.map_or(size, |screen| {
        [least(size[0], screen[0]), least(size[1], screen[1])]
    })
}

pub(super) fn display_scale() -> f64 {
    let scale = f64::from(window::dpi_scale());
    if scale.is_finite() && scale > 0.1 {
        scale
    } else {
        1.0
    }
}

/// The user's scale limited for a window of this size (points of the display), so that the panels have room.
pub(super) fn fitting(user_scale: f64, size: DVec2) -> f64 {
    user_scale.min((size / LEAST).min_element().max(1.0))
}

/// Whether an event asks for a larger (1), smaller (-1) or neutral (0) scale.
pub(super) fn scale_step(event: &Event) -> Option<i32> {
    match event {
        Event::KeyPressed { key, modifiers, .. } if modifiers.ctrl && !modifiers.alt => match key {
            Key::Plus => Some(1),
            Key::Minus => Some(-1),
            Key::Digit('0') => Some(0),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn stepped(scale: f64, step: i32) -> f64 {
    let near = |wanted: f64| (wanted - scale).abs() < 1e-6;
    let found = match step {
        0 => Some(1.0),
        1 => USER_SCALES.into_iter().find(|&s| s > scale && !near(s)),
        _ => USER_SCALES.into_iter().rev().find(|&s| s < scale && !near(s)),
    };
    found.unwrap_or(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_never_larger_than_the_screen() {
        assert_eq!(within_screen([1280, 800], Some([1024, 900])), [1024, 800]);
        assert_eq!(within_screen([1280, 800], Some([0, 0])), [1280, 800]);
        assert_eq!(within_screen([1280, 800], None), [1280, 800]);
    }

    #[test]
    fn a_small_window_is_drawn_at_the_scale_that_leaves_room() {
        assert_eq!(fitting(2.0, DVec2::new(1280.0, 800.0)), 2.0);
        assert_eq!(fitting(2.0, DVec2::new(720.0, 600.0)), 1.5);
        assert_eq!(fitting(2.0, DVec2::new(400.0, 200.0)), 1.0);
        assert_eq!(fitting(0.75, DVec2::new(400.0, 200.0)), 0.75);
    }

    #[test]
    fn scales_step_up_and_down_and_stop_at_the_ends() {
        assert_eq!(stepped(1.0, 1), 1.25);
        assert_eq!(stepped(1.0, -1), 0.75);
        assert_eq!(stepped(2.0, 1), 2.0);
        assert_eq!(stepped(1.1, -1), 1.0);
        assert_eq!(stepped(1.5, 0), 1.0);
    }
}
