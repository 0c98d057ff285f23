//! The form of the underlay (the picture that is traced over): position, size and opacity.

use egui::Ui;

use super::form::{number_row, pair_row};
use super::number::{Number, Wanted};
use super::{UiInput, Wants};
use crate::editor::{Action, Intent, Tool, action};
use crate::parameter::Unit;
use crate::scene::Underlay;

/// Limit of coordinates and sizes (m).
const FAR: f64 = 1e6;

pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let Some(now) = &input.editor.scene().underlay else {
        let keys = action::entry(Action::Tool(Tool::Underlay)).map(|it| it.keys.clone());
        let keys: Vec<String> = keys.iter().flatten().map(ToString::to_string).collect();
        let help = format!(
            "Lay a PNG or JPEG picture under the machine, and draw over it. {}",
            keys.join(", ")
        );
        if ui.button("Trace over a picture…").on_hover_text(help).clicked() {
            wants.act(Action::ChoosePicture);
        }
        return;
    };
    let [pixels, high] = now.file.size();
    ui.weak(format!("Picture of {pixels} × {high} pixels to trace over"));
    let mut next = now.clone();
    if let Some(done) = numbers(ui, &mut next) {
        let underlay = Some(next);
        wants.intend(Intent::SetUnderlay { underlay, done });
    }
    ui.horizontal_wrapped(|ui| buttons(ui, wants));
}

/// Shows the numbers of a picture and applies changes; returns `Some` where one changed: whether the gesture has ended.
fn numbers(ui: &mut Ui, it: &mut Underlay) -> Option<bool> {
    let mut changed = None;
    let mut take = |wanted: Option<Wanted>, number: &mut f64| {
        if let Some(wanted) = wanted {
            *number = wanted.value;
            changed = Some(wanted.done);
        }
    };
    let middle = [
        &Number::new("Middle of the picture x", it.center.x, Unit::Metre).range(-FAR, FAR),
        &Number::new("Middle of the picture y", it.center.y, Unit::Metre).range(-FAR, FAR),
    ];
    let [x, y] = pair_row(ui, "Middle", middle);
    take(x, &mut it.center.x);
    take(y, &mut it.center.y);
    let number = Number::new("Picture width", it.width, Unit::Metre).range(1e-6, FAR);
    take(number_row(ui, &number), &mut it.width);
    let number = Number::new("Picture angle", it.angle, Unit::Radian)
        .range(-1e3, 1e3)
        .reset(0.0);
    take(number_row(ui, &number), &mut it.angle);
    let number = Number::new("Picture opacity", it.opacity, Unit::One)
        .range(0.0, 1.0)
        .reset(Underlay::USUAL_OPACITY);
    take(number_row(ui, &number), &mut it.opacity);
    let mut shown = !it.hidden;
    if ui.checkbox(&mut shown, "Show the picture").changed() {
        it.hidden = !shown;
        changed = Some(true);
    }
    changed
}

fn buttons(ui: &mut Ui, wants: &mut Wants) {
    for (label, help, action) in [
        (
            "Set its scale",
            "Click two points of the picture and type their distance; drag it to move it.",
            Action::Tool(Tool::Underlay),
        ),
        (
            "Another…",
            "Another picture in its place, as wide as this one.",
            Action::ChoosePicture,
        ),
        ("Remove", "Take the picture away", Action::RemoveUnderlay),
    ] {
        if ui.button(label).on_hover_text(help).clicked() {
            wants.act(action);
        }
    }
}
