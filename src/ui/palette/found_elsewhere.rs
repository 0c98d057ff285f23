//! Search results beside commands, places and scenes: entries of menus and lists.

use super::{Found, Target};
use crate::editor::{How, Intent};
use crate::scene::{Id, Integrator, Item, Method, Settings, Stabilisation};
use crate::ui::race_panel::COPY;
use crate::ui::top::SCALES;
use crate::ui::{UiInput, UiOutput, format, letters};
use crate::worker::race::PRESETS;

/// Minimum length of a word that finds history steps.
const LEAST_LETTERS: usize = 3;
/// Maximum number of items of the scene that are found by their names.
const ITEMS: usize = 6;

fn found(label: String, synonyms: &str, goal: Target) -> Found {
    Found {
        label,
        synonyms: synonyms.to_lowercase(),
        keys: String::new(),
        needs: None,
        goal,
    }
}

/// The races of the Laboratory menu.
pub(super) fn races() -> impl Iterator<Item = Found> {
    let copy = "races the same twice copy";
    let copy = found(COPY.0.to_owned(), copy, Target::Race(None));
    let presets = PRESETS.iter().map(|preset| {
        let words = format!("races compare solvers {}", preset.help);
        found(
            format!("Race: {}", preset.name),
            &words,
            Target::Race(Some(preset)),
        )
    });
    std::iter::once(copy).chain(presets)
}

/// The methods, integrators and stabilisations, to be set.
pub(super) fn settings(own: &Settings) -> impl Iterator<Item = Found> {
    let own = *own;
    let set = move |label: String, [id, help]: [&str; 2], settings: Settings| {
        let done = true;
        let goal = UiOutput::Intend(Intent::SetSettings { settings, done });
        found(
            label,
            &format!("solver setting {id} {help}"),
            Target::Output(goal),
        )
    };
    let methods = Method::ALL.into_iter().map(move |method| {
        let label = format!("Method: {}", method.label());
        set(label, [method.id(), method.help()], Settings { method, ..own })
    });
    let integrators = Integrator::ALL.into_iter().map(move |integrator| {
        let label = format!("Integrator: {}", integrator.label());
        set(
            label,
            [integrator.id(), integrator.help()],
            Settings { integrator, ..own },
        )
    });
    let drift = Stabilisation::ALL.into_iter().map(move |stabilisation| {
        let label = format!("Against drift: {}", stabilisation.label());
        set(
            label,
            [stabilisation.id(), stabilisation.help()],
            Settings { stabilisation, ..own },
        )
    });
    methods.chain(integrators).chain(drift)
}

/// The scales of the window.
pub(super) fn scales() -> impl Iterator<Item = Found> {
    let words = "font text size zoom dpi larger smaller interface view";
    SCALES.into_iter().map(|percent| {
        let goal = Target::Output(UiOutput::Scale(f64::from(percent) / 100.0));
        found(format!("Scale of the window: {percent} %"), words, goal)
    })
}

/// Recently opened files.
pub(super) fn recent(input: &UiInput) -> Vec<Found> {
    let mut files: Vec<Found> = input
        .other_files()
        .map(|path| {
            let name = format::document_name(Some(path.as_path()), input.editor.scene());
            let goal = Target::Output(UiOutput::OpenRecent(path.clone()));
            let words = format!("file load {}", path.display());
            found(format!("Open recent: {name}"), &words, goal)
        })
        .collect();
    if files.is_empty() {
        files.push(Found {
            needs: Some("no other file was open yet"),
            ..found("Open recent".to_owned(), "file load", Target::Nothing)
        });
    }
    files
}

/// Items of the scene whose names begin with the typed text, to be selected.
pub(super) fn items(input: &UiInput, words: &str) -> Vec<Found> {
    if words.is_empty() {
        return Vec::new();
    }
    let scene = input.editor.scene();
    let named = scene
        .items()
        .filter(|(_, item)| letters::begins(item.name(), words));
    let select = |(id, item): (Id, &Item)| {
        let (ids, how) = (vec![id], How::Replace);
        let goal = Target::Output(UiOutput::Intend(Intent::Select { ids, how }));
        found(format!("{} (select)", item.name()), "", goal)
    };
    named.take(ITEMS).map(select).collect()
}

/// The steps of the undo history, only where the search begins with "history" or "steps": their labels are names of other things, too.
pub(super) fn steps(input: &UiInput, words: &str) -> Vec<Found> {
    let first = words.split_whitespace().next().unwrap_or_default();
    let asked = ["history", "steps"].iter().any(|it| it.starts_with(first));
    if first.chars().count() < LEAST_LETTERS || !asked {
        return Vec::new();
    }
    let step = |(k, (label, is_now)): (usize, (&str, bool))| {
        let goal = Target::Output(UiOutput::Intend(Intent::GoToStep(k)));
        let now = is_now.then_some("here now");
        Found {
            needs: now,
            ..found(format!("History: {label}"), "steps undo redo", goal)
        }
    };
    // The latest first.
    let mut found: Vec<Found> = input.history().into_iter().enumerate().map(step).collect();
    found.reverse();
    found
}
