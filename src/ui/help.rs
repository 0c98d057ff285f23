//! The list of keys.

use egui::{Align2, RichText, Ui, vec2};

use super::panels::Panels;
use crate::editor::action::{self, Group};

/// What the pointer does; the rest comes from the table of commands.
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

pub(super) fn show(ctx: &egui::Context, panels: &mut Panels) {
    if !panels.help {
        return;
    }
    let mut open = true;
    let screen = ctx.screen_rect().size();
    egui::Window::new("Keys and help")
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .collapsible(false)
        .resizable(false)
        .default_width((screen.x - 80.0).min(860.0))
        .max_height(screen.y - 120.0)
        .max_width(screen.x - 32.0)
        .show(ctx, |ui| {
            egui::ScrollArea::vertical()
                .max_height(screen.y - 140.0)
                .show(ui, |ui| {
                    ui.columns(3, |columns| {
                        pointer(&mut columns[0]);
                        groups(&mut columns[0], &[Group::Help, Group::Lab]);
                        groups(&mut columns[1], &[Group::Run, Group::Edit]);
                        groups(&mut columns[2], &[Group::Tool, Group::View, Group::File]);
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
    for (gesture, what) in POINTER {
        ui.label(RichText::new(gesture).size(12.0));
        ui.label(RichText::new(what).size(12.0).weak());
    }
}

fn groups(ui: &mut Ui, groups: &[Group]) {
    for group in groups {
        heading(ui, group.label());
        ui.spacing_mut().interact_size.y = 16.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        for entry in action::table().iter().filter(|entry| entry.group == *group) {
            ui.horizontal(|ui| {
                let keys = RichText::new(entry.keys_text()).size(12.0);
                ui.allocate_ui_with_layout(
                    vec2(88.0, 16.0),
                    egui::Layout::left_to_right(egui::Align::Center),
                    |ui| {
                        ui.set_min_width(88.0);
                        ui.label(keys);
                    },
                );
                ui.add(egui::Label::new(RichText::new(entry.label).size(12.0).weak()).wrap());
            });
        }
    }
}
