//! Context of fields that is set from outside: the field to be focused, and the unit of lengths.

use std::hash::Hash;

use egui::Ui;

use crate::parameter::LengthUnit;

/// Key of the field to be focused.
fn wanted_key() -> egui::Id {
    egui::Id::new("field that is to get the keys")
}

/// Requests keyboard focus for the field with this label, or key, once it is shown.
pub fn want(ctx: &egui::Context, field: impl Hash) {
    ctx.data_mut(|data| data.insert_temp(wanted_key(), egui::Id::new(field)));
}

/// Focuses the widget `id` if focus was requested for the field with this label, or key; consumes the request.
pub(super) fn take_focus(ui: &Ui, field: impl Hash, id: egui::Id) {
    if ui.data(|data| data.get_temp(wanted_key())) == Some(egui::Id::new(field)) {
        ui.data_mut(|data| data.remove::<egui::Id>(wanted_key()));
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Key of the unit in which fields show lengths.
fn lengths_key() -> egui::Id {
    egui::Id::new("unit of lengths")
}

/// Sets the unit in which fields show lengths and read plain numbers, until it is set again.
pub fn set_lengths(ctx: &egui::Context, lengths: LengthUnit) {
    ctx.data_mut(|data| data.insert_temp(lengths_key(), lengths));
}

/// The unit in which fields show lengths.
pub(super) fn lengths(ui: &Ui) -> LengthUnit {
    let lengths = ui.data(|data| data.get_temp::<LengthUnit>(lengths_key()));
    lengths.unwrap_or_default()
}
