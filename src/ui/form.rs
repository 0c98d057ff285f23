//! Rows of forms: a label on the left, one or two fields on the right.

use egui::{Response, Ui};

use super::number::{Number, Wanted};

/// Fraction of a row's width given to its label.
const LABEL_SHARE: f32 = 0.42;
/// The same in a row with two fields.
const PAIR_LABEL_SHARE: f32 = 0.26;

/// The label at the left of a row, truncated where it is too long.
pub fn row_label(ui: &mut Ui, label: &str) -> Response {
    sized_label(ui, label, LABEL_SHARE)
}

fn sized_label(ui: &mut Ui, label: &str, share: f32) -> Response {
    let width = share * ui.available_width();
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 20.0), layout, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(egui::RichText::new(label).size(12.0)).truncate())
    })
    .inner
}

/// A row of a form with a small button between label and field.
pub fn row_with_button<R>(
    ui: &mut Ui,
    label: &str,
    button: impl FnOnce(&mut Ui),
    field: impl FnOnce(&mut Ui) -> R,
) -> R {
    ui.horizontal(|ui| {
        let size = egui::vec2(LABEL_SHARE * ui.available_width(), 20.0);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            button(ui);
            row_label_in(ui, label);
        });
        field(ui)
    })
    .inner
}

/// A label that takes the remaining width.
fn row_label_in(ui: &mut Ui, label: &str) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.with_layout(layout, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(label).size(12.0)).truncate())
    });
}

/// A row of a form: the label on the left, the field on the right.
pub fn row<R>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        row_label(ui, label);
        field(ui)
    })
    .inner
}

/// A row with a number.
pub fn number_row(ui: &mut Ui, number: &Number) -> Option<Wanted> {
    ui.horizontal(|ui| {
        let mut label = row_label(ui, number.label);
        if let Some(help) = number.help {
            label = label.on_hover_text(help);
        }
        number.show(ui, Some(label.id))
    })
    .inner
}

/// A row with two numbers side by side, such as the coordinates of a point.
pub fn pair_row(ui: &mut Ui, label: &str, pair: [&Number; 2]) -> [Option<Wanted>; 2] {
    ui.horizontal(|ui| {
        sized_label(ui, label, PAIR_LABEL_SHARE);
        ui.spacing_mut().item_spacing.x = 4.0;
        pair.map(|number| number.show(ui, None))
    })
    .inner
}
