//! How the selection is mirrored, turned, scaled or repeated: a window with the numbers of it.

use egui::{ComboBox, Ui};

use super::construct_form::{Form, What};
use super::form::{number_row, pair_row, row};
use super::number::Number;
use super::{UiInput, Wants, style};
use super::{panels::Panels, titles};
use crate::editor::Intent;
use crate::math::Vec2;
use crate::parameter::Unit;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(form) = &mut panels.construction else {
        return;
    };
    let middle = middle(input);
    let mut open = true;
    let mut done = false;
    egui::Window::new(titles::CONSTRUCT)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_width(280.0)
        .frame(style::card(input.theme).inner_margin(egui::Margin::same(12)))
        .show(ctx, |ui| {
            fields(ui, form, middle);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let ready = !input.editor.selection().is_empty();
                if ui.add_enabled(ready, egui::Button::new("Apply")).clicked() {
                    wants.intend(Intent::Construct(form.construction(middle)));
                }
                done = ui.button("Close").clicked();
            });
        });
    if !open || done {
        panels.construction = None;
    }
}

/// The middle of the selected parts.
fn middle(input: &UiInput) -> Vec2 {
    let editor = input.editor;
    let parts = editor.selection().parts(editor.scene());
    let points: Vec<Vec2> = parts
        .iter()
        .filter_map(|id| Some(editor.pose(*id)?.position))
        .collect();
    let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
    let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
    (low + high) / 2.0
}

fn fields(ui: &mut Ui, form: &mut Form, middle: Vec2) {
    row(ui, "What", |ui| {
        ComboBox::from_id_salt("construct")
            .selected_text(form.what.label())
            .width(ui.available_width() - 8.0)
            .show_ui(ui, |ui| {
                for (what, label) in What::ALL {
                    if ui.selectable_label(form.what == what, label).clicked() {
                        form.what = what;
                        // An even ring, as it is most often meant.
                        form.angle = match what {
                            What::Ring => std::f64::consts::TAU / form.counts[0].max(1.0),
                            What::Turn => std::f64::consts::FRAC_PI_6,
                            _ => std::f64::consts::FRAC_PI_2,
                        };
                    }
                }
            });
    });
    if !matches!(form.what, What::Line | What::Grid) {
        let at = form.at.unwrap_or(middle);
        let [x, y] = point(ui, "About", at);
        if x != at.x || y != at.y {
            form.at = Some(Vec2::new(x, y));
        }
    }
    match form.what {
        What::Mirror => number(ui, "Direction of the line", &mut form.angle, Unit::Radian),
        What::Turn => number(ui, "By", &mut form.angle, Unit::Radian),
        What::Scale => number(ui, "Factor", &mut form.factor, Unit::One),
        What::Line => {
            number(ui, "How many", &mut form.counts[0], Unit::Count);
            form.by = Vec2::from(point(ui, "From one to the next", form.by));
        }
        What::Ring => {
            number(ui, "How many", &mut form.counts[0], Unit::Count);
            number(ui, "From one to the next", &mut form.angle, Unit::Radian);
        }
        What::Grid => {
            number(ui, "Columns", &mut form.counts[0], Unit::Count);
            number(ui, "Rows", &mut form.counts[1], Unit::Count);
            form.by = Vec2::from(point(ui, "From one to the next", form.by));
        }
    }
    match form.what {
        What::Mirror => {
            ui.checkbox(&mut form.copy, "Keep the original");
        }
        What::Line | What::Ring | What::Grid => {
            let help = "Where points of neighbours coincide they are pinned.";
            ui.checkbox(&mut form.joined, "Joints between copies")
                .on_hover_text(help);
        }
        What::Turn | What::Scale => {}
    }
}

fn number(ui: &mut Ui, label: &str, value: &mut f64, unit: Unit) {
    if let Some(wanted) = number_row(ui, &Number::new(label, *value, unit)) {
        *value = unit.whole(wanted.value);
    }
}

fn point(ui: &mut Ui, label: &str, at: Vec2) -> [f64; 2] {
    let numbers = [
        Number::new("x", at.x, Unit::Metre),
        Number::new("y", at.y, Unit::Metre),
    ];
    let [x, y] = pair_row(ui, label, [&numbers[0], &numbers[1]]);
    [x.map_or(at.x, |it| it.value), y.map_or(at.y, |it| it.value)]
}
