//! The frame that views of the laboratory share: a window that is moved, sized and closed.

use egui::{Rect, Ui, Vec2, vec2};

use crate::editor::{LabView, action};
use crate::ui::Panels;

/// From one window to the next, so that none hides the title of another (points).
const STAGGER: f32 = 28.0;

/// Windows after which the places come again: further down they would be off the canvas.
const ROUND: usize = 4;

/// Shows a view as a window over the canvas; closing it puts it out of the views that are open.
pub fn show(
    ctx: &egui::Context,
    view: LabView,
    panels: &mut Panels,
    canvas: Rect,
    size: Vec2,
    contents: impl FnOnce(&mut Ui, &mut Panels),
) {
    let title = action::entry(action::Action::Lab(view)).map_or("", |entry| entry.label);
    let place = LabView::ALL.iter().position(|it| *it == view).unwrap_or(0) % ROUND;
    let place = place as f32;
    let margin = vec2(12.0, 12.0);
    let size = size.min(canvas.size() - 2.0 * margin - vec2(16.0, 40.0));
    let mut open = true;
    egui::Window::new(title)
        .id(egui::Id::new(("lab", view)))
        .open(&mut open)
        .default_pos(canvas.left_top() + margin + vec2(STAGGER, STAGGER) * place)
        .default_size(size)
        .constrain_to(canvas)
        .show(ctx, |ui| contents(ui, panels));
    if !open {
        panels.kept.lab.remove(&view);
    }
}
