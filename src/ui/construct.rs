//! The window that mirrors, turns, scales or repeats the selection, with the numbers of each operation.

use egui::{ComboBox, Ui};

use super::choice::choice;
use super::construct_form::{Form, What};
use super::form::{number_row, pair_row, row};
use super::number::Number;
use super::{UiInput, Wants, style};
use super::{panels::Panels, titles};
use crate::editor::{Construction, Intent};
use crate::math::Vec2;
use crate::parameter::Unit;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    if !panels.constructs {
        return;
    }
    let form = &mut panels.construction;
    let middle = middle(input);
    let parts = input.editor.selection().parts(input.editor.scene()).len();
    let mut open = true;
    let mut done = false;
    egui::Window::new(titles::CONSTRUCT)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_width(300.0)
        .frame(style::card(input.theme).inner_margin(egui::Margin::same(12)))
        .show(ctx, |ui| {
            fields(ui, form, middle, parts);
            ui.add_space(8.0);
            let what = form.construction(middle);
            let problem = input.editor.construction_problem(&what);
            ui.horizontal(|ui| {
                if ui
                    .add_enabled(problem.is_none(), egui::Button::new("Apply"))
                    .clicked()
                {
                    wants.intend(Intent::Construct(what));
                }
                done = ui.button("Close").clicked();
            });
            let visuals = ui.visuals();
            if let Some(problem) = problem {
                ui.colored_label(visuals.error_fg_color, problem);
            } else if let Some(overlap) = what.overlap() {
                ui.colored_label(visuals.warn_fg_color, overlap);
            }
        });
    if !open || done {
        panels.constructs = false;
    }
}

/// Centre of the bounding box of the selected parts' positions (m).
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

fn fields(ui: &mut Ui, form: &mut Form, middle: Vec2, parts: usize) {
    row(ui, "What", |ui| {
        let list = ComboBox::from_id_salt("construct")
            .selected_text(form.what.label())
            .width(ui.available_width() - 8.0);
        let all = What::ALL.map(|(what, label)| (what, label, ""));
        form.what = choice(ui, list, &form.what, all).unwrap_or(form.what);
    });
    if !matches!(form.what, What::Line | What::Grid) {
        let at = form.at.unwrap_or(middle);
        let [x, y] = point(ui, "About", at);
        if x != at.x || y != at.y {
            form.at = Some(Vec2::new(x, y));
        }
    }
    let most = Construction::most(parts) as f64;
    let count = |label, value, least| Number::new(label, value, Unit::Count).range(least, most.max(least));
    match form.what {
        What::Mirror => {
            let number = Number::new("Direction of the line", form.direction, Unit::Radian);
            take(ui, &number, &mut form.direction);
        }
        What::Turn => take(ui, &Number::new("By", form.turn, Unit::Radian), &mut form.turn),
        What::Scale => {
            let [least, most] = Construction::FACTORS;
            let number = Number::new("Factor", form.factor, Unit::One).range(least, most);
            take(ui, &number, &mut form.factor);
        }
        What::Line => {
            take(ui, &count("How many", form.counts[0], 2.0), &mut form.counts[0]);
            form.by = Vec2::from(point(ui, "Spacing", form.by));
        }
        What::Ring => {
            take(ui, &count("How many", form.counts[0], 2.0), &mut form.counts[0]);
            between(ui, form);
        }
        What::Grid => {
            take(ui, &count("Columns", form.counts[0], 1.0), &mut form.counts[0]);
            take(ui, &count("Rows", form.counts[1], 1.0), &mut form.counts[1]);
            form.cells = Vec2::from(point(ui, "Spacing", form.cells));
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

/// A number row that writes the entered value to `value`.
fn take(ui: &mut Ui, number: &Number, value: &mut f64) {
    if let Some(wanted) = number_row(ui, number) {
        *value = number.unit.whole(wanted.value);
    }
}

/// The angle between copies on a ring. By default copies are spaced evenly over a whole turn, until another angle is given.
fn between(ui: &mut Ui, form: &mut Form) {
    let even = form.even();
    let help = "A whole turn is shared evenly until an angle is given; a double click shares it again.";
    let now = form.between.unwrap_or(even);
    let number = Number::new("From one to the next", now, Unit::Radian)
        .reset(even)
        .help(help);
    if let Some(wanted) = number_row(ui, &number) {
        form.between = Some(wanted.value).filter(|it| (it - even).abs() > 1e-12);
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
