//! A card with a coloured dot that floats over the canvas.

use egui::{Color32, Ui, vec2};

use super::{UiInput, style};

/// Shows it, with what is added to its line.
pub(super) fn banner(ui: &mut Ui, input: &UiInput, color: Color32, add: impl FnOnce(&mut Ui)) {
    style::card(input.theme)
        .inner_margin(egui::Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(8.0, 14.0), egui::Sense::hover());
                ui.painter().circle_filled(rect.center(), 4.0, color);
                add(ui);
            });
        });
    ui.add_space(4.0);
}
