//! Menu lines for the commands of the table, with their keys.

use egui::{Button, Ui, vec2};

use super::{UiInput, Wants, menu};
use crate::editor::Action;
use crate::editor::action::{self, Entry, Group};

/// Width of menus (points), and the largest fraction of the screen's width that they take.
const MENU_WIDTH: f32 = 300.0;
const SHARE: f32 = 0.39;

/// Gives a menu its width.
pub(super) fn menu_width(ui: &mut Ui) {
    // On a narrow screen, too, a menu and its submenu fit side by side.
    let width = MENU_WIDTH.min(SHARE * ui.ctx().screen_rect().width());
    ui.set_min_width(width);
    ui.set_max_width(width);
}

/// Adds a line for each wanted command of a group.
pub(super) fn lines(
    ui: &mut Ui,
    group: Group,
    input: &UiInput,
    wants: &mut Wants,
    wanted: impl Fn(Action) -> bool,
) {
    let of_group = action::table().iter().filter(|entry| entry.group == group);
    for entry in of_group.filter(|entry| wanted(entry.action)) {
        if row(ui, entry, input) {
            wants.act(entry.action);
            menu::close(ui);
        }
    }
}

/// A line of a menu with the given label; returns true when clicked.
pub(super) fn line(ui: &mut Ui, label: &str, help: &str) -> bool {
    let size = vec2(ui.available_width(), 22.0);
    let line = ui.add(Button::new(label).frame(false).min_size(size));
    line.on_hover_text(help).clicked()
}

/// A line of a menu for a command; returns true when clicked.
pub(super) fn row(ui: &mut Ui, entry: &Entry, input: &UiInput) -> bool {
    let checked = match entry.action {
        Action::ToggleGrid => input.editor.grid(),
        Action::ToggleRulers => input.editor.rulers(),
        Action::ToggleGlide => input.editor.gliding(),
        Action::PictureScale(scale) => input.editor.picture_scale() == scale,
        _ => false,
    };
    button(ui, entry, input, checked).clicked()
}

/// A line of a menu, ticked where it is checked.
pub(super) fn button(ui: &mut Ui, entry: &Entry, input: &UiInput, checked: bool) -> egui::Response {
    let label = match (entry.action, input.editor.undo_label(), input.editor.redo_label()) {
        (Action::Undo, Some(what), _) => format!("Undo: {what}"),
        (Action::Redo, _, Some(what)) => format!("Redo: {what}"),
        _ => entry.label.to_owned(),
    };
    let keys = input.editor.keys_of(entry);
    let keys = keys.first().map(ToString::to_string).unwrap_or_default();
    let enabled = (entry.enabled)(input.editor);
    let button = Button::new(label)
        .shortcut_text(keys)
        .frame(checked)
        .selected(checked);
    ui.add_enabled(enabled, button.min_size(vec2(ui.available_width(), 22.0)))
}
