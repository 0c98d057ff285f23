//! The window that lists all keys.

use egui::{Align2, Button, RichText, Ui, vec2};

use super::{UiInput, Wants};
use super::{panels::Panels, titles};
use crate::editor::Intent;
use crate::editor::action::{self, Action, Group};

/// Instructions for changing a key.
const CHANGE: &str = "Click, then press another key. Esc keeps it, Backspace takes the usual one.";

/// The groups of commands, column by column, and the minimum width of a column (points).
const COLUMNS: [&[Group]; 3] = [
    &[Group::Help, Group::Lab],
    &[Group::Run, Group::Edit],
    &[Group::Tool, Group::View, Group::File],
];
const COLUMN: f32 = 210.0;

/// Actions of the pointer; the keys come from the table of commands.
const POINTER: [(&str, &str); 8] = [
    (
        "Left drag on a part",
        "running: pull it; paused: the assembly follows",
    ),
    ("Left drag on the empty canvas", "select what it covers"),
    ("Right, middle or Space drag", "move the view"),
    ("Wheel", "zoom at the pointer; Shift: finer"),
    ("Right click", "menu"),
    ("Double click", "inspector"),
    ("Shift + click", "add to the selection, or take from it"),
    ("Alt while dragging", "no snapping"),
];

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    if !panels.help {
        panels.help_was_closed = true;
        if input.editor.keys().choosing().is_some() {
            wants.intend(Intent::ChooseKey(None));
        }
        return;
    }
    let mut open = true;
    let screen = ctx.screen_rect().size();
    egui::Window::new(titles::HELP)
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .collapsible(false)
        .resizable(false)
        .default_width((screen.x - 80.0).min(860.0))
        .max_height(screen.y - 120.0)
        .max_width(screen.x - 32.0)
        .show(ctx, |ui| {
            let mut area = egui::ScrollArea::vertical().max_height(screen.y - 140.0);
            if std::mem::take(&mut panels.help_was_closed) {
                area = area.vertical_scroll_offset(0.0);
            }
            area.show(ui, |ui| {
                let count = ((ui.available_width() / COLUMN) as usize).clamp(1, COLUMNS.len());
                ui.columns(count, |columns| {
                    pointer(&mut columns[0]);
                    for (k, of) in COLUMNS.iter().enumerate() {
                        groups(&mut columns[k % count], of, input, wants);
                    }
                });
            });
        });
    panels.help = open;
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).size(14.0).strong());
}

fn pointer(ui: &mut Ui) {
    heading(ui, "Pointer");
    ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| {
        for (gesture, what) in POINTER {
            ui.label(RichText::new(gesture).size(12.0));
            ui.label(RichText::new(what).size(12.0).weak());
        }
    });
}

fn groups(ui: &mut Ui, groups: &[Group], input: &UiInput, wants: &mut Wants) {
    let keys = input.editor.keys();
    for group in groups {
        heading(ui, group.label());
        ui.spacing_mut().interact_size.y = 16.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        for entry in action::table().iter().filter(|entry| entry.group == *group) {
            ui.horizontal(|ui| {
                let text = match input.editor.keys_text(entry.action) {
                    _ if keys.choosing() == Some(entry.action) => "press a key".to_owned(),
                    none if none.is_empty() => "none".to_owned(),
                    text => text,
                };
                let button = Button::new(RichText::new(text).size(12.0)).frame(false);
                let button = button.min_size(vec2(88.0, 16.0));
                // Esc always cancels, so it cannot be reassigned.
                let can_change = entry.action != Action::Escape;
                let key = ui.allocate_ui_with_layout(
                    vec2(88.0, 16.0),
                    egui::Layout::left_to_right(egui::Align::Center).with_main_align(egui::Align::Min),
                    |ui| {
                        ui.set_min_width(88.0);
                        ui.add_enabled(can_change, button).on_hover_text(CHANGE).clicked()
                    },
                );
                // A click on the words acts like a click on the key beside them.
                let words = egui::Label::new(RichText::new(entry.label).size(12.0).weak()).wrap();
                let by_words = if can_change {
                    let words = ui.add(words.sense(egui::Sense::click()));
                    words.on_hover_text(CHANGE).clicked()
                } else {
                    ui.add(words);
                    false
                };
                if key.inner || by_words {
                    wants.intend(Intent::ChooseKey(Some(entry.action)));
                }
            });
        }
    }
}
