//! The command palette: searches commands, panel sections, scenes, races, files and history.

mod found_elsewhere;

use egui::{Align2, Key, TextEdit, vec2};

use super::panels::{Panels, Search};
use super::persistent_state::Section;
use super::synonyms::SYNONYMS;
use super::{UiInput, UiOutput, Wants, number_context, race_panel, scene_panel, style};
use crate::editor::Action;
use crate::editor::action::{self, Entry};
use crate::worker::race::Preset;

/// Maximum number of lines shown.
const SHOWN: usize = 12;

/// A search result.
struct Found {
    label: String,
    /// Other words by which it is found.
    synonyms: String,
    keys: String,
    /// The missing precondition, where the command is disabled.
    needs: Option<&'static str>,
    goal: Target,
}

/// Effect of picking a result.
#[derive(PartialEq)]
enum Target {
    Output(UiOutput),
    /// Opens a section, and focuses the field with this label, if any.
    Section(Section, Option<&'static str>),
    /// Begins a preset race; without a preset, one against an equal copy.
    Race(Option<&'static Preset>),
    /// Nothing: the result only states its precondition.
    Nothing,
}

/// Label of the number that sets the opacity of the underlay picture.
const OPACITY: &str = "Picture opacity";

/// Places that are found but are no commands: label, search words, section of the panels, and field in it.
const PLACES: &[(&str, &str, Section, Option<&str>)] = &[
    (
        "Gravity and drag (scene)",
        "gravity weight g drag air world",
        Section::Scene,
        Some("Gravity y"),
    ),
    (
        "Unit of lengths (scene)",
        "units metres millimetres centimetres m cm mm",
        Section::Scene,
        Some(scene_panel::LENGTHS),
    ),
    (
        "Solver settings: integrator, step, feedback, tolerance",
        "sub-steps stabilisation projection baumgarte ks kd",
        Section::Solver,
        None,
    ),
    (
        "Picture to trace over: place, width, opacity (scene)",
        "background image underlay transparency",
        Section::Scene,
        Some(OPACITY),
    ),
    (
        "Race solvers",
        "race compare split fork ghost a b side by side methods",
        Section::Race,
        None,
    ),
    (
        "Parameters: numbers with names",
        "variable slider formula name expression constant",
        Section::Variables,
        None,
    ),
    (
        "Inspector: numbers of what is selected",
        "properties mass density material colour color paint fill size",
        Section::Inspector,
        None,
    ),
    (
        "Items: a list of all parts and joints",
        "outliner tree objects search name",
        Section::Items,
        None,
    ),
];

/// Other words for a command, including those of its help text.
fn synonyms(entry: &Entry) -> String {
    let known = SYNONYMS.iter().find(|(id, _)| *id == entry.id);
    let help = match entry.action {
        Action::Tool(tool) => tool.help(),
        Action::Lab(view) => view.help(),
        _ => "",
    };
    format!("{} {}", known.map_or("", |it| it.1), help.to_lowercase())
}

/// Match quality of a name and its synonyms for the typed words: 0 exact, then a matching prefix of the name, prefixes of its words,
/// words contained in it, and matching synonyms. `None` without a match.
fn rank(label: &str, synonyms: &str, words: &str) -> Option<u8> {
    let label = label.to_lowercase();
    let begins = |text: &str, word: &str| text.split([' ', ':', '(']).any(|it| it.starts_with(word));
    if label == words {
        Some(0)
    } else if label.starts_with(words) {
        Some(1)
    } else if words.split_whitespace().all(|word| begins(&label, word)) {
        Some(2)
    } else if words.split_whitespace().all(|word| label.contains(word)) {
        Some(3)
    } else if words
        .split_whitespace()
        .all(|word| begins(synonyms, word) || label.contains(word))
    {
        Some(4)
    } else {
        None
    }
}

/// Commands, places and scenes that match a text, the best first.
fn find(input: &UiInput, text: &str) -> Vec<Found> {
    let words = text.trim().to_lowercase();
    let commands = action::table().iter().map(|entry| Found {
        label: entry.label.to_owned(),
        synonyms: synonyms(entry),
        keys: input.editor.keys_text(entry.action),
        needs: (!(entry.enabled)(input.editor)).then(|| entry.action.needs()),
        goal: Target::Output(UiOutput::Act(entry.action)),
    });
    let has_picture = input.editor.scene().underlay.is_some();
    let places = PLACES.iter().map(|(label, synonyms, section, field)| Found {
        label: (*label).to_owned(),
        synonyms: (*synonyms).to_owned(),
        keys: String::new(),
        needs: None,
        // The fields of the underlay exist only while there is a picture.
        goal: Target::Section(*section, field.filter(|it| *it != OPACITY || has_picture)),
    });
    let scenes = input.gallery.iter().map(|entry| Found {
        label: format!("Scene: {}", entry.title),
        synonyms: entry.about.to_lowercase(),
        keys: String::new(),
        needs: None,
        goal: Target::Output(UiOutput::OpenGallery(entry.id)),
    });
    let own = input.editor.scene().settings;
    let itself = Target::Output(UiOutput::Act(Action::Palette));
    let mut found: Vec<(u8, Found)> = commands
        .chain(places)
        .chain(scenes)
        .chain(found_elsewhere::races())
        .chain(found_elsewhere::settings(&own))
        .chain(found_elsewhere::scales())
        .chain(found_elsewhere::recent(input))
        .chain(found_elsewhere::steps(input, &words))
        .chain(found_elsewhere::items(input, &words))
        .filter(|found| found.goal != itself)
        .filter_map(|found| Some((rank(&found.label, &found.synonyms, &words)?, found)))
        .collect();
    // Enabled commands come before disabled ones, unless a disabled one matches by its name; and results about this scene come before other
    // scenes with such a word in their names.
    found.sort_by_key(|(rank, found)| {
        let needs = found.needs.is_some();
        (needs && *rank > 2, leads_away(found, &words), *rank, needs)
    });
    found.into_iter().map(|(_, found)| found).collect()
}

/// Whether a result is another scene whose name does not begin with the typed text.
fn leads_away(found: &Found, words: &str) -> bool {
    let label = found.label.to_lowercase();
    let title = label.strip_prefix("scene: ").unwrap_or(&label);
    let is_scene = matches!(found.goal, Target::Output(UiOutput::OpenGallery(_)));
    is_scene && !label.starts_with(words) && !title.starts_with(words)
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
    let picked = picked.filter(|it| it.needs.is_none());
    if picked.is_some() || keys.3 || elsewhere {
        // Later input, such as pasted text, must not go to the field that is gone.
        ctx.memory_mut(egui::Memory::stop_text_input);
    }
    if let Some(found) = picked {
        panels.search = None;
        match found.goal {
            Target::Output(output) => wants.0.push(output),
            Target::Section(section, field) => {
                panels.open_section(section);
                match field {
                    Some(label) => number_context::want(ctx, label),
                    None => panels.focus.request_section(section),
                }
            }
            Target::Race(preset) => {
                race_panel::begin(preset, input, wants);
                panels.open_section(Section::Race);
            }
            Target::Nothing => {}
        }
    } else if keys.3 || elsewhere {
        panels.search = None;
    }
}

/// Shows the field and the list; returns the line that was clicked.
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
            .shortcut_text(found.needs.unwrap_or(&found.keys))
            .selected(k == search.chosen)
            .frame(k == search.chosen)
            .min_size(vec2(ui.available_width(), 22.0));
        let line = ui.add_enabled(found.needs.is_none(), button);
        if let Some(needs) = found.needs {
            let label = format!("{}: {needs}", found.label);
            line.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, false, &label));
        }
        if line.clicked() {
            clicked = Some(k);
        }
    }
    if found.is_empty() {
        ui.weak("Nothing is called so.");
    }
    clicked
}
