//! The search for commands.

use egui::{Align2, Key, TextEdit, vec2};

use super::panels::{Panels, Search};
use super::{UiInput, UiOutput, Wants, style};
use crate::editor::action;

/// Lines shown at most.
const SHOWN: usize = 12;

/// Something that can be found.
struct Found {
    label: String,
    keys: String,
    output: UiOutput,
}

/// Commands and scenes that a text finds, the best first: those that begin with it, then those that contain it.
fn find(input: &UiInput, text: &str) -> Vec<Found> {
    let words = text.trim().to_lowercase();
    let commands = action::table()
        .iter()
        .filter(|entry| (entry.enabled)(input.editor))
        .map(|entry| Found {
            label: entry.label.to_owned(),
            keys: entry.keys_text(),
            output: UiOutput::Act(entry.action),
        });
    let scenes = input.gallery.iter().map(|entry| Found {
        label: format!("Scene: {}", entry.title),
        keys: String::new(),
        output: UiOutput::OpenGallery(entry.id),
    });
    let mut found: Vec<(bool, Found)> = commands
        .chain(scenes)
        .filter(|found| found.output != UiOutput::Act(crate::editor::Action::Palette))
        .filter_map(|found| {
            let label = found.label.to_lowercase();
            let all = words.split_whitespace().all(|word| label.contains(word));
            all.then(|| (!label.starts_with(&words), found))
        })
        .collect();
    found.sort_by_key(|(late, _)| *late);
    found.into_iter().map(|(_, found)| found).collect()
}

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(search) = &mut panels.search else { return };
    let found = find(input, &search.text);
    let keys = ctx.input_mut(|input| {
        let none = egui::Modifiers::NONE;
        (
            input.consume_key(none, Key::ArrowDown),
            input.consume_key(none, Key::ArrowUp),
            input.consume_key(none, Key::Enter),
            input.consume_key(none, Key::Escape),
        )
    });
    let count = found.len().min(SHOWN);
    search.chosen = match keys {
        (true, _, _, _) => (search.chosen + 1).min(count.saturating_sub(1)),
        (_, true, _, _) => search.chosen.saturating_sub(1),
        _ => search.chosen.min(count.saturating_sub(1)),
    };
    let mut picked = keys.2.then_some(search.chosen);
    let response = egui::Area::new("palette".into())
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_TOP, vec2(0.0, 72.0))
        .show(ctx, |ui| {
            style::card(input.theme).show(ui, |ui| {
                ui.set_width(420.0);
                picked = body(ui, search, &found).or(picked);
            });
        })
        .response;
    let elsewhere = ctx.input(|input| input.pointer.any_pressed()) && !response.contains_pointer();
    let picked = picked.and_then(|k| found.into_iter().nth(k));
    if let Some(found) = picked {
        wants.0.push(found.output);
        panels.search = None;
    } else if keys.3 || elsewhere {
        panels.search = None;
    }
}

/// The field and the list; the line that was clicked.
fn body(ui: &mut egui::Ui, search: &mut Search, found: &[Found]) -> Option<usize> {
    let field = TextEdit::singleline(&mut search.text)
        .hint_text("Find a command or a scene")
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    response.request_focus();
    if response.changed() {
        search.chosen = 0;
    }
    ui.add_space(4.0);
    let mut clicked = None;
    for (k, found) in found.iter().take(SHOWN).enumerate() {
        let button = egui::Button::new(&found.label)
            .shortcut_text(&found.keys)
            .selected(k == search.chosen)
            .frame(k == search.chosen)
            .min_size(vec2(ui.available_width(), 22.0));
        if ui.add(button).clicked() {
            clicked = Some(k);
        }
    }
    if found.is_empty() {
        ui.weak("Nothing is called so.");
    }
    clicked
}
