//! The laboratory: views of what goes on inside the machine and its solver. Each is opened from the menu or by its key, and
//! is a window over the canvas, a layer of it, or both.

mod timing;
mod window;

use egui::Rect;

use super::{Panels, UiInput};
use crate::editor::LabView;

/// Shows the views that are open.
pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, canvas: Rect) {
    for view in LabView::ALL {
        if !panels.kept.lab.contains(&view) {
            continue;
        }
        match view {
            // A layer of the canvas.
            LabView::ForceXray => {}
            LabView::Timing => timing::show(ctx, input, panels, canvas),
        }
    }
}
