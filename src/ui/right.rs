//! The panel on the right: foldable sections, or a strip of icons where the window is narrow.

use egui::{Margin, ScrollArea, Ui};

use super::icon::{self, Icon};
use super::panels::Panels;
use super::persistent_state::Section;
use super::{
    UiInput, Wants, focus, inspector, items, race_panel, scene_panel, section, solver_panel, style,
    variables_panel,
};

/// Width of the panel (points).
const WIDTH: f32 = 300.0;
/// Width of the strip of icons.
const STRIP: f32 = 40.0;
/// Windows narrower than this show the strip.
const NARROW: f32 = 1100.0;
/// In a narrow window: fraction of its width reserved for the canvas, and minimum width of a section (points).
const CANVAS: f32 = 0.5;
const LEAST: f32 = 160.0;
/// Width of a section from which the strip stands beside it, and otherwise the width of an icon in the row above the section (points).
const ENOUGH: f32 = 220.0;
const ACROSS: f32 = 22.0;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    if ctx.screen_rect().width() >= NARROW {
        panel(ctx, "right", input, WIDTH, |ui| {
            for which in Section::ALL {
                let mut open = !panels.kept.folded.contains(&which);
                if panels.revealed == Some(which) {
                    panels.revealed = None;
                    ui.scroll_to_cursor(Some(egui::Align::TOP));
                }
                shown(ui, which, &mut open, (input, &mut *panels), wants);
                if open {
                    panels.kept.folded.remove(&which);
                } else {
                    panels.kept.folded.insert(which);
                }
            }
        });
        return;
    }
    let room = ctx.available_rect().width() - CANVAS * ctx.screen_rect().width();
    let Some(which) = panels.narrow else {
        return strip(ctx, input, panels);
    };
    // Where strip and section side by side would cover the canvas, the icons form a row above the section.
    let beside = room - STRIP >= ENOUGH;
    if beside {
        strip(ctx, input, panels);
    }
    let width = if beside { room - STRIP } else { room };
    panel(ctx, "right-narrow", input, width, |ui| {
        if !beside {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                icons(ui, [ACROSS; 2], panels);
            });
        }
        let mut open = true;
        shown(ui, which, &mut open, (input, &mut *panels), wants);
        if !open {
            panels.narrow = None;
        }
    });
}

/// Whether a section is open in a narrow window.
pub(super) fn is_open_in_narrow(ctx: &egui::Context, panels: &Panels) -> bool {
    panels.narrow.is_some() && ctx.screen_rect().width() < NARROW
}

/// A section; its first widget gets keyboard focus where that was requested.
fn shown(
    ui: &mut Ui,
    which: Section,
    open: &mut bool,
    (input, panels): (&UiInput, &mut Panels),
    wants: &mut Wants,
) {
    let top = ui.cursor().min;
    section::show(ui, which.title(), open, |ui| {
        let from = ui.cursor().min.y;
        contents(ui, which, input, panels, wants);
        panels.focus.focus_section(ui, which, from);
    });
    let selected = input.editor.selection().ids();
    if which == Section::Inspector && *open && panels.inspected != *selected {
        panels.inspected = selected.to_vec();
        show_from_top(ui, top);
    }
}

/// Scrolls to the top of an inspector that is partly visible; a newly selected item would otherwise be shown from its middle. While the
/// pointer is in this panel, for example picking from the list of items, nothing is scrolled.
fn show_from_top(ui: &Ui, top: egui::Pos2) {
    let clip = ui.clip_rect();
    let is_cut = top.y < clip.top() && ui.cursor().top() > clip.top();
    if is_cut && !ui.rect_contains_pointer(clip) {
        let head = egui::Rect::from_min_size(top, egui::vec2(1.0, 1.0));
        ui.scroll_to_rect(head, Some(egui::Align::TOP));
    }
}

fn panel(ctx: &egui::Context, id: &str, input: &UiInput, room: f32, add: impl FnOnce(&mut Ui)) {
    egui::SidePanel::right(id.to_owned())
        .exact_width(room.clamp(LEAST, WIDTH))
        .resizable(false)
        .frame(style::panel(input.theme, Margin::symmetric(8, 4)))
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                // Space for the scroll bar, so that it covers nothing.
                ui.set_max_width(ui.available_width() - 8.0);
                focus::scroll_to_focused(ui);
                add(ui);
            });
        });
}

fn strip(ctx: &egui::Context, input: &UiInput, panels: &mut Panels) {
    egui::SidePanel::right("right-strip")
        .exact_width(STRIP)
        .resizable(false)
        .frame(style::panel(input.theme, Margin::symmetric(4, 4)))
        .show(ctx, |ui| icons(ui, [32.0; 2], panels));
}

/// A button of this size for each section; a second click folds the section.
fn icons(ui: &mut Ui, size: [f32; 2], panels: &mut Panels) {
    for which in Section::ALL {
        let icon = match which {
            Section::Inspector => Icon::Sliders,
            Section::Items => Icon::List,
            Section::Scene => Icon::Page,
            Section::Solver => Icon::Matrix,
            Section::Race => Icon::Race,
            Section::Variables => Icon::Drawn(icon::RULER),
        };
        let label = format!("Show {}", which.title().to_lowercase());
        let chosen = panels.narrow == Some(which);
        let response = icon::button(ui, size.into(), icon, "", &label, chosen);
        if response.on_hover_text(which.title()).clicked() {
            panels.narrow = if chosen { None } else { Some(which) };
        }
    }
}

fn contents(ui: &mut Ui, which: Section, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    match which {
        Section::Inspector => inspector::show(ui, input, wants),
        Section::Items => items::show(ui, input, panels, wants),
        Section::Scene => scene_panel::show(ui, input, wants),
        Section::Solver => solver_panel::show(ui, input, &mut panels.kept, wants),
        Section::Race => race_panel::show(ui, input, panels, wants),
        Section::Variables => variables_panel::show(ui, input, wants),
    }
}
