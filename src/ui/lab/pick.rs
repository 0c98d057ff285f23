//! Menus of recordable quantities.

use egui::{Button, ScrollArea, Ui, vec2};

use crate::constraints::QuantityName;
use crate::lab::scope::{Quantity, of_item, of_machine};
use crate::scene::Item;
use crate::ui::{UiInput, menu};

/// Maximum number of items listed; others can be typed, or picked on the canvas.
const LISTED: usize = 200;

/// The quantities of an item, one line each; returns the text of the picked one.
pub fn quantities(ui: &mut Ui, item: &Item) -> Option<String> {
    lines(ui, Some(item.name()), &of_item(item))
}

/// Menus of the machine's quantities and of those of all items.
pub(super) fn of_scene(ui: &mut Ui, input: &UiInput) -> Option<String> {
    let mut picked = None;
    ui.set_min_width(160.0);
    menu::button(ui, "The machine", |ui| {
        picked = lines(ui, None, of_machine());
    });
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (_, item) in input.editor.scene().items().take(LISTED) {
            menu::button(ui, item.name(), |ui| {
                picked = quantities(ui, item).or(picked.take());
            });
        }
    });
    picked
}

fn lines(ui: &mut Ui, item: Option<&str>, known: &[Quantity]) -> Option<String> {
    let mut picked = None;
    for quantity in known {
        let size = vec2(ui.available_width().min(220.0), 20.0);
        let line = Button::new(quantity.field)
            .shortcut_text(quantity.unit)
            .frame(false)
            .min_size(size);
        if ui.add(line).on_hover_text(quantity.help).clicked() {
            picked = Some(QuantityName::typed(item, quantity.field));
        }
    }
    picked
}
