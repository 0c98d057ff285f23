//! The picture that is traced over: where it lies and how strong it is.

use egui::Ui;

use super::form::{number_row, pair_row};
use super::number::Number;
use super::{UiInput, Wants};
use crate::editor::{Action, Intent, Tool, action};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::scene::Underlay;

/// Farthest and smallest that its numbers go.
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
    let mut set = |underlay: Underlay, done: bool| {
        let underlay = Some(underlay);
        wants.intend(Intent::SetUnderlay { underlay, done });
    };
    let [pixels, high] = now.file.size();
    ui.weak(format!("Picture of {pixels} × {high} pixels to trace over"));
    let [x, y] = pair_row(
        ui,
        "Middle",
        [
            &Number::new("Middle of the picture x", now.center.x, Unit::Metre).range(-FAR, FAR),
            &Number::new("Middle of the picture y", now.center.y, Unit::Metre).range(-FAR, FAR),
        ],
    );
    if let Some(wanted) = x {
        let center = Vec2::new(wanted.value, now.center.y);
        set(
            Underlay {
                center,
                ..now.clone()
            },
            wanted.done,
        );
    }
    if let Some(wanted) = y {
        let center = Vec2::new(now.center.x, wanted.value);
        set(
            Underlay {
                center,
                ..now.clone()
            },
            wanted.done,
        );
    }
    let number = Number::new("Picture width", now.width, Unit::Metre).range(1e-6, FAR);
    if let Some(wanted) = number_row(ui, &number) {
        let width = wanted.value;
        set(Underlay { width, ..now.clone() }, wanted.done);
    }
    let number = Number::new("Picture angle", now.angle, Unit::Radian)
        .range(-1e3, 1e3)
        .reset(0.0);
    if let Some(wanted) = number_row(ui, &number) {
        let angle = wanted.value;
        set(Underlay { angle, ..now.clone() }, wanted.done);
    }
    let number = Number::new("Picture opacity", now.opacity, Unit::One)
        .range(0.0, 1.0)
        .reset(Underlay::USUAL_OPACITY);
    if let Some(wanted) = number_row(ui, &number) {
        let opacity = wanted.value;
        set(
            Underlay {
                opacity,
                ..now.clone()
            },
            wanted.done,
        );
    }
    let mut shown = !now.hidden;
    if ui.checkbox(&mut shown, "Show the picture").changed() {
        let hidden = !shown;
        set(
            Underlay {
                hidden,
                ..now.clone()
            },
            true,
        );
    }
    ui.horizontal_wrapped(|ui| {
        let help = "Click two points of the picture and type their distance; drag it to move it.";
        if ui.button("Set its scale").on_hover_text(help).clicked() {
            wants.act(Action::Tool(Tool::Underlay));
        }
        if ui
            .button("Another…")
            .on_hover_text("Another picture in its place, as wide as this one.")
            .clicked()
        {
            wants.act(Action::ChoosePicture);
        }
        if ui
            .button("Remove")
            .on_hover_text("Take the picture away")
            .clicked()
        {
            wants.act(Action::RemoveUnderlay);
        }
    });
}
