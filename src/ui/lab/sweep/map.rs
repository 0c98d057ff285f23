//! Runs over two swept numbers as a colour map.

use egui::{Rect, RichText, Sense, Ui, pos2, vec2};

use super::colours::{height, ramp, strip};
use super::panel::{Done, Show, of, recorded, worded};
use crate::editor::Swept;
use crate::lab::sweep::SweepRun;
use crate::render::plot::ColorScale;
use crate::ui::{UiInput, format, style};

/// Width reserved for labels to the left of a map (points).
const BESIDE: f32 = 64.0;
/// Height reserved for a second line of text below a map, and minimum height of a map (points).
const WRAPPED: f32 = 40.0;
const LOWEST: f32 = 100.0;

/// Shows the map: the first number upwards, the second to the right.
pub fn map(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>], show: Show) {
    let [up, right] = &done.swept[..] else { return };
    let (rows, columns) = (up.values.len(), right.values.len());
    let size = vec2(
        ui.available_width().max(160.0),
        (height(ui) - WRAPPED).max(LOWEST),
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let field = Rect::from_min_max(rect.min + vec2(BESIDE, 0.0), rect.max - vec2(0.0, 18.0));
    let cell = vec2(field.width() / columns as f32, field.height() / rows as f32);
    let values = runs.iter().flatten().map(|run| of(run, show));
    let scale = ColorScale::of(values);
    let ink = style::color(input.theme.quiet_ink);
    for (k, run) in runs.iter().enumerate() {
        let (row, column) = (k / columns, k % columns);
        let corner = pos2(
            field.left() + column as f32 * cell.x,
            field.bottom() - (row + 1) as f32 * cell.y,
        );
        let place = Rect::from_min_size(corner, cell).shrink(0.5);
        let value = run.as_ref().map(|run| of(run, show));
        match (value, &scale) {
            (Some(value), Some(scale)) if value.is_finite() => {
                ui.painter()
                    .rect_filled(place, 0.0, ramp(input.theme, scale.share(value)));
            }
            // The run stopped before it gave a value.
            (Some(_), _) => {
                ui.painter()
                    .line_segment([place.left_top(), place.right_bottom()], (1.0, ink));
            }
            (None, _) => {}
        }
    }
    corners(ui, input, field, [up, right]);
    if let Some(scale) = &scale {
        legend(ui, input, done, show, scale);
    }
    let pointed = response.hover_pos().filter(|at| field.contains(*at)).map(|at| {
        let column = ((at.x - field.left()) / cell.x) as usize;
        let row = ((field.bottom() - at.y) / cell.y) as usize;
        row.min(rows - 1) * columns + column.min(columns - 1)
    });
    if let Some(k) = pointed {
        response.on_hover_text_at_pointer(told(done, k, runs[k].as_ref(), show));
    } else {
        response.on_hover_text("The first and the last value of either number.");
    }
}

/// Labels with the first and the last value of both numbers, beside the map.
fn corners(ui: &Ui, input: &UiInput, field: Rect, [up, right]: [&Swept; 2]) {
    let ink = style::color(input.theme.quiet_ink);
    let [top, end] = [up, right].map(|it| it.values.len() - 1);
    let font = egui::FontId::proportional(12.0);
    let painter = ui.painter();
    let texts = [
        (
            field.left_bottom() + vec2(-4.0, 0.0),
            egui::Align2::RIGHT_BOTTOM,
            worded(up, up.values[0]),
        ),
        (
            field.left_top() + vec2(-4.0, 0.0),
            egui::Align2::RIGHT_TOP,
            worded(up, up.values[top]),
        ),
        (
            field.left_bottom() + vec2(0.0, 2.0),
            egui::Align2::LEFT_TOP,
            worded(right, right.values[0]),
        ),
        (
            field.right_bottom() + vec2(0.0, 2.0),
            egui::Align2::RIGHT_TOP,
            worded(right, right.values[end]),
        ),
    ];
    for (at, align, text) in texts {
        painter.text(at, align, text, font.clone(), ink);
    }
}

/// Meaning of the colours, with the smallest and the largest value.
fn legend(ui: &mut Ui, input: &UiInput, done: &Done, show: Show, scale: &ColorScale) {
    ui.horizontal_wrapped(|ui| {
        let names = format!(
            "{}, {}: {} up, {} to the right",
            recorded(done),
            show.label(),
            done.swept[0].name,
            done.swept[1].name
        );
        ui.label(RichText::new(names).size(12.0).weak())
            .on_hover_text("What the colours are of, and which number goes which way.");
        ui.label(RichText::new(format::plain(scale.low)).size(12.0).weak())
            .on_hover_text("The least value of all runs, in the colour beside it.");
        strip(ui, input.theme);
        let logarithmic = if scale.logarithmic { ", logarithmic" } else { "" };
        ui.label(
            RichText::new(format!("{}{logarithmic}", format::plain(scale.high)))
                .size(12.0)
                .weak(),
        )
        .on_hover_text("The largest value of all runs, in the colour beside it.");
    });
}

/// Description of a run.
fn told(done: &Done, k: usize, run: Option<&SweepRun>, show: Show) -> String {
    let values = Swept::combination(&done.swept, k);
    let names = done.swept.iter().zip(values);
    let mut lines: Vec<String> = names
        .map(|(swept, value)| format!("{} = {}", swept.name, worded(swept, value)))
        .collect();
    lines.push(match run {
        Some(run) => format!("{} {}", format::plain(of(run, show)), done.quantity.unit()),
        None => "not run yet".to_owned(),
    });
    lines.extend(run.and_then(|it| it.stopped.clone()));
    lines.join("\n")
}
