//! Shape of the mouse pointer.

use macroquad::miniquad::{CursorIcon, window};

/// Sets the pointer that the panels want; calls the window library only on changes.
#[derive(Default)]
pub struct Cursor {
    shown: Option<egui::CursorIcon>,
}

impl Cursor {
    /// Shows this pointer.
    pub fn show(&mut self, icon: egui::CursorIcon) {
        if self.shown == Some(icon) {
            return;
        }
        self.shown = Some(icon);
        window::show_mouse(icon != egui::CursorIcon::None);
        window::set_mouse_cursor(nearest(icon));
    }
}

/// The nearest of the few pointers that the window library has.
fn nearest(icon: egui::CursorIcon) -> CursorIcon {
    match icon {
        egui::CursorIcon::PointingHand => CursorIcon::Pointer,
        egui::CursorIcon::Text | egui::CursorIcon::VerticalText => CursorIcon::Text,
        egui::CursorIcon::Crosshair => CursorIcon::Crosshair,
        egui::CursorIcon::Move
        | egui::CursorIcon::AllScroll
        | egui::CursorIcon::Grab
        | egui::CursorIcon::Grabbing => CursorIcon::Move,
        egui::CursorIcon::NotAllowed | egui::CursorIcon::NoDrop => CursorIcon::NotAllowed,
        egui::CursorIcon::Wait | egui::CursorIcon::Progress => CursorIcon::Wait,
        egui::CursorIcon::Help => CursorIcon::Help,
        egui::CursorIcon::ResizeHorizontal
        | egui::CursorIcon::ResizeColumn
        | egui::CursorIcon::ResizeEast
        | egui::CursorIcon::ResizeWest => CursorIcon::EWResize,
        egui::CursorIcon::ResizeVertical
        | egui::CursorIcon::ResizeRow
        | egui::CursorIcon::ResizeNorth
        | egui::CursorIcon::ResizeSouth => CursorIcon::NSResize,
        egui::CursorIcon::ResizeNwSe
        | egui::CursorIcon::ResizeNorthWest
        | egui::CursorIcon::ResizeSouthEast => CursorIcon::NWSEResize,
        egui::CursorIcon::ResizeNeSw
        | egui::CursorIcon::ResizeNorthEast
        | egui::CursorIcon::ResizeSouthWest => CursorIcon::NESWResize,
        _ => CursorIcon::Default,
    }
}
