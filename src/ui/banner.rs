//! A card with a coloured dot that floats over the canvas, and the "Select it" button shared by cards that report faults.

use egui::{Color32, Ui, vec2};

use super::{UiInput, Wants, style};
use crate::editor::{How, Intent};
use crate::scene::Id;

/// Shows the card; `add` fills its line.
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

/// A button that selects the items at fault.
pub(super) fn select_it(ui: &mut Ui, wants: &mut Wants, ids: impl Iterator<Item = Id>) {
    if ui.button("Select it").clicked() {
        wants.intend(Intent::Select {
            ids: ids.collect(),
            how: How::Replace,
        });
    }
}
