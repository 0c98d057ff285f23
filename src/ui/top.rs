//! The strip on top: menus, and the transport buttons with speed and time.

use std::path::PathBuf;

use egui::{Button, Margin, ScrollArea, Ui, vec2};

use super::menu_lines::{button, line, lines, menu_width, row};
use super::panels::Panels;
use super::persistent_state::Section;
use super::race_panel::COPY;
use super::{
    UiInput, UiOutput, Wants, edit_menu, focus, format, gallery_menu, menu, race_panel, style, transport,
};
use crate::editor::action::{self, Group};
use crate::editor::{Action, LabView};
use crate::worker::race::PRESETS;

/// Height of the strip (points).
const HEIGHT: f32 = 28.0;
/// Part of the window's height not available to a menu: the strip, and the menu's frame (points).
const ELSE: f32 = HEIGHT + 24.0;
/// Gap between the menus and the transport buttons, and between those and the title (points).
const GAP: f32 = 12.0;
/// Gap between two menus (points).
const BETWEEN: f32 = 2.0;
/// Width of a menu's scroll bar (points).
const SCROLL_BAR: f32 = 10.0;
/// The menus on the strip, in order.
const MENUS: [Group; 6] = [
    Group::File,
    Group::Edit,
    Group::View,
    Group::Run,
    Group::Lab,
    Group::Help,
];
/// Window scales offered (per cent).
pub(super) const SCALES: [u32; 4] = [100, 125, 150, 200];
/// Title of the gallery menu, before the last menu.
const SCENES: &str = "Scenes";

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    egui::TopBottomPanel::top("top")
        .exact_height(HEIGHT)
        .frame(style::panel(input.theme, Margin::symmetric(4, 2)))
        .show(ctx, |ui| {
            egui::menu::bar(ui, |ui| {
                ui.spacing_mut().item_spacing.x = BETWEEN;
                // All menus are folded into one where transport buttons, time and title would lack room.
                if ui.available_width() < menus_width(ui) + GAP + transport::ROOM {
                    menu::button(ui, "Menu", |ui| menus(ui, input, panels, wants));
                    ui.add_space(4.0);
                } else {
                    menus(ui, input, panels, wants);
                    ui.add_space(GAP);
                }
                if transport::show(ui, input, wants) {
                    ui.add_space(GAP);
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        title(ui, input);
                    });
                }
            });
        });
}

/// Total width of all menus side by side.
fn menus_width(ui: &Ui) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let width = |label: &str| {
        style::text_width(ui, label, font.clone()) + 2.0 * ui.spacing().button_padding.x + BETWEEN
    };
    MENUS.iter().map(|group| width(group.label())).sum::<f32>() + width(SCENES)
}

/// All menus, side by side on the strip, or one below the other inside a single menu.
fn menus(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    for group in MENUS {
        if group == Group::Help {
            menu::button(ui, SCENES, |ui| scenes(ui, input, wants));
        }
        opened(ui, group, |ui| match group {
            Group::Lab => laboratory(ui, input, panels, wants),
            Group::Edit => edit_menu::show(ui, input, wants),
            Group::File => {
                file(ui, input, wants);
                recent(ui, input, wants);
            }
            Group::View => {
                lines(ui, group, input, wants, |_| true);
                shown(ui, input, panels, wants);
            }
            _ => lines(ui, group, input, wants, |_| true),
        });
    }
}

/// The menu of a group; scrolls where the window is too low for it.
fn opened(ui: &mut Ui, group: Group, contents: impl FnOnce(&mut Ui)) {
    menu::button(ui, group.label(), |ui| {
        menu_width(ui);
        let room = ui.ctx().screen_rect().height() - ELSE;
        // By default a menu gets less height than the window has.
        ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                // Space for the scroll bar, so that it covers no key.
                ui.set_max_width(ui.available_width() - SCROLL_BAR);
                focus::scroll_to_focused(ui);
                contents(ui);
            });
    });
}

fn file(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let begins = |action: Action| matches!(action, Action::Template(_));
    lines(ui, Group::File, input, wants, |it| it == Action::New);
    menu::button(ui, "New from template", |ui| {
        menu_width(ui);
        lines(ui, Group::File, input, wants, begins);
    });
    let sizes = |action: Action| matches!(action, Action::PictureScale(_));
    lines(ui, Group::File, input, wants, |it| {
        !begins(it) && !sizes(it) && it != Action::New
    });
    menu::button(ui, "Size of pictures", |ui| {
        menu_width(ui);
        lines(ui, Group::File, input, wants, sizes);
    });
}

/// Submenu of recently opened files.
fn recent(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let others: Vec<&PathBuf> = input.other_files().collect();
    if others.is_empty() {
        return;
    }
    menu::button(ui, "Open recent", |ui| {
        menu_width(ui);
        for path in others {
            let name = format::document_name(Some(path.as_path()), input.editor.scene());
            let button = Button::new(name).frame(false);
            let line = ui.add(button.min_size(vec2(ui.available_width(), 22.0)));
            if line.on_hover_text(path.display().to_string()).clicked() {
                wants.0.push(UiOutput::OpenRecent(path.clone()));
                menu::close(ui);
            }
        }
    });
}

/// The laboratory's views, ticked where they are open.
fn laboratory(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    for view in LabView::ALL {
        let Some(entry) = action::entry(Action::Lab(view)) else {
            continue;
        };
        let line = button(ui, entry, input, panels.kept.lab.contains(&view));
        if line.on_hover_text(view.help()).clicked() {
            wants.act(entry.action);
            menu::close(ui);
        }
    }
    ui.separator();
    menu::button(ui, "Races", |ui| {
        menu_width(ui);
        let mut chosen = None;
        if line(ui, COPY.0, COPY.1) {
            chosen = Some(None);
        }
        for preset in &PRESETS {
            if line(ui, preset.name, preset.help) {
                chosen = Some(Some(preset));
            }
        }
        if let Some(preset) = chosen {
            race_panel::begin(preset, input, wants);
            panels.open_section(Section::Race);
            menu::close(ui);
        }
    });
}

/// Display options: names of parts, and the scale of the window.
fn shown(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    ui.separator();
    ui.checkbox(&mut panels.kept.names, "Names of parts");
    ui.separator();
    ui.horizontal(|ui| {
        ui.label("Scale");
        for percent in SCALES {
            let scale = f64::from(percent) / 100.0;
            let chosen = (input.scale - scale).abs() < 0.01;
            if ui.selectable_label(chosen, format!("{percent} %")).clicked() {
                wants.0.push(UiOutput::Scale(scale));
                menu::close(ui);
            }
        }
    });
}

/// The gallery, and the lines for the previous and the next scene.
fn scenes(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    gallery_menu::show(ui, input, wants);
    if !input.gallery.is_empty() {
        ui.separator();
    }
    for action in [Action::PreviousScene, Action::NextScene] {
        if let Some(entry) = action::entry(action)
            && row(ui, entry, input)
        {
            wants.act(action);
            menu::close(ui);
        }
    }
}

/// Name of the open document, at the right end.
fn title(ui: &mut Ui, input: &UiInput) {
    let name = format::document_name(input.file, input.editor.scene());
    let mark = if input.editor.is_modified() { " •" } else { "" };
    let text = egui::RichText::new(format!("{name}{mark}")).color(ui.visuals().weak_text_color());
    let response = ui.add(egui::Label::new(text).truncate());
    if input.editor.is_modified() {
        response.on_hover_text("Not saved yet");
    }
}
