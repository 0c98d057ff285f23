//! The list of all items of the scene by name.

use egui::{Align, Layout, ScrollArea, TextEdit, Ui};

use super::panels::Panels;
use super::{UiInput, Wants, inspector, letters};
use crate::editor::{How, Intent};
use crate::scene::{Id, Item};

/// Height of the list (points).
const HEIGHT: f32 = 260.0;
const ROW: f32 = 20.0;

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let filter = &mut panels.item_filter;
    let scene = input.editor.scene();
    ui.add(
        TextEdit::singleline(filter)
            .hint_text("Filter by name or kind")
            .desired_width(ui.available_width()),
    );
    let words = filter.to_lowercase();
    let found: Vec<(Id, &Item)> = scene
        .items()
        .filter(|(_, item)| {
            words.is_empty() || letters::contains(item.name(), &words) || item.kind_id().contains(&words)
        })
        .collect();
    if found.is_empty() {
        ui.weak(if scene.is_empty() {
            "The scene is empty."
        } else {
            "No item is called so."
        });
        return;
    }
    let mut hovered = None;
    ScrollArea::vertical()
        .id_salt("items")
        .max_height(HEIGHT)
        .auto_shrink([false, true])
        .show_rows(ui, ROW, found.len(), |ui, rows| {
            for (id, item) in &found[rows] {
                if row(ui, input, *id, item, wants) {
                    hovered = Some(*id);
                }
            }
        });
    // The list clears only a highlight that it set itself.
    if hovered != panels.listed {
        wants.intend(Intent::Hover(hovered));
        panels.listed = hovered;
    }
}

/// One line; returns true while the pointer is over its name.
fn row(ui: &mut Ui, input: &UiInput, id: Id, item: &Item, wants: &mut Wants) -> bool {
    let handling = item.as_part().map(|part| &part.handling);
    let (hidden, locked) = handling.map_or((false, false), |it| (it.hidden, it.locked));
    if !(hidden || locked) {
        return name(ui, input, id, item, wants);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let ids = vec![id];
        if locked && ui.small_button("Unlock").clicked() {
            let locked = false;
            wants.intend(Intent::SetLocked { ids, locked });
        } else if hidden && ui.small_button("Show").clicked() {
            let hidden = false;
            wants.intend(Intent::SetHidden { ids, hidden });
        }
        name(ui, input, id, item, wants)
    })
    .inner
}

/// The name of an item; a click selects the item. Returns true while the pointer is over it.
fn name(ui: &mut Ui, input: &UiInput, id: Id, item: &Item, wants: &mut Wants) -> bool {
    let chosen = input.editor.selection().contains(id);
    let response = ui.add_sized(
        [ui.available_width(), ROW - 2.0],
        egui::Button::new(item.name())
            .shortcut_text(inspector::kind_label(item))
            .selected(chosen)
            .frame(chosen),
    );
    if response.clicked() {
        let modifiers = ui.input(|input| input.modifiers);
        let how = if modifiers.shift || modifiers.command {
            How::Toggle
        } else {
            How::Replace
        };
        wants.intend(Intent::Select { ids: vec![id], how });
    }
    response.hovered()
}
