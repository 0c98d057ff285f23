//! The race section: copies of the machine computed by several schemes at once, their results, and commands for them.

mod lane;
mod letter;
mod runner;

use egui::{RichText, Ui, vec2};

use self::lane::{Figures, lane, trouble};
pub use self::letter::color;
pub(super) use self::letter::name;
use self::runner::{buttons, settings};
use super::{Panels, UiInput, UiOutput, Wants};
use crate::editor::Intent;
use crate::worker::race::{MAX_RUNNERS, PRESETS, Preset};
use crate::worker::{RaceOrder, Scheme};

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let leader = Scheme::of(input.snapshot.settings());
    if input.race.is_empty() {
        ui.label(
            "Split the machine in two and let both run under the same hand and the same edits, each computed in its own way.",
        );
        ui.add_space(4.0);
    } else {
        // A is described by its differences from the first copy with another scheme.
        let mut others = input.race.iter().map(|runner| &runner.scheme);
        let other = others.find(|it| **it != leader).unwrap_or(&leader);
        lane(ui, input, 0, &Figures::of_leader(input), &leader.words(other));
        for runner in input.race {
            ui.push_id(runner.id, |ui| {
                ui.separator();
                let words = runner.scheme.words(&leader);
                lane(ui, input, runner.slot, &Figures::of(runner), &words);
                trouble(ui, input, runner);
                buttons(ui, input, runner, panels, wants);
                if panels.opened_runner == Some(runner.id) {
                    settings(ui, input, runner, wants);
                }
            });
        }
        ui.separator();
    }
    start(ui, input, &leader, wants);
}

/// Buttons that begin a race, add a copy, and end the race.
fn start(ui: &mut Ui, input: &UiInput, leader: &Scheme, wants: &mut Wants) {
    let mut order = |order: RaceOrder| wants.intend(Intent::Race(order));
    let button = |ui: &mut Ui, label: &str, help: &str| ui.button(label).on_hover_text(help).clicked();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        if input.race.is_empty() {
            if button(ui, COPY.0, COPY.1) {
                order(RaceOrder::Begin(vec![*leader]));
            }
            return;
        }
        let help = "One more like A, from where A is. Change it then.";
        if input.race.len() < MAX_RUNNERS && button(ui, "Add", help) {
            order(RaceOrder::Add(*leader));
        }
        let help = "All go on from the state A is in, each in its own way.";
        if button(ui, "Start again from A", help) {
            order(RaceOrder::Merge);
        }
        if button(ui, "End the race", "A goes on alone.") {
            order(RaceOrder::End);
        }
    });
    ui.label(RichText::new("Races to try").size(12.0).weak());
    for preset in PRESETS {
        if ui.link(preset.name).on_hover_text(preset.help).clicked() {
            begin(Some(&preset), input, wants);
        }
    }
}

/// Label and help of the race without a preset.
pub(super) const COPY: (&str, &str) = (
    "Race a copy",
    "The same twice: until one is changed they coincide to the last bit.",
);

/// Begins a preset race, on its own scene where it has one; without a preset, a race against an equal copy.
pub(super) fn begin(preset: Option<&Preset>, input: &UiInput, wants: &mut Wants) {
    let leader = Scheme::of(&input.editor.scene().settings);
    let schemes = match preset {
        Some(preset) => {
            if let Some(id) = preset.scene.filter(|id| input.gallery_id != Some(*id)) {
                return wants.0.push(UiOutput::RaceOn(id, *preset));
            }
            preset.schemes(&leader)
        }
        None => vec![leader],
    };
    wants.intend(Intent::Race(RaceOrder::Begin(schemes)));
}
