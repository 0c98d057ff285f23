//! The search for commands.

use egui::{Align2, Key, TextEdit, vec2};

use super::kept::Section;
use super::panels::{Panels, Search};
use super::{UiInput, UiOutput, Wants, number, style};
use crate::editor::Action;
use crate::editor::action::{self, Entry};

/// Lines shown at most.
const SHOWN: usize = 12;

/// Something that can be found.
struct Found {
    label: String,
    /// Other words that find it.
    synonyms: String,
    keys: String,
    /// What it needs first, where it does nothing now.
    needs: Option<&'static str>,
    goal: Target,
}

/// What comes of picking it.
#[derive(PartialEq)]
enum Target {
    Output(UiOutput),
    /// A section, and the number in it that gets the keys, if one is meant.
    Section(Section, Option<&'static str>),
}

/// Other words for what has a name in the table: by the id of its command.
const SYNONYMS: &[(&str, &str)] = &[
    ("pin", "hinge joint revolute pivot bearing axle"),
    ("rod", "distance link strut bar"),
    ("weld", "glue fuse rigid"),
    ("slider", "prismatic rail guide piston"),
    ("groove", "slot channel"),
    ("gears", "cog wheel transmission mesh"),
    ("belt", "chain strap"),
    ("pulley", "tackle string cable"),
    ("motor", "engine drive rotate spin"),
    ("actuator", "cylinder piston hydraulic"),
    ("spring", "elastic coil"),
    ("damper", "dashpot shock absorber"),
    ("particle", "point mass dot bead bob weight"),
    ("bar", "beam link stick"),
    ("disk", "circle wheel ball round"),
    ("box", "rectangle square block"),
    ("polygon", "plate shape outline"),
    ("trace", "path curve coupler trajectory"),
    ("measure", "ruler distance dimension length angle protractor"),
    ("export-picture", "save image screenshot png svg vector"),
    ("export-animation", "gif movie film video record png frames"),
    (
        "export-last-seconds",
        "gif movie film video record png frames animation history",
    ),
    ("copy-picture", "clipboard image screenshot png"),
    ("export-experiment", "record replay repeat reproduce input track"),
    ("export-paths", "csv table data curve"),
    (
        "export-parts",
        "dxf svg laser cutter cutting outline contour cnc plywood",
    ),
    ("note", "text label comment annotation words"),
    ("dimension", "measure length keep annotate"),
    ("dimension-selected", "length angle radius measure annotate"),
    ("group", "together combine bundle"),
    ("ungroup", "separate split group"),
    ("lock", "freeze protect pin down"),
    ("unlock-all", "free thaw"),
    ("hide", "invisible conceal"),
    ("show-all", "unhide visible reveal"),
    ("layer-up", "bring forward front raise z-order"),
    ("layer-down", "send backward behind lower z-order"),
    ("spread-x", "distribute space evenly"),
    ("reset", "restart rewind start again"),
    ("play", "run stop start"),
    ("grid", "snap"),
    ("rulers", "scale origin coordinates axis"),
    ("fit", "zoom show all frame"),
    ("method", "solver swap algorithm"),
    ("theme", "dark light night"),
    ("force-xray", "tension compression stress load lambda reaction"),
    (
        "scopes",
        "plot graph oscilloscope record signal fft spectrum phase csv",
    ),
    ("drift-heat", "drift error open gap constraint violation residual"),
    (
        "equation",
        "jacobian lambda multiplier latex numpy matrix market baumgarte formula copy",
    ),
    (
        "freedoms",
        "degrees of freedom dof redundant singular contradictory null vector mode motion ghost",
    ),
    (
        "step-through",
        "stages inside algorithm explain leaf root textbook baraff single",
    ),
    (
        "lens",
        "complexity scaling benchmark linear cubic time n big-o growth",
    ),
    (
        "precision",
        "work accuracy error order tolerance diagram compare integrators",
    ),
    (
        "matrix",
        "sparse pattern fill-in factor jacobian hessian elimination tree clique nonzeros",
    ),
    ("timing", "profile frame times milliseconds performance"),
    ("rope", "cable string cord wire line"),
    ("strut", "stop bumper minimum distance"),
    ("torsion-spring", "spiral clock angle"),
    ("push", "load arrow weight newton"),
    ("torque", "moment twist"),
    ("wall", "ground floor fixed terrain obstacle"),
    ("rack", "pinion linear gear"),
    ("gear", "cog wheel toothed"),
    ("ring-gear", "internal annulus planetary epicyclic"),
    ("toothed-rack", "linear gear bar"),
    ("ring", "circle orbit bead hoop"),
    ("clutch", "freewheel one way ratchet overrunning"),
    ("friction", "brake rub"),
    ("breakable", "break fracture snap fuse"),
    ("end-stops", "limit travel range"),
    ("angle-limits", "limit stop range"),
    ("undo", "back revert take back"),
    ("redo", "again repeat forward"),
    ("delete", "remove erase clear"),
    ("duplicate", "copy clone"),
    ("assemble", "close gaps together snap solve"),
    (
        "construct",
        "mirror flip reflect rotate turn scale array pattern copy repeat ring grid line",
    ),
    ("align-left", "arrange flush"),
    ("align-right", "arrange flush"),
    ("align-top", "arrange flush"),
    ("align-bottom", "arrange flush"),
    ("align-middle-x", "arrange centre center"),
    ("align-middle-y", "arrange centre center"),
    ("spread-y", "distribute space evenly"),
    ("keep-pose", "initial start pose bake"),
    ("unite", "merge compound weld fuse combine union"),
    ("take-apart", "explode split compound"),
    (
        "choose-picture",
        "background image underlay photo reference trace",
    ),
    ("write", "edit text number"),
    ("new", "blank empty document"),
    ("new-from-clipboard", "paste scene text share import"),
    ("copy-scene", "share text clipboard send mail"),
    ("open", "load file read"),
    ("save", "store write file"),
    ("import", "linkage pmks link paste"),
    ("export-run", "csv table data record log"),
    ("panels", "interface fullscreen hide distraction"),
    ("next-panel", "keyboard focus tab accessibility"),
    ("previous-panel", "keyboard focus tab accessibility"),
    ("help", "shortcuts keyboard bindings hotkeys"),
    ("guide", "manual documentation tutorial how to"),
    ("about", "version licence license credits libraries"),
    ("lesson-four-bar", "tutorial learn linkage"),
    ("lesson-slider-crank", "tutorial learn piston engine"),
    ("lesson-gears", "tutorial learn mesh"),
    ("lesson-truss", "tutorial learn bridge"),
    ("lesson-race", "tutorial learn compare"),
    ("slower", "slow motion speed"),
    ("faster", "speed up"),
    ("cancel-solve", "stop abort"),
];

/// What is found but is no command: a section of the panels, by words for what stands there.
const PLACES: &[(&str, &str, Section, Option<&str>)] = &[
    (
        "Gravity and drag (scene)",
        "gravity weight g drag air world",
        Section::Scene,
        Some("Gravity x"),
    ),
    (
        "Solver settings: integrator, step, feedback, tolerance",
        "sub-steps stabilisation projection baumgarte ks kd",
        Section::Solver,
        None,
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
        "properties mass density material colour size",
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

/// Other words for a command, those of its help among them.
fn synonyms(entry: &Entry) -> String {
    let known = SYNONYMS.iter().find(|(id, _)| *id == entry.id);
    let help = match entry.action {
        Action::Tool(tool) => tool.help(),
        Action::Lab(view) => view.help(),
        _ => "",
    };
    format!("{} {}", known.map_or("", |it| it.1), help.to_lowercase())
}

/// How well a name and its synonyms answer to what was typed: 0 exactly, then those that begin so, those with a word
/// that begins so, those that contain it, and those that are called so by others. Nothing where they do not.
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

/// Commands, places and scenes that a text finds, the best first.
fn find(input: &UiInput, text: &str) -> Vec<Found> {
    let words = text.trim().to_lowercase();
    let commands = action::table().iter().map(|entry| Found {
        label: entry.label.to_owned(),
        synonyms: synonyms(entry),
        keys: input.editor.keys_text(entry.action),
        needs: (!(entry.enabled)(input.editor)).then(|| entry.action.needs()),
        goal: Target::Output(UiOutput::Act(entry.action)),
    });
    let places = PLACES.iter().map(|(label, synonyms, section, field)| Found {
        label: (*label).to_owned(),
        synonyms: (*synonyms).to_owned(),
        keys: String::new(),
        needs: None,
        goal: Target::Section(*section, *field),
    });
    let scenes = input.gallery.iter().map(|entry| Found {
        label: format!("Scene: {}", entry.title),
        synonyms: entry.about.to_lowercase(),
        keys: String::new(),
        needs: None,
        goal: Target::Output(UiOutput::OpenGallery(entry.id)),
    });
    let itself = Target::Output(UiOutput::Act(Action::Palette));
    let mut found: Vec<(u8, Found)> = commands
        .chain(places)
        .chain(scenes)
        .filter(|found| found.goal != itself)
        .filter_map(|found| Some((rank(&found.label, &found.synonyms, &words)?, found)))
        .collect();
    // What can be done stands before what cannot, unless that is what it is called.
    found.sort_by_key(|(rank, found)| (found.needs.is_some() && *rank > 2, *rank, found.needs.is_some()));
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
    let picked = picked.filter(|it| it.needs.is_none());
    if let Some(found) = picked {
        panels.search = None;
        match found.goal {
            Target::Output(output) => wants.0.push(output),
            Target::Section(section, field) => {
                panels.open_section(section);
                match field {
                    Some(label) => number::want(ctx, label),
                    None => panels.focus.ask_section(section),
                }
            }
        }
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
