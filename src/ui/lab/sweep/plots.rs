//! Runs of a sweep as a family of curves, as a figure over the number, or as a map over two.

use egui::{Color32, Rect, RichText, Sense, Ui, pos2, vec2};
use egui_plot::{Line, MarkerShape, Plot, PlotPoints, Points};

use super::exported::exported;
use super::panel::{Done, Show, of, recorded, worded};
use crate::editor::Swept;
use crate::lab::sweep::{SweepRun, csv};
use crate::render::theme::Theme;
use crate::ui::lab::take_home;
use crate::ui::{UiInput, Wants, format, style};

/// Room for words under a plot (points).
const BELOW: f32 = 64.0;
/// Room for words left of a map (points).
const BESIDE: f32 = 64.0;

pub fn show(ui: &mut Ui, input: &UiInput, done: &Done, show: &mut Show, wants: &mut Wants) {
    let copied = done.sweep.with(|runs| {
        match done.swept.len() {
            1 if *show == Show::Curves => curves(ui, input, done, runs),
            1 => figure(ui, input, done, runs, *show),
            _ => map(ui, input, done, runs, *show),
        }
        below(ui, done, runs, (*show, wants))
    });
    if let Some(text) = copied {
        ui.ctx().copy_text(text);
    }
}

/// From the first value to the last: blue to orange, which colour-blind people tell apart.
fn ramp(theme: &Theme, share: f64) -> Color32 {
    style::color(theme.select.mix(theme.warn, share))
}

/// A number beside an axis.
fn brief(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-2..1e5 => format::plain(value),
        _ => format::scientific(value),
    }
}

fn height(ui: &Ui) -> f32 {
    (ui.available_height() - BELOW).max(120.0)
}

fn curves(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>]) {
    let swept = &done.swept[0];
    let last = (runs.len() - 1).max(1) as f64;
    Plot::new("sweep-curves")
        .height(height(ui))
        .show_background(false)
        .allow_scroll(false)
        .x_axis_formatter(|mark, _| format!("{} s", format::plain(mark.value)))
        .y_axis_formatter(|mark, _| brief(mark.value))
        .y_axis_min_width(52.0)
        .show(ui, |plot| {
            for (k, run) in runs.iter().enumerate() {
                let Some(run) = run else { continue };
                let finite = run.curve.iter().filter(|it| it[1].is_finite());
                let name = format!("{} = {}", swept.name, worded(swept, swept.values[k]));
                plot.line(
                    Line::new(PlotPoints::new(finite.copied().collect()))
                        .color(ramp(input.theme, k as f64 / last))
                        .width(1.2)
                        .name(name),
                );
            }
        });
    legend(ui, input, swept, done);
}

/// The colours of the runs with the values at both ends.
fn legend(ui: &mut Ui, input: &UiInput, swept: &Swept, done: &Done) {
    let ends = [swept.values.first(), swept.values.last()];
    let [Some(first), Some(last)] = ends else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(recorded(done)).size(12.0))
            .on_hover_text("What is recorded at each step of each run.");
        let first = format!("{} {}", swept.name, worded(swept, *first));
        ui.label(RichText::new(first).size(12.0).weak())
            .on_hover_text("The number that is swept, with its value in the first run.");
        strip(ui, input.theme);
        ui.label(RichText::new(worded(swept, *last)).size(12.0).weak())
            .on_hover_text("Its value in the last run.");
    });
}

fn strip(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(vec2(80.0, 10.0), Sense::hover());
    let steps = 20;
    for k in 0..steps {
        let left = rect.left() + rect.width() * k as f32 / steps as f32;
        let size = vec2(rect.width() / steps as f32 + 0.5, rect.height());
        let share = f64::from(k) / f64::from(steps - 1);
        ui.painter().rect_filled(
            Rect::from_min_size(pos2(left, rect.top()), size),
            0.0,
            ramp(theme, share),
        );
    }
}

fn figure(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>], show: Show) {
    let swept = &done.swept[0];
    let per_si = format::shown_per_si(swept.target.unit());
    let values = swept.values.iter().zip(runs);
    let points: Vec<[f64; 2]> = values
        .filter_map(|(value, run)| Some([value * per_si, of(run.as_ref()?, show)]))
        .filter(|it| it[1].is_finite())
        .collect();
    let color = style::color(input.theme.select);
    let suffix = format::suffix(swept.target.unit());
    Plot::new("sweep-figure")
        .height(height(ui))
        .show_background(false)
        .allow_scroll(false)
        .x_axis_formatter(move |mark, _| format!("{}{suffix}", format::plain(mark.value)))
        .y_axis_formatter(|mark, _| brief(mark.value))
        .y_axis_min_width(52.0)
        .show(ui, |plot| {
            plot.line(Line::new(PlotPoints::new(points.clone())).color(color));
            let dots = Points::new(PlotPoints::new(points)).color(color).radius(3.0);
            plot.points(dots.shape(MarkerShape::Circle).name(done.quantity.text()));
        });
    let words = format!("{}, {}, over {}", recorded(done), show.label(), swept.name);
    ui.label(RichText::new(words).size(12.0).weak())
        .on_hover_text("What the dots are of: one a run.");
}

/// Logarithmic where all values are above nothing and span more than two decades.
struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Scale {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let finite = values.filter(|it| it.is_finite());
        let low = finite.clone().min_by(f64::total_cmp)?;
        let high = finite.max_by(f64::total_cmp)?;
        let logarithmic = low > 0.0 && high > 100.0 * low;
        Some(Self {
            low,
            high,
            logarithmic,
        })
    }

    fn share(&self, value: f64) -> f64 {
        let at = |x: f64| if self.logarithmic { x.ln() } else { x };
        let width = at(self.high) - at(self.low);
        if width > 0.0 {
            (at(value) - at(self.low)) / width
        } else {
            0.5
        }
    }
}

/// The first number goes up, the second to the right.
fn map(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>], show: Show) {
    let [up, right] = &done.swept[..] else { return };
    let (rows, columns) = (up.values.len(), right.values.len());
    let size = vec2(ui.available_width().max(160.0), height(ui));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let field = Rect::from_min_max(rect.min + vec2(BESIDE, 0.0), rect.max - vec2(0.0, 18.0));
    let cell = vec2(field.width() / columns as f32, field.height() / rows as f32);
    let values = runs.iter().flatten().map(|run| of(run, show));
    let scale = Scale::of(values);
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
            // Stopped before it came to a value.
            (Some(_), _) => {
                ui.painter()
                    .line_segment([place.left_top(), place.right_bottom()], (1.0, ink));
            }
            (None, _) => {}
        }
    }
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
            worded(up, up.values[rows - 1]),
        ),
        (
            field.left_bottom() + vec2(0.0, 2.0),
            egui::Align2::LEFT_TOP,
            worded(right, right.values[0]),
        ),
        (
            field.right_bottom() + vec2(0.0, 2.0),
            egui::Align2::RIGHT_TOP,
            worded(right, right.values[columns - 1]),
        ),
    ];
    for (at, align, text) in texts {
        painter.text(at, align, text, font.clone(), ink);
    }
    if let Some(scale) = &scale {
        ui.horizontal_wrapped(|ui| {
            let names = format!(
                "{}, {}: {} up, {} to the right",
                recorded(done),
                show.label(),
                up.name,
                right.name
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
    let pointed = response.hover_pos().filter(|at| field.contains(*at)).map(|at| {
        let column = ((at.x - field.left()) / cell.x) as usize;
        let row = ((field.bottom() - at.y) / cell.y) as usize;
        row.min(rows - 1) * columns + column.min(columns - 1)
    });
    if let Some(k) = pointed {
        response.on_hover_text_at_pointer(told(done, k, runs[k].as_ref(), show));
    }
}

/// A run in words.
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

/// How many stopped, and the table to be copied.
fn below(
    ui: &mut Ui,
    done: &Done,
    runs: &[Option<SweepRun>],
    (show, wants): (Show, &mut Wants),
) -> Option<String> {
    let mut copied = None;
    ui.horizontal_wrapped(|ui| {
        let stopped: Vec<&str> = runs
            .iter()
            .flatten()
            .filter_map(|it| it.stopped.as_deref())
            .collect();
        if let Some(first) = stopped.first() {
            let words = format!("{} of {} runs stopped", stopped.len(), runs.len());
            ui.colored_label(ui.visuals().warn_fg_color, words)
                .on_hover_text(format!("They came to no value; the first says: {first}"));
        }
        if ui
            .small_button("Copy CSV")
            .on_hover_text("A row a run: its values, the largest and the last value.")
            .clicked()
        {
            let names: Vec<&str> = done.swept.iter().map(|it| it.name.as_str()).collect();
            copied = Some(csv(&names, |k| Swept::combination(&done.swept, k), runs));
        }
        take_home::button(ui, wants, || exported(done, runs, show));
    });
    copied
}
