//! Areas that scroll.

use egui::ScrollArea;

/// An area that scrolls vertically by wheel, bar and keyboard, and not by dragging its content: egui scrolls by the whole motion of the pointer in
/// the frame of a press, so that where a frame is slow a click on a button would also scroll by the way that the pointer came.
#[expect(clippy::disallowed_methods, reason = "the one place that makes these areas")]
pub fn vertical() -> ScrollArea {
    ScrollArea::vertical().drag_to_scroll(false)
}
