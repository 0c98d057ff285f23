//! The strip on top: menus, and the run's buttons with its speed and time.

use std::path::PathBuf;

use egui::{Button, Margin, ScrollArea, Ui, vec2};

use super::kept::Section;
use super::panels::Panels;
use super::{UiInput, UiOutput, Wants, focus, format, gallery_menu, race_panel, style, transport};
use crate::editor::action::{self, Entry, Group};
use crate::editor::{Action, Intent, LabView};
use crate::worker::race::PRESETS;
use crate::worker::{RaceOrder, Scheme};

/// Height of the strip (points).
const HEIGHT: f32 = 28.0;
/// What of the window's height is not a menu's: the strip, and its frame (points).
const ELSE: f32 = HEIGHT + 24.0;
/// Windows narrower than this have one menu with all the others in it, so that the time has room (points).
const NARROW: f32 = 600.0;
/// Width of its menus, and the share of the screen's that they take at most.
const MENU_WIDTH: f32 = 290.0;
const SHARE: f32 = 0.39;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    egui::TopBottomPanel::top("top")
        .exact_height(HEIGHT)
        .frame(style::panel(input.theme, Margin::symmetric(4, 2)))
        .show(ctx, |ui| {
            egui::menu::bar(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let narrow = ctx.screen_rect().width() < NARROW;
                if narrow {
                    ui.menu_button("Menu", |ui| menus(ui, input, panels, wants));
                    ui.add_space(4.0);
                    return transport::show(ui, input, narrow, wants);
                }
                menus(ui, input, panels, wants);
                ui.add_space(12.0);
                transport::show(ui, input, narrow, wants);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    title(ui, input);
                });
            });
        });
}

/// All menus, beside each other or below each other within one.
fn menus(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    for group in [Group::File, Group::Edit, Group::View, Group::Run] {
        opened(ui, group, |ui| {
            menu(ui, group, input, wants);
            match group {
                Group::File => recent(ui, input, wants),
                Group::Edit => history(ui, input, wants),
                Group::View => shown(ui, input, panels, wants),
                _ => {}
            }
        });
    }
    opened(ui, Group::Lab, |ui| laboratory(ui, input, panels, wants));
    ui.menu_button("Scenes", |ui| scenes(ui, input, wants));
    opened(ui, Group::Help, |ui| menu(ui, Group::Help, input, wants));
}

/// The menu of a group, scrolled where the window is too low for it: its first lines stay in sight.
fn opened(ui: &mut Ui, group: Group, contents: impl FnOnce(&mut Ui)) {
    ui.menu_button(group.label(), |ui| {
        menu_width(ui);
        let room = ui.ctx().screen_rect().height() - ELSE;
        // A menu has less room of its own than the window has.
        ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .show(ui, |ui| {
                focus::keep_in_sight(ui);
                contents(ui);
            });
    });
}

fn menu(ui: &mut Ui, group: Group, input: &UiInput, wants: &mut Wants) {
    menu_width(ui);
    let of_group = || action::table().iter().filter(move |entry| entry.group == group);
    let arranges = |entry: &&Entry| matches!(entry.action, Action::Arrange(_));
    let mut lines = |ui: &mut Ui, entries: &mut dyn Iterator<Item = &'static Entry>| {
        for entry in entries {
            if row(ui, entry, input) {
                wants.act(entry.action);
                ui.close_menu();
            }
        }
    };
    let begins = |entry: &&Entry| matches!(entry.action, Action::Template(_));
    let is_new = |entry: &&Entry| entry.action == Action::New;
    if group == Group::File {
        lines(ui, &mut of_group().filter(is_new));
        ui.menu_button("New from template", |ui| {
            menu_width(ui);
            lines(ui, &mut of_group().filter(begins));
        });
    }
    let sizes = |entry: &&Entry| matches!(entry.action, Action::PictureScale(_));
    let listed = |entry: &&Entry| !arranges(entry) && !begins(entry) && !is_new(entry) && !sizes(entry);
    lines(ui, &mut of_group().filter(listed));
    if group == Group::File {
        ui.menu_button("Size of pictures", |ui| {
            menu_width(ui);
            lines(ui, &mut of_group().filter(sizes));
        });
    }
    if group == Group::Edit {
        ui.menu_button("Align and distribute", |ui| {
            menu_width(ui);
            lines(ui, &mut of_group().filter(arranges));
        });
    }
}

/// Files that were open before.
fn recent(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let others: Vec<&PathBuf> = input
        .recent
        .iter()
        .filter(|path| Some(path.as_path()) != input.file)
        .collect();
    if others.is_empty() {
        return;
    }
    ui.menu_button("Open recent", |ui| {
        menu_width(ui);
        for path in others {
            let name = format::document_name(Some(path.as_path()), input.editor.scene());
            let button = Button::new(name).frame(false);
            let line = ui.add(button.min_size(vec2(ui.available_width(), 22.0)));
            if line.on_hover_text(path.display().to_string()).clicked() {
                wants.0.push(UiOutput::OpenRecent(path.clone()));
                ui.close_menu();
            }
        }
    });
}

/// Every step that can be gone back or forward to.
fn history(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let (labels, done) = input.editor.steps();
    if labels.is_empty() {
        return;
    }
    ui.menu_button("History", |ui| {
        menu_width(ui);
        ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
            let steps = std::iter::once("As opened").chain(labels).enumerate();
            for (step, label) in steps {
                if ui.selectable_label(step == done, label).clicked() {
                    wants.intend(Intent::GoToStep(step));
                    ui.close_menu();
                }
            }
        });
    });
}

fn menu_width(ui: &mut Ui) {
    // A menu and one that opens from it stand beside each other on a narrow screen too.
    let width = MENU_WIDTH.min(SHARE * ui.ctx().screen_rect().width());
    ui.set_min_width(width);
    ui.set_max_width(width);
}

/// The views of the laboratory, ticked where they are open.
fn laboratory(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    menu_width(ui);
    for view in LabView::ALL {
        let Some(entry) = action::entry(Action::Lab(view)) else {
            continue;
        };
        let line = button(ui, entry, input, panels.kept.lab.contains(&view));
        if line.on_hover_text(view.help()).clicked() {
            wants.act(entry.action);
            ui.close_menu();
        }
    }
    ui.separator();
    ui.menu_button("Races", |ui| {
        menu_width(ui);
        let mut chosen = None;
        if line(
            ui,
            "Race a copy",
            "The same twice: until one is changed they coincide to the last bit.",
        ) {
            let own = Scheme::of(&input.editor.scene().settings);
            wants.intend(Intent::Race(RaceOrder::Begin(vec![own])));
            panels.open_section(Section::Race);
            ui.close_menu();
        }
        for preset in &PRESETS {
            if line(ui, preset.name, preset.help) {
                chosen = Some(preset);
                ui.close_menu();
            }
        }
        if let Some(preset) = chosen {
            race_panel::begin(preset, input, wants);
            panels.open_section(Section::Race);
        }
    });
}

/// A line of a menu by its words; true when clicked.
fn line(ui: &mut Ui, label: &str, help: &str) -> bool {
    let size = vec2(ui.available_width(), 22.0);
    let line = ui.add(Button::new(label).frame(false).min_size(size));
    line.on_hover_text(help).clicked()
}

/// What else is drawn, and how large everything is.
fn shown(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    ui.separator();
    ui.checkbox(&mut panels.kept.names, "Names of parts");
    ui.separator();
    ui.horizontal(|ui| {
        ui.label("Scale");
        for percent in [100, 125, 150, 200] {
            let scale = f64::from(percent) / 100.0;
            let chosen = (input.scale - scale).abs() < 0.01;
            if ui.selectable_label(chosen, format!("{percent} %")).clicked() {
                wants.0.push(UiOutput::Scale(scale));
                ui.close_menu();
            }
        }
    });
}

/// A line of a menu; true when clicked.
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

fn button(ui: &mut Ui, entry: &Entry, input: &UiInput, checked: bool) -> egui::Response {
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

/// The gallery, and the lines that walk through it.
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
            ui.close_menu();
        }
    }
}

/// What is open, at the right end.
fn title(ui: &mut Ui, input: &UiInput) {
    let name = format::document_name(input.file, input.editor.scene());
    let mark = if input.editor.is_modified() { " •" } else { "" };
    let text = egui::RichText::new(format!("{name}{mark}")).color(ui.visuals().weak_text_color());
    let response = ui.add(egui::Label::new(text).truncate());
    if input.editor.is_modified() {
        response.on_hover_text("Not saved yet");
    }
}
