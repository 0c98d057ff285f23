//! Settings of the mouse spring that pulls at a running machine: stiffness and maximum force.

use egui::Ui;

use super::Wants;
use super::form::{number_row, row};
use super::number::Number;
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Grip, Settings};

/// Initial values when stiffness (N/m) or maximum force (N) is set by hand.
const STIFFNESS: f64 = 200.0;
const LIMIT: f64 = 50.0;

/// Shows the two rows: each a switch, and the number it enables.
pub(super) fn show(ui: &mut Ui, settings: &Settings, wants: &mut Wants) {
    let grip = settings.grip;
    let mut set = |grip: Grip, done: bool| {
        let settings = Settings { grip, ..*settings };
        wants.intend(Intent::SetSettings { settings, done });
    };
    let stiffness = Asked {
        label: "Mouse stiffness",
        number: "Stiffness of the pull",
        without: "By weight",
        with: "As given",
        help: "How hard the mouse pulls at a running machine: by itself as hard as the machine is heavy where it is held.",
        unit: Unit::NewtonPerMetre,
        usual: STIFFNESS,
    };
    if let Some((stiffness, done)) = stiffness.show(ui, grip.stiffness) {
        set(Grip { stiffness, ..grip }, done);
    }
    let limit = Asked {
        label: "Mouse force",
        number: "Force at most",
        without: "No limit",
        with: "Limited",
        help: "The force that the mouse does not go beyond, however far it is from what it pulls.",
        unit: Unit::Newton,
        usual: LIMIT,
    };
    if let Some((limit, done)) = limit.show(ui, grip.limit) {
        set(Grip { limit, ..grip }, done);
    }
}

/// A number that may be left to the program to choose.
struct Asked {
    label: &'static str,
    number: &'static str,
    without: &'static str,
    with: &'static str,
    help: &'static str,
    unit: Unit,
    usual: f64,
}

impl Asked {
    /// The new value where it was changed from `now`, and whether the gesture ends in this pass.
    fn show(&self, ui: &mut Ui, now: Option<f64>) -> Option<(Option<f64>, bool)> {
        let mut wanted = None;
        row(ui, self.label, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for (word, value) in [(self.without, None), (self.with, Some(self.usual))] {
                let chosen = value.is_some() == now.is_some();
                let response = ui.selectable_label(chosen, word).on_hover_text(self.help);
                if response.clicked() && !chosen {
                    wanted = Some((value, true));
                }
            }
        });
        let Some(value) = now else {
            return wanted;
        };
        let number = Number::new(self.number, value, self.unit)
            .range(1e-6, 1e9)
            .reset(self.usual);
        number_row(ui, &number)
            .map(|wanted| (Some(wanted.value), wanted.done))
            .or(wanted)
    }
}
